"""Reads the ``info`` lines of a UCI engine; their words may be wrong or missing."""

from __future__ import annotations

import re
from dataclasses import dataclass

from provebest.chess.probes.prober import value_of_mate
from provebest.games.chess_values import LONGEST_MATE, MATE, MATES_FROM

BOUNDS = ("lowerbound", "upperbound")
NUMBER = re.compile(r"[+-]?[0-9]{1,15}")
"""Longer numbers are not meant: no engine has visited so many nodes."""
MOST_DEPTH = 1000
"""Plies; an engine that reports more has not searched so deep."""
LONGEST_PV = 500
"""Moves; the rest of a longer variation is ignored."""


@dataclass(frozen=True, slots=True)
class Info:
    """One ``info`` line of the first variation; None for what it does not contain."""

    depth: int | None
    seldepth: int | None
    nodes: int | None
    value: int | None
    """For the side to move; a mate has the same value as in the compiled search."""
    exact: bool
    """The value is not just a bound."""
    line: tuple[str, ...]


def read_info(words: list[str]) -> Info | None:
    """Reads the words after ``info``; None for a remark or any variation but the first."""
    if words[:1] == ["string"] or number(words, "multipv") not in {1, None}:
        return None
    line = tuple(words[words.index("pv") + 1 :]) if "pv" in words else ()
    before = words[: len(words) - len(line)]
    return Info(
        _count(before, "depth", MOST_DEPTH),
        _count(before, "seldepth", MOST_DEPTH),
        _count(before, "nodes"),
        _value(before) if "score" in before else None,
        not any(word in before for word in BOUNDS),
        line[:LONGEST_PV],
    )


def _count(words: list[str], name: str, most: int = 10**15) -> int | None:
    """The number that follows ``name``, if it is from 0 to ``most``."""
    found = number(words, name)
    return found if found is not None and 0 <= found <= most else None


def _value(words: list[str]) -> int | None:
    mate = number(words, "mate")
    if mate is not None and abs(mate) <= LONGEST_MATE // 2:
        return value_of_mate(mate)
    hundredths = number(words, "cp") if mate is None else mate * MATE
    if hundredths is None:
        return None
    # A score in pawns, or a mate that is longer than any, never counts as a mate.
    return max(1 - MATES_FROM, min(MATES_FROM - 1, hundredths))


def number(words: list[str], name: str) -> int | None:
    """The number that follows the word ``name``; None if there is none."""
    try:
        word = words[words.index(name) + 1]
    except (ValueError, IndexError):
        return None
    return int(word) if NUMBER.fullmatch(word) else None
