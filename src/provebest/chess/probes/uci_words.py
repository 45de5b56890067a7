"""What a UCI engine says of a search, read word by word and never trusted."""

from __future__ import annotations

from dataclasses import dataclass

from provebest.chess.probes.prober import value_of_mate
from provebest.games.chess_values import LONGEST_MATE, MATES_FROM

BOUNDS = ("lowerbound", "upperbound")


@dataclass(frozen=True, slots=True)
class Info:
    """One ``info`` line of the first variation; None is what it does not say."""

    depth: int | None
    seldepth: int | None
    nodes: int | None
    value: int | None
    """For the side to move, mates as the compiled search counts them."""
    exact: bool
    """The value is no bound."""
    line: tuple[str, ...]


def read_info(words: list[str]) -> Info | None:
    """The words after ``info``; None for a remark, and for another variation than the first."""
    if words[:1] == ["string"] or number(words, "multipv") not in {1, None}:
        return None
    line = tuple(words[words.index("pv") + 1 :]) if "pv" in words else ()
    said = words[: len(words) - len(line)]
    return Info(
        number(said, "depth"),
        number(said, "seldepth"),
        number(said, "nodes"),
        _value(said) if "score" in said else None,
        not any(word in said for word in BOUNDS),
        line,
    )


def _value(words: list[str]) -> int | None:
    mate = number(words, "mate")
    if mate is not None:
        return value_of_mate(max(-LONGEST_MATE // 2, min(LONGEST_MATE // 2, mate)))
    hundredths = number(words, "cp")
    if hundredths is None:
        return None
    return max(1 - MATES_FROM, min(MATES_FROM - 1, hundredths))  # no score is as good as a mate


def number(words: list[str], name: str) -> int | None:
    """The number that follows a word; None where there is none."""
    try:
        return int(words[words.index(name) + 1])
    except (ValueError, IndexError):
        return None
