// The static evaluation of a position: a weighted sum of terms, tapered between middlegame and
// endgame, and scaled down if an advantage cannot be converted.
#pragma once

#include "chess/pawns.hpp"
#include "chess/position.hpp"

namespace provebest::chess {

// In centipawns, for the side to move. Depends on the position alone: the table only saves time. Its
// size stays far below a mate value.
Value evaluate(const Position& position, PawnTable& table);
Value evaluate(const Position& position);

}  // namespace provebest::chess
