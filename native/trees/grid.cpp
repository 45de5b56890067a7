#include "trees/grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace provebest::trees {

namespace {

constexpr double kWithoutEnd = std::numeric_limits<double>::infinity();

double halved(Bound doubled) { return static_cast<double>(doubled) / 2; }

}  // namespace

Grid::Grid(const TreeSpec& spec, std::int64_t lo, std::int64_t hi, SearchLimits limits,
           std::size_t thresholds, std::size_t least_inside)
    : IntervalSearch(spec, lo, hi, limits),
      count_(thresholds),
      least_inside_(least_inside),
      scratch_(2 * thresholds) {
    if (thresholds < 1 || thresholds > 64)
        throw std::invalid_argument("a grid has between 1 and 64 thresholds");
    works_.resize(2 * count_);
}

void Grid::make_room(std::size_t nodes) {
    IntervalSearch::make_room(nodes);
    grow(works_, 2 * count_ * nodes);
}

void Grid::select() {
    works_.resize(2 * count_ * nodes_.size());
    const RootView view = root_view();
    if (view.separated) {
        status_ = Status::Separated;
        return;
    }
    const double low = halved(view.max_lo), high = halved(nodes_[view.alternative].hi);
    if (must_renew(low, high))
        renew(low, high);
    else
        refresh(leaf_);
    leaf_ = descend(cheapest_plan(low, high));
}

// [GPN-1] The grid spans the open question; it is drawn again when it does not.
bool Grid::must_renew(double low, double high) const {
    if (count_ == 1) {
        const double quarter = (high - low) / 4;
        return std::ranges::none_of(
            thresholds_, [&](double a) { return low + quarter <= a && a <= high - quarter; });
    }
    const auto inside =
        std::ranges::count_if(thresholds_, [&](double a) { return low <= a && a <= high; });
    return static_cast<std::size_t>(inside) < least_inside_;
}

void Grid::renew(double low, double high) {
    thresholds_.assign(count_, high);
    if (count_ == 1) {
        thresholds_[0] = (low + high) / 2;
    } else {
        const double step = (high - low) / static_cast<double>(count_ - 1);
        for (std::size_t g = 0; g + 1 < count_; ++g)
            thresholds_[g] = low + step * static_cast<double>(g);
    }
    for (std::size_t i = nodes_.size(); i-- > 0;) {  // children come after their parents
        const Id id = static_cast<Id>(i);
        if (nodes_[id].is_leaf())
            leaf_works(id);
        else
            combine(nodes_[id], ups(id));
    }
}

void Grid::refresh(Id expanded) {
    const Id first = nodes_[expanded].children;
    for (Id id = first; id != first + width_; ++id) leaf_works(id);
    for (Id id = expanded; id != kNone; id = nodes_[id].parent) {
        combine(nodes_[id], scratch_.data());
        if (std::equal(scratch_.begin(), scratch_.end(), ups(id))) return;  // nor does anything above change
        std::ranges::copy(scratch_, ups(id));
    }
}

// [GPN-2] The mover's claim costs e^(3h) for the share h of the interval he must gain, the other's
// 2*sqrt(width)*e^(4(1-h)); nothing if shown, without end if impossible.
void Grid::leaf_works(Id id) {
    const Node& leaf     = nodes_[id];
    const double lo      = halved(leaf.lo), hi = halved(leaf.hi);
    const double span    = hi - lo;
    const double against = 2 * std::sqrt(static_cast<double>(width_));
    const bool max_moves = leaf.max_moves();
    double* const up     = ups(id);
    double* const down   = up + count_;
    for (std::size_t g = 0; g < count_; ++g) {
        const double a = thresholds_[g];
        if (lo >= a || hi <= a) {
            up[g]   = lo >= a ? 0.0 : kWithoutEnd;
            down[g] = hi <= a ? 0.0 : kWithoutEnd;
            continue;
        }
        const double gain  = max_moves ? (a - lo) / span : (hi - a) / span;
        const double mover = std::exp(3 * gain), other = against * std::exp(4 * (1 - gain));
        up[g]   = max_moves ? mover : other;
        down[g] = max_moves ? other : mover;
    }
}

// [GPN-3] The mover needs one child for his claim; against him all are needed.
void Grid::combine(const Node& node, double* into) const {
    const std::size_t least = node.max_moves() ? 0 : count_;
    const std::size_t all   = count_ - least;
    std::copy_n(ups(node.children), 2 * count_, into);
    for (Id id = node.children + 1; id != node.children + width_; ++id) {
        const double* const works = ups(id);
        for (std::size_t g = 0; g < count_; ++g) {
            const double work = works[least + g];
            into[least + g]   = work < into[least + g] ? work : into[least + g];
            into[all + g] += works[all + g];
        }
    }
}

// [GPN-4] The plan with the least work, and its most telling unfinished part.
Grid::Part Grid::cheapest_plan(double low, double high) const {
    const Id first   = nodes_[0].children;
    double best_cost = kWithoutEnd;
    Id best_arc      = first;
    std::size_t best_place = 0;
    for (std::size_t place = 0; place < count_; ++place) {
        if (!(low <= thresholds_[place] && thresholds_[place] <= high)) continue;
        int without_end = 0;
        double total    = 0;
        for (Id id = first; id != first + width_; ++id) {
            const double down = downs(id)[place];
            if (down == kWithoutEnd)
                ++without_end;
            else
                total += down;
        }
        for (Id id = first; id != first + width_; ++id) {
            const double own = downs(id)[place];
            const bool free  = own == kWithoutEnd;
            if (without_end > (free ? 1 : 0)) continue;
            const double cost = ups(id)[place] + total - (free ? 0 : own);
            if (cost < best_cost) {
                best_cost  = cost;
                best_arc   = id;
                best_place = place;
            }
        }
    }
    Id chosen    = kNone;
    double least = 0;
    for (Id id = first; id != first + width_; ++id) {
        const double up = ups(id)[best_place], down = downs(id)[best_place];
        const double own = id == best_arc ? up : down, opposite = id == best_arc ? down : up;
        if (own > 0 && (chosen == kNone || own * opposite < least)) {
            chosen = id;
            least  = own * opposite;
        }
    }
    if (chosen == kNone) throw std::logic_error("a plan without an unfinished part");
    return {chosen, chosen == best_arc, best_place};
}

// [GPN-5] Where the mover wants the claim, to his cheapest child; elsewhere to the unfinished child
// that is nearest to refuting it.
Id Grid::descend(Part part) const {
    const std::size_t own      = part.place + (part.at_least ? 0 : count_);
    const std::size_t opposite = part.place + (part.at_least ? count_ : 0);
    Id id                      = part.arc;
    while (!nodes_[id].is_leaf()) {
        const Node& node  = nodes_[id];
        const bool wanted = node.max_moves() == part.at_least;
        Id chosen         = kNone;
        for (Id child = node.children; child != node.children + width_; ++child) {
            if (!wanted && !(ups(child)[own] > 0)) continue;
            const std::size_t by = wanted ? own : opposite;
            if (chosen == kNone || ups(child)[by] < ups(chosen)[by]) chosen = child;
        }
        if (chosen == kNone) throw std::logic_error("an unfinished claim without unfinished child");
        id = chosen;
    }
    return id;
}

}  // namespace provebest::trees
