"""The race of move generators: an installed engine's ``go perft`` beside ours."""

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

PATIENCE = 10.0  # seconds for an engine to introduce itself
SHARE = re.compile(r"([a-h][1-8][a-h][1-8][nbrq]?): (\d+)\s*$")
TOTAL = re.compile(r"Nodes searched: (\d+)\s*$")


@dataclass(frozen=True, slots=True)
class EngineCount:
    """What an engine counted: all, by root move, and in how many seconds."""

    engine: str
    nodes: int
    shares: dict[str, int]
    seconds: float


class PerftEngine:
    """A UCI engine that counts moves on ``go perft``; Stockfish and its kin do.

    Raises:
        BadInputError: if there is no such program.
        EngineFailedError: if it does not speak UCI.
    """

    def __init__(self, name: str, *, chess960: bool = False) -> None:
        self.name = Path(name).name
        try:
            self._process = UciProcess(command_of(name), patience=PATIENCE)
        except EngineFailedError as error:
            raise self._gone(error) from None
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

    def count(self, fen: str, depth: int) -> EngineCount:
        """The engine's count for a position to a depth of 1 or more; it may take its time.

        Raises:
            BadInputError: if it does not count moves.
            EngineFailedError: if it has ended.
        """
        try:
            self._process.say(f"setoption name UCI_Chess960 value {str(self._chess960).lower()}")
            self._process.say(f"position fen {fen}")
            begun = time.perf_counter()
            self._process.say(f"go perft {depth}")
            shares: dict[str, int] = {}
            while not (total := TOTAL.match((heard := self._process.hear())[1])):
                if share := SHARE.match(heard[1]):
                    shares[share[1]] = int(share[2])
                elif heard[1].startswith("bestmove"):
                    raise BadInputError(f"{self.name} does not count moves on 'go perft'")
        except EngineFailedError as error:
            raise self._gone(error) from None
        return EngineCount(self.name, int(total[1]), shares, heard[0] - begun)

    def _gone(self, error: EngineFailedError) -> EngineFailedError:
        return EngineFailedError(
            f"{self.name} stopped answering: it speaks no UCI, or it broke ({error})"
        )


def differences(ours: dict[str, int], theirs: dict[str, int]) -> list[str]:
    """The root moves on which two counts disagree, in words."""
    return [
        f"{move}: {ours.get(move, 'no such move')} here, {theirs.get(move, 'no such move')} there"
        for move in sorted(ours.keys() | theirs.keys())
        if ours.get(move) != theirs.get(move)
    ]
