"""Decides why a rival was not chosen: one kind of reason for each, by rules in a fixed order."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from provebest.argument.evidence import Chance, Evidence, Look
from provebest.argument.parts import Kind, Rival
from provebest.search.probability.result import ProbabilityResult, RootMove

CLEARLY = 2
"""Times what a rival must cost to be called worse: then it is worse beyond doubt, and a shallow
search is enough."""
MUCH = 3
"""Times the same: a rival that costs as much is worse whatever the doubt."""
SEEMS_BETTER = 0.25
"""Share of what is about equal: a rival that seemed better by more is not called equal."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Compares the rivals of a result with its choice."""

    result: ProbabilityResult[Any]
    evidence: Evidence[Any]
    chance: Chance
    least: float
    """MinAct: the smallest chance that counts."""
    near: float
    """Without evidence on rivals, one less than this behind the choice gets its own sentence."""
    as_good: float
    """A difference in points that is not above this decides nothing."""
    points: Callable[[float], float] = float
    """What a value is worth, on the scale of ``as_good``."""
    slightly: float = 0.0
    """A difference in points below which a rival is not called worse: searches of single moves see
    less far than that of the choice, and their values differ by as much."""
    least_win: float = math.inf
    """A value from which the game is won by force, and no other move is as good."""

    won: float = math.inf
    """A value from which a position is decided; there ``clear`` counts, as points hardly differ."""
    clear: float = math.inf
    """A difference of values that makes one of two wins or losses the better one."""

    def judge(self, rival: RootMove[Any]) -> Rival[Any]:
        """The rival with its kind: proved, searched, bounded; else by the first look at it."""
        goal, look, rest = self.result.value, self._look(rival), None
        if look is None:
            rest = self._capped(self.evidence.rest)
        chance = self.chance(goal, rival, look or rest)
        if self.result.proved and rival.bounds is not None:
            return _rival(rival, Kind.PROVED, 0.0, value=rival.bounds[1], at_most=True)
        if look is not None:
            kind = self._compare(look, chance)
            if kind is Kind.EQUAL and self._seemed_better(rival):
                kind = Kind.CLOSE
            return _rival(rival, kind, chance, look.value, look, at_most=look.at_most)
        if rest is not None and self._behind(rest.value) >= -self.as_good:
            bounded = _rival(rival, Kind.BOUNDED, chance, rest.value, at_most=True)
            return replace(bounded, depth=rest.depth)
        return _rival(rival, self._kind_by_first_look(rival, chance), chance)

    def _look(self, rival: RootMove[Any]) -> Look[Any] | None:
        return self._capped(self.evidence.looks.get(rival.move))

    def _seemed_better(self, rival: RootMove[Any]) -> bool:
        """Whether the search of the rival alone found clearly more than the choice is worth."""
        look = self.evidence.looks.get(rival.move)
        return look is not None and self._behind(look.value) < -SEEMS_BETTER * self.as_good

    def _capped(self, look: Look[Any] | None) -> Look[Any] | None:
        """The look, not above the choice if a search of all moves saw as far or farther."""
        if look is None or look.value <= self.result.value or look.depth > self.evidence.depth:
            return look
        return replace(look, value=self.result.value, at_most=True)

    def _kind_by_first_look(self, rival: RootMove[Any], chance: float | None) -> Kind:
        """By its value and hope, and by the line of the tree if it was expanded."""
        goal = self.result.value
        if self._is_as_good(rival.real):
            return self._close if rival.effort > 0 and rival.real <= goal else Kind.OPEN
        if rival.hope is not None and rival.hope <= goal:
            return Kind.NO_HOPE
        unlikely = chance is not None and chance < self.least
        if rival.effort > 0 and len(rival.line) > 1 and (unlikely or rival.real < goal - self.near):
            return Kind.HELD
        return Kind.UNLIKELY if unlikely else Kind.OPEN

    def _compare(self, look: Look[Any], chance: float | None) -> Kind:
        """``HELD`` (worse) only if the chance that it is better does not count.

        It must also be more than slightly worse, at the last two depths of its search, and clearly
        worse if that was a shallow one. If it is much worse at both, the chance does not matter: it
        is a part of the doubt, which is shared out among the rivals, however far behind they are. A
        forced loss is worse than anything else, and of two the sooner one.
        """
        value = look.value
        if value <= -self.least_win and value < self.result.value:
            return Kind.HELD
        behind = self._behind(value)
        if self._is_as_good(value) and behind >= -self.as_good:
            return self._close
        times = CLEARLY if look.shallow else 1
        if value >= self.result.value or not self._costs(look.kindest, times):
            return Kind.OPEN
        unlikely = chance is None or chance < self.least
        return Kind.HELD if unlikely or self._costs(look.kindest, MUCH) else Kind.OPEN

    def _is_as_good(self, value: float) -> bool:
        """Whether it is at most ``as_good`` behind.

        Only a forced win is as good as one, and of two wins or losses the one that is clearly ahead
        is better. Of forced losses the latest is better: every one is a fact.
        """
        if value < self.least_win <= self.result.value:
            return False
        if value <= -self.least_win and value < self.result.value:
            return False
        return self._behind(value) <= self.as_good and not self._is_clear(value)

    def _costs(self, value: float, times: int = 1) -> bool:
        """Whether it is worse, or so many times as far behind as that needs."""
        return self._behind(value) >= times * self.slightly or self._is_clear(value, times)

    def _is_clear(self, value: float, times: int = 1) -> bool:
        """Whether it is a decided game in which the choice is clearly ahead."""
        decided = max(abs(self.result.value), abs(value)) >= self.won
        return decided and value < self.result.value - times * self.clear

    def _behind(self, value: float) -> float:
        """Points by which a value is worse than the choice."""
        return self.points(self.result.value) - self.points(value)

    @property
    def is_sure(self) -> bool:
        """Whether the search ended by itself and its doubt does not count."""
        doubt = self.result.doubt
        return doubt is not None and doubt <= self.least and self.result.natural

    def has_no_rival(self, rivals: Iterable[Rival[Any]]) -> bool:
        """Whether the doubt does not count and every rival was searched and is clearly worse.

        Then it does not matter that a limit ended the search.
        """
        doubt = self.result.doubt
        searched = all(
            rival.kind in {Kind.HELD, Kind.BOUNDED} and self._costs(rival.value, CLEARLY)
            for rival in rivals
        )
        return doubt is not None and doubt <= self.least and searched

    @property
    def _close(self) -> Kind:
        """``EQUAL`` if the search is sure."""
        return Kind.EQUAL if self.is_sure else Kind.CLOSE

    def matters(self, rival: RootMove[Any]) -> bool:
        """Whether the rival gets a sentence of its own."""
        if self.evidence.rest is not None or self.evidence.looks:
            return rival.move in self.evidence.looks
        goal = self.result.value
        return (
            rival.real > goal - self.near
            or (rival.hope is not None and rival.hope > goal)
            or rival.effort > 0
        )


def _rival(
    of: RootMove[Any],
    kind: Kind,
    chance: float | None,
    value: float | None = None,
    look: Look[Any] | None = None,
    *,
    at_most: bool = False,
) -> Rival[Any]:
    """A rival with its own value and line, or with those of a search of it."""
    return Rival(
        move=of.move,
        kind=kind,
        value=of.real if value is None else value,
        hope=of.hope,
        chance=chance,
        line=of.line if look is None else look.line,
        depth=None if look is None else look.depth,
        effort=of.effort,
        at_most=at_most,
    )
