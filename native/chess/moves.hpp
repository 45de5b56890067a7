// Legal moves, and only legal ones: pins and checks are settled while generating.
#pragma once

#include "chess/position.hpp"

namespace provebest::chess {

enum class Moves {
    All,
    Noisy,  // captures, en passant, promotions
    Quiet,  // the rest
};

template <Moves kind>
void generate(const Position& position, MoveList& list);

int count_legal(const Position& position);
bool has_legal(const Position& position);
// Is this one of the legal moves? Any sixteen bits may be asked.
bool is_legal(const Position& position, Move move);

// What is needed to know, before a move is made, whether it gives check.
class CheckSquares {
public:
    explicit CheckSquares(const Position& position);
    bool gives_check(const Position& position, Move move) const;

private:
    Square king_;
    Bitboard from_[King];  // squares from which a piece of this kind attacks the enemy king
    Bitboard screens_;     // own pieces that uncover a check by moving off the line
};

}  // namespace provebest::chess
