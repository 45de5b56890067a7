"""Trees made to mislead: the worst case of a best-first search, as Pohl analyses it.

Rules ``[R72-n]`` are listed in ``docs/papers/rosenberg1972.md``.
"""

from __future__ import annotations

import math

from provebest.problems.protocol import Problem
from provebest.vocabulary import BadInputError


class MisledTree(Problem[tuple[int, ...], int]):
    """A tree without end in which each node has ``branching`` children and one has the goal.

    The goal lies ``depth`` steps below the start. A state is ``(j, b1, b2, ...)``: ``j`` steps down
    the solution path, then the branches taken away from it; ``(j,)`` is on the path and
    ``(depth,)`` is the goal. The distance of a node is counted as if one could go back up: the
    steps back to the solution path, and then the rest of it.

    [R72-14] The estimate is as wrong as its error allows, and always to the search's harm: the
    distance plus ``error`` on the solution path, the goal included, and the distance less ``error``
    off it. So an estimate off the path can be negative. The child on the path is made first: a
    search that takes the newest of equals takes the others before it.

    Raises:
        BadInputError: for a tree that cannot be.
    """

    is_tree = True
    vouched = True

    def __init__(self, branching: int, depth: int, error: float = 0) -> None:
        if branching < 1 or depth < 0 or not 0 <= error < math.inf:
            raise BadInputError(
                f"a misled tree needs 1 child or more, a depth of 0 or more and a finite error of "
                f"0 or more, got {branching!r}, {depth!r} and {error!r}"
            )
        self.branching, self.depth, self.error = branching, depth, error
        self.admissible = error == 0

    def start(self) -> tuple[int, ...]:
        """The root, where the solution path begins."""
        return (0,)

    def successors(self, state: tuple[int, ...]) -> list[tuple[int, tuple[int, ...], float]]:
        """The children in the order of their branches; branch 0 of the solution path follows it."""
        steps: list[tuple[int, tuple[int, ...], float]] = [
            (branch, (*state, branch), 1) for branch in range(self.branching)
        ]
        if len(state) == 1 and state[0] < self.depth:
            steps[0] = (0, (state[0] + 1,), 1)
        return steps

    def is_goal(self, state: tuple[int, ...]) -> bool:
        """Whether this is the end of the solution path."""
        return state == (self.depth,)

    def distance(self, state: tuple[int, ...]) -> int:
        """Steps back up to the solution path, and from there down to the goal."""
        return len(state) - 1 + self.depth - state[0]

    def estimate(self, state: tuple[int, ...]) -> float:
        """The distance, plus the error on the solution path and less the error off it. [R72-14]."""
        on_path = len(state) == 1
        return self.distance(state) + (self.error if on_path else -self.error)
