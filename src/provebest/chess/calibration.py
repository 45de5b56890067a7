"""The measured chance that a rival is really better.

The search itself assumes a chance of one half to reach half of the way from real value to hope.
The table says how often a move reached a quarter, a half, three quarters and all of that way:
selective probes of depth 4 against searches of depth 11, on 7316 moves of 400 positions of master
games and Win at Chess (``python -m studies.hopes``).
"""

from __future__ import annotations

import math

SHARES_OF_HOPE = (0.0, 0.25, 0.5, 0.75, 1.0)
REACHED = (
    # the least hope - real, and how often each share of it was reached
    (500.0, (0.50, 0.14, 0.06, 0.03, 0.003)),
    (200.0, (0.50, 0.29, 0.16, 0.07, 0.007)),
    (60.0, (0.50, 0.42, 0.21, 0.07, 0.018)),
)
SPREAD_OF_A_PROBE = 16.0
"""Logistic scale, in hundredths of a pawn, by which a move without hope that is behind by a depth-4
probe turns out to be as good (727 moves of the same positions)."""


def chance_to_reach(goal: float, real: float, hope: float | None) -> float:
    """The chance that a move with these values is really worth at least ``goal``."""
    margin = 0.0 if hope is None else hope - real
    if goal <= real or margin < REACHED[-1][0]:
        return logistic(real - goal, SPREAD_OF_A_PROBE)
    reached = next(shares for least, shares in REACHED if margin >= least)
    share = (goal - real) / margin
    for i in range(len(SHARES_OF_HOPE) - 1):
        a, b = SHARES_OF_HOPE[i], SHARES_OF_HOPE[i + 1]
        if share <= b:
            return reached[i] + (reached[i + 1] - reached[i]) * (share - a) / (b - a)
    return reached[-1] / share**2  # the goal is above the hope


def logistic(ahead: float, scale: float) -> float:
    """The chance that a lead holds if errors have a logistic distribution of this scale."""
    return 0.5 * (1 + math.tanh(ahead / (2 * scale)))
