// The root: a set of moves, deepened ply by ply until a limit.
#include <algorithm>

#include "chess/exchange.hpp"
#include "chess/policies.hpp"
#include "chess/search.hpp"

namespace provebest::chess {

// Every root move keeps its result: the best one its value, the others a bound.
template <class Policy>
Value Searcher::root(std::vector<RootMove>& moves, Value alpha, Value beta, int depth) {
    Value best = -kInfinite;
    int number = 0;
    Line rest;
    frames_[0].eval     = -kInfinite;
    frames_[0].excluded = Move();
    for (RootMove& candidate : moves) {
        ++number;
        if (limits_.so_far)
            limits_.so_far->at.store(static_cast<std::uint32_t>(number) << 16 | candidate.move.bits(),
                                     std::memory_order_relaxed);
        const std::uint64_t before = nodes_;
        const bool noisy           = position_.is_noisy(candidate.move);
        int extension = 0, reduction = 0;
        if constexpr (Policy::prunes) {
            if (CheckSquares(position_).gives_check(position_, candidate.move) &&
                exchange_at_least(position_, candidate.move, 0))
                extension = 1;
            else if (depth >= 3 && number > 3 && !noisy && !position_.checkers())
                reduction = std::clamp(Policy::reduction(depth, number) - 1, 0, depth - 2);
        }
        make(candidate.move, 0);
        const int next_depth = depth - 1 + extension;
        Value value          = 0;
        bool full            = number == 1;
        if (!full) {
            value = -node<Policy>(-alpha - 1, -alpha, next_depth - reduction, 1, true, rest);
            if (value > alpha && reduction > 0)
                value = -node<Policy>(-alpha - 1, -alpha, next_depth, 1, true, rest);
            full = value > alpha;
        }
        if (full) value = -node<Policy>(-beta, -alpha, next_depth, 1, false, rest);
        position_.unmake();
        candidate.nodes += nodes_ - before;
        candidate.depth = depth;
        candidate.value = value;
        candidate.bound = value >= beta ? Bound::Lower : value > alpha ? Bound::Exact : Bound::Upper;
        if (value > best) best = value;
        if (value > alpha) {
            candidate.line.assign(1, candidate.move);
            candidate.line.insert(candidate.line.end(), rest.moves, rest.moves + rest.size);
            // The best move so far goes to the front; the others keep their order.
            std::rotate(moves.begin(), moves.begin() + (number - 1), moves.begin() + number);
            if (value >= beta) break;
            alpha = value;
        }
    }
    return best;
}

// Starts a new search: all counts are 0.
void Searcher::begin(const Position& position, const Limits& limits) {
    position_          = position;
    limits_            = limits;
    start_             = std::chrono::steady_clock::now();
    next_poll_         = start_ + kPollEvery;
    nodes_ = last_look_ = 0;
    next_look_         = plan_next_look();
    null_allowed_from_ = 0;
    selective_depth_   = 0;
    for (Frame& frame : frames_) frame = Frame();
}

// The moves to search, none of them with a result.
std::vector<RootMove> Searcher::members(const std::vector<Move>& set) const {
    std::vector<RootMove> moves;
    if (set.empty()) {
        MoveList legal;
        generate<Moves::All>(position_, legal);
        for (const Move move : legal) moves.push_back({.move = move, .line = {move}});
    } else {
        for (const Move move : set) moves.push_back({.move = move, .line = {move}});
    }
    return moves;
}

template <class Policy>
Report Searcher::run(const Position& position, const std::vector<Move>& set, const Limits& limits,
                     int from_depth, Value guess) {
    begin(position, limits);
    Report report{.moves = members(set)};
    if (from_depth == 1) {
        // Initial order: the table's move, captures that do not lose material, then the order of
        // generation. A search that continues keeps the order it was given.
        std::ranges::stable_partition(report.moves, [this](const RootMove& m) {
            return position_.is_noisy(m.move) && exchange_at_least(position_, m.move, 0);
        });
        if (const auto entry = table_.find(table_key())) {
            const auto known = std::ranges::find(
                report.moves, entry->move, [](const RootMove& m) { return m.move.bits(); });
            if (known != report.moves.end()) std::rotate(report.moves.begin(), known, known + 1);
        }
    }

    std::vector<RootMove> working = report.moves;
    for (int depth = from_depth; depth <= limits.depth && depth < kMaxPly; ++depth) {
        bool finished = true;
        try {
            Value below = -kInfinite, above = kInfinite, margin = 0;
            if constexpr (Policy::prunes)
                if (depth >= 5 && !is_mate(guess)) {
                    margin = Policy::kAspiration;
                    below  = guess - margin;
                    above  = guess + margin;
                }
            for (;;) {
                const Value value = root<Policy>(working, below, above, depth);
                if (value > below && value < above) {
                    report.value = value;
                    break;
                }
                if (value <= below && below == -kInfinite) break;
                if (value >= above && above == kInfinite) break;
                margin *= 3;
                if (value <= below) {
                    above = (below + above) / 2;
                    below = margin > 500 ? -kInfinite : value - margin;
                } else {
                    above = margin > 500 ? kInfinite : value + margin;
                }
            }
        } catch (const OutOfTime&) {
            finished           = false;
            report.interrupted = true;
        }
        report.nodes           = nodes_;
        report.selective_depth = selective_depth_;
        if (!finished) {
            // A new best move of an unfinished depth counts if its value is exact and it was
            // compared with the old best one.
            const RootMove& front = working.front();
            if (Policy::prunes && front.depth == depth && front.bound == Bound::Exact) {
                report.value = front.value;
                report.moves = working;
            }
            break;
        }
        report.depth = depth;
        report.moves = working;
        guess        = report.value;
        table_.store(table_key(), working.front().move, to_table(report.value, 0), -kInfinite, depth,
                     Bound::None);
    }
    return report;
}

Report Searcher::exact(const Position& position, const std::vector<Move>& set, const Limits& limits) {
    return run<Exact>(position, set, limits, 1, 0);
}

Report Searcher::selective(const Position& position, const std::vector<Move>& set,
                           const Limits& limits, int from_depth, Value guess) {
    return run<Selective>(position, set, limits, from_depth, guess);
}

Report Searcher::reaches(const Position& position, const std::vector<Move>& set,
                         const Limits& limits, Value bound) {
    begin(position, limits);
    Report report{.moves = members(set)};
    try {
        report.value = root<Selective>(report.moves, bound - 1, bound, limits.depth);
        report.depth = limits.depth;
    } catch (const OutOfTime&) {
        report.interrupted = true;
    }
    report.nodes           = nodes_;
    report.selective_depth = selective_depth_;
    return report;
}

Report Searcher::quiet(const Position& position, const Limits& limits) {
    begin(position, limits);
    Report report;
    Line line;
    try {
        report.value = quiescence<Exact>(-kInfinite, kInfinite, 0, 0, line);
    } catch (const OutOfTime&) {
        position_          = position;
        report.value       = static_eval(0);
        report.interrupted = true;
    }
    report.nodes = nodes_;
    return report;
}

}  // namespace provebest::chess
