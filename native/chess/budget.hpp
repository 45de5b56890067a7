// How much a choice may cost, in counted nodes or in measured seconds: the twin of
// search/setprobe/budget.py. Without seconds the clock is never used.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

namespace provebest::chess {

class Budget {
public:
    // `elapsed`: seconds of it that have already passed.
    Budget(std::optional<std::uint64_t> nodes, std::optional<double> seconds, double grace,
           double elapsed)
        : nodes_(nodes), seconds_(seconds), grace_(grace), before_(elapsed) {}

    // The share that is spent after so many nodes: 1 or more if nothing is left.
    double spent(std::uint64_t nodes) const {
        double share = 0;
        if (nodes_) share = std::max(share, static_cast<double>(nodes) / static_cast<double>(*nodes_));
        if (seconds_) share = std::max(share, elapsed() / *seconds_);
        return share;
    }
    // Whether another depth may be begun; with grace, only if there is time enough to finish it.
    bool begins(std::uint64_t nodes) const {
        if (grace_ == 0 || !seconds_) return spent(nodes) < 1;
        return 2 * spent(nodes) < 1 + grace_ / *seconds_;
    }
    // Nodes that may still be visited, at least 1.
    std::uint64_t nodes_left(std::uint64_t nodes) const {
        if (!nodes_) return std::numeric_limits<std::uint64_t>::max();
        return *nodes_ > nodes ? *nodes_ - nodes : 1;
    }
    // What is left with grace, at least a millisecond; zero if time is not limited.
    std::chrono::microseconds time_left() const {
        if (!seconds_) return {};
        const double left = std::max(0.001, *seconds_ + grace_ - elapsed());
        return std::chrono::microseconds(static_cast<std::int64_t>(left * 1e6));
    }

private:
    using Clock = std::chrono::steady_clock;

    double elapsed() const {
        return before_ + std::chrono::duration<double>(Clock::now() - made_).count();
    }

    std::optional<std::uint64_t> nodes_;
    std::optional<double> seconds_;
    double grace_;
    double before_;
    Clock::time_point made_ = Clock::now();
};

}  // namespace provebest::chess
