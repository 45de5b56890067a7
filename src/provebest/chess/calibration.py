"""How likely a rival really is to be better: measured, where the search's own guide is a hope.

The guide of the search takes a hope for half a chance at half of the way. Measured on 657 moves of
quiet and tactical positions (selective probes of depth 4 against searches of depth 11), a move
reaches a quarter, a half, three quarters and all of its hope as often as the table says.
"""

from __future__ import annotations

import math

SHARES_OF_HOPE = (0.0, 0.25, 0.5, 0.75, 1.0)
REACHED = (
    # hope - real at least, and how often that share of it was reached
    (500.0, (0.50, 0.19, 0.11, 0.07, 0.015)),
    (200.0, (0.50, 0.34, 0.21, 0.10, 0.010)),
    (60.0, (0.50, 0.49, 0.31, 0.11, 0.040)),
)
SPREAD_OF_A_PROBE = 80.0
"""Logistic scale of what a depth-4 probe misses, where there is no hope to speak of."""


def chance_to_reach(goal: float, real: float, hope: float | None) -> float:
    """How often a move with these values turns out to be worth the goal."""
    margin = 0.0 if hope is None else hope - real
    if goal <= real or margin < REACHED[-1][0]:
        return logistic(real - goal, SPREAD_OF_A_PROBE)
    reached = next(shares for least, shares in REACHED if margin >= least)
    share = (goal - real) / margin
    for i in range(len(SHARES_OF_HOPE) - 1):
        a, b = SHARES_OF_HOPE[i], SHARES_OF_HOPE[i + 1]
        if share <= b:
            return reached[i] + (reached[i + 1] - reached[i]) * (share - a) / (b - a)
    return reached[-1] / share**2  # beyond all hope


def logistic(ahead: float, scale: float) -> float:
    """The chance of a lead to hold, where errors are spread like this."""
    return 0.5 * (1 + math.tanh(ahead / (2 * scale)))
