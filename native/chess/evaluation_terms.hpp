// The evaluation taken apart: for people, term by term; for the tuner, as coefficients.
#pragma once

#include <string_view>
#include <vector>

#include "chess/ledger.hpp"
#include "chess/position.hpp"

namespace provebest::chess {

struct TermValue {
    std::string_view family;
    std::string_view name;
    int white_mg = 0;
    int white_eg = 0;
    int black_mg = 0;
    int black_eg = 0;
    Value value  = 0;  // White's less Black's, tapered and scaled
};

// One line for each term. Their values add up, to the centipawn, to what evaluate() says of the
// position seen by White: what rounding leaves of one line is carried to the next.
std::vector<TermValue> evaluation_terms(const Position& position);

// The evaluation as a sum over weights w of (times for White - times for Black) * w, blended by
// phase out of kFullPhase and multiplied by scale out of kFullScale.
struct Recorded {
    Coefficients coefficients;
    int phase = 0;
    int scale = 0;
};
Recorded record(const Position& position);

}  // namespace provebest::chess
