// Grid proof numbers on artificial trees: src/provebest/search/intervals/gpn.py in compiled code.
// Rules [GPN-n] as in docs/papers/beyond_bstar.md.
//
// Works are doubles, added from the first child to the last as in the reference: another order
// would round differently and could choose another leaf.
#pragma once

#include <vector>

#include "trees/interval_search.hpp"

namespace provebest::trees {

class Grid : public IntervalSearch {
public:
    // `thresholds` in the grid, at least `least_inside` of them inside the open interval.
    Grid(const TreeSpec& spec, std::int64_t lo, std::int64_t hi, SearchLimits limits,
         std::size_t thresholds, std::size_t least_inside);

private:
    // A part of a plan: an arc, whether the claim about it is "at least", and the threshold.
    struct Part {
        Id arc;
        bool at_least;
        std::size_t place;
    };

    void select() override;
    void make_room(std::size_t nodes) override;
    bool must_renew(double low, double high) const;
    void renew(double low, double high);
    void refresh(Id expanded);
    void leaf_works(Id leaf);
    void combine(const Node& node, double* into) const;
    Part cheapest_plan(double low, double high) const;
    Id descend(Part part) const;

    // A node's works to show its value at least each threshold, and at most each.
    double* ups(Id id) { return works_.data() + 2 * count_ * id; }
    const double* ups(Id id) const { return works_.data() + 2 * count_ * id; }
    const double* downs(Id id) const { return ups(id) + count_; }

    std::size_t count_;
    std::size_t least_inside_;
    std::vector<double> thresholds_;  // empty before the first grid
    std::vector<double> works_;
    std::vector<double> scratch_;
};

}  // namespace provebest::trees
