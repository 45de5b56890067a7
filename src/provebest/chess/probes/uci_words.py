"""Reads what a UCI engine says while it searches; its words may be wrong or missing."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import inf

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


@dataclass(frozen=True, slots=True)
class Line:
    """The engine's last value and line for a depth."""

    depth: int
    value: int
    moves: tuple[str, ...]


class Findings:
    """What an engine has said in one search; memory is bounded: one line for every depth.

    This is the one reader of ``info`` and ``bestmove``. Bounds count only if there is no exact
    value at all. ``remark`` gets the text of every ``info string``.
    """

    def __init__(self, remark: Callable[[str], None] = lambda _: None) -> None:
        self._exact: dict[int, Line] = {}
        self._bounds: dict[int, Line] = {}
        self._remark = remark
        self.scored = False
        self.move = ""
        """The engine's answer; empty if it gave none."""
        self.arrival = inf
        """When the answer arrived (``time.perf_counter``); infinite until then."""
        self.value: int | None = None
        """The last exact value."""
        self.depth = 0
        """The last depth that was named, which may be unfinished."""
        self.latest = 0
        """Nodes, as the last ``info`` line reports them; 0 if it does not."""
        self.nodes = self.seldepth = 0

    @property
    def answered(self) -> bool:
        """Whether the search has ended."""
        return self.arrival < inf

    def hear(self, arrival: float, line: str) -> bool:
        """Reads one line that arrived then; whether it was the answer."""
        words = line.split()
        if words[:1] == ["bestmove"]:
            self.move, self.arrival = "".join(words[1:2]), arrival
        elif words[:2] == ["info", "string"]:
            self._remark(" ".join(words[2:]))
        elif words[:1] == ["info"] and (info := read_info(words[1:])) is not None:
            self._add(info)
        return self.answered

    def _add(self, info: Info) -> None:
        self.latest = info.nodes or 0
        self.nodes = max(self.nodes, self.latest)
        self.seldepth = max(self.seldepth, info.seldepth or 0)
        self.depth = info.depth or self.depth
        if info.value is not None:
            self.scored = True
            self.value = info.value if info.exact else self.value
            if info.depth is not None:
                lines = self._exact if info.exact else self._bounds
                lines[info.depth] = Line(info.depth, info.value, info.line)

    def lines(self) -> tuple[Line, ...]:
        """One line for each depth, the deepest one last."""
        lines = self._exact or self._bounds
        return tuple(lines[depth] for depth in sorted(lines))
