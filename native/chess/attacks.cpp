#include "chess/attacks.hpp"

#include <array>
#include <vector>

namespace provebest::chess {

namespace detail {
Slider rook_sliders[64];
Slider bishop_sliders[64];
Bitboard knight_table[64];
Bitboard king_table[64];
Bitboard pawn_table[2][64];
Bitboard between_table[64][64];
Bitboard line_table[64][64];
bool with_pext = false;
}  // namespace detail

namespace {

using detail::Slider;

struct Step {
    int file, rank;
};
constexpr std::array<Step, 4> kStraight{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
constexpr std::array<Step, 4> kDiagonal{{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};

// The definition: go to the edge or the first piece. All other code must agree with it.
Bitboard walk(Square from, const std::array<Step, 4>& steps, Bitboard occupied) {
    Bitboard reached = 0;
    for (const auto [df, dr] : steps)
        for (int f = file_of(from) + df, r = rank_of(from) + dr; f >= 0 && f < 8 && r >= 0 && r < 8;
             f += df, r += dr) {
            reached |= bit(make_square(f, r));
            if (occupied & bit(make_square(f, r))) break;
        }
    return reached;
}

Bitboard leaps(Square from, const std::array<Step, 8>& steps) {
    Bitboard reached = 0;
    for (const auto [df, dr] : steps) {
        const int f = file_of(from) + df, r = rank_of(from) + dr;
        if (f >= 0 && f < 8 && r >= 0 && r < 8) reached |= bit(make_square(f, r));
    }
    return reached;
}

class Random {  // splitmix64: the same magics on every machine
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15ULL;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
        return z ^ z >> 31;
    }
    std::uint64_t sparse() { return next() & next() & next(); }

private:
    std::uint64_t state_;
};

Bitboard edges_off(Square s) {
    return ((kRank1 | kRank8) & ~rank_bb(rank_of(s))) | ((kFileA | kFileH) & ~file_bb(file_of(s)));
}

// Both tables exist; which one is read is decided when the program starts.
std::vector<Bitboard> storage[2];

void build_sliders(Slider (&sliders)[64], const std::array<Step, 4>& steps, bool pext,
                   std::vector<Bitboard>& table) {
    Random random(728);
    std::size_t total = 0;
    for (Square s = 0; s < 64; ++s) {
        sliders[s].mask  = walk(s, steps, 0) & ~edges_off(s);
        sliders[s].shift = 64 - count(sliders[s].mask);
        total += std::size_t{1} << count(sliders[s].mask);
    }
    table.assign(total, 0);
    std::size_t offset = 0;
    std::vector<Bitboard> subsets, answers;
    std::vector<int> tried_in;
    for (Square s = 0; s < 64; ++s) {
        Slider& slider      = sliders[s];
        const auto size     = std::size_t{1} << count(slider.mask);
        Bitboard* const own = table.data() + offset;
        offset += size;
        slider.table = own;
        subsets.clear();
        answers.clear();
        Bitboard subset = 0;
        do {  // every subset of the mask, in the order PEXT numbers them
            subsets.push_back(subset);
            answers.push_back(walk(s, steps, subset));
            subset = (subset - slider.mask) & slider.mask;
        } while (subset);
        if (pext) {
            for (std::size_t i = 0; i < size; ++i) own[i] = answers[i];
            continue;
        }
        tried_in.assign(size, 0);
        for (int attempt = 1;; ++attempt) {
            slider.magic = random.sparse();
            if (count(slider.mask * slider.magic >> 56) < 6) continue;
            bool fits = true;
            for (std::size_t i = 0; i < size && fits; ++i) {
                const auto index = subsets[i] * slider.magic >> slider.shift;
                if (tried_in[index] != attempt) {
                    tried_in[index] = attempt;
                    own[index]      = answers[i];
                } else {
                    fits = own[index] == answers[i];
                }
            }
            if (fits) break;
        }
    }
}

bool processor_has_pext() {
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("bmi2") != 0;
#else
    return false;
#endif
}

void build_everything(bool pext) {
    using namespace detail;
    with_pext = pext;
    build_sliders(rook_sliders, kStraight, pext, storage[0]);
    build_sliders(bishop_sliders, kDiagonal, pext, storage[1]);
    constexpr std::array<Step, 8> knight{
        {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
    constexpr std::array<Step, 8> king{
        {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
    for (Square s = 0; s < 64; ++s) {
        knight_table[s]      = leaps(s, knight);
        king_table[s]        = leaps(s, king);
        pawn_table[White][s] = pawn_attacks(White, bit(s));
        pawn_table[Black][s] = pawn_attacks(Black, bit(s));
        for (const auto& steps : {kStraight, kDiagonal})
            for (Square t = 0; t < 64; ++t) {
                if (s == t || !(walk(s, steps, 0) & bit(t))) continue;
                between_table[s][t] = walk(s, steps, bit(t)) & walk(t, steps, bit(s));
                line_table[s][t] = (walk(s, steps, 0) & walk(t, steps, 0)) | bit(s) | bit(t);
            }
    }
}

const bool built = (build_everything(processor_has_pext()), true);

}  // namespace

const char* slider_lookup() { return detail::with_pext ? "pext" : "magic"; }

bool use_slider_lookup(bool pext) {
    if (!built || (pext && !processor_has_pext())) return false;
    build_everything(pext);
    return true;
}

}  // namespace provebest::chess
