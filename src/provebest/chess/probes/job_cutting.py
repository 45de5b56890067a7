"""Expansions cut into jobs, which workers can do in any order, anywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from threading import Event, local
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from provebest._native import ChessProber
from provebest.chess.probes.any_expansion import ProberExpander
from provebest.chess.probes.expansion import (
    Hope,
    MoveFacts,
    Path,
    ProbeSize,
    read_facts,
    read_hope,
)
from provebest.chess.probes.job_desk import Job
from provebest.chess.probes.native import native_kind
from provebest.chess.probes.prober import Probe, ProbeAnswer, Prober, Status
from provebest.games.chess import ChessPosition, read_position
from provebest.games.chess_evaluation import correction_of

Value_co = TypeVar("Value_co", covariant=True)
JOBS_EACH = 3
"""Native jobs of an expansion for each worker: more end more evenly, and cost more to hand out."""


class Work(NamedTuple):
    """Probes, and the nodes that they visited."""

    probes: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Cut(Generic[Value_co]):
    """A question as jobs; ``join`` makes the answer of theirs, in the order of the jobs."""

    jobs: list[Job]
    join: Callable[[list[Any]], Value_co]


class Cutter(Protocol):
    """Cuts the questions to an ``Expander`` into jobs."""

    name: str
    """The prober and its size, as shown with a result."""
    real: ProbeSize
    hope: ProbeSize

    def expansion(self, path: Path, *, hopes: bool) -> Cut[list[MoveFacts]]:
        """``Expander.expand``."""

    def promises(self, paths: Sequence[Path]) -> Cut[list[Hope]]:
        """``Expander.hopes``."""

    def work(self, answer: Any) -> Work:
        """What the answer of a job has cost."""


# --- the compiled prober ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NativeSource:
    """All that the compiled prober's answers depend on besides the question, as plain data.

    So a job can be sent to another process; every thread there has a prober of its own.
    """

    start: str
    played: tuple[str, ...]
    chess960: bool
    real: ProbeSize
    hope: ProbeSize
    exact: bool
    evaluation: str


class NativeCutter:
    """A ``Cutter`` for the compiled prober: a job takes every so-many-th move of an expansion."""

    def __init__(self, source: NativeSource, workers: int, stop: Event | None = None) -> None:
        """``stop`` ends jobs that run in threads of this process; it cannot be sent elsewhere."""
        self.real, self.hope = source.real, source.hope
        kind = native_kind(source.evaluation, exact=source.exact)
        self.name = f"native {kind}, depth {source.real.depth}"
        self._source, self._parts, self._stop = source, JOBS_EACH * workers, stop

    def expansion(self, path: Path, *, hopes: bool) -> Cut[list[MoveFacts]]:
        """Every ``parts``-th move is a job."""
        parts = self._parts
        jobs = [
            Job(_expand_part, self._source, path, hopes, part, parts, self._stop)
            for part in range(parts)
        ]
        return Cut(jobs, _interleave)

    def promises(self, paths: Sequence[Path]) -> Cut[list[Hope]]:
        """As many paths in each job as in any other."""
        size = max(1, -(-len(paths) // self._parts))
        jobs = [
            Job(_hopes_of, self._source, tuple(paths[first : first + size]), self._stop)
            for first in range(0, len(paths), size)
        ]
        return Cut(jobs, lambda answers: [read_hope(one) for some in answers for one in some])

    def work(self, answer: list[tuple[Any, ...]]) -> Work:
        """The last two numbers of each move."""
        return Work(sum(one[-2] for one in answer), sum(one[-1] for one in answer))


_of_this_thread = local()


def _prober(source: NativeSource) -> ChessProber:
    """A prober of this thread, with an empty table before each probe."""
    kind = source.exact, source.evaluation
    if getattr(_of_this_thread, "kind", None) != kind:
        correction = correction_of(source.evaluation)
        _of_this_thread.prober = ChessProber(selective=not source.exact, correction=correction)
        _of_this_thread.kind = kind
    prober: ChessProber = _of_this_thread.prober
    return prober


@lru_cache(maxsize=64)
def root_position(start: str, played: tuple[str, ...], chess960: bool) -> ChessPosition:
    """The position after these moves; nobody may play on it."""
    return read_position(start, played, chess960=chess960)


def _root_of(source: NativeSource) -> ChessPosition:
    return root_position(source.start, source.played, source.chess960)


def _expand_part(
    source: NativeSource,
    path: Path,
    hopes: bool,
    part: int,
    parts: int,
    stop: Event | None,
) -> list[tuple[Any, ...]] | None:
    """The facts of each ``parts``-th move from ``part`` on; None if it was stopped."""
    answers = _prober(source).expand(
        _root_of(source),
        path,
        real_depth=source.real.depth,
        real_nodes=source.real.limit,
        hope_depth=source.hope.depth,
        hope_nodes=source.hope.limit,
        with_hopes=hopes,
        part=part,
        parts=parts,
        poll=None if stop is None else stop.is_set,
    )
    return None if stop is not None and stop.is_set() else list(answers)


def _hopes_of(
    source: NativeSource, paths: tuple[Path, ...], stop: Event | None
) -> list[tuple[Any, ...]] | None:
    """The promise of the last move of each path; None if it was stopped."""
    answers = _prober(source).hopes(
        _root_of(source),
        paths,
        depth=source.hope.depth,
        nodes=source.hope.limit,
        poll=None if stop is None else stop.is_set,
    )
    return None if stop is not None and stop.is_set() else list(answers)


def _interleave(parts: list[list[tuple[Any, ...]]]) -> list[MoveFacts]:
    rows = zip_longest(*parts)
    return [read_facts(one) for row in rows for one in row if one is not None]


# --- any other prober ---------------------------------------------------------------------------


class ProbeCutter:
    """A ``Cutter`` for any pure prober that several threads may ask at once: a job is a probe."""

    def __init__(self, expander: ProberExpander, stop: Event | None = None) -> None:
        self.name, self.real, self.hope = expander.name, expander.real, expander.hope
        self._expander, self._stop = expander, stop

    def expansion(self, path: Path, *, hopes: bool) -> Cut[list[MoveFacts]]:
        """A job for each real probe, then one for each hope probe."""
        plan = self._expander.plan(path, hopes=hopes)
        jobs = [self._job(path, plan.position, probe) for probe in plan.probes]
        return Cut(jobs, lambda answers: plan.facts([self._read(each) for each in answers]))

    def promises(self, paths: Sequence[Path]) -> Cut[list[Hope]]:
        """A job for each move that does not give check."""
        asked = self._expander.plan_hopes(paths)
        jobs = [
            self._job(path[:-1], each.position, each.probe)
            for path, each in zip(paths, asked, strict=True)
            if each.probe is not None
        ]

        def join(answers: list[Any]) -> list[Hope]:
            found = map(self._read, answers)
            return [each.promise(None if each.probe is None else next(found)) for each in asked]

        return Cut(jobs, join)

    def work(self, answer: Any) -> Work:
        """One probe."""
        return Work(1, answer.nodes)

    def _read(self, answer: Any) -> ProbeAnswer:
        """What a probe has found, from the answer of its job."""
        found: ProbeAnswer = answer
        return found

    def _job(self, path: Path, position: ChessPosition, probe: Probe) -> Job:  # noqa: ARG002 - for those who send it
        return Job(_probe_once, self._expander.prober, position, probe, self._stop)


def _probe_once(
    prober: Prober, position: ChessPosition, probe: Probe, stop: Event | None
) -> ProbeAnswer | None:
    """The answer of the prober; None if it was stopped."""
    (answer,) = prober.batch(position, [probe], cancel=stop)
    return None if answer.status is Status.CANCELLED else answer
