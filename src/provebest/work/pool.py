"""Runs many small jobs on all cores; an interrupted run can be continued from its store.

Results and their order do not depend on the number of workers or on interruptions.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from provebest.vocabulary import BadInputError, ProvebestError, shorten
from provebest.work.shapes import fits
from provebest.work.store import Kind, Store, open_store, read_store
from provebest.work.workers import begin_worker, interrupts_later

Job = TypeVar("Job", bound=tuple[Any, ...])
IsResult = Callable[[Any, Any], bool]
"""Whether a stored value can be the result of a job; exceptions count as no."""

CHUNK = 8
ROW = {"job": list, "result": object}


def _is_row(entry: Any) -> bool:
    return fits(entry, ROW)


KIND = Kind("provebest jobs", name="a store of results", run="run", is_row=_is_row)


def run_jobs(
    work: Callable[[Job], Any],
    jobs: Sequence[Job],
    *,
    on_job: Callable[[], None] = lambda: None,
    store: Path | None = None,
    name: str | None = None,
    is_result: IsResult = lambda _job, _result: True,
    workers: int | None = None,
    on_result: Callable[[Job, Any], None] | None = None,
    chunk: int = CHUNK,
) -> list[Any]:
    """The results of all jobs, in the order of the jobs.

    With ``store`` each result is added to that file, and results that are in the file are not
    computed again; so results must be valid JSON. ``name`` says in the file what the jobs are
    (default: the name of ``work``), and ``is_result`` checks what is read. ``on_result`` is called
    with each job and its result, stored or new. Only the main process handles Ctrl-C. A worker
    takes ``chunk`` jobs at a time, so an interruption may lose that many results per worker.

    Raises:
        BadInputError: for a file that is not a store of such results, is damaged, or is in use.
        CannotWriteError: if the store cannot be written.
        ProvebestError: if a worker process is killed.
    """
    found = _Results({_key(job) for job in jobs}, is_result)
    with _open(store, name or work.__name__, found) as kept:
        known = found.by_job
        missing = [job for job in jobs if _key(job) not in known]
        for job in jobs:
            if _key(job) in known:
                on_job()
                if on_result is not None:
                    on_result(job, known[_key(job)])
        with closing(_compute(work, missing, workers, chunk)) as computed:
            for job, result in computed:
                if kept is not None:
                    kept.add({"job": job, "result": result})
                known[_key(job)] = result
                on_job()
                if on_result is not None:
                    on_result(job, result)
    return [known[_key(job)] for job in jobs]


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


def _compute(
    work: Callable[[Job], Any], jobs: Sequence[Job], workers: int | None, chunk: int
) -> Generator[tuple[Job, Any]]:
    """Every job with its result, in order, as soon as it is known."""
    workers = min(workers or os.cpu_count() or 1, max(1, len(jobs)))
    pool = ProcessPoolExecutor(workers, initializer=begin_worker)
    try:
        with interrupts_later():
            results = pool.map(work, jobs, chunksize=chunk)
        yield from zip(jobs, results, strict=True)
    except BrokenProcessPool:
        raise ProvebestError(
            "a worker process was killed, perhaps because memory ran out; with a store, the "
            "same command continues"
        ) from None
    finally:
        with interrupts_later():
            pool.shutdown(cancel_futures=True)  # if it failed, nobody waits for the other results


def _key(job: Sequence[Any]) -> str:
    return json.dumps(job)
