"""Othello on a board of six by six, to time searches on: small rules, many transpositions."""

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
"""Each way across the board: how far a bit is shifted, and where it can then have come to rest.

The opposite way shifts back, from the same squares."""


Discs = tuple[int, int, bool]
"""A position: the discs of the player to move, those of the other, and whether Black is to move."""


def legal(own: int, other: int) -> int:
    """The squares on which the first player may put a disc."""
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
    """The discs of the other player that a new disc turns over."""
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
    """The moves of the first player: squares, a pass, or none if neither can move."""
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
    """The discs of the next player to move, and those of the one who has moved."""
    if move == PASS:
        return other, own
    disc = 1 << move
    turned = flipped(own, other, disc)
    return other & ~turned, own | disc | turned


def worth(own: int, other: int) -> int:
    """For the first player: discs, where a corner is worth five more."""
    discs = own.bit_count() - other.bit_count()
    return discs + 5 * ((own & CORNERS).bit_count() - (other & CORNERS).bit_count())


class Othello(Game[Discs, int]):
    """The game as a user would write it. Black is MAX and begins."""

    def start(self) -> Discs:
        """Four discs in the middle."""
        middle = SIZE * (SIZE // 2 - 1) + SIZE // 2 - 1
        own = 1 << middle + 1 | 1 << middle + SIZE
        return own, 1 << middle | 1 << middle + SIZE + 1, True

    def moves(self, state: Discs) -> Sequence[int]:
        """Squares from 0, row by row; a pass if there is none, unless neither can move."""
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
        """Discs and corners, for Black."""
        own, other, black_moves = state
        return worth(own, other) if black_moves else worth(other, own)
