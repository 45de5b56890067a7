// What a position is worth, without search: a weighted sum of terms, tapered between middlegame
// and endgame, scaled where an advantage cannot be won.
#pragma once

#include "chess/pawns.hpp"
#include "chess/position.hpp"

namespace provebest::chess {

// The side to move's view, in centipawns. A function of the position alone: the table only saves
// time. Its magnitude stays far below a mate's.
Value evaluate(const Position& position, PawnTable& table);
Value evaluate(const Position& position);

}  // namespace provebest::chess
