"""A UCI engine that values many positions, one after the other, without waiting between them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from provebest.chess.probes.uci import find_engine
from provebest.chess.probes.uci_process import UciProcess
from provebest.games.chess_values import MATES_FROM

BLOCK = 64
"""Positions that are sent at once: with more, the lines of an answer could be lost."""
PATIENCE = 600.0
"""Seconds for the answers to a block."""


class Word(NamedTuple):
    """What the engine says of a position."""

    value: int | None
    """Hundredths of a pawn for the side to move; None for a mate, or if it says nothing."""
    move: str


class Teacher:
    """A running engine; ``go`` is how it is told to search, such as ``nodes 1500``.

    It is sent so many positions ``together``; not every engine reads them while it searches.
    """

    def __init__(
        self, command: Sequence[str], go: str, *, table_mb: int = 2, together: int = BLOCK
    ) -> None:
        self._engine = UciProcess([find_engine(command[0]), *command[1:]])
        self._go, self._together = go, together
        self.name = self._engine.name
        self._engine.send(f"setoption name Hash value {table_mb}", "setoption name Threads value 1")
        self._engine.get_ready()

    def forget(self) -> None:
        """Has the engine forget what it knows."""
        self._engine.send("ucinewgame")
        self._engine.get_ready()

    def values(self, fens: Sequence[str]) -> Iterator[Word]:
        """What the engine says of each position, in their order."""
        for at in range(0, len(fens), self._together):
            block = fens[at : at + self._together]
            until = time.perf_counter() + PATIENCE
            self._engine.send(
                *(line for fen in block for line in (f"position fen {fen}", f"go {self._go}"))
            )
            for _ in block:
                yield self._answer(until)

    def _answer(self, until: float) -> Word:
        value: int | None = None
        while True:
            words = self._engine.receive(until, "no bestmove came")[1].split()
            if words[:1] == ["bestmove"]:
                return Word(value, words[1] if len(words) > 1 else "0000")
            if words[:1] == ["info"] and "score" in words:
                if "lowerbound" in words or "upperbound" in words:
                    continue
                at = words.index("score")
                number = int(words[at + 2])
                value = number if words[at + 1] == "cp" and abs(number) < MATES_FROM else None

    def close(self) -> None:
        """Ends the engine."""
        self._engine.close()
