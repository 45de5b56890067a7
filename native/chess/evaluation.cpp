#include "chess/evaluation.hpp"

#include "chess/endings.hpp"
#include "chess/evaluator.hpp"
#include "chess/scale.hpp"

namespace provebest::chess {

namespace {

Value settle(const Position& position, const PawnEntry& pawns, Score score) {
    const int blend = blend_of(score, phase_of(position));
    const int scale = scale_of(position, pawns, blend > 0 ? White : Black).part;
    // Divided once, toward zero, so that both colours are rounded alike.
    const int white = blend * scale / (kFullPhase * kFullScale);
    return position.side() == White ? white : -white;
}

Value evaluate(const Position& position, const PawnEntry& pawns) {
    Sum sum;
    sum.add(pawns.score);
    Evaluator<Sum>(position, pawns, sum).run();
    drive_bare_king(position, sum);
    return settle(position, pawns, sum.score());
}

}  // namespace

Value evaluate(const Position& position, PawnTable& table) {
    return evaluate(position, table.probe(position));
}

Value evaluate(const Position& position) {
    PawnEntry pawns;
    Sum sum;
    evaluate_pawns(position, pawns, sum);
    pawns.score = sum.score();
    return evaluate(position, pawns);
}

}  // namespace provebest::chess
