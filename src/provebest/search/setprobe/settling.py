"""When a choice has settled: going on could hardly change what the move is worth [MC-11].

Separation asks whether one move is better than all others; if several are equally good, it never
ends. Then another question decides: how likely is it that the choice is within ``TOLERANCE`` of
the best? A logistic curve over what SELECT has seen answers it, fitted and tested on chess by
``python -m studies.settling``; for other games it is switched off.
"""

from __future__ import annotations

import math
from collections import deque
from typing import Generic

from provebest.search.probability.beliefs import Move
from provebest.search.setprobe.set_prober import SetValue

TOLERANCE = 15.0
"""Hundredths of a pawn by which a choice may be worse than the best and still be good enough."""
SHARES_SEEN = 3
"""The share of nodes is averaged over this many depths, the last ones."""

CURVE = (-0.40, 0.89, 1.07, 0.45)
"""Coefficients of ``Settling.traits``: 1; depth / 10; depths unchanged, at most 10, / 5; share of
nodes below the choice (0 to 1)."""
FIRST_DEPTH = 10
"""The curve was fitted from this depth on, so it is not used before."""


class Settling(Generic[Move]):
    """What SELECT has found so far, depth by depth."""

    def __init__(self) -> None:
        self.unchanged = 0
        """Depths after the first for which the choice has been the same."""
        self._choice: Move | None = None
        self._depth = 0
        self._shares: deque[float] = deque(maxlen=SHARES_SEEN)

    def see(self, choice: Move | None, found: SetValue[Move]) -> None:
        """Records a search of all moves and the choice after it; called once for each depth.

        The choice need not be the best of that search: a deeper look may have overturned it.
        """
        self.unchanged = self.unchanged + 1 if choice == self._choice else 0
        self._choice, self._depth = choice, found.depth
        if found.share is not None:
            self._shares.append(found.share)

    def traits(self) -> tuple[float, ...] | None:
        """What the curve is computed from; None below ``FIRST_DEPTH`` or if no share is known."""
        if self._depth < FIRST_DEPTH or not self._shares:
            return None
        return (
            1.0,
            self._depth / 10,
            min(self.unchanged, 10) / 5,
            sum(self._shares) / len(self._shares),
        )

    def chance(self) -> float:
        """The share (0 to 1) of such choices that were within ``TOLERANCE`` of the best.

        0 if the curve does not apply, so that nothing settles then.
        """
        traits = self.traits()
        if traits is None:
            return 0.0
        return 1 / (1 + math.exp(-sum(a * b for a, b in zip(CURVE, traits, strict=True))))
