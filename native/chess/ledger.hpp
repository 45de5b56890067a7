// Where the evaluation adds up its terms. There are two kinds with the same interface: the fast one
// only adds; the other also records how often each side used each weight. Both give the same score,
// which is linear in the weights.
#pragma once

#include "chess/weights.hpp"

namespace provebest::chess {

namespace detail {

constexpr std::array<Score, kWeightCount> packed_weights() {
    std::array<Score, kWeightCount> packed{};
    for (std::size_t i = 0; i < packed.size(); ++i)
        packed[i] = make_score(kWeights[i].mg, kWeights[i].eg);
    return packed;
}

// Material and square together, as White counts them.
constexpr std::array<std::array<Score, 64>, 12> piece_squares() {
    std::array<std::array<Score, 64>, 12> table{};
    for (int piece = 0; piece < 12; ++piece) {
        const Color c     = color_of(static_cast<Piece>(piece));
        const PieceType t = type_of(static_cast<Piece>(piece));
        for (Square s = 0; s < 64; ++s) {
            const Weight square = kWeights[index_of(Term::PieceSquares, piece_square_entry(c, t, s))];
            const Weight worth  = t == King ? Weight{0, 0} : kWeights[index_of(Term::Material, t)];
            const Score score   = make_score(square.mg + worth.mg, square.eg + worth.eg);
            table[static_cast<std::size_t>(piece)][static_cast<std::size_t>(s)] =
                c == White ? score : -score;
        }
    }
    return table;
}

}  // namespace detail

inline constexpr std::array<Score, kWeightCount> kPackedWeights              = detail::packed_weights();
inline constexpr std::array<std::array<Score, 64>, 12> kPieceSquareScores    = detail::piece_squares();

struct Coefficients {
    std::array<std::array<std::int16_t, kWeightCount>, 2> times{};  // by colour
};

class Sum {
public:
    template <Color us>
    void add(Term term, int entry = 0, int times = 1) {
        const Score s = kPackedWeights[static_cast<std::size_t>(index_of(term, entry))] * times;
        score_ += us == White ? s : -s;
    }
    template <Color us>
    void add_piece(PieceType t, Square s) {
        score_ += kPieceSquareScores[make_piece(us, t)][static_cast<std::size_t>(s)];
    }
    void add(Score white) { score_ += white; }
    Score score() const { return score_; }

private:
    Score score_ = 0;
};

class Record {
public:
    template <Color us>
    void add(Term term, int entry = 0, int times = 1) {
        sum_.add<us>(term, entry, times);
        auto& used = coefficients_.times[us][static_cast<std::size_t>(index_of(term, entry))];
        used       = static_cast<std::int16_t>(used + times);
    }
    template <Color us>
    void add_piece(PieceType t, Square s) {
        if (t != King) add<us>(Term::Material, t);
        add<us>(Term::PieceSquares, piece_square_entry(us, t, s));
    }
    Score score() const { return sum_.score(); }
    const Coefficients& coefficients() const { return coefficients_; }

private:
    Sum sum_;
    Coefficients coefficients_;
};

}  // namespace provebest::chess
