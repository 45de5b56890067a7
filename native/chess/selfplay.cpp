#include "chess/selfplay.hpp"

#include <cstdlib>
#include <memory>

#include "chess/fen.hpp"
#include "chess/moves.hpp"
#include "chess/search.hpp"

namespace provebest::chess {

namespace {

constexpr std::size_t kTableBytes = 4 << 20;
constexpr int kLongestGame        = 400;
// A game is adjudicated as won and lost after so many moves in a row with a value this far from 0,
constexpr Value kHopeless  = 1000;
constexpr int kHopelessFor = 6;
// and as drawn after so many, late in the game, this near to 0.
constexpr Value kDead  = 8;
constexpr int kDeadFor = 16;
constexpr int kDeadPly = 80;
// An opening that already decides the game is of little use. If all from a start do, one is played.
constexpr Value kLopsided   = 250;
constexpr int kMostOpenings = 1000;

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    int below(int n) {
        std::uint64_t x = state_ += 0x9E3779B97F4A7C15ULL;
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ULL;
        x = (x ^ x >> 27) * 0x94D049BB133111EBULL;
        return static_cast<int>((x ^ x >> 31) % static_cast<std::uint64_t>(n));
    }

private:
    std::uint64_t state_;
};

bool is_drawn(const Position& position) {
    return position.clock() >= 100 || position.insufficient_material() || position.repetitions() >= 2;
}

Position random_opening(Random& random, const SelfPlay& settings, Polling& polling) {
    for (int tries = 0; tries < kMostOpenings; ++tries) {
        Position position = from_fen(settings.start);
        for (int ply = 0; ply < settings.random_plies; ++ply) {
            if (polling.stops()) throw Stopped();
            MoveList moves;
            generate<Moves::All>(position, moves);
            if (moves.empty()) break;
            position.play(moves[random.below(moves.size())]);
        }
        if (has_legal(position)) return position;
    }
    return from_fen(settings.start);
}

// Counts consecutive moves for which a condition holds.
struct InARow {
    int count = 0;
    bool reached(bool holds, int enough) { return (count = holds ? count + 1 : 0) >= enough; }
};

}  // namespace

PlayedGame play(const SelfPlay& settings, Poll poll) {
    Random random(settings.seed);
    Polling polling(poll, 1);
    const auto searcher = std::make_unique<Searcher>(kTableBytes, settings.correction);
    const Limits limits{.nodes = settings.nodes, .poll = poll};
    auto position = std::make_unique<Position>(random_opening(random, settings, polling));
    for (int tries = 1; tries < kMostOpenings && has_legal(*position) &&
                        std::abs(searcher->selective(*position, {}, limits).value) > kLopsided;
         ++tries) {
        *position = random_opening(random, settings, polling);
        searcher->forget();
    }
    searcher->forget();
    PlayedGame game;
    InARow white_wins, black_wins, dead;
    for (int ply = settings.random_plies; ply < kLongestGame; ++ply) {
        if (!has_legal(*position)) {
            if (position->checkers() != 0) game.half_points = position->side() == White ? 0 : 2;
            return game;
        }
        if (is_drawn(*position)) return game;
        if (polling.stops()) throw Stopped();
        searcher->next_move();
        const Report report = searcher->selective(*position, {}, limits);
        const Move best     = report.moves.front().move;
        const Value white   = position->side() == White ? report.value : -report.value;
        const bool won      = white_wins.reached(white > kHopeless, kHopelessFor);
        const bool lost     = black_wins.reached(white < -kHopeless, kHopelessFor);
        if (won || lost) {
            game.half_points = won ? 2 : 0;
            return game;
        }
        if (dead.reached(std::abs(white) <= kDead, kDeadFor) && ply >= kDeadPly) return game;
        if (position->checkers() == 0 && !position->is_noisy(best) && std::abs(white) <= kHopeless)
            game.quiet.push_back({to_fen(*position), white});
        position->play(best);
    }
    return game;
}

}  // namespace provebest::chess
