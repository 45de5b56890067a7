// Shared by the bindings of searches: moves as text, and a search that calls Python meanwhile.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "binding_polled.hpp"
#include "chess/fen.hpp"
#include "chess/root_search.hpp"

namespace provebest::chess {

// A root search in this thread, which calls `poll` from time to time: a new thread for each of the many
// short searches of a move would cost more than some of them.
class PolledSearch : public Polled {
public:
    PolledSearch(RootSearch& search, const nanobind::object& poll) : Polled(poll), search_(search) {
        search_.ask(asked());
    }
    ~PolledSearch() { search_.ask({}); }

private:
    RootSearch& search_;
};

constexpr double kLongest = 1e9;  // seconds

// A time from Python, whatever number it is.
inline std::chrono::microseconds clock_of(double seconds) {
    const double usable = seconds > 0 ? std::min(seconds, kLongest) : 0;
    return std::chrono::microseconds(static_cast<std::int64_t>(usable * 1e6));
}

inline Move read_move(const Position& position, const std::string& uci) {
    const auto move = from_uci(position, uci);
    if (!move) throw nanobind::value_error(("'" + uci + "' is not a legal move here").c_str());
    return *move;
}

// Of the position only the way to write castling matters, which no move of the line changes.
inline std::vector<std::string> spelled(const Position& position, const std::vector<Move>& line) {
    std::vector<std::string> names;
    for (const Move move : line) names.push_back(to_uci(position, move));
    return names;
}

}  // namespace provebest::chess
