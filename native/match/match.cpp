// Plays an old build against a new one with equal nodes; each random opening with both colours.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "player.hpp"

namespace {

using match::Player;

constexpr int kHopeless = 1000, kHopelessFor = 4, kDead = 8, kDeadFor = 16, kDeadPly = 80;
constexpr int kLongest = 400, kLopsided = 150;

// Half points of White.
int game(Player& white, Player& black, const std::string& fen, std::uint64_t nodes) {
    white.begin(fen);
    black.begin(fen);
    int won = 0, lost = 0, dead = 0;
    for (int ply = 0; ply < kLongest; ++ply) {
        const Player::Over over = white.over();
        if (over == Player::Over::Draw) return 1;
        if (over == Player::Over::Lost) return white.white_to_move() ? 0 : 2;
        const bool turn           = white.white_to_move();
        const Player::Choice best = (turn ? white : black).choose(nodes);
        const int value           = turn ? best.value : -best.value;
        // Both players must agree, so the counts include the moves of both.
        won  = value > kHopeless ? won + 1 : 0;
        lost = value < -kHopeless ? lost + 1 : 0;
        dead = std::abs(value) <= kDead ? dead + 1 : 0;
        if (won >= kHopelessFor) return 2;
        if (lost >= kHopelessFor) return 0;
        if (dead >= kDeadFor && ply >= kDeadPly) return 1;
        white.play(best.move);
        black.play(best.move);
    }
    return 1;
}

double elo(double share) { return -400 * std::log10(1 / share - 1); }

}  // namespace

int main(int count, char** words) {
    if (count != 4) {
        std::fprintf(stderr, "usage: match PAIRS SEED NODES\n");
        return 2;
    }
    const int pairs           = std::atoi(words[1]);
    std::uint64_t seed        = std::strtoull(words[2], nullptr, 10) << 32;
    const std::uint64_t nodes = std::strtoull(words[3], nullptr, 10);
    const auto older = match::old_player(), newer = match::new_player();
    int wins = 0, draws = 0, losses = 0, by_pair[5] = {};
    for (int pair = 0; pair < pairs;) {
        const std::string fen = older->random_opening(seed++, 8);
        if (fen.empty()) continue;
        older->begin(fen);
        if (std::abs(older->choose(nodes).value) > kLopsided) continue;
        const int points[] = {game(*newer, *older, fen, nodes), 2 - game(*older, *newer, fen, nodes)};
        for (const int p : points) ++(p == 2 ? wins : p == 1 ? draws : losses);
        ++by_pair[points[0] + points[1]];
        ++pair;
    }
    // The error is computed over pairs: two games from one opening are not independent.
    double mean = 0, square = 0;
    for (int p = 0; p < 5; ++p) {
        mean += p / 4.0 * by_pair[p] / pairs;
        square += p * p / 16.0 * by_pair[p] / pairs;
    }
    const double error = 1.96 * std::sqrt((square - mean * mean) / pairs);
    std::printf("new against old, %d games of %llu nodes a move: +%d =%d -%d, Elo %+.1f (%+.1f to %+.1f)\n",
                2 * pairs, static_cast<unsigned long long>(nodes), wins, draws, losses, elo(mean),
                elo(mean - error), elo(mean + error));
    return 0;
}
