"""The law of stopping: how likely it is that the choice is not the best, and what that costs.

Everything is told in *points*: the share of a game's point that a value is worth on average. The
*regret* of a choice is what a search ten times as long says it loses against the best move. The
*doubt* is the chance that the regret exceeds ``TOLERANCE``, by a logistic curve over what the
search has seen [MC-2]. ``python -m studies.law`` fits the curve, prints the error of each number
and tests the promise. ``native/chess/law.cpp`` computes the same numbers to the last bit.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from provebest.search.probability.beliefs import Move

TOLERANCE = 0.04
"""Points by which a choice may be worse than the best and still be good enough: a sixth of a pawn
in an even position."""
MOST_DOUBT = 0.5
"""No doubt is greater: the choice is then no more likely to be right than wrong."""
NEVER_SURE = 0.02
"""Keeps logarithms finite: of the odds of a share of nodes, and of the points that can be won."""


class Attack(enum.Enum):
    """How the choice stood up to deeper searches of the rivals and of itself at this depth."""

    UNTRIED = "untried"
    HELD = "held"
    REFUTED = "refuted"


@dataclass(frozen=True, slots=True)
class Sight:
    """What a search knows of its choice after a depth; only ``attack`` costs extra searches."""

    depth: int
    """Plies of the last search of all moves."""
    unchanged: int
    """Depths before this one at which the choice was the same."""
    share: float | None
    """The share of this depth's nodes below the choice; None if nobody counted them."""
    points: float
    """The choice's value in points: 0 to 1."""
    attack: Attack = Attack.UNTRIED

    def deeper(self) -> Self:
        """The sight one ply deeper if the choice is still the same then."""
        return replace(self, depth=self.depth + 1, unchanged=self.unchanged + 1)


@dataclass(frozen=True, slots=True)
class Law:
    """The curve of the doubt, and the scales of a game. Each field but the scales is log odds."""

    base: float
    depth: float
    """For each ten plies."""
    unchanged: float
    """For the logarithm of 1 + depths unchanged."""
    share: float
    """For the log odds of the share of nodes; 0 if a prober does not count them."""
    room: float
    """For the logarithm of 1 - points: where little can be won, little can be missed."""
    refuted: float
    """For a choice that an attack refuted at this depth."""
    untried: float
    """For a choice that was not attacked; 0 is for one that held."""
    loss: float
    """Points: the mean regret of choices whose regret exceeds ``TOLERANCE``."""
    scale: float
    """The value that is worth e : 1 in points."""

    def points(self, value: float) -> float:
        """What a value is worth: 0 to 1, 1/2 for 0."""
        return 0.5 * (1 + math.tanh(value / (2 * self.scale)))

    def value(self, points: float) -> float:
        """The value that is worth these points; infinite for 0 or less, and for 1 or more."""
        if not 0 < points < 1:
            return math.copysign(math.inf, points - 0.5)
        return self.scale * math.log(points / (1 - points))

    def doubt(self, sight: Sight) -> float:
        """The chance that the regret exceeds ``TOLERANCE`` [MC-2]."""
        odds = (
            self.base
            + self.depth * sight.depth / 10
            + self.unchanged * math.log(1 + sight.unchanged)
            + self.room * math.log(1 - sight.points + NEVER_SURE)
        )
        if sight.share is not None:
            odds += self.share * math.log(
                (sight.share + NEVER_SURE) / (1 - sight.share + NEVER_SURE)
            )
        if sight.attack is Attack.REFUTED:
            odds += self.refuted
        elif sight.attack is Attack.UNTRIED:
            odds += self.untried
        return min(MOST_DOUBT, 0.5 * (1 + math.tanh(odds / 2)))

    def share_out(
        self, doubt: float, best: float, rivals: Mapping[Move, float]
    ) -> dict[Move, float]:
        """Each rival's part of the doubt, by its value: the nearest to ``best`` has most.

        The parts add up to the doubt, so no rival is likelier to be better than the choice is to be
        good enough. A rival that seems better than the choice counts as equal to it.
        """
        top = self.points(best)
        weights = {
            move: math.exp(min(0.0, self.points(value) - top) / TOLERANCE)
            for move, value in rivals.items()
        }
        total = sum(weights.values())
        return {move: doubt * weight / total for move, weight in weights.items()}

    def regret(self, sight: Sight) -> float:
        """Expected regret in points."""
        return self.doubt(sight) * self.loss
