"""The numbers of the modern control, and the spread of values by depth.

Rules ``[MC-n]`` are listed in ``docs/papers/setprobe.md``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import Self

from provebest.vocabulary import BadInputError

DEFAULT_MIN_ACT = 0.05
"""The dial of the stop, for any game: a search may end once no rival has a larger chance than this
to be better. The classic control of any game has the paper's numbers (``Contention``)."""


@dataclass(frozen=True, slots=True)
class ModernSettings:
    """The numbers of the modern control, in hundredths of a pawn and shares of the budget."""

    min_act: float = DEFAULT_MIN_ACT
    """A rival whose chance is smaller is out of contention."""
    first_depth: int = 4
    """Plies of SELECT's first search of all moves."""
    spread: tuple[tuple[int, float], ...] = (
        (4, 40.0),
        (8, 30.0),
        (12, 20.0),
        (16, 13.0),
        (20, 9.0),
    )
    """How far a value at this depth is from a much deeper one: logistic scale, by depth [MC-2]."""
    gap_factor: float = 1.4
    """How many times as wide the gap is as the spread alone would make it [MC-2]."""
    separate_from: int = 10
    """Separation is tried from this depth on."""
    stable_for: int = 3
    """Depths for which the choice must have been the same before a stop is tried."""
    separate_lead: float = 0.5
    """Share of the gap by which the choice must seem to be ahead before separation is tried."""
    separate_after: float = 0.10
    """Share of the budget before which no stop is tried: a larger budget wants more certainty."""
    separate_until: float = 0.60
    """Share of the budget after which a proof could not save anything."""
    settle_after: float = 0.35
    """Share of the budget after which a choice that has settled is played [MC-11]."""
    settle_within: float = 150.0
    """A choice settles only if its value lies within this of 0, as nine in ten of the positions do
    that the curve was fitted on."""
    claim: float = 200.0
    """A rival that seems this much better than the choice is looked at again."""
    hope_until: float = 0.85
    """Share of the budget after which no rival is looked at again."""
    hope_every: int = 3
    """Plies after which rivals with hope are looked at again without a claim; 0 is never."""
    hope_lead: float = 100.0
    """Such looks prepare a stop: only if the choice seems to be this far ahead of all others."""
    overturn: float = 25.0
    """A rival becomes the choice if a deeper look finds it better by more than this [MC-9]."""
    rivals_with_hope: int = 6
    """Most rivals that are looked at together."""
    a_tempo: float = 250.0
    """A smaller margin without a check is what any extra move gives: no chance [MC-4]."""
    enough: float = 0.6
    """Share of the gap that must stand after the hope and VERIFY probes."""
    by_bounds: bool = False
    """A stop asks for bounds, not for values: enough if only the move matters [MC-15]."""
    win: float = math.inf
    """The least value that is a forced win; its negative is a forced loss."""
    losses_are_facts: bool = False
    """Whether a loss that a probe finds is certain, as it is without pruning [MC-14]."""
    in_pawns: bool = False
    """Whether values are hundredths of a pawn; sentences then give amounts in pawns."""
    deepest: int = 100
    """Plies: SELECT searches all moves no deeper."""
    in_tempos: bool = False
    """Values are tempos of the position that is searched, not hundredths of a pawn.

    What a tempo is worth is measured when a stop is first tried [MC-12], so HOPE comes not sooner.
    """

    def __post_init__(self) -> None:
        if self.in_tempos and self.hope_until > 0:
            raise BadInputError(
                "numbers in tempos are measured when a stop is tried: hope_until must be 0"
            )

    def at(self, tempo: float) -> Self:
        """The same settings in the units of a game in which a tempo is worth this much [MC-12]."""
        return replace(
            self,
            spread=tuple((depth, tempo * scale) for depth, scale in self.spread),
            claim=tempo * self.claim,
            hope_lead=tempo * self.hope_lead,
            overturn=tempo * self.overturn,
            a_tempo=tempo * self.a_tempo,
            in_tempos=False,
        )

    def in_a_game(self) -> Self:
        """The same settings for a move in a game, where a stop saves time for other moves [MC-15].

        Nothing is searched that does not serve the stop, and the stop itself costs little. The gap
        is .37 of an analysis's, so a rival that far behind has a larger chance than MinAct by
        spread; what such stops cost was measured instead.
        """
        return replace(
            self,
            gap_factor=0.52,
            separate_from=9,
            stable_for=2,
            separate_lead=-math.inf,
            separate_after=0.03,
            settle_after=math.inf,
            hope_until=0.0,
            by_bounds=True,
        )

    def scale(self, depth: int) -> float:
        """The spread at a depth: linear between depths of the table, constant beyond its ends."""
        table = self.spread
        if depth <= table[0][0]:
            return table[0][1]
        for (d0, s0), (d1, s1) in pairwise(table):
            if depth <= d1:
                return s0 + (s1 - s0) * (depth - d0) / (d1 - d0)
        return table[-1][1]

    def upset(self, ahead: float, depth: int) -> float:
        """The chance that a rival this far behind at this depth is really better, by spread alone.

        A logistic tail: 1/2 at ``ahead == 0``, towards 0 as it grows.
        """
        return 0.5 * (1 - math.tanh(ahead / (2 * self.scale(depth))))

    def gap(self, depth: int) -> float:
        """The lead from which on a rival's chance is below MinAct by spread alone [MC-2]."""
        return self.gap_factor * self.scale(depth) * math.log((1 - self.min_act) / self.min_act)


ANY_GAME = ModernSettings(
    first_depth=1,
    spread=((1, 0.3),),
    separate_from=3,
    stable_for=2,
    separate_lead=-math.inf,
    settle_after=math.inf,
    hope_until=0.0,
    overturn=0.15,
    a_tempo=1.5,
    losses_are_facts=True,
    in_tempos=True,
)
"""Numbers for any game, in tempos; the spread was measured on connect-4, 6 x 5 [MC-13]."""


def a_tempo(margins: Iterable[float]) -> float:
    """What an extra move is worth: the median of what moves hope for beyond their values [MC-12].

    Infinite if that is 0 or there are no margins: nothing is known of the spread then, and no lead
    is large enough.
    """
    found = list(margins)
    return (median(found) if found else 0.0) or math.inf
