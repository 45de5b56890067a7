"""Runs other engines on the same positions, with the same time or the same number of nodes."""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

import chess
import chess.engine

from provebest.chess.probes.uci import command_of
from provebest.games.boards import board_from
from provebest.suites.epd import Exercise
from provebest.suites.suite import mean

PATIENCE = 10.0  # seconds for an engine to start, and to move when its time is up
LONGEST = 600.0  # seconds for a search whose limit is a number of nodes
FAILURES = (chess.engine.EngineError, asyncio.TimeoutError, OSError)


@dataclass(frozen=True, slots=True)
class RivalMove:
    """The move of a rival in one position, and what it cost."""

    exercise: Exercise
    move: str
    nodes: int
    seconds: float

    @property
    def solved(self) -> bool:
        """Whether the move solves the exercise."""
        return self.exercise.solved_by(self.move)

    @property
    def points(self) -> int:
        """The points of the move; 0 in a suite without points."""
        return self.exercise.points.get(self.move, 0)


@dataclass
class UciRival:
    """An engine as a process, used as a context manager. After a failure it is not used again.

    Raises:
        BadInputError: if there is no program of that name.
    """

    name: str
    played: list[RivalMove] = field(default_factory=list)
    failure: str | None = None
    """What went wrong, in words; None if nothing did."""

    def __post_init__(self) -> None:
        self._command = command_of(self.name)
        self._engine: chess.engine.SimpleEngine | None = None

    def __enter__(self) -> Self:
        try:
            # In a process group of its own, so that Ctrl-C does not reach the engine.
            self._engine = chess.engine.SimpleEngine.popen_uci(
                self._command, timeout=PATIENCE, setpgrp=True
            )
            self.name = self._engine.id.get("name", self.name)
        except FAILURES as error:
            self.failure = f"{self.name} does not start: {_describe(error)}"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._engine is not None:
            with contextlib.suppress(*FAILURES):
                self._engine.close()

    def solve(
        self, exercise: Exercise, seconds: float | None, nodes: int | None = None
    ) -> RivalMove | None:
        """The engine's move, in a new game; None if it has failed.

        There is always a time limit, so that an engine that hangs is detected.
        """
        if self._engine is None or self.failure is not None:
            return None
        board = board_from(exercise.fen, chess960=False)
        limit = chess.engine.Limit(time=LONGEST if seconds is None else seconds, nodes=nodes)
        begun = time.perf_counter()
        try:
            found = self._engine.play(board, limit, game=object(), info=chess.engine.INFO_BASIC)
        except FAILURES as error:
            self.failure = f"{self.name} failed on {exercise.name}: {_describe(error)}"
            return None
        if found.move is None:
            self.failure = f"{self.name} gave no move for {exercise.name}"
            return None
        taken = time.perf_counter() - begun
        played = RivalMove(exercise, found.move.uci(), found.info.get("nodes", 0), taken)
        self.played.append(played)
        return played

    def as_json(self) -> dict[str, Any]:
        """Its totals and means, with the same keys as ``summary`` of our searches."""
        seconds = sum(played.seconds for played in self.played)
        most = sum(played.exercise.most_points for played in self.played)
        return {
            "engine": self.name,
            "solved": sum(played.solved for played in self.played),
            "total": len(self.played),
            "points": sum(played.points for played in self.played) if most else None,
            "mean_seconds": mean([played.seconds for played in self.played]),
            "nodes": sum(played.nodes for played in self.played),
            "nodes_per_second": sum(p.nodes for p in self.played) / seconds if seconds else None,
            "failure": self.failure,
        }


def _describe(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
