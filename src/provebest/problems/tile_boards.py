"""Sliding-tile boards as text and as bytes; whether one board can be reached from another."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from provebest.vocabulary import BadInputError, shorten

MAX_SQUARES = 255  # a board is a bytes object, and the compiled code indexes with one byte
PAPER_GOAL = "123804765"  # Rosenberg (1972), section 3.2: the only goal in his experiments


@dataclass(frozen=True, slots=True)
class Shape:
    """Width and height of a board."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"

    @property
    def squares(self) -> int:
        """The number of squares of the board."""
        return self.width * self.height


def read_board(text: str, shape: Shape | None = None, what: str = "board") -> tuple[bytes, Shape]:
    """Reads a board row by row; 0 is the blank.

    On a board of at most ten squares the digits may be written together (``216408753``); otherwise
    numbers are separated by spaces or commas. A ``/`` ends a row (``123/450``, ``120/``); without
    it the board is square, or has the given shape.

    Raises:
        BadInputError: if the text is not a board. The message calls it ``what``.
    """
    if not isinstance(text, str):
        raise BadInputError(f"{what} must be text such as '{PAPER_GOAL}', got {shorten(text)}")
    split = "/" in text
    lines = [line.strip() for line in text.strip().removesuffix("/").split("/")]
    together = not re.search(r"[\s,]", "".join(lines)) and len("".join(lines)) <= 10
    rows = [_numbers(line, text, what, together=together) for line in lines]
    tiles = [tile for row in rows for tile in row]
    if not tiles:
        raise BadInputError(f"{what} {shorten(text)} is empty; a board looks like {PAPER_GOAL}")
    if split:
        found = Shape(len(rows[0]), len(rows))
        if any(len(row) != found.width for row in rows):
            lengths = ", ".join(str(len(row)) for row in rows)
            raise BadInputError(
                f"{what} {shorten(text)} has rows of different lengths: {lengths} tiles"
            )
    else:
        side = math.isqrt(len(tiles))
        found = shape or Shape(side, side)
        if found.squares != len(tiles):
            wanted = (
                f"{found.squares} ({found})" if shape else "a square number, or rows split by /"
            )
            raise BadInputError(f"{what} {shorten(text)} has {len(tiles)} tiles; expected {wanted}")
    if shape is not None and found != shape:
        raise BadInputError(f"{what} {shorten(text)} is {found}, but the other board is {shape}")
    if not 2 <= found.squares <= MAX_SQUARES:
        raise BadInputError(
            f"{what} {shorten(text)} has {found.squares} squares; a board has 2 to {MAX_SQUARES}"
        )
    _check_tiles(tiles, text, what)
    return bytes(tiles), found


def show_board(board: bytes, shape: Shape) -> str:
    """Returns the board as text that ``read_board`` can read; ``/`` ends rows unless square."""
    between = "" if len(board) <= 9 else " "
    per_row = len(board) if shape.width == shape.height else shape.width
    rows = [board[first : first + per_row] for first in range(0, len(board), per_row)]
    text = "/".join(between.join(str(tile) for tile in row) for row in rows)
    return f"{text}/" if shape.height == 1 else text


def usual_goal(shape: Shape) -> bytes:
    """Returns the paper's goal for 3x3; otherwise the tiles in order with the blank last."""
    if shape == Shape(3, 3):
        return bytes(int(digit) for digit in PAPER_GOAL)
    return bytes([*range(1, shape.squares), 0])


def why_unsolvable(board: bytes, goal: bytes, shape: Shape) -> str | None:
    """Returns why no sequence of moves leads from board to goal, or None if one does."""
    if 1 in (shape.width, shape.height):
        if board.replace(b"\0", b"") == goal.replace(b"\0", b""):
            return None
        return "on a board one square wide, tiles cannot pass each other"
    # Each move swaps the blank with a tile and shifts the blank by one square. So after n moves the
    # parity of the permutation and the parity of the blank's distance both equal the parity of n.
    permutation = [goal.index(tile) for tile in board]
    blank, home = board.index(0), goal.index(0)
    steps = abs(blank % shape.width - home % shape.width)
    steps += abs(blank // shape.width - home // shape.width)
    if _parity(permutation) == steps % 2:
        return None
    return "half of all boards can reach this goal, and by parity this one cannot"


def _numbers(line: str, text: str, what: str, *, together: bool) -> list[int]:
    words = list(line) if together else line.replace(",", " ").split()
    for word in words:
        if not re.fullmatch(r"[0-9]{1,3}", word):
            raise BadInputError(
                f"{what} {shorten(text)} contains {shorten(word)}, which is not a tile number; "
                f"a board looks like {PAPER_GOAL} or like '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0'"
            )
    return [int(word) for word in words]


def _check_tiles(tiles: list[int], text: str, what: str) -> None:
    wanted = range(len(tiles))
    repeated = sorted({tile for tile in tiles if tiles.count(tile) > 1})
    foreign = sorted({tile for tile in tiles if tile not in wanted})
    missing = [tile for tile in wanted if tile not in tiles]
    problems = [
        f"{name} {', '.join(map(str, found))}"
        for name, found in (("repeated", repeated), ("unknown", foreign), ("missing", missing))
        if found
    ]
    if problems:
        raise BadInputError(
            f"{what} {shorten(text)} must hold each number from 0 to {len(tiles) - 1} once: "
            f"{shorten('; '.join(problems), 200)[1:-1]}"
        )


def _parity(permutation: list[int]) -> int:
    """Returns 0 if an even number of swaps sorts the permutation, 1 if an odd number does."""
    swaps, order = 0, list(permutation)
    for place in range(len(order)):
        while order[place] != place:
            other = order[place]
            order[place], order[other] = order[other], order[place]
            swaps += 1
    return swaps % 2
