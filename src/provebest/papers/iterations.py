"""Clocks of evaluations, for searches that deepen and for those that go step by step."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from provebest.search import Deepening
from provebest.vocabulary import Stopped

Chosen = tuple[int, int, bool]
"""A move, what it cost, and whether the search ended by itself (not by its clock)."""


class Counting(Protocol):
    """A game that counts its evaluations."""

    evaluations: int


@dataclass(slots=True)
class Iterations:
    """What the iterations of one search have cost so far."""

    width: int
    """Moves to choose from: half of it is how the second iteration is expected to grow."""
    costs: list[int] = field(default_factory=list)

    def payable(self, spent: int, allowed: int) -> bool:
        """Whether another fits into what is allowed if it grows as the last did; the first does."""
        if not self.costs:
            return True
        before = self.costs[-2] if len(self.costs) > 1 else 0
        growth = self.costs[-1] / before if before else self.width / 2
        return spent + self.costs[-1] * growth <= allowed


def deepened(search: Deepening[Any, int], counted: Counting, width: int, allowed: int) -> Chosen:
    """Iteration by iteration; the first is always made, one that cannot be paid is not begun."""
    iterations = Iterations(width)
    while search.stopped is None and iterations.payable(counted.evaluations, allowed):
        before = counted.evaluations
        search.step()
        iterations.costs.append(counted.evaluations - before)
    return search.line[0], counted.evaluations, search.stopped is not None


def stepped(search: Any, counted: Counting, allowed: int) -> Chosen:
    """Step by step; one that was begun is finished."""
    search.step()  # without it there is no move to choose from
    while search.stopped is None and counted.evaluations < allowed:
        search.step()
    move = search.result(search.stopped or Stopped.NODE_LIMIT).move
    return move, counted.evaluations, search.stopped is not None
