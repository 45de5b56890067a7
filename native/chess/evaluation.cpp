#include "chess/evaluation.hpp"

#include "chess/endings.hpp"
#include "chess/evaluator.hpp"
#include "chess/scale.hpp"

namespace provebest::chess {

namespace {

Handcrafted settle(const Position& position, const PawnEntry& pawns, Score score) {
    const int blend = blend_of(score, phase_of(position));
    const Color strong = blend > 0 ? White : Black;
    const Scale scale  = scale_of(position, pawns, strong);
    // Divided once, toward zero, so that both colours are rounded alike.
    const int white = blend * scale.part / (kFullPhase * kFullScale);
    const bool king_and_pawn = count(position.occupied()) == 3 && position.pieces(Pawn) != 0;
    Handcrafted found{.value   = position.side() == White ? white : -white,
                      .decided = scale.part == 0 || king_and_pawn || position.insufficient_material()};
    if (position.side() == strong)
        found.most = scale.most;
    else
        found.least = -scale.most;
    return found;
}

Handcrafted handcrafted(const Position& position, const PawnEntry& pawns) {
    Sum sum;
    sum.add(pawns.score);
    Evaluator<Sum>(position, pawns, sum).run();
    drive_bare_king(position, sum);
    return settle(position, pawns, sum.score());
}

}  // namespace

Handcrafted handcrafted(const Position& position, PawnTable& table) {
    return handcrafted(position, table.probe(position));
}

Handcrafted handcrafted(const Position& position) {
    PawnEntry pawns;
    Sum sum;
    evaluate_pawns(position, pawns, sum);
    pawns.score = sum.score();
    return handcrafted(position, pawns);
}

Value evaluate(const Position& position, const Correction* correction) {
    const Handcrafted plain = handcrafted(position);
    if (plain.decided || !correction) return plain.value;
    return plain.corrected(correction->of(position, plain.value));
}

}  // namespace provebest::chess
