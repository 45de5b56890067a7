"""Decides why a rival was not chosen: one kind of reason for each, by rules in a fixed order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from provebest.argument.evidence import Chance, Evidence, Look
from provebest.argument.parts import Kind, Rival
from provebest.search.probability.result import ProbabilityResult, RootMove


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

    def judge(self, rival: RootMove[Any]) -> Rival[Any]:
        """The rival with its kind: proved, searched, bounded; else by the first look at it."""
        goal, look, rest = self.result.value, self.evidence.looks.get(rival.move), None
        if look is None:
            rest = self.evidence.rest
        chance = self.chance(goal, rival, look or rest)
        if self.result.proved and rival.bounds is not None:
            return _rival(rival, Kind.PROVED, 0.0, value=rival.bounds[1], at_most=True)
        if look is not None:
            kind = self._compare(look.value, chance)
            return _rival(rival, kind, chance, look.value, look, at_most=look.at_most)
        if rest is not None and self._behind(rest.value) >= -self.as_good:
            bounded = _rival(rival, Kind.BOUNDED, chance, rest.value, at_most=True)
            return replace(bounded, depth=rest.depth)
        return _rival(rival, self._kind_by_first_look(rival, chance), chance)

    def _kind_by_first_look(self, rival: RootMove[Any], chance: float | None) -> Kind:
        """By its value and hope, and by the line of the tree if it was expanded."""
        goal = self.result.value
        if self._behind(rival.real) <= self.as_good:
            return self._close if rival.effort > 0 and rival.real <= goal else Kind.OPEN
        if rival.hope is not None and rival.hope <= goal:
            return Kind.NO_HOPE
        unlikely = chance is not None and chance < self.least
        if rival.effort > 0 and len(rival.line) > 1 and (unlikely or rival.real < goal - self.near):
            return Kind.HELD
        return Kind.UNLIKELY if unlikely else Kind.OPEN

    def _compare(self, value: float, chance: float | None) -> Kind:
        """``HELD`` (worse) only if the chance that it is better does not count."""
        behind = self._behind(value)
        if abs(behind) <= self.as_good:
            return self._close
        worse = behind > 0 and (chance is None or chance < self.least)
        return Kind.HELD if worse else Kind.OPEN

    def _behind(self, value: float) -> float:
        """Points by which a value is worse than the choice."""
        return self.points(self.result.value) - self.points(value)

    @property
    def _close(self) -> Kind:
        """``EQUAL`` if the search ended by itself and its doubt does not count."""
        doubt = self.result.doubt
        settled = doubt is not None and doubt <= self.least and self.result.natural
        return Kind.EQUAL if settled else Kind.CLOSE

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
