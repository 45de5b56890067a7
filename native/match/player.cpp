// Compiled once for each build, with `provebest` renamed and MATCH_PLAYER naming the build.
#include "player.hpp"

#include <random>

#include "chess/fen.hpp"
#include "chess/moves.hpp"
#include "chess/search.hpp"

namespace match {

namespace {

using namespace provebest::chess;

class Built final : public Player {
public:
    void begin(const std::string& fen) override {
        position_ = from_fen(fen);
        searcher_ = std::make_unique<Searcher>(std::size_t{4} << 20);
    }
    Choice choose(std::uint64_t nodes) override {
        searcher_->next_move();
        const Report report = searcher_->selective(position_, {}, Limits{.nodes = nodes});
        return {report.moves.front().move.bits(), report.value};
    }
    void play(std::uint16_t move) override { position_.play(Move::from_bits(move)); }
    Over over() const override {
        if (!has_legal(position_)) return position_.checkers() != 0 ? Over::Lost : Over::Draw;
        const bool drawn = position_.clock() >= 100 || position_.insufficient_material() ||
                           position_.repetitions() >= 2;
        return drawn ? Over::Draw : Over::No;
    }
    bool white_to_move() const override { return position_.side() == White; }
    std::string random_opening(std::uint64_t seed, int plies) override {
        std::mt19937_64 random(seed);
        begin("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        for (int ply = 0; ply < plies; ++ply) {
            MoveList moves;
            generate<Moves::All>(position_, moves);
            if (moves.empty()) return "";
            position_.play(moves[static_cast<int>(random() % static_cast<std::uint64_t>(moves.size()))]);
        }
        return has_legal(position_) ? to_fen(position_) : "";
    }

private:
    Position position_;
    std::unique_ptr<Searcher> searcher_;
};

}  // namespace

std::unique_ptr<Player> MATCH_PLAYER() { return std::make_unique<Built>(); }

}  // namespace match
