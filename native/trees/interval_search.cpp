#include "trees/interval_search.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>

namespace provebest::trees {

namespace {

constexpr std::uint64_t kLookEvery = 8;  // expansions between two looks at the clock

}  // namespace

IntervalSearch::IntervalSearch(const TreeSpec& spec, std::int64_t lo, std::int64_t hi,
                               SearchLimits limits)
    : width_(static_cast<Id>(spec.width)), spec_(spec), limits_(limits) {
    if (spec.width < 1 || lo >= hi)
        throw std::invalid_argument("a search needs a tree with arcs and an open value");
    nodes_.push_back({0, 2 * lo, 2 * hi, kNone, kNone, 0, 0, 0});
    limit();
}

void IntervalSearch::advance(std::uint64_t at_most, Poll poll) {
    Polling polling(poll, kLookEvery);
    try {
        for (std::uint64_t done = 0; done < at_most && status_ == Status::Running; ++done) {
            expand(leaf_);
            select();
            if (status_ == Status::Running) limit();
            if (polling.stops()) return;
        }
    } catch (const std::bad_alloc&) {
        status_ = Status::Full;
    }
}

void IntervalSearch::expand(Id id) {
    const std::size_t first = nodes_.size();
    if (first + width_ >= kNone) throw std::bad_alloc();
    if (nodes_[id].resolved()) throw std::logic_error("a resolved leaf cannot be the next one");
    make_room(first + width_);
    {
        const Node& node = nodes_[id];
        draw_children(spec_, node.name, node.lo / 2, node.hi / 2, node.max_moves(), drawn_);
    }
    const std::int32_t depth = nodes_[id].depth + 1;
    for (const auto& child : drawn_)
        nodes_.push_back({child.name, child.lo2, child.hi2, id, kNone, depth, depth, depth});
    nodes_[id].children = static_cast<Id>(first);
    deepest_            = std::max(deepest_, static_cast<int>(depth));
    ++expanded_;
    back_up(id);
}

void IntervalSearch::make_room(std::size_t nodes) { grow(nodes_, nodes); }

void IntervalSearch::back_up(Id id) {
    arc_changed_ = false;
    for (; id != kNone; id = nodes_[id].parent) {
        Node& node     = nodes_[id];
        const Bound lo = node.lo, hi = node.hi;
        if (!update(node)) return;
        if (node.lo < lo || node.hi > hi) ++violations_;  // the bound stated above was false
        if (node.depth == 1 && (node.lo != lo || node.hi != hi)) arc_changed_ = true;
    }
}

// [B79-1] On equal bounds the shallowest leaf counts as the one that supplies it.
bool IntervalSearch::update(Node& node) const {
    struct Supplied {
        Bound bound;
        std::int32_t depth;
        bool operator==(const Supplied&) const = default;
    };
    const bool max_moves = node.max_moves();
    const auto take      = [max_moves](Supplied& best, Supplied next) {
        const bool better = max_moves ? next.bound > best.bound : next.bound < best.bound;
        if (better || (next.bound == best.bound && next.depth < best.depth)) best = next;
    };
    const Node* child     = &nodes_[node.children];
    const Node* const end = child + width_;
    Supplied lo{child->lo, child->dlo}, hi{child->hi, child->dhi};
    for (++child; child != end; ++child) {
        take(lo, {child->lo, child->dlo});
        take(hi, {child->hi, child->dhi});
    }
    if (lo == Supplied{node.lo, node.dlo} && hi == Supplied{node.hi, node.dhi}) return false;
    node.lo  = lo.bound;
    node.dlo = lo.depth;
    node.hi  = hi.bound;
    node.dhi = hi.depth;
    return true;
}

// Ties go to the smaller range, then to the earlier arc.
IntervalSearch::Pair IntervalSearch::best_and_alternative(const Node& node) const {
    struct Key {
        Bound optimistic, range;  // less is better
        bool operator<(const Key& other) const {
            return optimistic != other.optimistic ? optimistic < other.optimistic
                                                  : range < other.range;
        }
    };
    const bool max_moves = node.max_moves();
    Pair found{kNone, kNone};
    Key best{}, second{};
    for (Id id = node.children; id != node.children + width_; ++id) {
        const Node& child = nodes_[id];
        const Key key{max_moves ? -child.hi : child.lo, child.hi - child.lo};
        if (found.best == kNone || key < best) {
            second = best;
            best   = key;
            found  = {id, found.best};
        } else if (found.alternative == kNone || key < second) {
            second            = key;
            found.alternative = id;
        }
    }
    return found;
}

IntervalSearch::RootView IntervalSearch::root_view() const {
    const Node& root               = nodes_[0];
    const auto [best, alternative] = best_and_alternative(root);
    Bound max_lo                   = nodes_[root.children].lo;
    for (Id id = root.children + 1; id != root.children + width_; ++id)
        max_lo = std::max(max_lo, nodes_[id].lo);
    const bool separated = alternative == kNone || nodes_[best].lo >= nodes_[alternative].hi;
    return {best, alternative, max_lo, separated};
}

bool IntervalSearch::stronger(Id one, Id other) const {
    const Node &a = nodes_[one], &b = nodes_[other];
    if (a.hi != b.hi) return a.hi > b.hi;
    return a.lo != b.lo ? a.lo > b.lo : one < other;
}

// Stops before an expansion that would exceed a limit: the paper's "intractable".
void IntervalSearch::limit() {
    if (limits_.depth && nodes_[leaf_].depth >= *limits_.depth) {
        status_ = Status::DepthLimit;
    } else if (limits_.nodes &&
               static_cast<std::int64_t>(nodes_.size() + width_) > *limits_.nodes) {
        status_ = Status::NodeLimit;
    }
}

std::vector<int> IntervalSearch::line(int arc) const {
    const Id first = nodes_[0].children;
    if (first == kNone || arc < 0 || static_cast<Id>(arc) >= width_)
        throw std::invalid_argument("the root has no such arc");
    std::vector<int> moves{arc};
    Id id = first + static_cast<Id>(arc);
    while (!nodes_[id].is_leaf()) {
        const Node& node = nodes_[id];
        id               = best_and_alternative(node).best;
        moves.push_back(static_cast<int>(id - node.children));
    }
    return moves;
}

}  // namespace provebest::trees
