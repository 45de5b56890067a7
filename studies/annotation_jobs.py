"""The work on single moves that studies of annotations share, kept in one store."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import provebest
from provebest.chess.explain import annotation
from provebest.chess.explain.annotating import AnalyseMove
from provebest.chess.explain.confirming import Claim, ConfirmMove
from provebest.chess.explain.looks import Look
from provebest.search.setprobe.set_prober import SetValue
from provebest.vocabulary.plain import as_plain, from_plain
from studies.annotation_judge import judge_move

Job = tuple[Any, ...]
"""The kind of a task of annotating (or ``SEARCH``, for one of confirming), the program and the task
as plain data; or ``JUDGE`` and a task."""
SEARCH, JUDGE = "search", "judge"
Judging = tuple[str, str, int]
"""The engine that judges, its own name for itself, and the depth."""
Run = Callable[[Sequence[Job], str], list[Any]]
"""Runs jobs, which the bar calls by this name."""


def do_job(job: Job) -> Any:
    """Annotates one move, confirms its note, judges it, or records the searches that confirm."""
    if job[0] == JUDGE:
        return judge_move(job[1:])
    kind, _, data = job
    if kind == SEARCH:
        return [as_json(look) for look in Claim.of_task(from_plain(ConfirmMove, data)).search()]
    return annotation.do_job((kind, data))


def found_by(tasks: Sequence[annotation.Task], run: Run) -> list[annotation.Found | None]:
    """What the program finds for tasks of annotating, which are all of one kind."""
    judging = not tasks or isinstance(tasks[0], AnalyseMove)
    jobs = [(kind, program(), data) for kind, data in map(annotation.job_of, tasks)]
    stored = run(jobs, "moves annotated" if judging else "moves confirmed")
    return list(map(annotation.read_found, tasks, stored))


def search_of(task: ConfirmMove) -> Job:
    """The job of recording the searches of a task."""
    return SEARCH, program(), as_plain(task)


@cache
def program() -> str:
    """A short name of this very program: it changes with each of its files."""
    folder, all_bytes = Path(provebest.__file__).parent, hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            all_bytes.update(str(file.relative_to(folder)).encode() + file.read_bytes())
    return all_bytes.hexdigest()[:12]


def as_json(look: Look) -> list[Any]:
    """The look as JSON."""
    sets = (look.better, look.played, look.rest)
    return [look.depth, *(found and [found.value, found.line] for found in sets)]


def from_json(stored: Sequence[Any]) -> Look:
    """The look that ``as_json`` wrote."""
    depth, *sets = stored
    better, played, rest = (found and _set_value(depth, *found) for found in sets)
    return Look(depth, better, played, rest)


def _set_value(depth: int, value: float, line: Sequence[str]) -> SetValue[str]:
    return SetValue(line[0], value, tuple(line), depth, finished=True, at_most={})
