// Laws of the tree core that need no Python: run by ctest, and under the sanitizers.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "trees/bstar.hpp"
#include "trees/flow.hpp"
#include "trees/grid.hpp"
#include "trees/high_half.hpp"
#include "trees/interval_tree.hpp"
#include "tests/checks.hpp"

namespace {

std::size_t allocations_left = SIZE_MAX;  // what a machine with less memory would still give

void* given(std::size_t size) {
    if (allocations_left == 0) throw std::bad_alloc();
    --allocations_left;
    if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return given(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

using namespace provebest::trees;
using Status = IntervalSearch::Status;
using Made   = std::unique_ptr<IntervalSearch>;

struct Tree {
    TreeSpec spec;
    std::int64_t lo, hi;
};

Tree canonical(int width, int range, int iteration) {
    const auto seed = static_cast<std::uint64_t>(iteration + range);
    const auto plus = static_cast<std::uint64_t>(width) * seed;
    return {{width, 0, seed, plus, true, 100, false, false}, 0, range};
}

std::vector<Tree> some_trees() {
    std::vector<Tree> found;
    for (const int width : {1, 2, 3, 5, 10})
        for (const int range : {100, 6400}) {
            Tree plain = canonical(width, range, 7), small = plain, invalid = plain, wide = plain;
            small.spec.collapse = invalid.spec.invalid = true;
            wide.spec = {width, 3, 8, 7, false, 140, false, false};
            found.insert(found.end(), {plain, small, invalid, wide});
        }
    return found;
}

constexpr SearchLimits kPapers{100, 30'000};

// Every search there is, by number.
constexpr int kSearches = 13;
Made search(int number, const Tree& tree, SearchLimits limits) {
    const auto& [spec, lo, hi] = tree;
    const auto berliner = [&](Rivals rivals, bool by_range, bool middle) -> Made {
        const BStarStrategy strategy{rivals, by_range, middle};
        return std::make_unique<BStar>(spec, lo, hi, limits, strategy);
    };
    const auto flow = [&](Criterion criterion, std::optional<double> v) -> Made {
        return std::make_unique<Flow>(spec, lo, hi, limits, criterion, v);
    };
    switch (number) {
        case 0: return berliner(Rivals::None, false, false);
        case 1: return berliner(Rivals::Tied, false, false);
        case 2: return berliner(Rivals::First, true, true);
        case 3: return berliner(Rivals::FirstTwo, true, false);
        case 4: return berliner(Rivals::All, false, true);
        case 5: return flow(Criterion::ProveBest, std::nullopt);
        case 6: return flow(Criterion::Alternate, std::nullopt);
        case 7: return flow(Criterion::Depth, std::nullopt);
        case 8: return flow(Criterion::DepthOverRange, std::nullopt);
        case 9: return flow(Criterion::DepthOverRange, 2.0);
        case 10: return std::make_unique<Grid>(spec, lo, hi, limits, 8, 6);
        case 11: return std::make_unique<Grid>(spec, lo, hi, limits, 4, 3);
        default: return std::make_unique<Grid>(spec, lo, hi, limits, 1, 1);
    }
}

// A node has the greatest bounds of its children where MAX moves, the least where MIN moves.
bool backed_up(const IntervalSearch& made) {
    const auto& nodes = made.nodes();
    return std::ranges::all_of(nodes, [&](const Node& node) {
        if (node.is_leaf()) return true;
        Bound lo = nodes[node.children].lo, hi = nodes[node.children].hi;
        for (Id id = node.children; id < node.children + made.width(); ++id) {
            lo = node.max_moves() ? std::max(lo, nodes[id].lo) : std::min(lo, nodes[id].lo);
            hi = node.max_moves() ? std::max(hi, nodes[id].hi) : std::min(hi, nodes[id].hi);
        }
        return node.lo == lo && node.hi == hi;
    });
}

bool some_arc_is_separated(const IntervalSearch& made) {
    const auto& nodes = made.nodes();
    const Id first = nodes[0].children, end = first + made.width();
    for (Id arc = first; arc != end; ++arc) {
        bool above = true;
        for (Id other = first; other != end; ++other)
            above = above && (other == arc || nodes[arc].lo >= nodes[other].hi);
        if (above) return true;
    }
    return false;
}

void every_search_keeps_the_laws_of_the_tree() {
    for (const Tree& tree : some_trees())
        for (int number = 0; number < kSearches; ++number) {
            const Made made = search(number, tree, kPapers);
            made->advance(UINT64_MAX);
            const bool valid = !tree.spec.invalid && tree.spec.forced;
            check(made->status() != Status::Running, "a search with limits ends");
            check((made->status() == Status::Separated) == some_arc_is_separated(*made),
                  "a search ends by separation exactly where an arc is separated");
            check(backed_up(*made), "every node has its children's bounds");
            check(made->generated() == made->expanded() * made->width(), "width nodes each");
            check(made->stored() == made->generated() + 1, "no node is forgotten");
            check(made->stored() <= 30'000 && made->depth() <= 100, "no limit is passed");
            check(!valid || made->violations() == 0, "valid bounds are never seen to be false");
        }
}

void a_search_in_steps_is_the_search_in_one_go() {
    for (const Tree& tree : some_trees())
        for (int number = 0; number < kSearches; ++number) {
            const Made whole = search(number, tree, {20, 1'000});
            const Made steps = search(number, tree, {20, 1'000});
            whole->advance(UINT64_MAX);
            for (std::uint64_t n = 1; steps->status() == Status::Running; n = n % 7 + 1)
                steps->advance(n);
            check(whole->status() == steps->status() && whole->expanded() == steps->expanded() &&
                      whole->violations() == steps->violations() &&
                      whole->line(0) == steps->line(0),
                  "slices make the same search");
        }
}

// Expansions of an independent program on the same trees: tests/papers/test_berliner1979.py.
void expansions_are_those_of_the_sample() {
    struct Row {
        int range, width, iteration;
        std::uint64_t best_first, two, all;  // BF, 2DRM, ADM
    };
    for (const Row& row : {Row{100, 8, 2, 65, 33, 53}, Row{1600, 5, 2, 131, 60, 62},
                           Row{6400, 3, 1, 353, 141, 133}, Row{1600, 5, 1, 459, 308, 459}}) {
        const Tree tree = canonical(row.width, row.range, row.iteration);
        const auto expansions = [&](int number) {
            const Made made = search(number, tree, kPapers);
            made->advance(UINT64_MAX);
            return made->expanded();
        };
        check(expansions(0) == row.best_first, "BF's count");
        check(expansions(2) == row.two, "2DRM's count");
        check(expansions(4) == row.all, "ADM's count");
    }
}

void children_of_a_valid_tree_lie_inside_and_reach_both_ends() {
    for (std::uint64_t name = 0; name < 500; ++name) {
        const auto drawn = children(canonical(4, 800, 3).spec, name, -50, 750, true);
        const auto reach = [&](auto bound) { return std::ranges::any_of(drawn, bound); };
        check(std::ranges::all_of(drawn, [](const Interval2& i) {
                  return -100 <= i.lo2 && i.lo2 <= i.hi2 && i.hi2 <= 1500;
              }), "inside the parent");
        check(reach([](const Interval2& i) { return i.lo2 == -100; }), "one has the parent's lo");
        check(reach([](const Interval2& i) { return i.hi2 == 1500; }), "one has the parent's hi");
    }
}

void a_search_without_memory_ends_with_a_whole_tree() {
    const Tree tree = canonical(5, 1600, 1);
    for (int number = 0; number < kSearches; ++number)
        for (std::size_t room = 0; room < 12; ++room) {
            const Made made  = search(number, tree, kPapers);
            allocations_left = room;
            made->advance(UINT64_MAX);
            allocations_left = SIZE_MAX;
            check(made->status() == Status::Full, "it says that memory was full");
            check(backed_up(*made), "and every node has its children's bounds");
            check(made->stored() == made->expanded() * made->width() + 1, "and counts are true");
        }
}

void nonsense_is_refused() {
    const auto refuses = [](const std::function<void()>& make) {
        try {
            make();
        } catch (const std::invalid_argument&) {
            return true;
        }
        return false;
    };
    Tree none = canonical(3, 100, 1), known = none;
    none.spec.width = 0;
    known.hi        = known.lo;
    for (int number : {0, 5, 10}) {
        check(refuses([&] { search(number, none, kPapers); }), "a tree without arcs");
        check(refuses([&] { search(number, known, kPapers); }), "a tree whose value is known");
    }
    const auto& [spec, lo, hi] = canonical(3, 100, 1);
    check(refuses([&] { Grid(spec, lo, hi, kPapers, 0, 0); }), "a grid without thresholds");
    Grid fresh(spec, lo, hi, kPapers, 8, 6);
    check(refuses([&] { fresh.line(0); }), "a line from a root without arcs");
    fresh.advance(1);
    check(refuses([&] { fresh.line(3); }), "a line from an arc that is not there");
}

void the_upper_half_of_a_product_is_the_same_by_parts() {
    static_assert(high_half_by_parts(UINT64_MAX, UINT64_MAX) == UINT64_MAX - 1);
    static_assert(high_half_by_parts(std::uint64_t{1} << 63, 2) == 1);
    SplitMix random(13);
    for (int i = 0; i < 10'000; ++i) {
        const std::uint64_t a = random.draw() >> i % 64, b = random.draw() >> i / 64 % 64;
        check(high_half_by_parts(a, b) == high_half(a, b), "both ways of multiplying agree");
    }
}

}  // namespace

int main() {
    every_search_keeps_the_laws_of_the_tree();
    a_search_in_steps_is_the_search_in_one_go();
    expansions_are_those_of_the_sample();
    children_of_a_valid_tree_lie_inside_and_reach_both_ends();
    a_search_without_memory_ends_with_a_whole_tree();
    the_upper_half_of_a_product_is_the_same_by_parts();
    nonsense_is_refused();
    return told();
}
