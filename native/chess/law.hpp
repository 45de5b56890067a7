// The law of stopping, the twin of search/setprobe/law.py. Every number is computed by the same
// operations in the same order, so that both give the same bits.
#pragma once

#include <optional>

namespace provebest::chess {

// How the choice stood up to deeper searches of the rivals and of itself at this depth.
enum class Attack { Untried, Held, Refuted };

// What a search knows of its choice after a depth.
struct Sight {
    int depth     = 0;
    int unchanged = 0;            // depths before this one at which the choice was the same
    std::optional<double> share;  // of this depth's nodes, below the choice
    double points = 0;            // the choice's value in points
    Attack attack = Attack::Untried;

    // The sight one ply deeper if the choice is still the same then.
    Sight deeper() const;
    Sight with(Attack other) const;
};

// The curve of the doubt, and the scales of a game. Each field but the scales is log odds.
struct Law {
    double base, depth, unchanged, share, room, refuted, untried;
    double loss;   // points: the mean regret of choices that are not good enough
    double scale;  // the value that is worth e : 1 in points

    // What a value is worth: 0 to 1, 1/2 for 0.
    double points(double value) const;
    // The value that is worth these points; infinite for 0 or less, and for 1 or more.
    double value(double points) const;
    // The chance that the choice is not good enough [MC-2].
    double doubt(const Sight& sight) const;
    // Expected regret in points.
    double regret(const Sight& sight) const { return doubt(sight) * loss; }
};

// When the doubt is small enough: the twin of ModernSettings.is_enough.
struct Price {
    double min_act;     // in an analysis, the doubt at which a search may stop [MC-3]
    double time_price;  // on a clock, points that the whole time is worth later [MC-4]; 0: analysis

    bool is_enough(const Law& law, const Sight& sight, double spent) const;
};

}  // namespace provebest::chess
