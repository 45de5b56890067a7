"""Why a rival was not chosen: one kind of reason for each, by rules in a fixed order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from provebest.argument.evidence import Chance, Evidence, Look
from provebest.argument.parts import Kind, Rival
from provebest.search.probability.result import ProbabilityResult, RootMove


@dataclass(frozen=True, slots=True)
class Judge:
    """What is asked of every rival."""

    result: ProbabilityResult[Any]
    evidence: Evidence[Any]
    chance: Chance
    least: float
    """MinAct: a smaller chance does not count."""
    near: float
    """A rival whose value is within this of the choice is always mentioned."""
    as_good: float
    """A difference no greater than this is not worth an argument."""

    def judged(self, rival: RootMove[Any]) -> Rival[Any]:
        """The first of these rules that holds: proved, looked at, bounded; else the first look."""
        goal, looked, rest = self.result.value, self.evidence.looked.get(rival.move), None
        if looked is None:
            rest = self.evidence.rest
        chance = self.chance(goal, rival, looked or rest)
        if self.result.proved and rival.bounds is not None:
            return _rival(rival, Kind.PROVED, 0.0, value=rival.bounds[1], at_most=True)
        if looked is not None:
            kind = self._compared(looked.value, chance)
            return _rival(rival, kind, chance, looked.value, looked, at_most=looked.at_most)
        if rest is not None and rest.value <= goal + self.as_good:
            told = _rival(rival, Kind.BOUNDED, chance, rest.value, at_most=True)
            return replace(told, depth=rest.depth)
        return _rival(rival, self._by_first_look(rival, chance), chance)

    def _by_first_look(self, rival: RootMove[Any], chance: float | None) -> Kind:
        """By its own values, and by the line of the tree where it was expanded."""
        goal = self.result.value
        if rival.real >= goal - self.as_good:
            return Kind.CLOSE if rival.effort > 0 and rival.real <= goal else Kind.OPEN
        if rival.hope is not None and rival.hope <= goal:
            return Kind.NO_HOPE
        unlikely = chance is not None and chance < self.least
        if rival.effort > 0 and len(rival.line) > 1 and (unlikely or rival.real < goal - self.near):
            return Kind.HELD
        return Kind.UNLIKELY if unlikely else Kind.OPEN

    def _compared(self, value: float, chance: float | None) -> Kind:
        """Worse is said only where the chance of the contrary does not count."""
        behind = self.result.value - value
        if abs(behind) <= self.as_good:
            return Kind.CLOSE
        worse = behind > 0 and (chance is None or chance < self.least)
        return Kind.HELD if worse else Kind.OPEN

    def matters(self, rival: RootMove[Any]) -> bool:
        """Whether it is argued with on its own."""
        if self.evidence.rest is not None or self.evidence.looked:
            return rival.move in self.evidence.looked
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
    looked: Look[Any] | None = None,
    *,
    at_most: bool = False,
) -> Rival[Any]:
    """By its own value and line, or by those of the search that looked at it."""
    return Rival(
        of.move,
        kind,
        of.real if value is None else value,
        of.hope,
        chance,
        of.line if looked is None else looked.line,
        None if looked is None else looked.depth,
        of.effort,
        at_most,
    )
