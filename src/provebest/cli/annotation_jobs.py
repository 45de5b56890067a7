"""The searches of ``provebest annotate``: many at a time, and kept in a store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from provebest.argument.notation import san
from provebest.chess.explain.annotating import AnalyseMove
from provebest.chess.explain.annotation import (
    Found,
    Job,
    Task,
    do_job,
    do_task,
    is_found,
    job_of,
    read_found,
    task_from,
)
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.probers import check_prober
from provebest.cli.shared import counting_bar, talk
from provebest.vocabulary import BadInputError
from provebest.work.caching import RunCache
from provebest.work.place import Place
from provebest.work.pool import results_so_far, run_jobs
from provebest.work.running import SetAside


@dataclass(slots=True)
class AnnotationJobs:
    """Runs the searches for single moves; an interrupted run continues from the store."""

    store: Path | None
    """Where results are kept; None if this run alone has them."""
    place: Place
    prober: ProberChoice
    name: str = field(kw_only=True)
    """What the bar calls the first searches."""
    quiet: bool = field(kw_only=True)
    interrupted: bool = False
    aside: int = 0
    """Moves that ended their worker too often, and have no note."""

    def search(self, tasks: Sequence[Task], cache: RunCache | None = None) -> list[Found | None]:
        """What was found for every task; None for those set aside, or not finished before Ctrl-C.

        What is damaged in the store is searched again.
        """
        stored = self._results([job_of(task) for task in tasks], self._name_of(tasks), cache)
        return [
            None if one is None else _read(task, one)
            for task, one in zip(tasks, stored, strict=True)
        ]

    def _name_of(self, tasks: Sequence[Task]) -> str:
        judging = not tasks or isinstance(tasks[0], AnalyseMove)
        return self.name if judging else "confirming"

    def _results(self, jobs: Sequence[Job], name: str, cache: RunCache | None) -> list[Any]:
        made_so_far: dict[int, Any] = {}
        if not self.interrupted:
            try:
                with counting_bar(name, len(jobs), quiet=self.quiet) as done:
                    return run_jobs(
                        do_job,
                        jobs,
                        on_job=done,
                        on_result=lambda job, result: made_so_far.update({id(job): result}),
                        store=self.store,
                        name="annotated moves",
                        is_result=is_found,
                        on=self.place,
                        if_set_aside=self._set_aside,
                        check=(check_prober, (self.prober.identity,)),
                        cache=cache,
                    )
            except KeyboardInterrupt:
                self.interrupted = True
        if self.store is None:
            return [made_so_far.get(id(job)) for job in jobs]
        return results_so_far(jobs, self.store)

    def _set_aside(self, job: Job, aside: SetAside) -> None:
        self.aside += 1
        task = task_from(job)
        move = task if isinstance(task, AnalyseMove) else task.move
        board = move.board()
        dots = "." if board.turn else "..."
        name = f"the move {board.fullmove_number}{dots}{san(board, move.played)} of a game"
        talk(aside.sentence(name))


def _read(task: Task, stored: Any) -> Found | None:
    try:
        return read_found(task, stored)
    except BadInputError:
        return do_task(task)
