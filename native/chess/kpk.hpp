// King and pawn against king, exactly: which positions are won. The table is made on first use, in
// a few milliseconds.
#pragma once

#include "chess/types.hpp"

namespace provebest::chess {

// Whether the side with the pawn wins. The position must be legal, with no other piece on the board.
bool kpk_won(Color strong, Square strong_king, Square pawn, Square weak_king, Color to_move);

}  // namespace provebest::chess
