// Static exchange evaluation: the value of a capture if both sides keep taking on its square.
#pragma once

#include "chess/position.hpp"

namespace provebest::chess {

// Piece values used only for exchanges and ordering; the evaluation has its own.
constexpr Value kPrice[7] = {100, 300, 300, 500, 900, 0, 0};

// Does the side that makes `move` come out with at least `threshold`? The cheapest piece takes
// each time, sliders behind it join in, a king takes only what is no longer defended, and either
// side may stop. Pins are ignored.
bool exchange_at_least(const Position& position, Move move, Value threshold);

}  // namespace provebest::chess
