"""Probes on several workers, some of them in advance; the answers are those of one worker.

All probes of an expansion are asked for at once. Workers that are free meanwhile begin with the
expansions that may come next. What they find is kept until it is asked for; what is never asked for
was in vain.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import islice
from threading import Event
from typing import TypeVar

from provebest.chess.probes.expansion import Hope, MoveFacts, Path
from provebest.chess.probes.job_cutting import Cut, Cutter, Work
from provebest.chess.probes.job_desk import Job, JobDesk

Value = TypeVar("Value")
AHEAD = 1
"""Expansions that may be asked for in advance at a time: more are seldom useful, as
``python -m studies.many_workers`` shows."""


@dataclass(frozen=True, slots=True)
class ParallelWork:
    """What the workers of a search have done."""

    workers: int
    probes: int
    """Probes that the search has asked for."""
    ready: int
    """Those among them that a worker had begun before they were asked for."""
    in_vain: int
    """Probes that were made in advance and never asked for."""
    nodes_in_vain: int

    @property
    def useful(self) -> float:
        """The share of all probes made that the search has asked for."""
        made = self.probes + self.in_vain
        return self.probes / made if made else 1.0

    def as_json(self) -> dict[str, int | float]:
        """All of it, for ``provebest analyse --json``."""
        return {
            "workers": self.workers,
            "probes": self.probes,
            "probes_ready": self.ready,
            "probes_in_vain": self.in_vain,
            "nodes_in_vain": self.nodes_in_vain,
            "useful_share": round(self.useful, 4),
        }

    def __str__(self) -> str:
        workers = "1 worker" if self.workers == 1 else f"{self.workers} workers"
        return (
            f"{workers} made {self.probes + self.in_vain:,} probes: {self.ready:,} were ready "
            f"before they were asked for, {self.in_vain:,} were never asked for "
            f"({self.useful:.0%} useful)"
        )


class ParallelExpander:
    """An ``Expander`` that shares its probes among the workers of an executor.

    ``ahead`` limits the expansions that are asked for in advance; 0 means none. ``in_flight`` is
    the number of jobs that the executor has at a time (default: one for each worker), and
    ``most_ahead`` how many of them may be in advance (default: all). While hopes are asked for, the
    Forcer's moves are being expanded, and the next leaf is as a rule one of them or far away: then
    nothing is asked for in advance, unless ``bold``.
    """

    def __init__(
        self,
        cutter: Cutter,
        executor: Executor,
        workers: int,
        *,
        ahead: int = AHEAD,
        in_flight: int | None = None,
        most_ahead: int | None = None,
        bold: bool = False,
        cancel: Event | None = None,
    ) -> None:
        self.name, self.real, self.hope = cutter.name, cutter.real, cutter.hope
        self.workers = workers
        self._cutter, self._ahead, self._bold = cutter, ahead, bold
        most = in_flight or workers
        self._enough = 2 * most
        self._desk = JobDesk(executor, most, most if most_ahead is None else most_ahead, cancel)
        self._known: dict[tuple[Path, bool], Cut[list[MoveFacts]]] = {}
        """Expansions by path and whether hopes are included, until they are asked for."""
        self._probes = self._nodes = self._ready = 0

    def prepare(self, now: tuple[Path, bool], later: Iterable[tuple[Path, bool]]) -> None:
        """Begins the expansion that is asked for next, then those that may follow it."""
        self._desk.want(self._expansion(now).jobs)
        _, hopes = now
        expected: list[Job] = []
        for question in islice(later, self._ahead if self._bold or not hopes else 0):
            expected += [job for job in self._expansion(question).jobs if job.future is None]
            if len(expected) >= self._enough:
                break
        self._desk.expect(expected)

    def rest(self) -> None:
        """Nothing more is expected."""
        self._desk.expect([])

    def expand(self, path: Path, *, hopes: bool) -> list[MoveFacts]:
        """Every legal move after the moves of ``path``, in a fixed order."""
        facts = self._answer(self._expansion((path, hopes)))
        del self._known[path, hopes]
        return facts

    def hopes(self, paths: Sequence[Path]) -> list[Hope]:
        """The promise of the last move of each path."""
        return self._answer(self._cutter.promises(paths))

    def work(self) -> tuple[int, int]:
        """The number of probes asked for so far, and the nodes they visited."""
        return self._probes, self._nodes

    def parallel_work(self) -> ParallelWork:
        """What the workers have done so far."""
        vain = [Work(0, 0)]
        for cut in self._known.values():
            vain += [self._cutter.work(job.answer) for job in cut.jobs if job.answer is not None]
        probes, nodes = map(sum, zip(*vain, strict=True))
        return ParallelWork(self.workers, self._probes, self._ready, probes, nodes)

    def close(self) -> None:
        """Waits for the jobs that run."""
        self._desk.drain()

    def _expansion(self, question: tuple[Path, bool]) -> Cut[list[MoveFacts]]:
        if question not in self._known:
            path, hopes = question
            self._known[question] = self._cutter.expansion(path, hopes=hopes)
        return self._known[question]

    def _answer(self, cut: Cut[Value]) -> Value:
        self._desk.want(cut.jobs)
        answers = [self._desk.answer_of(job) for job in cut.jobs]
        for job, answer in zip(cut.jobs, answers, strict=True):
            probes, nodes = self._cutter.work(answer)
            self._probes += probes
            self._nodes += nodes
            self._ready += probes if job.ahead else 0
        return cut.join(answers)
