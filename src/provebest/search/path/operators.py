"""Operator selection: develop a node one operator at a time. [R72-9].

Rosenberg, section 2.1.1, on the later Graph Traverser: nodes are undeveloped, partially developed
or fully developed, and a partially developed one remembers which operators are still to be tried.
"""

from __future__ import annotations

from typing import Generic, Literal

from provebest.problems.protocol import Action, Problem, State
from provebest.search.path.node import PathNode

OperatorOrder = Literal["fixed", "learned"]
OPERATOR_ORDERS: tuple[OperatorOrder, ...] = ("fixed", "learned")


class OperatorSelection(Generic[State, Action]):
    """Chooses the next operator of a node: in the problem's order, or by past success.

    ``learned`` prefers the operator that has most often led to a state with a smaller estimate
    than the one it was applied to; the problem's order breaks ties, so runs repeat exactly.
    """

    def __init__(self, problem: Problem[State, Action], order: OperatorOrder) -> None:
        self._problem, self._order = problem, order
        self._tried: dict[Action, int] = {}
        self._helped: dict[Action, int] = {}

    def take(self, node: PathNode[State, Action]) -> tuple[Action, State, float] | None:
        """Takes the next step out of ``node.remaining`` and returns it; None if there is none.

        On the first call for a node all its steps are asked of the problem at once.
        """
        if node.remaining is None:
            node.remaining = list(self._problem.successors(node.state))
        if not node.remaining:
            return None
        place = 0
        if self._order == "learned":
            place = max(
                range(len(node.remaining)),
                key=lambda i: (self._rate(node.remaining[i][0]), -i),  # type: ignore[index]
            )
        return node.remaining.pop(place)

    def learn(self, action: Action, *, helped: bool) -> None:
        """Records whether an operator led to a smaller estimate; called once for each new state."""
        self._tried[action] = self._tried.get(action, 0) + 1
        self._helped[action] = self._helped.get(action, 0) + helped

    def _rate(self, action: Action) -> float:
        # The share of successes, with one success and one failure assumed beforehand.
        return (self._helped.get(action, 0) + 1) / (self._tried.get(action, 0) + 2)
