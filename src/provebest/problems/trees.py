"""Misleading trees: the worst case of best-first search, as Pohl analyses it.

Rules ``[R72-n]`` are listed in ``docs/papers/rosenberg1972.md``.
"""

from __future__ import annotations

import math

from provebest.problems.protocol import Problem
from provebest.vocabulary import BadInputError


class MisledTree(Problem[tuple[int, ...], int]):
    """An infinite tree in which each node has ``branching`` children and one node is the goal.

    The goal lies ``depth`` steps below the start. A state is ``(j, b1, b2, ...)``: ``j`` steps down
    the solution path, then the branches taken after leaving it; ``(j,)`` is on the path and
    ``(depth,)`` is the goal. The distance of a node is measured as if steps could be undone: the
    steps back up to the solution path, and then down it to the goal.

    [R72-14] The estimate is as wrong as ``error`` allows, and always misleads: it is the distance
    plus ``error`` on the solution path, the goal included, and the distance minus ``error`` off it.
    So an estimate off the path can be negative. The child on the path is generated first: a search
    that breaks ties by taking the newest node takes the other children before it.

    Raises:
        BadInputError: if branching < 1, depth < 0, or error is negative or not finite.
    """

    is_tree = True
    vouched = True

    def __init__(self, branching: int, depth: int, error: float = 0) -> None:
        if branching < 1 or depth < 0 or not 0 <= error < math.inf:
            raise BadInputError(
                f"a misled tree needs branching of 1 or more, depth of 0 or more and a finite "
                f"error of 0 or more, got {branching!r}, {depth!r} and {error!r}"
            )
        self.branching, self.depth, self.error = branching, depth, error
        self.admissible = error == 0

    def start(self) -> tuple[int, ...]:
        """Returns the root, where the solution path begins."""
        return (0,)

    def successors(self, state: tuple[int, ...]) -> list[tuple[int, tuple[int, ...], float]]:
        """Returns the children in branch order; on the solution path, branch 0 continues it."""
        steps: list[tuple[int, tuple[int, ...], float]] = [
            (branch, (*state, branch), 1) for branch in range(self.branching)
        ]
        if len(state) == 1 and state[0] < self.depth:
            steps[0] = (0, (state[0] + 1,), 1)
        return steps

    def is_goal(self, state: tuple[int, ...]) -> bool:
        """Returns whether this is the end of the solution path."""
        return state == (self.depth,)

    def distance(self, state: tuple[int, ...]) -> int:
        """Returns the steps back up to the solution path plus those from there to the goal."""
        return len(state) - 1 + self.depth - state[0]

    def estimate(self, state: tuple[int, ...]) -> float:
        """Returns the distance, plus ``error`` on the solution path, minus it off it. [R72-14]."""
        on_path = len(state) == 1
        return self.distance(state) + (self.error if on_path else -self.error)
