"""Othello on a 6x6 board, to measure the speed of searches: short rules, many transpositions."""

from __future__ import annotations

from collections.abc import Sequence

from provebest.games.protocol import Game

SIZE = 6
PASS = -1
BOARD = (1 << SIZE * SIZE) - 1
LEFT_EDGE = sum(1 << SIZE * row for row in range(SIZE))
RIGHT_EDGE = LEFT_EDGE << SIZE - 1
CORNERS = sum(1 << square for square in (0, SIZE - 1, SIZE * (SIZE - 1), SIZE * SIZE - 1))
STEPS = (
    (1, BOARD & ~LEFT_EDGE),
    (SIZE - 1, BOARD & ~RIGHT_EDGE),
    (SIZE, BOARD),
    (SIZE + 1, BOARD & ~LEFT_EDGE),
)
"""For four directions: the shift of a bit, and the squares on which it can land.

The opposite direction shifts back from the same squares."""


Discs = tuple[int, int, bool]
"""A position: the discs of the player to move, those of the other, and whether Black is to move."""


def legal(own: int, other: int) -> int:
    """The squares on which the owner of ``own`` may put a disc."""
    free, found = BOARD & ~(own | other), 0
    for shift, landing in STEPS:
        run = own << shift & landing & other
        back = (own & landing) >> shift & other
        for _ in range(SIZE - 3):
            run |= run << shift & landing & other
            back |= (back & landing) >> shift & other
        found |= (run << shift & landing) | (back & landing) >> shift
    return found & free


def flipped(own: int, other: int, disc: int) -> int:
    """The discs of the other player that the new ``disc`` turns over."""
    found = 0
    for shift, landing in STEPS:
        run, at = 0, disc << shift & landing
        while at & other:
            run |= at
            at = at << shift & landing
        if at & own:
            found |= run
        run, at = 0, (disc & landing) >> shift
        while at & other:
            run |= at
            at = (at & landing) >> shift
        if at & own:
            found |= run
    return found


def choices(own: int, other: int) -> list[int]:
    """The moves of the owner of ``own``: squares, or a pass; none if neither player can move."""
    squares = legal(own, other)
    if not squares:
        return [PASS] if legal(other, own) else []
    found = []
    while squares:
        disc = squares & -squares
        found.append(disc.bit_length() - 1)
        squares ^= disc
    return found


def after(own: int, other: int, move: int) -> tuple[int, int]:
    """The discs of the next player to move, then those of the player who has moved."""
    if move == PASS:
        return other, own
    disc = 1 << move
    turned = flipped(own, other, disc)
    return other & ~turned, own | disc | turned


def worth(own: int, other: int) -> int:
    """The value for the owner of ``own``: a disc counts 1, in a corner 6."""
    discs = own.bit_count() - other.bit_count()
    return discs + 5 * ((own & CORNERS).bit_count() - (other & CORNERS).bit_count())


class Othello(Game[Discs, int]):
    """The game as a user would write it. Black is MAX and begins."""

    def start(self) -> Discs:
        """The start position: four discs in the middle."""
        middle = SIZE * (SIZE // 2 - 1) + SIZE // 2 - 1
        own = 1 << middle + 1 | 1 << middle + SIZE
        return own, 1 << middle | 1 << middle + SIZE + 1, True

    def moves(self, state: Discs) -> Sequence[int]:
        """Squares, numbered from 0 row by row, or a pass; none if neither player can move."""
        own, other, _ = state
        return choices(own, other)

    def play(self, state: Discs, move: int) -> Discs:
        """The position after a disc or a pass."""
        own, other, black_moves = state
        return *after(own, other, move), not black_moves

    def max_to_move(self, state: Discs) -> bool:
        """Whether Black is to move."""
        return state[2]

    def value(self, state: Discs) -> float:
        """Discs and corners, from Black's side."""
        own, other, black_moves = state
        return worth(own, other) if black_moves else worth(other, own)
