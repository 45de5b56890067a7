"""Test suites solved by our searches: one table of searches, one loop, any number of workers."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any, Protocol

from provebest.games.chess import read_position
from provebest.lab.epd import Exercise
from provebest.probes import RootSearch
from provebest.vocabulary import BadInputError

DEFAULT_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a search may use for one position; whichever ends first.

    Raises:
        BadInputError: for an allowance of nothing.
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not 0 < self.seconds < 1e6:
            raise BadInputError(f"a position gets more than 0 seconds; got {self.seconds}")
        if self.nodes is not None and self.nodes < 1:
            raise BadInputError(f"a position gets 1 node or more; got {self.nodes}")


@dataclass(frozen=True, slots=True)
class Solution:
    """What a search says of one position."""

    move: str
    value: int | None
    depth: int
    nodes: int
    seconds: float
    expansions: int | None
    """For searches that expand a tree of their own; None for those that do not."""
    stopped_early: bool
    """It had its answer before the allowance was used up."""


class Solver(Protocol):
    """A search that can be tried on a suite."""

    def solve(self, fen: str, allowance: Allowance, cancel: Event | None) -> Solution | None:
        """The move for this position, as if it were the first ever seen; None if cancelled."""
        ...


class AlphaBeta:
    """The brute-force player: the selective search until the allowance is used up."""

    def __init__(self) -> None:
        self._search: RootSearch | None = None

    def solve(self, fen: str, allowance: Allowance, cancel: Event | None) -> Solution | None:
        """The move for this position."""
        position = read_position(fen)
        if self._search is None:
            self._search = RootSearch(position)
        self._search.move_to(position)
        self._search.forget()
        begun = time.perf_counter()
        told = self._search.think(nodes=allowance.nodes, hard=allowance.seconds, cancel=cancel)
        taken = time.perf_counter() - begun
        if cancel is not None and cancel.is_set():
            return None
        early = not told.interrupted
        return Solution(told.best.move, told.value, told.depth, told.nodes, taken, None, early)


SOLVERS: dict[str, Callable[[], Solver]] = {"alphabeta": AlphaBeta}


@dataclass(frozen=True, slots=True)
class Verdict:
    """A solution and whether it is right."""

    exercise: Exercise
    solution: Solution

    @property
    def solved(self) -> bool:
        """Whether the move is one that solves it."""
        return self.exercise.solved_by(self.solution.move)

    @property
    def points(self) -> int:
        """What the move is worth in a suite that gives points."""
        return self.exercise.points.get(self.solution.move, 0)


def solver_named(name: str) -> Solver:
    """A new solver of that name.

    Raises:
        BadInputError: where there is none.
    """
    if name not in SOLVERS:
        raise BadInputError(f"--search is one of {', '.join(SOLVERS)}; got {name!r}")
    return SOLVERS[name]()


def solve_all(
    search: str,
    exercises: Sequence[Exercise],
    allowance: Allowance,
    *,
    workers: int = 1,
    cancel: Event | None = None,
) -> Iterator[tuple[int, Verdict]]:
    """Every exercise with its number, as they are solved; cancelling ends it early.

    What is told of an exercise does not depend on the workers, save what a clock decides.

    Raises:
        BadInputError: for a search or a number of workers that does not exist.
    """
    solver = solver_named(search)
    if not 1 <= workers <= 256:
        raise BadInputError(f"workers are from 1 to 256; got {workers}")
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
    search: str,
    exercises: Sequence[Exercise],
    allowance: Allowance,
    workers: int,
    cancel: Event | None,
) -> Iterator[tuple[int, Verdict]]:
    # New processes, not copies of this one: a copy made while a progress bar draws may hang.
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


_own: dict[str, Solver] = {}  # of a worker process


def _solve_one(job: tuple[str, int, str, Allowance]) -> tuple[int, Any]:
    search, number, fen, allowance = job
    if search not in _own:
        _own[search] = solver_named(search)
    return number, _own[search].solve(fen, allowance, None)


def _leave_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def mean(numbers: Sequence[float]) -> float | None:
    """Their mean; None where there are none."""
    return sum(numbers) / len(numbers) if numbers else None


def summary(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """The figures of a suite."""
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
