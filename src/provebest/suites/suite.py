"""Solves test suites with our searches, in one process or in several."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
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
from provebest.chess.probes.cache_place import CachePlace
from provebest.chess.probes.engine_facts import NATIVE
from provebest.chess.probes.prober_choice import ProberChoice, choose_prober
from provebest.games.chess import read_position
from provebest.games.chess_evaluation import DEFAULT_EVALUATION, check_evaluation
from provebest.search.pbstar import DEFAULT_CONTROL
from provebest.suites.bandwidth_solver import Bandwidth
from provebest.suites.bstar_solver import BStar
from provebest.suites.epd import Exercise
from provebest.suites.solution import Solution
from provebest.vocabulary import BadInputError, Limits
from provebest.work.caching import RunCache, run_with_cache
from provebest.work.here import Here
from provebest.work.place import ONE_PROCESS, Place
from provebest.work.pool import print_note, working
from provebest.work.running import Failed, SetAside

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

    def __init__(self, evaluation: str = DEFAULT_EVALUATION, threads: int = 1) -> None:
        self._evaluation, self._threads = evaluation, threads
        self._root: RootSearch | None = None

    def solve(self, fen: str, limits: Limits) -> Solution | None:
        """The move for this position; None if cancelled."""
        position = read_position(fen)
        if self._root is None:
            self._root = RootSearch(position, evaluation=self._evaluation, threads=self._threads)
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
    prober: str = NATIVE
    """Only for ``bstar``."""
    probe_depth: int = DEFAULT_PROBE_DEPTH
    """Only for ``bstar`` with the classic control."""
    expansions: int | None = None
    """Only for ``bstar`` with the classic control; None is the paper's number."""
    confidence: float = DEFAULT_CONFIDENCE
    """Only for ``bstar``: how sure it must be of a move to stop early."""
    evaluation: str = DEFAULT_EVALUATION
    """Of the compiled searches."""
    threads: int = 1
    """Of each search."""
    cache: CachePlace | None = None
    """Only for ``bstar``: where the answers to probes are kept."""

    def __post_init__(self) -> None:
        if self.search not in SEARCHES:
            raise BadInputError(
                f"--search must be one of {', '.join(SEARCHES)}; got {self.search!r}"
            )
        if self.expansions is not None and (self.search, self.control) != ("bstar", "classic"):
            raise BadInputError("--expansions needs --control classic")
        if self.threads > 1 and self.search == "bandwidth":
            raise BadInputError("--threads needs --search bstar or alphabeta")
        if self.cache is not None and self.search != "bstar":
            raise BadInputError("--cache needs --search bstar: other searches make no probes")
        check_evaluation(self.evaluation)

    @property
    def deep_threads(self) -> int:
        """Threads of each deep search: the classic control makes none."""
        classic = (self.search, self.control) == ("bstar", "classic")
        return 1 if classic else self.threads

    @property
    def used_evaluation(self) -> str | None:
        """The evaluation by name; None if another engine evaluates."""
        return self.chosen_prober.own_evaluation if self.search == "bstar" else self.evaluation

    @property
    def chosen_prober(self) -> ProberChoice:
        """Who probes for ``bstar``."""
        return choose_prober(
            self.prober,
            self.evaluation,
            control=self.control,
            threads=self.threads,
            cache=self.cache,
        )

    def make(self) -> Solver:
        """A new solver with these settings."""
        if self.search == "bstar":
            return BStar(
                self.control,
                self.chosen_prober,
                self.probe_depth,
                self.expansions,
                self.confidence,
            )
        if self.search == "alphabeta":
            return AlphaBeta(self.evaluation, self.threads)
        return Bandwidth(self.evaluation)


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
    on: Place = ONE_PROCESS,
    if_set_aside: Callable[[str], None] = print_note,
    cache: RunCache | None = None,
) -> Iterator[tuple[int, Verdict]]:
    """Yields the number and verdict of every exercise as it is solved; cancelling ends it early.

    A verdict does not depend on where it is found, except by the clock. One process is this one.
    ``if_set_aside`` is called with a sentence about each exercise that ended its worker too often.

    Raises:
        EngineFailedError: if another engine failed for good.
    """
    solver = search.make()  # an engine that cannot be started is reported here
    alone = on == ONE_PROCESS
    each = limits if alone else replace(limits, cancel=None)  # an event cannot be sent
    jobs = [(search, exercise.fen, each) for exercise in exercises]
    place = None if cache is None else cache.place
    crew = Here() if alone else on.crew(len(jobs), (Choice.make, (search,)), place)
    with working(crew):
        by_itself = alone and cache is None
        work = (lambda job: solver.solve(job[1], job[2])) if by_itself else _solve_one
        for number, solution in run_with_cache(crew, work, jobs, cache, cancel=limits.cancel):
            if isinstance(solution, SetAside):
                if_set_aside(solution.sentence(exercises[number].name))
            elif isinstance(solution, Failed):
                raise solution.error
            elif solution is not None:
                yield number, Verdict(exercises[number], solution)


_own: dict[Choice, Solver] = {}
"""The solvers of a worker: they live as long as it does."""


def _solve_one(job: tuple[Choice, str, Limits], cache: CachePlace | None = None) -> Solution | None:
    search, fen, limits = job
    search = replace(search, cache=cache)
    if search not in _own:
        _own[search] = search.make()
    return _own[search].solve(fen, limits)


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
