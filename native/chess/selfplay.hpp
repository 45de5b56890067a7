// Games of the search against itself, from random openings, for fitting the evaluation.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "chess/correction.hpp"
#include "chess/position.hpp"
#include "poll.hpp"

namespace provebest::chess {

struct SelfPlay {
    std::uint64_t seed  = 0;
    std::string start   = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    int random_plies    = 8;
    std::uint64_t nodes = 5000;  // per move
    std::shared_ptr<const Correction> correction = nullptr;  // none: the handcrafted evaluation
};

struct QuietPosition {
    std::string fen;
    Value found = 0;  // by the search, for White
};

struct PlayedGame {
    int half_points = 1;               // White's: 0, 1 or 2
    std::vector<QuietPosition> quiet;  // not in check, and the best move takes nothing
};

// The same settings give the same game on every machine. Throws Stopped if the poll stops it.
PlayedGame play(const SelfPlay& settings, Poll poll = {});

}  // namespace provebest::chess
