"""The settings of the modern control: the law, its price, and the scale of a game.

Rules ``[MC-n]`` are listed in ``docs/papers/setprobe.md``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from statistics import median
from typing import Self

from provebest.search.setprobe.law import MOST_DOUBT, Law, Sight

DEFAULT_MIN_ACT = 0.05
"""The dial of the stop, for any game: a search may end once the doubt is not above this. The
classic control of any game has the paper's numbers (``Contention``)."""

CHESS = Law(
    base=1.05,
    depth=-1.08,
    unchanged=-0.60,
    share=-0.31,
    room=0.44,
    refuted=1.64,
    untried=0.83,
    loss=0.158,
    scale=114.0,
)
"""For the compiled search of chess; the unit is a hundredth of a pawn. Fitted by
``python -m studies.law``, which prints the errors; the scale by ``studies.winning_chances``."""

CAUTION = 1.81
"""The part of the base that is for kinds of positions harder than those of the fit."""

OTHER_ENGINE = Law(
    base=0.59,
    depth=-0.70,
    unchanged=-1.06,
    share=0.0,
    room=0.60,
    refuted=1.11,
    untried=0.30,
    loss=0.165,
    scale=114.0,
)
"""Over another engine, which does not say where its nodes went; fitted over Stockfish 15.1."""

TIME_PRICE = 0.0057
"""Points that the whole time of a move wins if all moves of the game share it, +- 0.0008; measured
by ``python -m studies.time_price`` at 10,000 and at ``PRICED_AT`` nodes a move."""
PRICED_AT = 30_000
PRICE_FALLS = 0.5
"""The power of the nodes by which the price falls, because another depth wins less by the law: four
times the nodes are 2.5 plies more, and lower what one more ply wins to half of it."""


def time_price(nodes: float) -> float:
    """The price of a move's time that is enough for this many nodes [MC-4]."""
    return TIME_PRICE * math.pow(max(1.0, nodes) / PRICED_AT, -PRICE_FALLS)


@dataclass(frozen=True, slots=True)
class ModernSettings:
    """What the law needs to know; values are in the unit of the law's scale."""

    min_act: float = DEFAULT_MIN_ACT
    """The dial: the search may stop if the doubt is not above this [MC-3]. 0: it never does."""
    law: Law = CHESS
    time_price: float = 0.0
    """On a clock: the points that a move's whole time is worth later [MC-4]. 0: an analysis."""
    first_depth: int = 6
    """Plies of the first search of all moves; the law was fitted from here on."""
    deeper: int = 5
    """Plies that the attacks on a choice search deeper than SELECT [MC-5]. A prober that prunes
    little can afford fewer: an attack should cost no more than all before it."""
    rivals_apart: bool = True
    """Whether the attacks search the rivals and the choice apart. If not, one search of all moves
    is both, for a prober that cannot be asked for a bound alone [MC-5]."""
    kept: float = 0.0
    """The share of the budget that SELECT leaves for a last attack by the rivals [MC-5]."""
    win: float = math.inf
    """The least value that is a forced win; its negative is a forced loss."""
    losses_are_facts: bool = False
    """Whether a loss that a search finds is certain, as it is without pruning [MC-8]."""
    deepest: int = 100
    """Plies: all moves are searched no deeper."""
    in_tempos: bool = False
    """Values are tempos of the position that is searched [MC-9]."""
    measured: bool = True
    """Whether the law's promise was tested for the game; if not, none is given."""

    def at(self, tempo: float) -> Self:
        """The same settings in the units of a game in which a tempo is worth this much [MC-9]."""
        return replace(
            self,
            law=replace(self.law, scale=tempo * self.law.scale),
            in_tempos=False,
        )

    def in_a_game(self, price: float = TIME_PRICE) -> Self:
        """The same settings for a move on the clock of a game, with this price of its time [MC-4].

        No promise is given there, so the base is that of the average position.
        """
        law = replace(self.law, base=self.law.base - CAUTION)
        return replace(self, law=law, time_price=price)

    def is_enough(self, sight: Sight, spent: float) -> bool:
        """Whether the expected regret is below the price of going on.

        [MC-3] In an analysis: whether the doubt is not above the dial. [MC-4] On a clock another
        depth takes about as long as all before it, a share ``spent`` of the move's time: whether
        it would lower the regret by less than that time is worth. The greatest doubt is never
        enough: the curve is cut there, so it does not show what a depth would win. [MC-9] Nothing
        is enough on an infinite scale, by which nobody knows what a value is worth.
        """
        if math.isinf(self.law.scale):
            return False
        doubt = self.law.doubt(sight)
        if not self.time_price:
            return doubt <= self.min_act
        if doubt >= MOST_DOUBT:
            return False
        saved = self.law.regret(sight) - self.law.regret(sight.deeper())
        return saved <= self.time_price * spent


ANY_GAME = ModernSettings(
    law=replace(CHESS, scale=1.5),
    first_depth=1,
    deeper=2,
    losses_are_facts=True,
    in_tempos=True,
    measured=False,
)
"""For any game, in tempos: the curve is that of chess [MC-9]."""


def a_tempo(margins: Iterable[float]) -> float:
    """What an extra move is worth: the median of what moves hope for beyond their values [MC-9].

    Infinite if that is 0 or there are no margins: nothing is known of the scale then.
    """
    found = list(margins)
    return (median(found) if found else 0.0) or math.inf
