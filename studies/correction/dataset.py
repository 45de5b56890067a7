"""Labelled positions: their text files, and the arrays that training uses.

A line of a file is ``FEN (four fields)  value  result  game``: the teacher's value in hundredths of
a pawn and the half-points of the game, both for the side to move, and the number of the game.
Files may be compressed (``.xz``).
"""

from __future__ import annotations

import hashlib
import lzma
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from provebest import _native
from provebest.vocabulary import BadInputError, shorten
from studies.correction.inputs import Codes, encode

SCALE = 220.0
"""Of expected points: the advantage, in hundredths of a pawn, at which the odds are e to 1."""
SHARES = 20
"""Games are divided by a hash of their number: 1 share tests, 1 tells when to stop, 18 train."""
TESTED, WATCHED = 0, 1
BLOCK = 100_000


class Label(NamedTuple):
    """A position with the teacher's value."""

    fen: str
    value: int
    result: int
    game: int

    def line(self) -> str:
        """The line of a file of labels."""
        return f"{self.fen} {self.value} {self.result} {self.game}\n"


@dataclass(frozen=True, slots=True)
class Positions:
    """Labelled positions as arrays, a row for each."""

    codes: Codes
    handcrafted: NDArray[np.int16]
    values: NDArray[np.int16]
    games: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.games)

    def take(self, rows: NDArray[np.int64] | NDArray[np.bool_]) -> Positions:
        """These rows alone."""
        return Positions(*(getattr(self, each.name)[rows] for each in fields(self)))


def share_of(games: NDArray[np.int64]) -> NDArray[np.int64]:
    """The share, from 0 to ``SHARES`` - 1, to which each game belongs."""
    mixed = games.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    return ((mixed >> np.uint64(40)) % np.uint64(SHARES)).astype(np.int64)


def points(values: NDArray[np.generic]) -> NDArray[np.float64]:
    """The expected points of values in hundredths of a pawn."""
    return 1 / (1 + np.exp(-np.asarray(values, np.float64) / SCALE))


def distance(values: NDArray[np.generic], truth: NDArray[np.generic]) -> float:
    """The root of the mean squared difference in expected points."""
    return float(np.sqrt(np.mean((points(values) - points(truth)) ** 2)))


def handcrafted(fens: Sequence[str]) -> NDArray[np.int16]:
    """The handcrafted value of each position, for the side to move."""
    values = (_native.evaluate_fen(f"{fen} 0 1", chess960=False, correction=None) for fen in fens)
    return np.clip(np.fromiter(values, np.int64, len(fens)), -30_000, 30_000).astype(np.int16)


def read_labels(file: Path) -> Iterator[Label]:
    """The labels of a file, in its order.

    Raises:
        BadInputError: for a line that is not a label.
    """
    opener = lzma.open if file.suffix == ".xz" else open
    with opener(file, "rt", encoding="ascii") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                fen, value, result, game = line.rsplit(" ", 3)
                yield Label(fen, int(value), int(result), int(game))
            except ValueError:
                where = f"line {number} of {shorten(file.name)}"
                raise BadInputError(f"{where} is not a labelled position") from None


def as_positions(labels: Iterator[Label]) -> Positions:
    """The arrays of these labels."""
    blocks = []
    while block := list(islice(labels, BLOCK)):
        fens = [label.fen for label in block]
        blocks.append(
            Positions(
                codes=encode(fens),
                handcrafted=handcrafted(fens),
                values=np.array([label.value for label in block], np.int16),
                games=np.array([label.game for label in block], np.int64),
            )
        )
    return join(blocks)


def join(blocks: Sequence[Positions]) -> Positions:
    """All rows of these, in their order."""
    if not blocks:
        raise BadInputError("there are no labelled positions")
    names = [each.name for each in fields(Positions)]
    return Positions(*(np.concatenate([getattr(b, name) for b in blocks]) for name in names))


def save_arrays(positions: Positions, file: Path) -> None:
    """Writes the arrays of these positions; the file is there only when it is whole."""
    beside = file.with_suffix(f".{os.getpid()}.tmp.npz")
    np.savez(beside, **{each.name: getattr(positions, each.name) for each in fields(Positions)})
    beside.replace(file)


def read_arrays(file: Path) -> Positions:
    """What ``save_arrays`` has written.

    Raises:
        BadInputError: for another file.
    """
    try:
        with file.open("rb") as stream, np.load(stream, allow_pickle=False) as arrays:
            return Positions(*(arrays[each.name] for each in fields(Positions)))
    except (ValueError, KeyError, EOFError, BadZipFile):
        raise BadInputError(f"{shorten(file.name)} has no arrays of labelled positions") from None


def load(file: Path, cache: Path | None) -> Positions:
    """The positions of a file of labels, or of their arrays (``.npz``).

    Those of a text file are kept in the folder ``cache`` for the next time.
    """
    if file.suffix == ".npz":
        return read_arrays(file)
    if cache is None:
        return as_positions(read_labels(file))
    seen = f"{file.resolve()} {file.stat().st_size} {file.stat().st_mtime_ns}"
    kept = cache / f"{file.name}.{hashlib.sha256(seen.encode()).hexdigest()[:12]}.npz"
    if kept.is_file():
        return read_arrays(kept)
    found = as_positions(read_labels(file))
    cache.mkdir(parents=True, exist_ok=True)
    save_arrays(found, kept)
    return found
