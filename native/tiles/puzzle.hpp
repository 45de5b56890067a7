// Sliding tiles: the steps, the estimates E1 to E4 and the look-ahead of Rosenberg (1972).
//
// The Python reference is src/provebest/problems/tile_rules.py. This code must give the same results:
// same children in the same order, same numbers, same counts. Rules [R72-n] as in
// docs/papers/rosenberg1972.md.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "poll.hpp"

namespace provebest::tiles {

using Tile   = std::uint8_t;
using Square = std::int32_t;
using Cost   = std::int64_t;

inline constexpr std::size_t kMaxSquares = 255;
inline constexpr Square kNowhere         = -1;
inline constexpr Cost kNoTerminal        = std::numeric_limits<Cost>::max();
inline constexpr int kNotMet             = -1;

// Moves of the blank, in the order in which successors are generated. [R72-3]
enum class Move : std::uint8_t { Right, Left, Up, Down };

// The weights of the three counts in the estimate, as integers: misplaced tiles, city-block
// distance P, sequence count S. [R72-1]
struct Weights {
    Cost misplaced;
    Cost position;
    Cost sequence;
};

// A square that the blank can move to, and the move.
struct Exit {
    Move move;
    Square to;
};

// The blank has at most four exits.
struct Exits {
    std::array<Exit, 4> list{};
    int count = 0;
};

struct Look {
    Cost value;      // least estimate among the terminals; kNoTerminal if there are none
    int met;         // steps to the goal if it was met, else kNotMet
    std::uint64_t generated;
    std::uint64_t evaluated;
};

class Puzzle {
public:
    // Throws std::invalid_argument unless goal is a permutation of 0 .. width*height-1.
    Puzzle(int width, int height, std::vector<Tile> goal, Weights weights);

    std::size_t squares() const { return goal_.size(); }
    Square blank_of(std::span<const Tile> board) const;
    const Exits& exits(Square blank) const { return exits_[static_cast<std::size_t>(blank)]; }
    bool is_goal(std::span<const Tile> board) const;
    Cost estimate(std::span<const Tile> board) const;

    // Looks `depth` steps ahead of `board`. The blank came from `came_from` and does not go straight
    // back. The board is changed on the way and restored, unless the polling stops it. [R72-5]
    Look look_ahead(std::span<Tile> board, Square came_from, int depth, Polling& polling) const;

    // The squares the blank visits on the way to a goal that was met `steps` away: the first such
    // way in the fixed order. Empty if there is none.
    std::vector<Square> line_to_goal(std::span<const Tile> board, Square came_from, int steps) const;

private:
    bool find_line(std::span<Tile> board, Square blank, Square came_from, int steps,
                   std::vector<Square>& line) const;
    Cost sequence_count(std::span<const Tile> board) const;
    struct Looking : Look {
        Polling& polling;
    };
    void look(std::span<Tile> board, Square blank, Square came_from, int depth, int done,
              Looking& result) const;

    std::vector<Tile> goal_;
    Weights weights_;
    std::vector<Exits> exits_;
    std::vector<Cost> cost_;                  // [square * squares + tile]: misplaced and position
    std::vector<std::vector<Square>> rings_;  // concentric, clockwise from the top left
    std::vector<int> next_;                   // tile -> the tile that follows it on its goal ring
    std::vector<int> ring_of_;                // tile -> its goal ring
};

}  // namespace provebest::tiles
