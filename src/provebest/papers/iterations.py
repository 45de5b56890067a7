"""Limits the evaluations of searches that deepen and of searches that go step by step."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from provebest.search import Deepening
from provebest.vocabulary import Stopped

Chosen = tuple[int, int, bool]
"""A move, the evaluations it cost, and whether the search ended by itself (not by its limit)."""


class Counting(Protocol):
    """A game that counts its evaluations."""

    evaluations: int


@dataclass(slots=True)
class Iterations:
    """The evaluations that the iterations of one search have cost so far."""

    width: int
    """Number of moves; the second iteration is expected to cost ``width / 2`` times the first."""
    costs: list[int] = field(default_factory=list)

    def payable(self, spent: int, allowed: int) -> bool:
        """Whether another iteration fits if costs grow as they last did; always for the first."""
        if not self.costs:
            return True
        before = self.costs[-2] if len(self.costs) > 1 else 0
        growth = self.costs[-1] / before if before else self.width / 2
        return spent + self.costs[-1] * growth <= allowed


def run_deepening(
    search: Deepening[Any, int], counted: Counting, width: int, allowed: int
) -> Chosen:
    """Runs iterations until the next would exceed ``allowed``; the first is always run."""
    iterations = Iterations(width)
    while search.stopped is None and iterations.payable(counted.evaluations, allowed):
        before = counted.evaluations
        search.step()
        iterations.costs.append(counted.evaluations - before)
    return search.line[0], counted.evaluations, search.stopped is not None


def run_steps(search: Any, counted: Counting, allowed: int) -> Chosen:
    """Runs steps until ``allowed`` evaluations are spent; a step is always finished."""
    search.step()  # before it there is no move
    while search.stopped is None and counted.evaluations < allowed:
        search.step()
    move = search.result(search.stopped or Stopped.NODE_LIMIT).move
    return move, counted.evaluations, search.stopped is not None
