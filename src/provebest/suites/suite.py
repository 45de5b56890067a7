"""Test suites solved by our searches: one table of searches, one loop, any number of workers."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any, Protocol

from provebest.chess.probes import RootSearch
from provebest.games.chess import read_position
from provebest.search.pbstar import DEFAULT_CONTROL
from provebest.suites.allowance import Allowance, Solution
from provebest.suites.bandwidth_solver import Bandwidth
from provebest.suites.bstar_solver import BStar
from provebest.suites.epd import Exercise
from provebest.vocabulary import BadInputError

DEFAULT_SECONDS = 1.0


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


SEARCHES = ("alphabeta", "bandwidth", "bstar")


@dataclass(frozen=True, slots=True)
class Choice:
    """A search by name, and what it is made of."""

    search: str = "alphabeta"
    control: str = DEFAULT_CONTROL
    """Of ``bstar``."""
    prober: str = "native"
    """Of ``bstar``."""
    probe_depth: int = 4
    """Of ``bstar`` with the classic control."""
    expansions: int | None = None
    """Of ``bstar`` with the classic control; the paper's number where it is not said."""

    def __post_init__(self) -> None:
        if self.search not in SEARCHES:
            raise BadInputError(f"--search is one of {', '.join(SEARCHES)}; got {self.search!r}")
        if self.expansions is not None and (self.search, self.control) != ("bstar", "classic"):
            raise BadInputError("--expansions goes with --control classic")

    def make(self) -> Solver:
        """A new solver."""
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
        """Whether the move is one that solves it."""
        return self.exercise.solved_by(self.solution.move)

    @property
    def points(self) -> int:
        """What the move is worth in a suite that gives points."""
        return self.exercise.points.get(self.solution.move, 0)


def solve_all(
    search: Choice,
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
    solver = search.make()
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
    search: Choice,
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


_own: dict[Choice, Solver] = {}  # of a worker process


def _solve_one(job: tuple[Choice, int, str, Allowance]) -> tuple[int, Any]:
    search, number, fen, allowance = job
    if search not in _own:
        _own[search] = search.make()
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
