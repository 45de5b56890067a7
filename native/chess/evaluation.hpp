// The static evaluation of a position: a weighted sum of handcrafted terms, tapered between middlegame
// and endgame, scaled down if an advantage cannot be converted; and, unless it is switched off, the
// correction of a network.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "chess/accumulator.hpp"
#include "chess/correction.hpp"
#include "chess/pawns.hpp"
#include "chess/position.hpp"
#include "chess/scale.hpp"

namespace provebest::chess {

// In centipawns, for the side to move. Its size stays far below a mate value.
struct Handcrafted {
    Value value  = 0;
    bool decided = false;  // known to be drawn: there is nothing to correct
    // What the corrected value is kept between, in an ending that is hardly ever won.
    Value least = -kNoCeiling, most = kNoCeiling;

    Value corrected(Value correction) const { return std::clamp(value + correction, least, most); }
};
// Depends on the position alone: the table only saves time.
Handcrafted handcrafted(const Position& position, PawnTable& table);
Handcrafted handcrafted(const Position& position);

// The evaluation from scratch, with the correction if there is one.
Value evaluate(const Position& position, const Correction* correction = nullptr);

// The same values for the positions of a search, with memory that makes them cheaper.
class StaticEvaluation {
public:
    explicit StaticEvaluation(std::shared_ptr<const Correction> correction) {
        if (correction) accumulators_.emplace(std::move(correction));
    }
    Value of(const Position& position, int ply) {
        const Handcrafted plain = handcrafted(position, pawns_);
        if (plain.decided || !accumulators_) return plain.value;
        return plain.corrected(accumulators_->correction(position, ply, plain.value));
    }

private:
    PawnTable pawns_;
    std::optional<Accumulators> accumulators_;
};

}  // namespace provebest::chess
