#include "trees/flow.hpp"

#include <algorithm>
#include <utility>

namespace provebest::trees {

// [DB-1] Updates upwards until bounds stay as they were; the search goes on there.
void Flow::back_up(Id id) {
    while (update(nodes_[id]) && nodes_[id].parent != kNone) id = nodes_[id].parent;
    current_ = id;
}

// [DB-2] On equal bounds the deepest leaf counts as the one that supplies it.
bool Flow::update(Node& node) {
    const Node* child     = &nodes_[node.children];
    const Node* const end = child + width_;
    Bound lo = child->lo, hi = child->hi;
    std::int32_t dhi     = child->dhi;
    const bool max_moves = node.max_moves();
    for (++child; child != end; ++child) {
        lo = max_moves ? std::max(lo, child->lo) : std::min(lo, child->lo);
        if (child->hi == hi) {
            dhi = std::max(dhi, child->dhi);
        } else if (max_moves ? child->hi > hi : child->hi < hi) {
            hi  = child->hi;
            dhi = child->dhi;
        }
    }
    node.dhi = dhi;
    if (lo < node.lo || hi > node.hi) ++violations_;
    const bool changed = lo != node.lo || hi != node.hi;
    node.lo            = lo;
    node.hi            = hi;
    return changed;
}

void Flow::select() {
    Id id = current_;
    while (true) {
        if (id == 0) {
            const RootView view = root_view();
            if (view.separated) {
                status_ = Status::Separated;
                return;
            }
            id = from_root(view);
        } else {
            id = window_ ? disproving(nodes_[id], *window_) : most_optimistic(nodes_[id]);
        }
        if (id != 0 && nodes_[id].is_leaf()) {
            leaf_ = id;
            return;
        }
    }
}

// [DB-3] Prove the best or disprove its rival; if another is surer, disprove the best.
Id Flow::from_root(const RootView& view) {
    std::vector<Id> ranked(width_);
    for (Id i = 0; i < width_; ++i) ranked[i] = nodes_[0].children + i;
    std::ranges::sort(ranked, [&](Id a, Id b) { return stronger(a, b); });
    const Id best = ranked[0], second = ranked[1];
    window_.reset();
    if (nodes_[best].lo < view.max_lo) {
        if (disprove_best_) window_ = Window{view.max_lo, nodes_[second].hi};
        return best;
    }
    return disproves_rest(ranked, view.max_lo) ? second : best;
}

bool Flow::disproves_rest(const std::vector<Id>& ranked, Bound max_lo) {
    if (criterion_ == Criterion::ProveBest) return false;
    if (criterion_ == Criterion::Alternate) return ++turns_ % 2 == 0;
    double work = 0;
    for (std::size_t i = 1; i < ranked.size(); ++i)
        if (nodes_[ranked[i]].hi > max_lo) work += weight(ranked[i]);
    return work < weight(ranked[0]);
}

double Flow::weight(Id arc) const {
    const Node& node    = nodes_[arc];
    const double below  = node.dhi - 1;  // [DB-2] 0 for an arc not yet expanded
    const double square = below * below;
    if (criterion_ != Criterion::DepthOverRange) return square;
    return square / (static_cast<double>(node.hi - node.lo) / 2);
}

Id Flow::most_optimistic(const Node& node) const {
    const bool max_moves = node.max_moves();
    Id best              = node.children;
    for (Id id = best + 1; id != node.children + width_; ++id) {
        const Node &child = nodes_[id], &top = nodes_[best];
        const bool better = max_moves ? std::pair(child.hi, child.lo) > std::pair(top.hi, top.lo)
                                      : std::pair(child.lo, child.hi) < std::pair(top.lo, top.hi);
        if (better) best = id;
    }
    return best;
}

// [DB-4] The easy child if it is easy enough, else the hard one; the root if none is left.
Id Flow::disproving(const Node& node, Window window) const {
    using Key = std::pair<Bound, Bound>;
    Id easy = kNone, hard = kNone;
    Key easy_key, hard_key;
    Bound total = 0;
    for (Id id = node.children; id != node.children + width_; ++id) {
        const Node& child   = nodes_[id];
        const Bound up      = window.b - child.lo, down = child.hi - window.a;
        const Bound for_all = node.max_moves() ? down : up;
        const Bound for_one = node.max_moves() ? up : down;
        if (for_all <= 0) continue;
        const Bound span = child.hi - child.lo;
        total += for_all;
        if (for_one <= span && (easy == kNone || Key(for_one, -span) < easy_key)) {
            easy     = id;
            easy_key = {for_one, -span};
        }
        if (hard == kNone || Key(-for_all, span) < hard_key) {
            hard     = id;
            hard_key = {-for_all, span};
        }
    }
    if (hard == kNone) return 0;
    const double share = disprove_best_.value_or(0) / width_;
    const bool enough  = easy != kNone && static_cast<double>(easy_key.first) / 2 <=
                                             share * (static_cast<double>(total) / 2);
    return enough ? easy : hard;
}

}  // namespace provebest::trees
