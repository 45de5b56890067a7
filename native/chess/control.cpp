#include "chess/control.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace provebest::chess {

namespace {

constexpr int kDeepestProbe = 120;

// The share of the nodes that the best move took.
std::optional<double> share_of(const Report& report) {
    std::uint64_t total = 0;
    for (const RootMove& each : report.moves) total += each.nodes;
    if (total == 0) return std::nullopt;
    return static_cast<double>(report.moves.front().nodes) / static_cast<double>(total);
}

// Its value, or 0 if no move has been searched.
Value value_of(const Report& report) {
    return report.moves.front().bound == Bound::None ? 0 : report.value;
}

}  // namespace

Control::Control(RootSearch& root, Choosing choosing, std::uint64_t used)
    : root_(root),
      choosing_(std::move(choosing)),
      key_(root.position().key()),
      used_(used),
      before_(root.nodes()) {
    choosing_.begin(used);
}

void Control::run(std::chrono::microseconds at_least, int questions,
                  const std::function<bool()>& failed) {
    using Clock      = std::chrono::steady_clock;
    const auto begun = Clock::now();
    auto next_poll   = begun + kPollEvery;
    while (!choosing_.ended()) {
        const std::uint64_t used = nodes();
        SetValue found           = ask(choosing_.question());
        if (failed()) return;
        ++probes_;
        if (choosing_.question().purpose != Purpose::Root)
            records_.push_back({choosing_.question(), found, nodes() - used});
        choosing_.answer(found, nodes());
        const auto now = Clock::now();
        if (--questions <= 0 || now - begun >= at_least) return;
        // Questions that are shorter than this never poll.
        if (now >= next_poll) {
            if (root_.is_told_to_stop()) return;
            next_poll = now + kPollEvery;
        }
    }
}

std::vector<ProbeRecord> Control::take_records() { return std::exchange(records_, {}); }

SetValue Control::ask(const Question& question) {
    return question.bound ? reaches(question) : probe(question);
}

SetValue Control::probe(const Question& question) {
    const Budget& budget = choosing_.budget();
    const int depth      = std::min(question.depth, kDeepestProbe);
    const Report report =
        root_.probe(question.set, depth, budget.nodes_left(nodes()), budget.time_left());
    deepest_ = std::max(deepest_, report.selective_depth);
    SetValue found;
    found.best     = report.moves.front().move;
    found.value    = value_of(report);
    found.line     = report.moves.front().line;
    found.finished = !report.interrupted && report.depth >= question.depth;
    found.depth    = found.finished ? question.depth : report.depth;
    found.share    = share_of(report);
    // If the depth was cut off, some bounds come from a wider window and exceed the best value.
    for (auto each = report.moves.begin() + 1; each != report.moves.end(); ++each)
        if (each->bound == Bound::Upper && question.depth <= each->depth && each->value <= found.value)
            found.at_most.emplace_back(each->move, each->value);
    return found;
}

SetValue Control::reaches(const Question& question) {
    const Budget& budget = choosing_.budget();
    const int depth      = std::min(question.depth, kDeepestProbe);
    // Every value is from -kMate to kMate.
    const double within = std::clamp(std::ceil(*question.bound), -double{kMate}, double{kMate});
    const Report report = root_.reaches(question.set, static_cast<Value>(within), depth,
                                        budget.nodes_left(nodes()), budget.time_left());
    deepest_ = std::max(deepest_, report.selective_depth);
    SetValue found;
    found.best     = report.moves.front().move;
    found.value    = value_of(report);
    found.line     = report.moves.front().line;
    found.finished = !report.interrupted;
    found.depth    = found.finished ? question.depth : 0;
    return found;
}

}  // namespace provebest::chess
