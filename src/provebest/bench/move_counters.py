"""Counts moves with an installed engine's ``go perft``, to compare with our move generator."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from provebest.chess.probes.uci import command_of
from provebest.chess.probes.uci_process import UciProcess
from provebest.vocabulary import BadInputError, EngineFailedError

PATIENCE = 10.0  # seconds for an engine to start
SILENCE = 15.0
"""Seconds without a count after which an engine counts as hung, besides the time to count."""
SLOWEST = 500_000
"""Moves per second: an engine may count in silence for as long as all of them take at this speed.

An engine that is slower must tell the count for each root move as soon as it has it.
"""
SHARE = re.compile(r"([a-h][1-8][a-h][1-8][nbrq]?): ([0-9]{1,18})\s*$")
TOTAL = re.compile(r"Nodes searched: ([0-9]{1,18})\s*$")


@dataclass(frozen=True, slots=True)
class EngineCount:
    """An engine's count: in total, by root move, and the seconds it took."""

    engine: str
    nodes: int
    shares: dict[str, int]
    seconds: float


class PerftEngine:
    """A UCI engine that counts moves on ``go perft``, such as Stockfish.

    Raises:
        BadInputError: if there is no such program.
        EngineFailedError: if it does not speak UCI.
    """

    def __init__(self, name: str, *, chess960: bool = False) -> None:
        self.name = Path(name).name
        try:
            self._process = UciProcess(command_of(name), patience=PATIENCE)
        except EngineFailedError as error:
            raise self._failure(error) from None
        self.name = self._process.name or self.name
        self._chess960 = chess960

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the program, whatever it is doing."""
        self._process.close()

    def count(self, fen: str, depth: int, expected: int) -> EngineCount:
        """The engine's count for a position to a depth of 1 or more.

        ``expected`` is about how many there are: an engine may be silent for the longer, the more
        it has to count.

        Raises:
            BadInputError: if it does not count moves.
            EngineFailedError: if it has ended or hangs.
        """
        silence = SILENCE + expected / SLOWEST
        try:
            self._process.send(f"setoption name UCI_Chess960 value {str(self._chess960).lower()}")
            self._process.send(f"position fen {fen}")
            begun = time.perf_counter()
            self._process.send(f"go perft {depth}")
            shares: dict[str, int] = {}
            until = begun + silence
            while not (total := TOTAL.match((received := self._receive(until))[1])):
                if share := SHARE.match(received[1]):
                    if share[1] not in shares:
                        until = received[0] + silence
                    shares[share[1]] = int(share[2])
                elif received[1].startswith("bestmove"):
                    raise BadInputError(f"{self.name} does not count moves on 'go perft'")
        except EngineFailedError as error:
            raise self._failure(error) from None
        return EngineCount(self.name, int(total[1]), shares, received[0] - begun)

    def _receive(self, until: float) -> tuple[float, str]:
        return self._process.receive(until, "no count came")

    def _failure(self, error: EngineFailedError) -> EngineFailedError:
        return EngineFailedError(
            f"{self.name} stopped answering: it is not a UCI engine, or it crashed ({error})"
        )


def differences(ours: dict[str, int], theirs: dict[str, int]) -> list[str]:
    """One sentence for each root move on which the two counts differ."""
    return [
        f"{move}: {ours.get(move, 'no such move')} here, {theirs.get(move, 'no such move')} there"
        for move in sorted(ours.keys() | theirs.keys())
        if ours.get(move) != theirs.get(move)
    ]
