"""Solves test suites with our searches, in one process or in several."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any, Protocol

from provebest.chess.defaults import (
    DEFAULT_PROBE_DEPTH,
    DEFAULT_SECONDS_EACH,
)
from provebest.chess.player.alphabeta import AlphaBetaPlayer
from provebest.chess.player.clock import Allotment, Go, Watch
from provebest.chess.player.move_request import MoveRequest
from provebest.chess.probes import RootSearch
from provebest.games.chess import read_position
from provebest.search.pbstar import DEFAULT_CONTROL
from provebest.suites.allowance import Allowance, Solution
from provebest.suites.bandwidth_solver import Bandwidth
from provebest.suites.bstar_solver import BStar
from provebest.suites.epd import Exercise
from provebest.vocabulary import BadInputError

DEFAULT_SECONDS = DEFAULT_SECONDS_EACH
DEEPEST = 64
"""Plies after which alpha-beta has its answer, whatever its allowance."""


class Solver(Protocol):
    """A search that can be tried on a suite."""

    def solve(self, fen: str, allowance: Allowance, cancel: Event | None) -> Solution | None:
        """The move for this position, whatever was searched before; None if cancelled."""
        ...


class AlphaBeta:
    """Solves each position with the alpha-beta player of UCI, up to the limit."""

    def __init__(self) -> None:
        self._root: RootSearch | None = None

    def solve(self, fen: str, allowance: Allowance, cancel: Event | None) -> Solution | None:
        """The move for this position; None if cancelled."""
        position = read_position(fen)
        if self._root is None:
            self._root = RootSearch(position)
        self._root.move_to(position)
        self._root.forget()
        begun = time.perf_counter()
        watch = Watch(cancel=cancel)
        if allowance.seconds is not None:  # all of them are used: there is no soft limit
            watch.begin(Allotment(hard=allowance.seconds), waiting=False)
        go = Go(depth=DEEPEST, nodes=allowance.nodes)
        request = MoveRequest(position, tuple(position.legal_moves()), go=go)
        *_, report = AlphaBetaPlayer(self._root, watch).think(request)
        taken = time.perf_counter() - begun
        if cancel is not None and cancel.is_set():
            return None
        value, line = report.lines[0]
        finished = report.depth == DEEPEST
        return Solution(line[0], int(value), report.depth, report.nodes, taken, None, finished)


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

    def __post_init__(self) -> None:
        if self.search not in SEARCHES:
            raise BadInputError(
                f"--search must be one of {', '.join(SEARCHES)}; got {self.search!r}"
            )
        if self.expansions is not None and (self.search, self.control) != ("bstar", "classic"):
            raise BadInputError("--expansions needs --control classic")

    def make(self) -> Solver:
        """A new solver with these settings."""
        if self.search == "bstar":
            return BStar(self.control, self.prober, self.probe_depth, self.expansions)
        return AlphaBeta() if self.search == "alphabeta" else Bandwidth()


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
    allowance: Allowance,
    *,
    workers: int = 1,
    cancel: Event | None = None,
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
        yield from _alone(solver, exercises, allowance, cancel)
    else:
        yield from _shared(search, exercises, allowance, min(workers, len(exercises)), cancel)


def _alone(
    solver: Solver, exercises: Sequence[Exercise], allowance: Allowance, cancel: Event | None
) -> Iterator[tuple[int, Verdict]]:
    for number, exercise in enumerate(exercises):
        solution = solver.solve(exercise.fen, allowance, cancel)
        if solution is None:
            return
        yield number, Verdict(exercise, solution)


def _shared(
    search: Choice,
    exercises: Sequence[Exercise],
    allowance: Allowance,
    workers: int,
    cancel: Event | None,
) -> Iterator[tuple[int, Verdict]]:
    # New processes, not forks: a fork made while a progress bar is being drawn may hang.
    context = multiprocessing.get_context("spawn")
    jobs = [(search, number, exercise.fen, allowance) for number, exercise in enumerate(exercises)]
    with context.Pool(workers, initializer=_leave_ctrl_c) as pool:  # leaving it ends the workers
        results = pool.imap_unordered(_solve_one, jobs)
        left = len(jobs)
        while left > 0 and not (cancel is not None and cancel.is_set()):
            try:
                number, solution = results.next(timeout=0.1)
            except multiprocessing.TimeoutError:
                continue
            left -= 1
            yield number, Verdict(exercises[number], solution)


_own: dict[Choice, Solver] = {}  # the solvers of a worker process


def _solve_one(job: tuple[Choice, int, str, Allowance]) -> tuple[int, Any]:
    search, number, fen, allowance = job
    if search not in _own:
        _own[search] = search.make()
    return number, _own[search].solve(fen, allowance, None)


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
