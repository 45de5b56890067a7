#include "chess/evaluation_terms.hpp"

#include "chess/endings.hpp"
#include "chess/evaluation.hpp"
#include "chess/evaluator.hpp"
#include "chess/scale.hpp"

namespace provebest::chess {

Recorded record(const Position& position) {
    PawnEntry pawns;
    Record ledger;
    evaluate_pawns(position, pawns, ledger);
    Evaluator<Record>(position, pawns, ledger).run();
    drive_bare_king(position, ledger);
    const int phase = phase_of(position);
    const int blend = blend_of(ledger.score(), phase);
    return {ledger.coefficients(), phase, scale_of(position, pawns, blend > 0 ? White : Black)};
}

std::vector<TermValue> evaluation_terms(const Position& position, const Correction* correction) {
    const Recorded recorded = record(position);
    std::vector<TermValue> lines;
    int so_far = 0;  // blend of this line and those above
    for (const TermInfo& info : kTerms) {
        TermValue line{.family = info.family, .name = info.name};
        for (int entry = 0; entry < info.size; ++entry) {
            const auto index    = static_cast<std::size_t>(index_of(info.term, entry));
            const Weight weight = kWeights[index];
            const int white     = recorded.coefficients.times[White][index];
            const int black     = recorded.coefficients.times[Black][index];
            line.white_mg += white * weight.mg;
            line.white_eg += white * weight.eg;
            line.black_mg += black * weight.mg;
            line.black_eg += black * weight.eg;
        }
        const int blend = (line.white_mg - line.black_mg) * recorded.phase +
                          (line.white_eg - line.black_eg) * (kFullPhase - recorded.phase);
        const auto rounded = [&](int sum) { return sum * recorded.scale.part / (kFullPhase * kFullScale); };
        line.value         = rounded(so_far + blend) - rounded(so_far);
        so_far += blend;
        lines.push_back(line);
    }
    if (correction) {
        const Value added = evaluate(position, correction) - evaluate(position);
        lines.push_back({.family = "correction",
                         .name   = "network",
                         .value  = position.side() == White ? added : -added});
    }
    return lines;
}

}  // namespace provebest::chess
