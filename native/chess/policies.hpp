// The two policies of the alpha-beta search.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "chess/types.hpp"

namespace provebest::chess {

struct Exact {
    static constexpr bool prunes = false;
};

// Margins in hundredths of a pawn, found by trial on this engine's own games and positions.
struct Selective {
    static constexpr bool prunes = true;

    static constexpr Value kAspiration = 25;
    static constexpr int kReverseFutilityDepth = 8;
    static constexpr Value kReverseFutility    = 120;  // per ply
    static constexpr int kRazorDepth = 2;
    static constexpr Value kRazor    = 280;
    static constexpr int kNullVerifyDepth = 12;
    static constexpr int kFutilityDepth = 7;
    static constexpr Value kFutility     = 90;  // per ply
    static constexpr Value kFutilityBase = 110;
    static constexpr int kExchangeDepth  = 7;
    static constexpr Value kQuietExchange = 55;   // per ply
    static constexpr Value kNoisyExchange = 100;  // per ply
    static constexpr int kSingularDepth  = 8;
    static constexpr Value kDelta = 180;

    static int null_reduction(int depth, Value above_beta) {
        return 3 + depth / 4 + std::min(above_beta / 200, 3);
    }
    static int quiets_to_try(int depth, bool improving) {
        return (4 + depth * depth) / (improving ? 1 : 2);
    }
    static int reduction(int depth, int number) {
        static const auto table = [] {
            std::array<std::array<std::int8_t, 64>, 64> t{};
            for (std::size_t d = 1; d < 64; ++d)
                for (std::size_t n = 1; n < 64; ++n)
                    t[d][n] = static_cast<std::int8_t>(
                        0.75 + std::log(static_cast<double>(d)) * std::log(static_cast<double>(n)) / 2.25);
            return t;
        }();
        return table[static_cast<std::size_t>(std::min(depth, 63))]
                    [static_cast<std::size_t>(std::min(number, 63))];
    }
};

}  // namespace provebest::chess
