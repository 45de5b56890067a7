// Counts the leaves of the tree of legal moves: the standard test of a move generator.
#pragma once

#include <vector>

#include "chess/moves.hpp"

namespace provebest::chess {

// The greatest depth: a Position has room to make and unmake this many moves.
constexpr int kMaxPerftDepth = 2 * kMaxPly - 1;

std::uint64_t perft(Position& position, int depth);

// The same count in slices, so that a caller can show progress or stop in between.
class PerftRun {
public:
    PerftRun(const Position& position, int depth);  // 0 <= depth <= kMaxPerftDepth

    // Counts until at least this many more leaves are found, or all are.
    void advance(std::uint64_t leaves);
    bool done() const { return frames_.empty(); }
    std::uint64_t nodes() const { return nodes_; }

    struct Share {
        Move move;
        std::uint64_t nodes;
    };
    // The moves at the root whose leaves have all been counted; none at depth 0.
    const std::vector<Share>& shares() const { return shares_; }
    int root_moves() const { return root_moves_; }
    const Position& root() const { return root_; }

private:
    struct Frame {
        MoveList moves;
        int next = 0;
    };

    void enter();
    void leave();

    Position root_, position_;
    int depth_;
    std::vector<Frame> frames_;  // one for each move on the way, and one for the root
    std::uint64_t nodes_ = 0, before_ = 0;
    std::vector<Share> shares_;
    int root_moves_ = 0;
};

}  // namespace provebest::chess
