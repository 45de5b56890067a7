// Berliner's B* on artificial trees: src/provebest/search/intervals/berliner.py in compiled code.
#pragma once

#include <vector>

#include "trees/interval_search.hpp"

namespace provebest::trees {

// Which alternatives count when a strategy is chosen. [B79-6]
enum class Rivals { None, Tied, First, FirstTwo, All };

struct BStarStrategy {
    Rivals rivals;
    bool by_range;  // R: divide by the range
    bool middle;    // M, else L [B79-7]
};

class BStar : public IntervalSearch {
public:
    BStar(const TreeSpec& spec, std::int64_t lo, std::int64_t hi, SearchLimits limits,
          BStarStrategy strategy)
        : IntervalSearch(spec, lo, hi, limits), strategy_(strategy) {}

private:
    // The best that each side can get elsewhere.
    struct Outside {
        Bound for_max, for_min;
    };

    void select() override;
    Id choose(const RootView& view);
    bool disproves(const RootView& view) const;
    std::vector<Id> rivals(const RootView& view) const;
    double weight(Id arc, std::int32_t depth) const;
    bool settled(const Node& node) const;
    Id descend(Id node);

    BStarStrategy strategy_;
    bool proving_         = true;
    Bound aspiration_x2_  = 0;      // twice a bound: the middle of two is whole
    std::vector<Outside> outside_;  // one for each node on the path
};

}  // namespace provebest::trees
