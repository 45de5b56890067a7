// Artificial game trees of intervals: Berliner's canonical trees, Palay's, and the adjusted ones.
//
// The Python reference is src/provebest/games/interval_trees.py: same draws, same numbers. Rules
// [B79-n] as in docs/papers/berliner1979.md.
#pragma once

#include <cstdint>
#include <vector>

namespace provebest::trees {

// splitmix64, the same generator as in Python, so that counts are equal node for node. [B79-14]
class SplitMix {
public:
    explicit SplitMix(std::uint64_t seed) : state_(seed) {}
    std::uint64_t draw();
    // A whole number from a to b, both included.
    std::int64_t uniform(std::int64_t a, std::int64_t b);

private:
    std::uint64_t state_;
};

struct TreeSpec {
    int width;
    int draws;                // values whose hull is a child's interval; 0 is the calibrated 3 or 4
    std::uint64_t seed_times; // seed(x) = x * seed_times + seed_plus
    std::uint64_t seed_plus;
    bool forced;              // some child gets the parent's hi, some child its lo
    int growth_percent;       // g of the adjusted trees, times 100
    bool collapse;            // intervals of width 2 or less are replaced by their mean
    bool invalid;             // one node in twenty draws from a range that is too wide
};

// Bounds are doubled, so that the mean of two whole numbers is whole as well.
struct Interval2 {
    std::uint64_t name;
    std::int64_t lo2;
    std::int64_t hi2;
};

// The children of the node with this name and these (whole) bounds. Throws std::invalid_argument
// for an invalid spec.
std::vector<Interval2> children(const TreeSpec& spec, std::uint64_t name, std::int64_t lo,
                                std::int64_t hi, bool max_moves);

// The same, into a list that is reused.
void draw_children(const TreeSpec& spec, std::uint64_t name, std::int64_t lo, std::int64_t hi,
                   bool max_moves, std::vector<Interval2>& into);

}  // namespace provebest::trees
