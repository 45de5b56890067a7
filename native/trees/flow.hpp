// B* with Anema's control flow, and Disprove-Best: src/provebest/search/intervals/disprove_best.py
// in compiled code. Rules [DB-n] as in docs/papers/beyond_bstar.md.
#pragma once

#include <optional>
#include <vector>

#include "trees/interval_search.hpp"

namespace provebest::trees {

enum class Criterion { ProveBest, Alternate, Depth, DepthOverRange };

class Flow : public IntervalSearch {
public:
    // `disprove_best` is Disprove-Best's v, if it is used.
    Flow(const TreeSpec& spec, std::int64_t lo, std::int64_t hi, SearchLimits limits,
         Criterion criterion, std::optional<double> disprove_best)
        : IntervalSearch(spec, lo, hi, limits),
          criterion_(criterion),
          disprove_best_(disprove_best) {}

private:
    struct Window {
        Bound a, b;
    };

    void back_up(Id node) override;
    void select() override;
    bool update(Node& node);
    Id from_root(const RootView& view);
    bool disproves_rest(const std::vector<Id>& ranked, Bound max_lo);
    double weight(Id arc) const;
    Id most_optimistic(const Node& node) const;
    Id disproving(const Node& node, Window window) const;

    Criterion criterion_;
    std::optional<double> disprove_best_;
    Id current_ = 0;
    std::uint64_t turns_ = 0;
    std::optional<Window> window_;  // while Disprove-Best is at work
};

}  // namespace provebest::trees
