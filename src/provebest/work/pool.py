"""Runs many small jobs, here or elsewhere; an interrupted run can be continued from its store.

Results and their order do not depend on where the jobs run, on lost workers or on interruptions.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from provebest.vocabulary import BadInputError, EngineFailedError, JobsSetAsideError, shorten
from provebest.vocabulary.outside import visible
from provebest.work.caching import RunCache, run_with_cache
from provebest.work.calls import Call
from provebest.work.crew import Crew
from provebest.work.place import ALL_CORES, Place
from provebest.work.running import Failed, SetAside
from provebest.work.shapes import fits
from provebest.work.store import Kind, Store, open_store, read_store

Job = TypeVar("Job", bound=tuple[Any, ...])
IsResult = Callable[[Any, Any], bool]
"""Whether a stored value can be the result of a job; exceptions count as no."""

IfFailed = Callable[[EngineFailedError], Any]
ROW = {"job": list, "result": object}


def _is_row(entry: Any) -> bool:
    return fits(entry, ROW)


KIND = Kind("provebest jobs", name="a store of results", run="run", is_row=_is_row)


def print_note(sentence: str) -> None:
    """Prints a sentence for the user on stderr."""
    print(f"provebest: {visible(sentence)}", file=sys.stderr)


def run_jobs(
    work: Callable[[Job], Any],
    jobs: Sequence[Job],
    *,
    on: Place = ALL_CORES,
    on_job: Callable[[], None] = lambda: None,
    store: Path | None = None,
    name: str | None = None,
    is_result: IsResult = lambda _job, _result: True,
    on_result: Callable[[Job, Any], None] | None = None,
    if_failed: IfFailed | None = None,
    if_set_aside: Callable[[Job, SetAside], None] | None = None,
    check: Call | None = None,
    cache: RunCache | None = None,
) -> list[Any]:
    """The results of all jobs, in the order of the jobs.

    With ``store`` each result is added to that file as soon as it is known, and results that are in
    the file are not computed again; so results must be valid JSON. ``name`` says in the file what
    the jobs are (default: the name of ``work``), and ``is_result`` checks what is read.
    ``on_result`` is called with each job and its result, stored or new, as they come. Only the main
    process handles Ctrl-C.

    ``work`` is a function of a module. ``on`` says where it is called. ``check`` is called on other
    machines before the first job. ``if_failed`` makes the result if another program fails for good.
    With ``cache``, ``work`` also takes the place of a probe cache.

    A job that ends its worker three times has no result: ``if_set_aside`` is called with it and
    what happened, and None stands in the list.

    Raises:
        BadInputError: for a file that is not a store of such results, is damaged, or is in use.
        CannotWriteError: if the store cannot be written.
        EngineFailedError: if another program fails for good, unless there is ``if_failed``.
        JobsSetAsideError: when all others are finished, if there is no ``if_set_aside``.
    """
    found = _Results({_key(job) for job in jobs}, is_result)
    known = found.by_job
    aside: list[str] = []

    def tell(job: Job) -> None:
        on_job()
        if on_result is not None:
            on_result(job, known[_key(job)])

    with _open(store, name or work.__name__, found) as kept:
        missing = [job for job in jobs if _key(job) not in known]
        for job in jobs:
            if _key(job) in known:
                tell(job)
        with closing(_computed(work, missing, on, check, if_failed, cache)) as computed:
            for job, result in computed:
                if isinstance(result, SetAside):
                    number = f"job {jobs.index(job) + 1} of {len(jobs)}"
                    aside.append(result.sentence(f"{number}, {shorten(_key(job))},"))
                    on_job()
                    if if_set_aside is not None:
                        if_set_aside(job, result)
                    continue
                if kept is not None:
                    kept.add({"job": job, "result": result})
                known[_key(job)] = result
                tell(job)
    if aside and if_set_aside is None:
        more = f"; and {len(aside) - 1} more" if len(aside) > 1 else ""
        raise JobsSetAsideError(f"{aside[0]}{more}")
    return [known.get(_key(job)) for job in jobs]


def results_so_far(jobs: Sequence[Job], store: Path) -> list[Any]:
    """The stored result of each of these jobs; None if there is none.

    Raises:
        BadInputError: for a file that is not a store of results or is damaged.
    """
    found = _Results({_key(job) for job in jobs})
    if store.exists() and store.stat().st_size:
        read_store(store, KIND, found.take)
    return [found.by_job.get(_key(job)) for job in jobs]


def stored_results(store: Path) -> list[Any]:
    """All results in the store of an earlier run, in the order of the jobs.

    Raises:
        BadInputError: for a file that does not exist, is not a store of results, or is damaged.
    """
    if not store.is_file():
        raise BadInputError(f"there is no file {str(store)!r}")
    found = _Results()
    read_store(store, KIND, found.take)
    try:
        return [found.by_job[key] for key in sorted(found.by_job, key=json.loads)]
    except TypeError:
        raise BadInputError(f"{shorten(str(store))} has jobs of different kinds") from None


class _Results:
    """Results by job, read from a store; only of the ``wanted`` jobs if there are such."""

    def __init__(
        self,
        wanted: Collection[str] | None = None,
        is_result: IsResult = lambda _job, _result: True,
    ) -> None:
        self._wanted, self._is_result = wanted, is_result
        self.by_job: dict[str, Any] = {}

    def take(self, row: Any) -> None:
        if not _is_row(row):
            raise ValueError("not a row")
        key = _key(row["job"])
        if self._wanted is not None and key not in self._wanted:
            return
        if not self._is_result(row["job"], row["result"]):
            raise ValueError("not a result")
        self.by_job[key] = row["result"]


@contextmanager
def _open(path: Path | None, name: str, found: _Results) -> Iterator[Store | None]:
    if path is None:
        yield None
        return
    with open_store(path, KIND, {"work": name}, found.take) as store:
        yield store


def _computed(
    work: Callable[[Job], Any],
    jobs: Sequence[Job],
    on: Place,
    check: Call | None,
    if_failed: IfFailed | None,
    cache: RunCache | None,
) -> Generator[tuple[Job, Any]]:
    """Every job with its result, as soon as it is known."""
    if not jobs:
        return
    place = None if cache is None else cache.place
    with working(on.crew(len(jobs), check, place)) as crew:
        crew.on_note = print_note
        for number, result in run_with_cache(crew, work, jobs, cache):
            if not isinstance(result, Failed):
                yield jobs[number], result
            elif if_failed is not None:
                yield jobs[number], if_failed(result.error)
            else:
                raise result.error


@contextmanager
def working(crew: Crew) -> Iterator[Crew]:
    """The crew, whose workers end when this does, whatever they are doing."""
    try:
        yield crew
    finally:
        crew.shutdown(cancel_futures=True)  # if it failed, nobody waits for the other results


def _key(job: Sequence[Any]) -> str:
    return json.dumps(job)
