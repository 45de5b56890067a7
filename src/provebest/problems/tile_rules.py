"""Sliding tiles in plain Python: the reference that the compiled code must equal.

Rules ``[R72-n]`` are listed in ``docs/papers/rosenberg1972.md``. This version is simple; the fast
one is ``native/tiles/puzzle.cpp``.
"""

from __future__ import annotations

from typing import Protocol

Board = bytes
Step = tuple[str, Board, float]


class TileSteps(Protocol):
    """The methods that the reference and the compiled code share."""

    def successors(self, board: Board, /) -> list[Step]:
        """Returns the boards one step away, in the order R, L, U, D."""

    def estimate(self, board: Board, /) -> int:
        """Returns the weighted estimate of the steps to the goal."""


class TileRules:
    """Steps and estimates on a board of any size, for any goal.

    The estimate is ``misplaced*E1 + position*P + sequence*S`` with whole-number weights.
    """

    def __init__(
        self, width: int, height: int, goal: Board, *, misplaced: int, position: int, sequence: int
    ) -> None:
        self.width, self.height, self.goal = width, height, goal
        self.misplaced, self.position, self.sequence = misplaced, position, sequence
        self._rings = rings(width, height)
        self._successor = [_successors_round(ring, goal) for ring in self._rings]

    def successors(self, board: Board) -> list[Step]:
        """Returns (move of the blank, board, 1) for each step. [R72-3]."""
        blank = board.index(0)
        x, y = blank % self.width, blank // self.width
        steps: list[Step] = []
        for move, dx, dy in (("R", 1, 0), ("L", -1, 0), ("U", 0, -1), ("D", 0, 1)):
            if 0 <= x + dx < self.width and 0 <= y + dy < self.height:
                to = (y + dy) * self.width + x + dx
                child = bytearray(board)
                child[blank], child[to] = child[to], child[blank]
                steps.append((move, bytes(child), 1))
        return steps

    def estimate(self, board: Board) -> int:
        """Returns E1, E2, E3 or E4, depending on the weights. [R72-1]."""
        return (
            self.misplaced * self.misplaced_count(board)
            + self.position * self.position_count(board)
            + self.sequence * self.sequence_count(board)
        )

    def misplaced_count(self, board: Board) -> int:
        """Returns E1: how many tiles are not on their goal square; the blank is not a tile."""
        return sum(here not in (0, there) for here, there in zip(board, self.goal, strict=True))

    def position_count(self, board: Board) -> int:
        """Returns P: the sum of the city-block distances of all tiles to their goal squares."""
        total = 0
        for square, tile in enumerate(board):
            if tile != 0:
                home = self.goal.index(tile)
                total += abs(square % self.width - home % self.width)
                total += abs(square // self.width - home // self.width)
        return total

    def sequence_count(self, board: Board) -> int:
        """Returns S: 2 for each ring tile not followed as in the goal, 1 for a centre. [R72-2]."""
        count = 0
        for ring, successor in zip(self._rings, self._successor, strict=True):
            if len(ring) == 1:
                count += board[ring[0]] != self.goal[ring[0]]
                continue
            listed = [board[square] for square in ring if board[square] != 0]
            following = listed[1:] + listed[:1]
            count += sum(
                2 for tile, after in zip(listed, following, strict=True)
                if successor.get(tile) != after
            )  # fmt: skip
        return count


def rings(width: int, height: int) -> list[list[int]]:
    """Returns the squares as concentric rings, each clockwise from its top left corner."""
    left = {(x, y) for x in range(width) for y in range(height)}
    found = []
    while left:
        x0, x1 = min(x for x, _ in left), max(x for x, _ in left)
        y0, y1 = min(y for _, y in left), max(y for _, y in left)
        top = [(x, y0) for x in range(x0, x1 + 1)]
        right = [(x1, y) for y in range(y0, y1 + 1)]
        bottom = [(x, y1) for x in range(x1, x0 - 1, -1)]
        back = [(x0, y) for y in range(y1, y0 - 1, -1)]
        ring = list(dict.fromkeys(top + right + bottom + back))  # corners once, order kept
        left -= set(ring)
        found.append([y * width + x for x, y in ring])
    return found


def _successors_round(ring: list[int], goal: Board) -> dict[int, int]:
    listed = [goal[square] for square in ring if goal[square] != 0]
    return dict(zip(listed, listed[1:] + listed[:1], strict=True))
