#include "trees/bstar.hpp"

#include <algorithm>

namespace provebest::trees {

// From the node just expanded to the next leaf, by rules 1 to 5.
void BStar::select() {
    bool at_root = arc_changed_ || leaf_ == 0;
    Id id        = leaf_;
    while (true) {
        if (at_root) {
            const RootView view = root_view();
            if (view.separated) {
                status_ = Status::Separated;
                return;
            }
            id      = choose(view);
            at_root = false;
        }
        const Node& node = nodes_[id];
        if (node.is_leaf() && !node.resolved()) {
            leaf_ = id;
            return;
        }
        if (!settled(node)) {
            id = descend(id);
            continue;
        }
        outside_.pop_back();
        if (node.parent == kNone || node.parent == 0)
            at_root = true;
        else
            id = node.parent;
    }
}

// [B79-7] Strategy, aspiration and outside options, fixed until the root is seen again.
Id BStar::choose(const RootView& view) {
    const Bound rival   = nodes_[view.alternative].hi;
    proving_            = !disproves(view);
    const Bound for_max = proving_ ? rival : view.max_lo;
    const Bound for_min = proving_ ? view.max_lo : rival;
    aspiration_x2_      = strategy_.middle ? view.max_lo + rival : 2 * for_max;
    outside_.assign(1, {for_max, for_min});
    return proving_ ? view.best : view.alternative;
}

// [B79-5] Whether to attack the rivals (DISPROVEREST) and not raise the best (PROVEBEST).
bool BStar::disproves(const RootView& view) const {
    const Node& best = nodes_[view.best];
    if (strategy_.rivals == Rivals::None || best.lo < view.max_lo) return false;
    double work = 0;
    for (const Id arc : rivals(view)) work += weight(arc, nodes_[arc].dhi);
    return 0 < work && work < weight(view.best, best.dlo);
}

// [B79-6] The alternatives that count, among those that can still matter.
std::vector<Id> BStar::rivals(const RootView& view) const {
    const Node& best = nodes_[view.best];
    const Id first   = nodes_[0].children;
    std::vector<Id> alive;
    for (Id id = first; id != first + width_; ++id)
        if (id != view.best && nodes_[id].hi > best.lo) alive.push_back(id);
    if (strategy_.rivals == Rivals::Tied) {
        std::erase_if(alive, [&](Id id) { return nodes_[id].hi != best.hi; });
    } else if (strategy_.rivals != Rivals::All) {
        std::ranges::sort(alive, [&](Id a, Id b) { return stronger(a, b); });
        const std::size_t count = strategy_.rivals == Rivals::First ? 1 : 2;
        if (alive.size() > count) alive.resize(count);
    }
    return alive;
}

double BStar::weight(Id arc, std::int32_t depth) const {
    const double square = static_cast<double>(depth) * depth;
    if (!strategy_.by_range) return square;
    return square / (static_cast<double>(nodes_[arc].hi - nodes_[arc].lo) / 2);
}

// Whether nothing below this node can matter now: rules 1 to 5 of the paper.
bool BStar::settled(const Node& node) const {
    const auto [max_elsewhere, min_elsewhere] = outside_.back();
    return node.resolved()                                     // [B79-8]
           || node.hi < max_elsewhere                          // [B79-9]
           || node.lo > min_elsewhere                          // [B79-10]
           || (proving_ && 2 * node.lo >= aspiration_x2_)      // [B79-11]
           || (!proving_ && 2 * node.hi <= aspiration_x2_);    // [B79-12]
}

// [B79-13] To the mover's most optimistic arc; its second becomes his outside option.
Id BStar::descend(Id id) {
    const Node& node          = nodes_[id];
    Outside outside           = outside_.back();
    const auto [best, second] = best_and_alternative(node);
    if (second != kNone) {
        if (node.max_moves())
            outside.for_max = std::max(outside.for_max, nodes_[second].hi);
        else
            outside.for_min = std::min(outside.for_min, nodes_[second].lo);
    }
    outside_.push_back(outside);
    return best;
}

}  // namespace provebest::trees
