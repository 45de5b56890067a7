// One expansion of a B* tree in one call: every legal move of a position with its probes, and the
// facts that the rules for optimistic values use.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "chess/probe.hpp"

namespace provebest::chess {

struct ProbeSize {
    int depth           = 0;
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
};

// The facts about a move; values are for the side that makes it.
struct MoveFacts {
    Move move;
    Key key    = 0;  // of the position after it
    bool over  = false;
    Value real = 0;
    Move reply;  // the other side's best answer in the real probe
    bool has_hope = false;
    Value hope    = 0;
    // A check cannot be answered by passing, so there is no hope probe, only these:
    bool checks = false;
    int replies = 0;
    bool checker_safe    = false;
    bool king_must_move  = false;
    // Hit and run: the optimistic line begins with the piece that just moved, and in the real line
    // that piece is taken.
    bool runs_on = false;
    bool retaken = false;
    std::uint64_t nodes = 0;
    int probes          = 0;
};

// Every `of`-th move from move `first` on: several workers can share an expansion.
struct Part {
    int first = 0;
    int of    = 1;
};

// Every legal move after `path` that belongs to the part, in the order of generation.
std::vector<MoveFacts> expand(Prober& prober, const Position& root, std::span<const Move> path,
                              ProbeSize real, ProbeSize hope, bool with_hopes, Part part = {},
                              Deadline deadline = kNoDeadline);
// Only the hope probes, for known moves: the last move of each path is the one probed.
std::vector<MoveFacts> hopes(Prober& prober, const Position& root,
                             const std::vector<std::vector<Move>>& paths, ProbeSize hope,
                             Deadline deadline = kNoDeadline);

}  // namespace provebest::chess
