#include "chess/expansion.hpp"

#include "chess/moves.hpp"

namespace provebest::chess {

namespace {

void note_check(const Position& after, Square moved_to, MoveFacts& facts) {
    facts.checks = true;
    MoveList replies;
    generate<Moves::All>(after, replies);
    facts.replies        = replies.size();
    facts.king_must_move = true;
    facts.checker_safe   = true;
    const Bitboard checkers = after.checkers();
    for (const Move reply : replies) {
        if (type_of(after.at(reply.from())) != King) facts.king_must_move = false;
        if ((checkers | bit(moved_to)) & bit(reply.to())) facts.checker_safe = false;
    }
}

void note_hope(const ProbeAnswer& answer, MoveFacts& facts) {
    facts.nodes += answer.nodes;
    if (answer.status != ProbeStatus::Answered) return;
    ++facts.probes;
    facts.has_hope = true;
    facts.hope     = answer.value;
    facts.runs_on  = !answer.line.empty() && answer.line.front().from() == facts.move.to();
}

}  // namespace

std::vector<MoveFacts> expand(Prober& prober, const Position& root, std::span<const Move> path,
                              ProbeSize real, ProbeSize hope, bool with_hopes, Part part,
                              Deadline deadline) {
    Position position = root;
    for (const Move move : path) position.play(move);
    MoveList legal;
    generate<Moves::All>(position, legal);

    std::vector<MoveFacts> result;
    std::vector<ProbeRequest> requests;
    for (int place = part.first; place < legal.size(); place += part.of) {
        const Move move = legal[place];
        MoveFacts facts;
        facts.move = move;
        position.make(move);
        facts.key  = position.key();
        facts.over = !has_legal(position) || position.clock() >= 100 || position.insufficient_material();
        if (position.checkers()) note_check(position, move.to(), facts);
        position.unmake();
        requests.push_back({{move}, false, real.depth, real.nodes});
        if (with_hopes && !facts.checks && !facts.over)
            requests.push_back({{move}, true, hope.depth, hope.nodes});
        result.push_back(facts);
    }
    const auto answers = prober.batch(position, requests, deadline);
    std::size_t i      = 0;
    for (MoveFacts& facts : result) {
        const ProbeAnswer& seen = answers[i++];
        facts.real  = -seen.value;
        facts.nodes = seen.nodes;
        facts.probes = 1;
        if (!seen.line.empty()) {
            facts.reply   = seen.line.front();
            facts.retaken = facts.reply.to() == facts.move.to();
        }
        if (with_hopes && !facts.checks && !facts.over) note_hope(answers[i++], facts);
    }
    return result;
}

std::vector<MoveFacts> hopes(Prober& prober, const Position& root,
                             const std::vector<std::vector<Move>>& paths, ProbeSize hope,
                             Deadline deadline) {
    std::vector<MoveFacts> result(paths.size());
    std::vector<ProbeRequest> requests;
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        Position after = root;
        for (const Move move : paths[i]) after.play(move);
        result[i].move = paths[i].back();
        result[i].key  = after.key();
        if (after.checkers()) {
            note_check(after, paths[i].back().to(), result[i]);
        } else {
            asked.push_back(i);
            requests.push_back({paths[i], true, hope.depth, hope.nodes});
        }
    }
    const auto answers = prober.batch(root, requests, deadline);
    for (std::size_t j = 0; j < asked.size(); ++j) note_hope(answers[j], result[asked[j]]);
    return result;
}

}  // namespace provebest::chess
