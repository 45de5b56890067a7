#include "chess/root_search.hpp"

#include <algorithm>
#include <stdexcept>

#include "chess/moves.hpp"

namespace provebest::chess {

namespace {

// A search so shallow ends before a helper has woken.
constexpr int kAlone = 5;

// The same moves, beginning at another place for each thread.
std::vector<Move> rotated(std::vector<Move> set, std::size_t number, std::size_t threads) {
    const auto first = static_cast<std::ptrdiff_t>(set.size() * number / threads);
    std::rotate(set.begin(), set.begin() + first, set.end());
    return set;
}

}  // namespace

RootSearch::RootSearch(const Position& position, std::size_t table_bytes,
                       std::shared_ptr<const Correction> correction, int threads)
    : position_(position), searcher_(table_bytes, correction), crew_(threads - 1) {
    if (threads < 1) throw std::invalid_argument("a search needs at least one thread");
    for (int i = 1; i < threads; ++i)
        helpers_.push_back(std::make_unique<Searcher>(searcher_.shared_table(), correction, true));
    if (threads > 1) searcher_.remember_visits();
    for (const auto& helper : helpers_) helper->remember_visits();
}

template <class Search>
Report RootSearch::together(const Limits& limits, const Search& search) {
    if (helpers_.empty() || limits.depth <= kAlone) return search(searcher_, limits, 0);
    Team team(limits.nodes);
    Limits first = limits, others;
    first.team = others.team = &team;
    first.nodes              = others.nodes;
    others.depth             = limits.depth;
    std::vector<Report> reports(helpers_.size() + 1);
    crew_.run([&](std::size_t number) {
        try {
            reports[number] = number == 0 ? search(searcher_, first, number)
                                          : search(*helpers_[number - 1], others, number);
        } catch (...) {
            team.end();
            throw;
        }
        if (number == 0 || !reports[number].interrupted) team.end();
    });
    Report report = *std::ranges::max_element(reports, {}, &Report::depth);  // of equals the first
    report.nodes  = 0;
    for (const Report& each : reports) report.nodes += each.nodes;
    return report;
}

Report RootSearch::probe(std::vector<Move> set, int depth, std::uint64_t nodes,
                         std::chrono::microseconds time) {
    std::vector<std::uint16_t> name;
    for (const Move move : set) name.push_back(move.bits());
    std::ranges::sort(name);
    Report& known = done_[name];
    if (known.depth >= depth) return known;
    const Limits limits = begin(depth, nodes, time);
    // The members go in with the best of the last depth first.
    if (known.depth > 0) {
        set.clear();
        for (const RootMove& member : known.moves) set.push_back(member.move);
    }
    const std::uint64_t before = known.nodes;
    Report report = together(limits, [&](Searcher& worker, const Limits& allowed, std::size_t) {
        return worker.selective(position_, set, allowed, known.depth + 1, known.value);
    });
    count(report);
    report.nodes += before;
    if (report.depth > 0) {
        known             = report;
        known.interrupted = false;  // what is known is from completed depths
        return report;
    }
    // No depth was completed: keep the earlier result, unless a better move was found.
    known.nodes                = report.nodes;
    const RootMove& front      = report.moves.front();
    const bool newly_best      = front.bound == Bound::Exact && front.depth > known.depth;
    if (!newly_best && known.depth > 0) report = known;
    report.depth       = known.depth;
    report.interrupted = true;
    return report;
}

Report RootSearch::reaches(std::vector<Move> set, Value bound, int depth, std::uint64_t nodes,
                           std::chrono::microseconds time) {
    // In the order in which the search of the largest set left them.
    const auto size   = [](const auto& known) { return known.second.moves.size(); };
    const auto widest = std::ranges::max_element(done_, {}, size);
    if (widest != done_.end()) {
        const auto& order = widest->second.moves;
        std::ranges::stable_sort(set, {}, [&order](Move move) {
            return std::ranges::find(order, move, &RootMove::move) - order.begin();
        });
    }
    const Limits limits = begin(depth, nodes, time);
    const auto ask = [&](Searcher& worker, const Limits& allowed, std::size_t number) {
        return worker.reaches(position_, rotated(set, number, helpers_.size() + 1), allowed, bound);
    };
    Report report = together(limits, ask);
    count(report);
    return report;
}

Limits RootSearch::begin(int depth, std::uint64_t nodes, std::chrono::microseconds time) {
    Limits limits;
    limits.depth  = depth;
    limits.nodes  = nodes;
    limits.hard   = time;
    limits.stop   = &stop_;
    limits.so_far = &now_;
    limits.poll   = poll_;
    stop_.store(false);
    return limits;
}

void RootSearch::count(const Report& report) {
    now_.nodes.store(0);
    now_.at.store(0);
    now_.filled.store(searcher_.table().filled());
    nodes_ += report.nodes;
}

std::pair<Move, int> RootSearch::at() const {
    const std::uint32_t at = now_.at;
    return {Move::from_bits(static_cast<std::uint16_t>(at)), static_cast<int>(at >> 16)};
}

std::vector<std::vector<Move>> RootSearch::refutations() const {
    MoveList legal;
    generate<Moves::All>(position_, legal);
    std::vector<std::vector<Move>> all;
    for (const Move move : legal) {
        Position after = position_;
        after.play(move);
        auto& line = all.emplace_back(1, move);
        for (const Move reply : searcher_.replies(after)) line.push_back(reply);
    }
    return all;
}

void RootSearch::move_to(const Position& position) {
    position_ = position;
    searcher_.next_move();
    now_.filled.store(0);
    done_.clear();
}

void RootSearch::forget() {
    searcher_.reset();
    for (const auto& helper : helpers_) helper->forget_own();
    now_.filled.store(0);
    done_.clear();
}

}  // namespace provebest::chess
