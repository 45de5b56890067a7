#include "chess/law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace provebest::chess {

namespace {

constexpr double kMostDoubt = 0.5;
constexpr double kNeverSure = 0.02;  // keeps logarithms finite

}  // namespace

Sight Sight::deeper() const {
    Sight next = *this;
    ++next.depth;
    ++next.unchanged;
    return next;
}

Sight Sight::with(Attack other) const {
    Sight same  = *this;
    same.attack = other;
    return same;
}

double Law::points(double value) const { return 0.5 * (1 + std::tanh(value / (2 * scale))); }

double Law::value(double points) const {
    if (!(0 < points && points < 1))
        return std::copysign(std::numeric_limits<double>::infinity(), points - 0.5);
    return scale * std::log(points / (1 - points));
}

double Law::doubt(const Sight& sight) const {
    double odds = base + depth * sight.depth / 10 + unchanged * std::log(1.0 + sight.unchanged) +
                  room * std::log(1 - sight.points + kNeverSure);
    if (sight.share)
        odds += share * std::log((*sight.share + kNeverSure) / (1 - *sight.share + kNeverSure));
    if (sight.attack == Attack::Refuted) odds += refuted;
    if (sight.attack == Attack::Untried) odds += untried;
    return std::min(kMostDoubt, 0.5 * (1 + std::tanh(odds / 2)));
}

bool Price::is_enough(const Law& law, const Sight& sight, double spent) const {
    const double doubt = law.doubt(sight);
    if (time_price == 0) return doubt <= min_act;  // [MC-3]
    // [MC-4] Another depth takes about as long as all before it, a share `spent` of the time. The
    // curve is cut at the greatest doubt: there it does not show what a depth would win.
    if (doubt >= kMostDoubt) return false;
    const double saved = law.regret(sight) - law.regret(sight.deeper());
    return saved <= time_price * spent;
}

}  // namespace provebest::chess
