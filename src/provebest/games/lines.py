"""Line games: connect-k with or without gravity, tic-tac-toe, and Four Score.

Men are stored as bits. A move is the number of a stack of cells and fills its lowest free cell;
without gravity every cell is its own stack. A state holds its estimate, and a move updates it from
the lines through its cell alone, so no operation scans the whole board.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

from provebest.games.protocol import Game
from provebest.vocabulary import BadInputError

MAX_CELLS = 10_000
NAMES = ".XO"  # empty, MAX, MIN


class Men(NamedTuple):
    """A position. MAX made the first move, so MAX is to move after an even number of plies."""

    of_max: int
    of_min: int
    plies: int
    won: bool
    """Whether the last move made a line."""
    estimate: int
    """Sum over lines with men of one side only: their number squared, negative for MIN."""


class LineGame(Game[Men, int]):
    """A board of any number of dimensions; the first player with ``k`` men in a row wins.

    A win is worth ``win_value`` minus the plies it took, a loss the negative of that, a draw 0.
    Every estimate is smaller in size than the slowest win. With gravity the last axis is vertical.
    """

    def __init__(
        self, shape: tuple[int, ...], k: int, *, gravity: bool, opening: Sequence[int] = ()
    ) -> None:
        whole = all(isinstance(size, int) for size in (*shape, k))
        if not whole or min(shape) < 1 or math.prod(shape) > MAX_CELLS:
            sizes = " x ".join(str(size) for size in shape)
            raise BadInputError(
                f"a board must have 1 to {MAX_CELLS} cells, got {sizes} and k = {k!r}"
            )
        if not 2 <= k <= max(shape):
            raise BadInputError(f"k must be from 2 to {max(shape)}, the longest side, got {k}")
        self.shape, self.k = shape, k
        cells = math.prod(shape)
        height = shape[-1] if gravity else 1
        column = (1 << height) - 1
        # Cells are numbered with the last axis fastest, so the cells of a stack are consecutive.
        self._stacks = {i: column << i * height for i in range(cells // height)}
        self._tops = [(i, 1 << i * height + height - 1) for i in self._stacks]
        self.lines = tuple(_lines(shape, k))
        self._through: list[list[int]] = [[] for _ in range(cells)]
        for line in self.lines:
            for cell in range(cells):
                if line >> cell & 1:
                    self._through[cell].append(line)
        self.win_value = 1 + cells + len(self.lines) * (k - 1) ** 2
        self.value_range = (2 * k - self.win_value, self.win_value - (2 * k - 1))
        self.least_win = self.win_value - cells
        self._start = Men(0, 0, 0, won=False, estimate=0)
        for move in opening:
            self._start = self.play(self._start, move)

    def start(self) -> Men:
        """The empty board, or the position after the opening."""
        return self._start

    def moves(self, state: Men) -> Sequence[int]:
        """The numbers of the stacks that are not full; none after a win."""
        if state.won:
            return ()
        taken = state.of_max | state.of_min
        return [stack for stack, top in self._tops if not taken & top]

    def play(self, state: Men, move: int) -> Men:
        """Returns the position with one more man.

        Raises:
            BadInputError: if the move is not legal.
        """
        of_max, of_min, plies, won, estimate = state
        free = self._stacks.get(move, 0) & ~(of_max | of_min)
        if won or not free:
            legal = self.moves(state) or "none"
            raise BadInputError(f"{move!r} is not a legal move here; legal moves: {legal}")
        man = free & -free
        own, other = (of_min, of_max) if plies & 1 else (of_max, of_min)
        gained = 0
        for line in self._through[man.bit_length() - 1]:
            if not line & other:
                men = (line & own).bit_count()
                gained += 2 * men + 1
                won = won or men == self.k - 1
            elif not line & own:
                gained += (line & other).bit_count() ** 2
        if plies & 1:
            return Men(of_max, own | man, plies + 1, won, estimate - gained)
        return Men(own | man, of_min, plies + 1, won, estimate + gained)

    def passed(self, state: Men) -> Men | None:
        """Returns the position one ply later without a new man; None if the game is over."""
        return state._replace(plies=state.plies + 1) if self.moves(state) else None

    def max_to_move(self, state: Men) -> bool:
        """Returns whether the number of plies is even."""
        return not state.plies & 1

    def value(self, state: Men) -> float:
        """Returns the exact value if the game is over, else the estimate from the open lines."""
        if state.won:
            worth = self.win_value - state.plies
            return worth if state.plies & 1 else -worth
        return 0 if state.plies == len(self._through) else state.estimate

    def show(self, state: Men) -> str:
        """The board in rows of text: X is MAX, O is MIN."""
        return "\n".join("".join(row) for row in self._rows(state))

    def man_at(self, state: Men, cell: int) -> str:
        """Returns X for a man of MAX, O for one of MIN, a dot for an empty cell."""
        return NAMES[(state.of_max >> cell & 1) + 2 * (state.of_min >> cell & 1)]

    def _rows(self, state: Men) -> list[list[str]]:
        across, fast = self.shape
        return [[self.man_at(state, i * fast + j) for j in range(fast)] for i in range(across)]


class ConnectK(LineGame):
    """``k`` in a row on an upright board: men fall to the bottom of their column.

    A move is a column, 0 at the left. Without gravity it is a cell, numbered row by row from the
    top left.
    """

    def __init__(
        self,
        width: int = 7,
        height: int = 6,
        k: int = 4,
        *,
        gravity: bool = True,
        opening: Sequence[int] = (),
    ) -> None:
        self.gravity = gravity
        shape = (width, height) if gravity else (height, width)
        super().__init__(shape, k, gravity=gravity, opening=opening)

    def _rows(self, state: Men) -> list[list[str]]:
        rows = super()._rows(state)
        return [list(row) for row in zip(*rows, strict=True)][::-1] if self.gravity else rows


class TicTacToe(ConnectK):
    """Three in a row on nine cells, 0 to 8 from the top left."""

    def __init__(self, *, opening: Sequence[int] = ()) -> None:
        super().__init__(3, 3, 3, gravity=False, opening=opening)


class FourScore(LineGame):
    """Four in a row in a cube: 4 x 4 pegs that hold four balls each; 76 lines.

    A move is a peg, 0 to 15, row by row. Boards are shown level by level, the lowest on the left.
    """

    def __init__(self, *, opening: Sequence[int] = ()) -> None:
        super().__init__((4, 4, 4), 4, gravity=True, opening=opening)

    def _rows(self, state: Men) -> list[list[str]]:
        levels = range(4)
        return [
            [
                " " * (level > 0)
                + "".join(self.man_at(state, 16 * x + 4 * y + level) for y in levels)
                for level in levels
            ]
            for x in levels
        ]


def _lines(shape: tuple[int, ...], k: int) -> list[int]:
    """Returns every line of k cells once, as a bit mask."""
    strides = [math.prod(shape[axis + 1 :]) for axis in range(len(shape))]
    # One of each pair of opposite directions: the first component that is not 0 is positive.
    ways = [
        way for way in itertools.product((-1, 0, 1), repeat=len(shape)) if way > (0,) * len(way)
    ]
    masks = []
    for way in ways:
        step = sum(one * stride for one, stride in zip(way, strides, strict=True))
        for cell in itertools.product(*(range(size) for size in shape)):
            last = [at + (k - 1) * one for at, one in zip(cell, way, strict=True)]
            if all(0 <= at < size for at, size in zip(last, shape, strict=True)):
                first = sum(at * stride for at, stride in zip(cell, strides, strict=True))
                masks.append(sum(1 << first + i * step for i in range(k)))
    return masks
