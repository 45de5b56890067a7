"""Reads the ``info`` lines of a UCI engine; their words may be wrong or missing."""

from __future__ import annotations

from dataclasses import dataclass

from provebest.chess.probes.prober import value_of_mate
from provebest.games.chess_values import LONGEST_MATE, MATES_FROM

BOUNDS = ("lowerbound", "upperbound")


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
        number(before, "depth"),
        number(before, "seldepth"),
        number(before, "nodes"),
        _value(before) if "score" in before else None,
        not any(word in before for word in BOUNDS),
        line,
    )


def _value(words: list[str]) -> int | None:
    mate = number(words, "mate")
    if mate is not None:
        return value_of_mate(max(-LONGEST_MATE // 2, min(LONGEST_MATE // 2, mate)))
    hundredths = number(words, "cp")
    if hundredths is None:
        return None
    return max(
        1 - MATES_FROM, min(MATES_FROM - 1, hundredths)
    )  # a score in pawns never counts as a mate


def number(words: list[str], name: str) -> int | None:
    """The number that follows the word ``name``; None if there is none."""
    try:
        return int(words[words.index(name) + 1])
    except (ValueError, IndexError):
        return None
