"""What a move loses: expected points, on a curve that also tells losses in one-sided positions."""

from __future__ import annotations

import math

POINTS_SCALE = 220.0
"""Hundredths of a pawn at which the odds are e to 1.

The curve of the winning chances is about half as wide. It is for players who make few mistakes, and
beyond two pawns it hardly tells a good move from a bad one.
"""


def expected_points(value: float) -> float:
    """The points, from 0 to 1, of a value in hundredths of a pawn."""
    return 0.5 * (1 + math.tanh(value / (2 * POINTS_SCALE)))


def lost_points(value: float, worth: float) -> float:
    """Expected points that a move of this worth loses against one of this value."""
    return expected_points(value) - expected_points(worth)
