#include "tiles/path_search.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>

namespace provebest::tiles {

namespace {

// Boards between two looks at the clock: the largest take some hundred nanoseconds each.
constexpr std::uint64_t kLookEvery = 64;
// The priority of a node for which look-ahead found no continuation.
constexpr Cost kHopeless = std::numeric_limits<Cost>::max();

}  // namespace

void OpenList::push(Cost priority, std::uint32_t node) { buckets_[priority].nodes.push_back(node); }

bool OpenList::pop(Cost& priority, std::uint32_t& node) {
    while (!buckets_.empty()) {
        const auto least = buckets_.begin();
        Bucket& bucket   = least->second;
        if (bucket.first == bucket.nodes.size()) {
            buckets_.erase(least);
            continue;
        }
        priority = least->first;
        if (newest_first_) {
            node = bucket.nodes.back();
            bucket.nodes.pop_back();
        } else {
            node = bucket.nodes[bucket.first++];
        }
        return true;
    }
    return false;
}

PathSearch::PathSearch(const Puzzle& puzzle, std::span<const Tile> start, SearchSettings settings)
    : puzzle_(puzzle),
      settings_(settings),
      table_(1024, kNone),
      scratch_(start.begin(), start.end()),
      open_(settings.newest_first) {
    if (settings.look_ahead < 0 || settings.look_ahead > 20)
        throw std::invalid_argument("the look-ahead depth must lie between 0 and 20");
    nodes_.push_back({0, 0, kNone, 0, kNotMet, kNowhere, false});
    boards_.assign(start.begin(), start.end());
    table_[slot_of(start)] = 0;
    put(0);
    select();
}

void PathSearch::advance(std::uint64_t at_most, Poll poll) {
    Polling polling(poll, kLookEvery);
    try {
        for (std::uint64_t done = 0; done < at_most && status_ == Status::Running; ++done) {
            develop(polling);
            if (polling.stops()) return;
        }
    } catch (const Stopped&) {  // in a look-ahead, of which nothing is kept
    } catch (const std::bad_alloc&) {
        status_ = Status::Full;  // the stored nodes still lead back to the start
    }
}

void PathSearch::develop(Polling& polling) {
    const Id id = selected_;
    if (!half_expanded_) ++expanded_;  // [R72-13] the start is counted, the goal is not
    if (nodes_[id].met != kNotMet) {
        status_ = Status::Met;  // [R72-6]
        return;
    }
    if (nodes_.size() + 4 >= kNone) {
        status_ = Status::Full;
        return;
    }
    nodes_[id].closed  = true;
    half_expanded_     = true;
    const auto squares = board(id);
    std::copy(squares.begin(), squares.end(), scratch_.begin());
    const Square blank = puzzle_.blank_of(scratch_);
    const Exits& ways  = puzzle_.exits(blank);
    for (; next_exit_ < ways.count; ++next_exit_) {
        const auto to = static_cast<std::size_t>(ways.list[static_cast<std::size_t>(next_exit_)].to);
        std::swap(scratch_[static_cast<std::size_t>(blank)], scratch_[to]);
        const Id known = find(scratch_);
        if (known == kNone) {
            put(add(scratch_, id, blank, polling));
        } else if (settings_.reopen && nodes_[id].g + 1 < nodes_[known].g) {
            Node& again  = nodes_[known];
            again.parent = id;
            again.g      = nodes_[id].g + 1;
            again.closed = false;
            put(known);
        }
        ++generated_;
        std::swap(scratch_[static_cast<std::size_t>(blank)], scratch_[to]);
    }
    half_expanded_ = false;
    next_exit_     = 0;
    select();
}

void PathSearch::put(Id id) {
    Node& node = nodes_[id];
    node.f = settings_.g_factor * node.g;
    if (settings_.h_factor != 0)
        node.f = node.h == kNoTerminal ? kHopeless : node.f + settings_.h_factor * node.h;
    open_.push(node.f, id);
}

void PathSearch::select() {
    Cost priority;
    Id id;
    while (open_.pop(priority, id)) {
        if (nodes_[id].closed || nodes_[id].f != priority) continue;  // an outdated entry
        const bool goal = puzzle_.is_goal(board(id));
        if (!goal && priority == kHopeless) {
            nodes_[id].closed = true;
            ruled_out_        = true;
            continue;
        }
        selected_ = id;
        if (goal) status_ = Status::Goal;
        return;
    }
    status_ = ruled_out_ ? Status::RuledOut : Status::Exhausted;
}

PathSearch::Id PathSearch::add(std::span<const Tile> squares, Id parent, Square came_from,
                               Polling& polling) {
    const Id id = static_cast<Id>(nodes_.size());
    Cost h  = 0;
    int met = kNotMet;
    if (settings_.look_ahead == 0) {
        ++evaluated_;
        h = puzzle_.estimate(squares);
    } else {
        const Look look = puzzle_.look_ahead(scratch_, came_from, settings_.look_ahead, polling);
        generated_ += look.generated;
        evaluated_ += look.evaluated;
        h   = look.value;
        met = look.met;
    }
    if ((nodes_.size() + 1) * 2 > table_.size()) grow_table();
    boards_.insert(boards_.end(), squares.begin(), squares.end());
    table_[slot_of(board(id))] = id;
    nodes_.push_back({h, 0, parent, nodes_[parent].g + 1, static_cast<std::int16_t>(met),
                      static_cast<std::int16_t>(came_from), false});
    if (closest_ == 0 || h < nodes_[closest_].h) closest_ = id;
    return id;
}

std::vector<Square> PathSearch::blank_way(bool to_closest) const {
    const Id end = to_closest ? closest_ : selected_;
    std::vector<Square> squares;
    for (Id id = end; id != kNone; id = nodes_[id].parent)
        squares.push_back(puzzle_.blank_of(board(id)));
    std::ranges::reverse(squares);
    if (!to_closest && nodes_[end].met != kNotMet) {
        const auto line = puzzle_.line_to_goal(board(end), nodes_[end].came_from, nodes_[end].met);
        squares.insert(squares.end(), line.begin(), line.end());
    }
    return squares;
}

std::span<const Tile> PathSearch::board(Id id) const {
    const std::size_t n = puzzle_.squares();
    return {boards_.data() + n * id, n};
}

PathSearch::Id PathSearch::find(std::span<const Tile> squares) const {
    return table_[slot_of(squares)];
}

void PathSearch::grow_table() {
    table_.assign(table_.size() * 2, kNone);
    for (std::size_t id = 0; id < nodes_.size(); ++id)
        table_[slot_of(board(static_cast<Id>(id)))] = static_cast<Id>(id);
}

// The board's place in the table, or the free place for it.
std::size_t PathSearch::slot_of(std::span<const Tile> squares) const {
    std::uint64_t hash = 0x9E3779B97F4A7C15ULL;
    std::size_t at     = 0;
    while (at < squares.size()) {
        std::uint64_t word      = 0;
        const std::size_t bytes = std::min<std::size_t>(8, squares.size() - at);
        std::memcpy(&word, squares.data() + at, bytes);
        hash = (hash ^ word) * 0xD6E8FEB86659FD93ULL;
        hash ^= hash >> 32;
        at += bytes;
    }
    const std::size_t mask = table_.size() - 1;
    for (std::size_t slot = static_cast<std::size_t>(hash) & mask;; slot = (slot + 1) & mask) {
        const Id id = table_[slot];
        if (id == kNone || std::ranges::equal(board(id), squares)) return slot;
    }
}

}  // namespace provebest::tiles
