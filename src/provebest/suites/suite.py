"""Solves test suites with our searches, in one process or in several."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from provebest.chess.defaults import (
    DEFAULT_CONFIDENCE,
    DEFAULT_PROBE_DEPTH,
    DEFAULT_SECONDS_EACH,
)
from provebest.chess.player.alphabeta import AlphaBetaPlayer
from provebest.chess.player.clock import Allotment, Go, Watch
from provebest.chess.player.move_request import MoveRequest
from provebest.chess.probes import RootSearch
from provebest.chess.probes.probers import ProberChoice
from provebest.games.chess import read_position
from provebest.games.chess_evaluation import DEFAULT_EVALUATION, check_evaluation
from provebest.search.pbstar import DEFAULT_CONTROL
from provebest.suites.bandwidth_solver import Bandwidth
from provebest.suites.bstar_solver import BStar
from provebest.suites.epd import Exercise
from provebest.suites.solution import Solution
from provebest.vocabulary import BadInputError, Limits

DEFAULT_SECONDS = DEFAULT_SECONDS_EACH
DEEPEST = 64
"""Plies after which alpha-beta has its answer, whatever its limits."""


class Solver(Protocol):
    """A search that can be tried on a suite."""

    def solve(self, fen: str, limits: Limits) -> Solution | None:
        """The move for this position, whatever was searched before; None if cancelled."""
        ...


class AlphaBeta:
    """Solves each position with the alpha-beta player of UCI, up to the limit."""

    def __init__(self, evaluation: str = DEFAULT_EVALUATION) -> None:
        self._evaluation = evaluation
        self._root: RootSearch | None = None

    def solve(self, fen: str, limits: Limits) -> Solution | None:
        """The move for this position; None if cancelled."""
        position = read_position(fen)
        if self._root is None:
            self._root = RootSearch(position, evaluation=self._evaluation)
        self._root.move_to(position)
        self._root.forget()
        begun = time.perf_counter()
        watch = Watch(cancel=limits.cancel)
        if limits.seconds is not None:  # all of them are used: there is no soft limit
            watch.begin(Allotment(hard=limits.seconds), waiting=False)
        go = Go(depth=DEEPEST, nodes=limits.probe_nodes)
        request = MoveRequest(position, tuple(position.legal_moves()), go=go)
        *_, report = AlphaBetaPlayer(self._root, watch).think(request)
        taken = time.perf_counter() - begun
        if limits.cancelled:
            return None
        value, line = report.lines[0]
        finished = report.depth == DEEPEST
        return Solution(
            move=line[0],
            value=int(value),
            depth=report.depth,
            nodes=report.nodes,
            seconds=taken,
            expansions=None,
            stopped_early=finished,
        )


SEARCHES = ("alphabeta", "bandwidth", "bstar")


@dataclass(frozen=True, slots=True)
class Choice:
    """A search by name, and its settings.

    Raises:
        BadInputError: for an unknown search, or expansions without the classic control.
    """

    search: str = "alphabeta"
    control: str = DEFAULT_CONTROL
    """Only for ``bstar``."""
    prober: str = "native"
    """Only for ``bstar``."""
    probe_depth: int = DEFAULT_PROBE_DEPTH
    """Only for ``bstar`` with the classic control."""
    expansions: int | None = None
    """Only for ``bstar`` with the classic control; None is the paper's number."""
    confidence: float = DEFAULT_CONFIDENCE
    """Only for ``bstar``: how sure it must be of a move to stop early."""
    evaluation: str = DEFAULT_EVALUATION
    """Of the compiled searches."""

    def __post_init__(self) -> None:
        if self.search not in SEARCHES:
            raise BadInputError(
                f"--search must be one of {', '.join(SEARCHES)}; got {self.search!r}"
            )
        if self.expansions is not None and (self.search, self.control) != ("bstar", "classic"):
            raise BadInputError("--expansions needs --control classic")
        check_evaluation(self.evaluation)

    def make(self) -> Solver:
        """A new solver with these settings."""
        if self.search == "bstar":
            return BStar(
                self.control,
                ProberChoice(self.prober, evaluation=self.evaluation),
                self.probe_depth,
                self.expansions,
                self.confidence,
            )
        kind = AlphaBeta if self.search == "alphabeta" else Bandwidth
        return kind(self.evaluation)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A solution and whether it is right."""

    exercise: Exercise
    solution: Solution

    @property
    def solved(self) -> bool:
        """Whether the move solves the exercise."""
        return self.exercise.solved_by(self.solution.move)

    @property
    def points(self) -> int:
        """The points of the move; 0 in a suite without points."""
        return self.exercise.points.get(self.solution.move, 0)


def solve_all(
    search: Choice,
    exercises: Sequence[Exercise],
    limits: Limits,
    *,
    workers: int = 1,
) -> Iterator[tuple[int, Verdict]]:
    """Yields the number and verdict of every exercise as it is solved; cancelling ends it early.

    A verdict does not depend on the number of workers, except by the clock.

    Raises:
        BadInputError: unless 1 <= workers <= 256.
    """
    solver = search.make()
    if not 1 <= workers <= 256:
        raise BadInputError(f"--workers must be from 1 to 256; got {workers}")
    if workers == 1:
        yield from _alone(solver, exercises, limits)
    else:
        yield from _shared(search, exercises, limits, min(workers, len(exercises)))


def _alone(
    solver: Solver, exercises: Sequence[Exercise], limits: Limits
) -> Iterator[tuple[int, Verdict]]:
    for number, exercise in enumerate(exercises):
        solution = solver.solve(exercise.fen, limits)
        if solution is None:
            return
        yield number, Verdict(exercise, solution)


def _shared(
    search: Choice,
    exercises: Sequence[Exercise],
    limits: Limits,
    workers: int,
) -> Iterator[tuple[int, Verdict]]:
    # New processes, not forks: a fork made while a progress bar is being drawn may hang.
    context = multiprocessing.get_context("spawn")
    each = replace(limits, cancel=None)  # an event of threads cannot be sent to a process
    jobs = [(search, number, exercise.fen, each) for number, exercise in enumerate(exercises)]
    with context.Pool(workers, initializer=_leave_ctrl_c) as pool:  # leaving it ends the workers
        results = pool.imap_unordered(_solve_one, jobs)
        left = len(jobs)
        while left > 0 and not limits.cancelled:
            try:
                number, solution = results.next(timeout=0.1)
            except multiprocessing.TimeoutError:
                continue
            left -= 1
            yield number, Verdict(exercises[number], solution)


_own: dict[Choice, Solver] = {}  # the solvers of a worker process


def _solve_one(job: tuple[Choice, int, str, Limits]) -> tuple[int, Any]:
    search, number, fen, limits = job
    if search not in _own:
        _own[search] = search.make()
    return number, _own[search].solve(fen, limits)


def _leave_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def mean(numbers: Sequence[float]) -> float | None:
    """The mean of the numbers; None if there are none."""
    return sum(numbers) / len(numbers) if numbers else None


def summary(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Totals and means over the positions of a suite, for JSON."""
    solutions = [verdict.solution for verdict in verdicts]
    early = [verdict for verdict in verdicts if verdict.solution.stopped_early]
    seconds = sum(solution.seconds for solution in solutions)
    nodes = sum(solution.nodes for solution in solutions)
    most = sum(verdict.exercise.most_points for verdict in verdicts)
    return {
        "solved": sum(verdict.solved for verdict in verdicts),
        "total": len(verdicts),
        "points": sum(verdict.points for verdict in verdicts) if most else None,
        "most_points": most or None,
        "mean_seconds": mean([solution.seconds for solution in solutions]),
        "mean_expansions": mean([s.expansions for s in solutions if s.expansions is not None]),
        "stopped_early": len(early),
        "stopped_early_right": sum(verdict.solved for verdict in early),
        "nodes": nodes,
        "nodes_per_second": nodes / seconds if seconds else None,
    }
