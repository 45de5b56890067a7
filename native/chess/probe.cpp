#include "chess/probe.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "chess/moves.hpp"

namespace provebest::chess {

namespace {

// Whether the game is over: mate, stalemate, or a draw by rule. With `after_move`, a position that
// occurred before is a draw too.
std::optional<Value> finished(const Position& position, bool after_move) {
    if (!has_legal(position)) return position.checkers() ? -kMate : kDraw;
    if (position.clock() >= 100 || position.insufficient_material()) return kDraw;
    if (after_move && position.plies_since_repeated() > 0) return kDraw;
    return std::nullopt;
}

}  // namespace

Prober::Prober(const ProbeSettings& settings, int threads)
    : settings_(settings), crew_(threads - 1) {
    if (threads < 1) throw std::invalid_argument("a prober needs at least one thread");
    if (settings.warm && threads > 1)
        throw std::invalid_argument("a table kept warm belongs to one thread alone");
    for (int i = 0; i < threads; ++i)
        workers_.push_back(
            std::make_unique<Searcher>(settings.table_bytes, settings.correction, false));
}

// What every search of a batch keeps to.
Limits Prober::allowed_until(Deadline deadline) const {
    Limits limits;
    limits.stop = &stop_;
    if (deadline == kNoDeadline) return limits;
    const auto now = std::chrono::steady_clock::now();
    if (now < deadline)
        limits.hard = std::chrono::ceil<std::chrono::microseconds>(deadline - now);
    else
        limits.nodes = 0;
    return limits;
}

ProbeAnswer Prober::answer(Searcher& worker, const Position& asked, const ProbeRequest& request,
                           Deadline deadline) const {
    Position position = asked;
    for (const Move move : request.moves) position.play(move);
    ProbeAnswer answer;
    if (request.hope) {
        if (position.checkers()) {
            answer.status = ProbeStatus::NoHope;
            return answer;
        }
        position.make_null();
    }
    answer.status = ProbeStatus::Answered;
    if (const auto value = finished(position, !request.moves.empty() && !request.hope)) {
        answer.value = *value;
        answer.depth = request.depth;
        return answer;
    }
    if (!settings_.warm) worker.forget();
    const auto quiet = [&] {
        const Report report = worker.quiet(position, allowed_until(deadline));
        answer.value        = report.value;
        answer.nodes += report.nodes;
        if (report.interrupted && stop_.load()) answer.status = ProbeStatus::Cancelled;
        return answer;
    };
    if (request.depth == 0) return quiet();
    Limits limits = allowed_until(deadline);
    limits.depth  = request.depth;
    limits.nodes  = std::min(limits.nodes, request.nodes);
    const Report report = settings_.selective ? worker.selective(position, {}, limits)
                                              : worker.exact(position, {}, limits);
    answer.nodes = report.nodes;
    answer.depth = report.depth;
    if (report.interrupted && stop_.load()) {
        answer.status = ProbeStatus::Cancelled;
        if (report.depth == 0) return answer;
    }
    // If the limit was too small for a single ply, only the quiescence value is known.
    if (report.depth == 0 && report.moves.front().bound != Bound::Exact) return quiet();
    answer.value = report.value;
    answer.line  = report.moves.front().line;
    return answer;
}

ProbeAnswer Prober::probe(const Position& position, const ProbeRequest& request) {
    stop_.store(false);
    return answer(*workers_.front(), position, request, kNoDeadline);
}

std::vector<ProbeAnswer> Prober::batch(const Position& position,
                                       std::span<const ProbeRequest> requests,
                                       Deadline deadline) {
    stop_.store(false);
    std::vector<ProbeAnswer> answers(requests.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&](std::size_t number) {
        for (std::size_t i = next++; i < requests.size() && !stop_.load(); i = next++)
            answers[i] = answer(*workers_[number], position, requests[i], deadline);
    };
    if (workers_.size() == 1 || requests.size() < 2)
        work(0);
    else
        crew_.run(work);
    return answers;
}

}  // namespace provebest::chess
