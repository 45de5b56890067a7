// The common part of compiled searches on artificial trees: src/provebest/search/intervals/search.py
// and node.py in compiled code.
//
// The Python searches are the reference; these expand the same leaves in the same order. Bounds are
// doubled whole numbers, so every comparison is exact. Rules [B79-n] as in
// docs/papers/berliner1979.md.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "poll.hpp"
#include "trees/interval_tree.hpp"

namespace provebest::trees {

using Id    = std::uint32_t;
using Bound = std::int64_t;  // doubled, for MAX

constexpr Id kNone = UINT32_MAX;

// The children of a node are `width` nodes in a row, all of them after the node itself.
struct Node {
    std::uint64_t name;
    Bound lo, hi;
    Id parent;
    Id children;               // the first of them; kNone for a leaf
    std::int32_t depth;
    std::int32_t dlo, dhi;     // depth of the leaf that supplies the bound

    bool max_moves() const { return depth % 2 == 0; }
    bool is_leaf() const { return children == kNone; }
    bool resolved() const { return lo == hi; }
};

struct SearchLimits {
    std::optional<std::int64_t> depth;
    std::optional<std::int64_t> nodes;
};

class IntervalSearch {
public:
    enum class Status { Running, Separated, DepthLimit, NodeLimit, Full };

    // The root has these (whole) bounds; MAX moves there.
    IntervalSearch(const TreeSpec& spec, std::int64_t lo, std::int64_t hi, SearchLimits limits);
    virtual ~IntervalSearch() = default;
    IntervalSearch(const IntervalSearch&)            = delete;
    IntervalSearch& operator=(const IntervalSearch&) = delete;

    // Makes expansions until the search ends, `at_most` have been made, or the poll stops it. If there
    // is no memory for the next one, the status is Full and the tree is intact.
    void advance(std::uint64_t at_most, Poll poll = {});

    Status status() const { return status_; }
    std::uint64_t expanded() const { return expanded_; }
    std::uint64_t generated() const { return nodes_.size() - 1; }
    std::size_t stored() const { return nodes_.size(); }
    std::uint64_t violations() const { return violations_; }  // bounds that turned out to be false
    int depth() const { return deepest_; }
    Id width() const { return width_; }
    const std::vector<Node>& nodes() const { return nodes_; }

    // The most optimistic line that begins with this arc of the root, to a leaf of the tree.
    std::vector<int> line(int arc) const;

protected:
    struct Pair {
        Id best;
        Id alternative;  // kNone if there is only one arc
    };
    // The root as a strategy sees it. [B79-3]
    struct RootView {
        Id best;
        Id alternative;
        Bound max_lo;    // MAXPESS: the best that is already sure
        bool separated;  // [B79-4]
    };

    // Sets `leaf_` to the next leaf to expand, or `status_` to Separated.
    virtual void select() = 0;
    // Backs up new bounds from an expanded node towards the root, as far as they change.
    virtual void back_up(Id node);
    // Reserves memory for this many nodes, so that an expansion cannot fail half-way.
    virtual void make_room(std::size_t nodes);

    Pair best_and_alternative(const Node& node) const;  // [B79-2]
    RootView root_view() const;
    // The order of root arcs: by hi, then by the smaller range, then the earlier one.
    bool stronger(Id one, Id other) const;

    std::vector<Node> nodes_;
    Id width_;
    Id leaf_ = 0;               // to be expanded next
    bool arc_changed_ = false;  // whether the last expansion moved a bound of a root arc
    Status status_ = Status::Running;
    std::uint64_t violations_ = 0;

private:
    void expand(Id node);
    void limit();
    bool update(Node& node) const;

    TreeSpec spec_;
    SearchLimits limits_;
    std::vector<Interval2> drawn_;
    std::uint64_t expanded_ = 0;
    int deepest_ = 0;
};

// Room for `needed` elements; grows by doubling, so that many small steps stay linear.
template <typename T>
void grow(std::vector<T>& list, std::size_t needed) {
    if (needed > list.capacity()) list.reserve(std::max(needed, 2 * list.capacity()));
}

}  // namespace provebest::trees
