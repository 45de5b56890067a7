"""Any networkx graph as a problem. Networkx is not imported: a graph with its methods will do."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Protocol, cast

from provebest.problems.checked import GREATEST_COST, PLAIN_NUMBERS, is_cost, truth
from provebest.problems.protocol import Problem
from provebest.vocabulary import BadInputError, guard

EdgeCost = Callable[[Any, Any, Any], float]
"""A function from the two ends of an edge and its data to its cost."""


class AnyGraph(Protocol):
    """What a graph must have: Graph, DiGraph, MultiGraph and MultiDiGraph all have it."""

    @property
    def adj(self) -> Mapping[Any, Mapping[Any, Any]]:
        """Each node's neighbours, and for each neighbour the data of the edge to it."""

    def is_multigraph(self) -> bool:
        """Returns whether ``adj`` holds several edges, by key, for each neighbour."""


class GraphProblem(Problem[Hashable, Hashable]):
    """The path from one node of a graph to another. The action of a step is the node it leads to.

    ``goal`` is a node, or a function that tests nodes; a function that is itself a node of the
    graph is taken as a node. ``weight`` is the name of the edge attribute that holds the cost (1 if
    it is missing) or a function of ``(u, v, data)``. Of parallel edges the cheapest counts; an edge
    of infinite weight is ignored. The graph is read once, here: later changes to it have no effect.

    ``estimate`` is a function from a node to the estimated cost from there to a goal. Pass
    ``admissible=True`` if it never exceeds the true cost; proofs rely on it.

    Raises:
        BadInputError: if the start or goal is not in the graph, or a weight is not a cost.
    """

    vouched = True

    def __init__(
        self,
        graph: AnyGraph,
        start: Hashable,
        goal: Hashable | Callable[[Any], bool],
        *,
        weight: str | EdgeCost = "weight",
        estimate: Callable[[Any], float] | None = None,
        admissible: bool | None = None,
    ) -> None:
        cost = weight if callable(weight) else _attribute(weight)
        several = graph.is_multigraph()
        self._steps = {
            node: _steps_from(node, neighbours, cost, several=several)
            for node, neighbours in graph.adj.items()
        }
        if not self._holds(start):
            raise BadInputError(f"start {start!r} is not a node of the graph")
        self._start = start
        self._goal = goal
        self._goal_test = goal if callable(goal) and not self._holds(goal) else None
        if self._goal_test is None and not self._holds(goal):
            raise BadInputError(
                f"goal {goal!r} is neither a node of the graph nor a function that tests nodes"
            )
        self._estimate = estimate
        self.admissible = estimate is None if admissible is None else admissible

    def start(self) -> Hashable:
        """Returns the start node."""
        return self._start

    def successors(self, state: Hashable) -> list[tuple[Hashable, Hashable, float]]:
        """Returns one step for each neighbour, in the graph's own order."""
        return self._steps[state]

    def is_goal(self, state: Hashable) -> bool:
        """Returns whether this is the goal node, or passes the goal test."""
        if self._goal_test is None:
            return state == self._goal
        guard().check()
        found: Any = self._goal_test(state)
        if found is True or found is False:
            return found
        return truth(found, f"the goal test of node {state!r}")

    def estimate(self, state: Hashable) -> float:
        """Returns the given estimate, or 0 if none was given.

        Raises:
            BadInputError: if the estimate is not a cost.
        """
        if self._estimate is None:
            return 0
        guard().check()
        found = self._estimate(state)
        if type(found) in PLAIN_NUMBERS and 0 <= found <= GREATEST_COST:
            return found
        return _checked(found, f"node {state!r} has the estimate")

    def _holds(self, node: Hashable) -> bool:
        try:
            return node in self._steps
        except TypeError:  # an unhashable object cannot be a node
            return False


def _attribute(name: str) -> EdgeCost:
    def cost(_from: Any, _to: Any, data: Any) -> Any:
        return data.get(name, 1)

    return cost


def _steps_from(
    node: Hashable, neighbours: Mapping[Any, Any], cost: EdgeCost, *, several: bool
) -> list[tuple[Hashable, Hashable, float]]:
    steps: list[tuple[Hashable, Hashable, float]] = []
    for to, data in neighbours.items():
        what = f"edge {node!r} to {to!r} has the weight"
        edges = data.values() if several else [data]
        cheapest = min(_checked(cost(node, to, edge), what) for edge in edges)
        if cheapest < math.inf:
            steps.append((to, to, cheapest))
    return steps


def _checked(given: object, what: str) -> float:
    cost = cast("float", given)
    if not is_cost(given) and given != math.inf:
        raise BadInputError(f"{what} {given!r}; expected a number that is 0 or more")
    return cost
