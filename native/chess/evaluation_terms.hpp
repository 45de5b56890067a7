// The parts of the evaluation: term by term for people, as coefficients for the tuner.
#pragma once

#include <string_view>
#include <vector>

#include "chess/correction.hpp"
#include "chess/ledger.hpp"
#include "chess/position.hpp"
#include "chess/scale.hpp"

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

// One line for each term, and the correction, if there is one, as the last. The values add up exactly
// to evaluate() from White's side: the rounding error of one line is carried to the next.
std::vector<TermValue> evaluation_terms(const Position& position,
                                        const Correction* correction = nullptr);

// The handcrafted evaluation as a sum over weights w of (times for White - times for Black) * w, blended by
// phase out of kFullPhase and multiplied by scale.part out of kFullScale.
struct Recorded {
    Coefficients coefficients;
    int phase = 0;
    Scale scale;
};
Recorded record(const Position& position);

}  // namespace provebest::chess
