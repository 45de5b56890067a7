"""Other engines on the same positions, in the same run, with the same time or as many nodes."""

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

PATIENCE = 10.0  # seconds for an engine to begin, and to answer when its time is up
LONGEST = 600.0  # seconds for a search whose limit is a number of nodes
FAILURES = (chess.engine.EngineError, asyncio.TimeoutError, OSError)


@dataclass(frozen=True, slots=True)
class RivalMove:
    """What a rival said of one position."""

    exercise: Exercise
    move: str
    nodes: int
    seconds: float

    @property
    def solved(self) -> bool:
        """Whether the move is one that solves it."""
        return self.exercise.solved_by(self.move)

    @property
    def points(self) -> int:
        """What the move is worth in a suite that gives points."""
        return self.exercise.points.get(self.move, 0)


@dataclass
class UciRival:
    """An engine as a process; used as a context. Once it has failed it is asked no more.

    Raises:
        BadInputError: where there is no program of that name.
    """

    name: str
    played: list[RivalMove] = field(default_factory=list)
    failure: str | None = None
    """What was wrong, in words, if it did not last."""

    def __post_init__(self) -> None:
        self._command = command_of(self.name)
        self._engine: chess.engine.SimpleEngine | None = None

    def __enter__(self) -> Self:
        try:
            # A process group of its own: Ctrl-C is ours to answer.
            self._engine = chess.engine.SimpleEngine.popen_uci(
                self._command, timeout=PATIENCE, setpgrp=True
            )
            self.name = self._engine.id.get("name", self.name)
        except FAILURES as error:
            self.failure = f"{self.name} does not begin: {_said(error)}"
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
        """Its move, as if the position were the first it ever saw; None if it has failed.

        There always is a time, because an engine that overlooks it can then be found out.
        """
        if self._engine is None or self.failure is not None:
            return None
        board = board_from(exercise.fen, chess960=False)
        limit = chess.engine.Limit(time=LONGEST if seconds is None else seconds, nodes=nodes)
        begun = time.perf_counter()
        try:
            told = self._engine.play(board, limit, game=object(), info=chess.engine.INFO_BASIC)
        except FAILURES as error:
            self.failure = f"{self.name} failed on {exercise.name}: {_said(error)}"
            return None
        if told.move is None:
            self.failure = f"{self.name} had no move for {exercise.name}"
            return None
        taken = time.perf_counter() - begun
        played = RivalMove(exercise, told.move.uci(), told.info.get("nodes", 0), taken)
        self.played.append(played)
        return played

    def as_json(self) -> dict[str, Any]:
        """Its figures, in the words of our own."""
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


def _said(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
