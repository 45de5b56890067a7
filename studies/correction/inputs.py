"""What the network sees of chess positions, for many positions at once.

A man is a code: colour (0 own, 1 other) * 384 + kind (P N B R Q K) * 64 + square, as the side to
move sees the board: squares are flipped (rank 1 is its own first rank) if Black is to move.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint16]

VIEW = 768
"""Inputs of a side's view, for each bucket of its king's square."""
OTHER = 384
KING = 5 * 64
MOST_MEN = 32
EMPTY = 0xFFFF
"""In place of a code, after the last man."""
FLIP, MIRROR = 56, 7

_LONGEST = 71
_STEPS = np.zeros(256, np.uint8)
_KINDS = np.full(256, EMPTY, np.uint16)
for _digit in range(1, 9):
    _STEPS[ord(str(_digit))] = _digit
for _kind, _letter in enumerate("PNBRQK"):
    for _colour, _name in enumerate((_letter, _letter.lower())):
        _STEPS[ord(_name)] = 1
        _KINDS[ord(_name)] = _colour * OTHER + _kind * 64


def encode(fens: Sequence[str]) -> Codes:
    """The codes of the men of each position: a row of ``MOST_MEN``, filled up with ``EMPTY``.

    The positions must be valid FENs, or the first two fields of such.
    """
    fields = [fen.split(" ", 2) for fen in fens]
    black = np.array([each[1] == "b" for each in fields], bool)
    letters = np.array([each[0] for each in fields], f"S{_LONGEST}")
    text = letters.view(np.uint8).reshape(len(fens), _LONGEST)
    steps = _STEPS[text]
    places = np.cumsum(steps, axis=1, dtype=np.uint8) - steps
    kinds = _KINDS[text]
    rows, columns = np.nonzero(kinds != EMPTY)
    codes = kinds[rows, columns] + (places[rows, columns].astype(np.uint16) ^ FLIP)
    codes = np.where(black[rows], turned(codes), codes)
    counts = np.bincount(rows, minlength=len(fens))
    number = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    out = np.full((len(fens), MOST_MEN), EMPTY, np.uint16)
    out[rows, number] = codes
    return out


def turned(codes: Codes) -> Codes:
    """The same men as the other side sees them."""
    return ((codes + np.uint16(OTHER)) % np.uint16(VIEW)) ^ np.uint16(FLIP)


def king_squares(codes: Codes) -> NDArray[np.uint8]:
    """The square of each position's own king."""
    own = (codes >= KING) & (codes < OTHER)
    kings: Codes = codes[np.arange(len(codes)), own.argmax(axis=1)]
    return (kings & np.uint16(63)).astype(np.uint8)


def views(codes: Codes, buckets: NDArray[np.uint8]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The inputs that are on in the view of the side to move, and in that of the other.

    After the last man there is -1. A view is mirrored if its king stands on the files e to h.
    """
    there = codes != EMPTY
    other = np.where(there, turned(codes), np.uint16(EMPTY))
    return _view(codes, there, buckets), _view(other, there, buckets)


def _view(codes: Codes, there: NDArray[np.bool_], buckets: NDArray[np.uint8]) -> NDArray[np.int32]:
    king = king_squares(codes)
    mirror = np.where(king & 4, MIRROR, 0).astype(np.uint16)
    bucket = buckets[king ^ mirror].astype(np.int32)
    inputs = (codes ^ mirror[:, None]).astype(np.int32) + (bucket * VIEW)[:, None]
    return np.where(there, inputs, np.int32(-1))


def men(codes: Codes) -> NDArray[np.int64]:
    """The number of men of each position."""
    count: NDArray[np.int64] = (codes != EMPTY).sum(axis=1)
    return count


def output_sets(codes: Codes, sets: int) -> NDArray[np.int64]:
    """The set of output weights of each position, by its number of men: 0 with the fewest."""
    return np.minimum(sets - 1, (men(codes) - 2) * sets // 31)
