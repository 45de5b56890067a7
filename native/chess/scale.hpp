// How much of an advantage counts in an ending: less if it is hard to win, more if it wins easily.
// Each rule has a name, which `provebest evaluate` prints.
#pragma once

#include "chess/pawns.hpp"
#include "chess/position.hpp"

namespace provebest::chess {

constexpr int kFullScale = 64;
constexpr int kNoCeiling = 1 << 14;  // far above every value of the evaluation

struct Scale {
    int part         = kFullScale;  // out of kFullScale; more for an ending that wins easily
    const char* rule = "";          // empty if all of the advantage counts
    int most         = kNoCeiling;  // centipawns: all that `strong` may be ahead, corrected or not
};

// The part of an advantage of `strong` that counts.
Scale scale_of(const Position& position, const PawnEntry& pawns, Color strong);

}  // namespace provebest::chess
