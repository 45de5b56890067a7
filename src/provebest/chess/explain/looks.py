"""The moves of a claim, searched one depth after another, all to the same depth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from threading import Event

from provebest.chess.explain.annotating import stands_alone
from provebest.chess.explain.losses import lost_points
from provebest.chess.explain.notes import LEAST_COST
from provebest.games.chess_values import MATES_FROM
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.deepening import DEEPEST, SetProbe, deepen
from provebest.search.setprobe.law import Attack, Law, Sight
from provebest.search.setprobe.set_prober import SetProber, SetValue

DEPTHS = 3
"""The last depths at each of which an only move must be one, and a mark deserved."""
COUNTED = 5
"""The last depths whose mean cost a mark needs."""
ENOUGH = 0.05
"""Of the law's doubt of what the last depths say: at this a claim is settled, unless a mark is at
stake."""
TOO_MUCH = 0.3
"""If more of it is left at the end, nothing is confirmed."""
AT_STAKE = 0.02
"""A mean cost from which a mark is at stake."""
BEYOND_DOUBT = 0.2
"""A mean and least cost from which it is not, if there is not too much doubt: it is deserved."""


@dataclass(frozen=True, slots=True)
class Look:
    """The moves that a claim compares, at one depth; values are for the side to move."""

    depth: int
    better: SetValue[str]
    """The best of all moves but the played one; or the only move, if that was played."""
    played: SetValue[str] | None
    """None if the only move was played."""
    rest: SetValue[str] | None
    """All moves but the one that is called the only move; None if none is."""

    @property
    def cost(self) -> float:
        """Expected points that the played move loses."""
        if self.played is None:
            return 0.0
        return lost_points(self.better.value, self.played.value)

    @property
    def bad(self) -> bool:
        """Whether the played move deserves a mark."""
        return self.cost >= LEAST_COST[-1][0]

    @property
    def only(self) -> bool:
        """Whether every other move is as much worse as an only move needs."""
        return self.rest is not None and stands_alone(self.better.value, self.rest.value)

    @property
    def finding(self) -> tuple[bool, bool]:
        """What this depth says: ``bad`` and ``only``."""
        return self.bad, self.only

    @property
    def mates(self) -> bool:
        """Whether a mate makes the difference: no law is needed then."""
        others = [found.value for found in (self.played, self.rest) if found is not None]
        return self.better.value >= MATES_FROM or max(others, default=0.0) <= -MATES_FROM


@dataclass(frozen=True, slots=True)
class Comparing:
    """Compares the moves of a claim, one depth after another.

    The best of ``choices`` is compared with the played move if there is one, and ``others`` are
    searched together if there are any.
    """

    sets: SetProber[str]
    choices: Sequence[str]
    played: str | None
    others: Sequence[str]
    law: Law
    cancel: Event | None = None
    between: Callable[[], float] = lambda: 0.0
    """Called after each depth; returns the seconds that it has waited, which are not counted."""

    def until_settled(self, budget: Budget, first: int) -> list[Look]:
        """The looks of every depth, until the law has little doubt or the budget is used up."""
        looks: list[Look] = []
        for look in self._looks(budget, first):
            looks.append(look)
            mated = look.mates and len(looks) >= DEPTHS
            if mated or (len(looks) >= COUNTED and doubt_of(looks, self.law) <= ENOUGH):
                break
        return looks

    def while_at_stake(self, looks: Sequence[Look], budget: Budget, deepest: int) -> list[Look]:
        """The same looks and those of greater depths, while they leave a mark at stake."""
        made = list(looks)
        if self._is_at_stake(made):
            for look in self._looks(budget, made[-1].depth + 1, deepest):
                made.append(look)
                if not self._is_at_stake(made):
                    break
        return made

    def _is_at_stake(self, looks: Sequence[Look]) -> bool:
        """Whether a longer search may decide if there is a mark."""
        if not looks or all(look.mates for look in looks[-DEPTHS:]):
            return False
        mean = mean_cost(looks)
        if mean < AT_STAKE:
            return False
        unsure = len(looks) < COUNTED or doubt_of(looks, self.law) > TOO_MUCH
        return unsure or min(mean, least_cost(looks)) < BEYOND_DOUBT

    def _looks(self, budget: Budget, first: int, deepest: int = DEEPEST) -> Iterator[Look]:
        def look(
            probe: SetProbe[str],
        ) -> tuple[SetValue[str], SetValue[str] | None, SetValue[str] | None]:
            better = probe(self.choices)
            against = None if self.played is None else probe([self.played])
            return better, against, probe(self.others) if self.others else None

        depths = deepen(self.sets, budget, look, first=first, deepest=deepest, cancel=self.cancel)
        for depth, found in depths:
            yield Look(depth, *found)
            budget.begun += self.between()


def doubt_of(looks: Sequence[Look], law: Law) -> float:
    """The law's doubt of the last finding: that a much longer search would find another.

    The better move is the choice; the depths before at which the finding was the same count as
    depths at which it was unchanged.
    """
    last = looks[-1]
    unchanged = 0
    for look in reversed(looks[:-1]):
        if look.finding != last.finding:
            break
        unchanged += 1
    points = law.points(last.better.value)
    return law.doubt(Sight(last.depth, unchanged, None, points, Attack.HELD))


def least_cost(looks: Sequence[Look]) -> float:
    """The least of the costs at the last ``DEPTHS``."""
    return min(look.cost for look in looks[-DEPTHS:])


def mean_cost(looks: Sequence[Look]) -> float:
    """The mean of the costs at the last depths that count for a mark."""
    return fmean(look.cost for look in looks[-COUNTED:])


def typical_of(looks: Sequence[Look]) -> Look:
    """The look that is told: of the last ones, the one whose cost is nearest to their mean.

    Of equal ones the deepest is told.
    """
    mean = mean_cost(looks)
    return min(reversed(looks[-COUNTED:]), key=lambda look: abs(look.cost - mean))
