"""Runs other engines on the same positions, with the same time or the same number of nodes."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from provebest.chess.probes.uci import command_of
from provebest.chess.probes.uci_process import UciProcess
from provebest.chess.probes.uci_words import Findings
from provebest.games.chess import read_position
from provebest.suites.epd import Exercise
from provebest.suites.suite import mean
from provebest.vocabulary import EngineFailedError, shorten
from provebest.vocabulary.outside import visible

PATIENCE = 10.0  # seconds for an engine to start, and to get ready
GRACE = 5.0  # seconds for an engine to move when its time is up
LATE = 1.0  # of these, the seconds after which it is sent ``stop``
LONGEST = 600.0  # seconds for a search whose limit is a number of nodes


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
        self._engine: UciProcess | None = None

    def __enter__(self) -> Self:
        try:
            self._engine = UciProcess(self._command, patience=PATIENCE)
            self.name = self._engine.name or self.name
        except EngineFailedError as error:
            self.failure = f"{visible(self.name)} does not start: {error}"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._engine is not None:
            self._engine.close()

    def solve(
        self, exercise: Exercise, seconds: float | None, nodes: int | None = None
    ) -> RivalMove | None:
        """The engine's move, in a new game; None if it has failed.

        There is always a time limit, so that an engine that hangs is detected.
        """
        if self._engine is None or self.failure is not None:
            return None
        try:
            played = _play(self._engine, exercise, LONGEST if seconds is None else seconds, nodes)
        except EngineFailedError as error:
            self.failure = f"{visible(self.name)} failed on {visible(exercise.name)}: {error}"
            self._engine.kill()
            return None
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


def _play(engine: UciProcess, exercise: Exercise, seconds: float, limit: int | None) -> RivalMove:
    """The engine's move in a new game, within these limits.

    Raises:
        EngineFailedError: if no move or an illegal one comes, at most ``GRACE`` after the time.
    """
    legal = read_position(exercise.fen).legal_moves()
    engine.send("ucinewgame", f"position fen {exercise.fen}")
    engine.get_ready()
    among = "" if limit is None else f" nodes {limit}"
    found = Findings()
    go = f"go{among} movetime {max(1, int(1000 * seconds))}"
    taken = engine.play(go, found, seconds + GRACE, stop_after=seconds + LATE)
    if found.move not in legal:
        raise EngineFailedError(f"it answered with {shorten(found.move)}, which is not legal")
    return RivalMove(exercise, found.move, found.nodes, taken)
