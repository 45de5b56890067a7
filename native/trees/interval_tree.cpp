#include "trees/interval_tree.hpp"

#include <algorithm>
#include <stdexcept>

#include "trees/high_half.hpp"

namespace provebest::trees {

namespace {

constexpr std::uint64_t kInvalidSeed = 0xABCDEF1234567ULL;

struct Range {
    std::int64_t lo;
    std::int64_t hi;
};

// The least and greatest of several draws. [B79-15]
Range hull(SplitMix& random, Range within, int draws) {
    const int m  = draws != 0 ? draws : (random.uniform(0, 2) == 0 ? 4 : 3);
    const auto v = random.uniform(within.lo, within.hi);
    Range found{v, v};
    for (int i = 1; i < m; ++i) {
        const auto next = random.uniform(within.lo, within.hi);
        found.lo        = std::min(found.lo, next);
        found.hi        = std::max(found.hi, next);
    }
    return found;
}

// (g-1) times the range, rounded up or down at random.
std::int64_t widening(SplitMix& random, std::int64_t range, int growth_percent) {
    const std::int64_t hundredths = (growth_percent - 100) * range;
    std::int64_t whole            = hundredths / 100;
    std::int64_t rest             = hundredths % 100;
    if (rest < 0) {
        --whole;
        rest += 100;
    }
    return whole + (random.uniform(0, 99) < rest ? 1 : 0);
}

}  // namespace

std::uint64_t SplitMix::draw() {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state_;
    z               = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z               = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

std::int64_t SplitMix::uniform(std::int64_t a, std::int64_t b) {
    const auto count = static_cast<std::uint64_t>(b - a) + 1;
    return a + static_cast<std::int64_t>(high_half(draw(), count));
}

void draw_children(const TreeSpec& spec, std::uint64_t name, std::int64_t lo, std::int64_t hi,
                   bool max_moves, std::vector<Interval2>& into) {
    constexpr std::int64_t kGreatest = std::int64_t{1} << 40;
    if (spec.width < 1 || spec.draws < 0 || lo > hi || lo < -kGreatest || hi > kGreatest)
        throw std::invalid_argument("a tree needs a width, draws and bounds that do not cross");
    const std::uint64_t seed = name * spec.seed_times + spec.seed_plus;
    SplitMix random(seed);
    Range from{lo, hi};
    if (spec.invalid && SplitMix(seed ^ kInvalidSeed).uniform(0, 99) < 5) {
        const std::int64_t q = (hi - lo + 2) / 4;  // [B79-16]
        from                 = {lo - q, hi + q};
    }
    if (spec.growth_percent != 100) {
        const std::int64_t more = widening(random, hi - lo, spec.growth_percent);
        if (max_moves)
            from.lo = std::min(from.lo - more, from.hi);
        else
            from.hi = std::max(from.hi + more, from.lo);
    }
    const auto doubled = [](std::uint64_t child, Range r) {
        return Interval2{child, 2 * r.lo, 2 * r.hi};
    };
    std::uint64_t child = name * static_cast<std::uint64_t>(spec.width);
    into.clear();
    for (int k = 0; k < spec.width; ++k)
        into.push_back(doubled(++child, hull(random, from, spec.draws)));
    const auto inside = [&](const Interval2& i) { return 2 * lo <= i.lo2 && i.hi2 <= 2 * hi; };
    if (spec.forced) {
        into[static_cast<std::size_t>(random.uniform(0, spec.width - 1))].hi2 = 2 * from.hi;
        into[static_cast<std::size_t>(random.uniform(0, spec.width - 1))].lo2 = 2 * from.lo;
    } else if (std::ranges::none_of(into, inside)) {
        auto& redrawn = into[static_cast<std::size_t>(random.uniform(0, spec.width - 1))];
        redrawn       = doubled(redrawn.name, hull(random, {lo, hi}, spec.draws));
    }
    if (!spec.collapse) return;
    for (auto& small : into)
        if (small.hi2 - small.lo2 <= 4) small.lo2 = small.hi2 = (small.lo2 + small.hi2) / 2;
}

std::vector<Interval2> children(const TreeSpec& spec, std::uint64_t name, std::int64_t lo,
                                std::int64_t hi, bool max_moves) {
    std::vector<Interval2> result;
    draw_children(spec, name, lo, hi, max_moves, result);
    return result;
}

}  // namespace provebest::trees
