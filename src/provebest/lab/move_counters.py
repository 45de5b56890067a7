"""The race of move generators: an installed engine's ``go perft`` beside ours."""

from __future__ import annotations

import re
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from types import TracebackType
from typing import IO, Self

from provebest.probes.uci import find_engine
from provebest.vocabulary import BadInputError

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
    """A UCI engine that counts moves on ``go perft``; Stockfish and its kin do."""

    def __init__(self, name: str, *, chess960: bool = False) -> None:
        self.name = Path(name).name
        self._process = subprocess.Popen(  # noqa: S603 - the program the user named
            [find_engine(name)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # Ctrl-C is ours to answer
        )
        # What does not say "uciok" in time is no engine, and is not waited for.
        watchdog = Timer(PATIENCE, self._process.kill)
        watchdog.start()
        try:
            self._say("uci")
            while (line := self._hear()) != "uciok":
                if line.startswith("id name "):
                    self.name = line.removeprefix("id name ")
            self._say(f"setoption name UCI_Chess960 value {str(chess960).lower()}")
        except BaseException:
            self.close()
            raise
        finally:
            watchdog.cancel()

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
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            _shut(stream)

    def count(self, fen: str, depth: int) -> EngineCount:
        """The engine's count for a position to a depth of 1 or more."""
        self._say(f"position fen {fen}")
        begun = time.perf_counter()
        self._say(f"go perft {depth}")
        shares: dict[str, int] = {}
        while not (total := TOTAL.match(line := self._hear())):
            if share := SHARE.match(line):
                shares[share[1]] = int(share[2])
            elif line.startswith("bestmove"):
                raise BadInputError(f"{self.name} does not count moves on 'go perft'")
        return EngineCount(self.name, int(total[1]), shares, time.perf_counter() - begun)

    def _say(self, command: str) -> None:
        assert self._process.stdin is not None  # noqa: S101 - a pipe was asked for
        try:
            self._process.stdin.write(command + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise self._gone() from None

    def _hear(self) -> str:
        assert self._process.stdout is not None  # noqa: S101 - a pipe was asked for
        line = self._process.stdout.readline()
        if not line:
            raise self._gone()
        return line.rstrip()

    def _gone(self) -> BadInputError:
        return BadInputError(f"{self.name} stopped answering: it speaks no UCI, or it broke")


def _shut(stream: IO[str] | None) -> None:
    try:
        if stream is not None:
            stream.close()
    except BrokenPipeError:
        pass  # what it was not told, it need not know


def differences(ours: dict[str, int], theirs: dict[str, int]) -> list[str]:
    """The root moves on which two counts disagree, in words."""
    return [
        f"{move}: {ours.get(move, 'no such move')} here, {theirs.get(move, 'no such move')} there"
        for move in sorted(ours.keys() | theirs.keys())
        if ours.get(move) != theirs.get(move)
    ]
