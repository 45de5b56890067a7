"""Runs many small jobs on all cores; an interrupted run can be continued from its store.

Results and their order do not depend on the number of workers or on interruptions.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from provebest.vocabulary import BadInputError, CannotWriteError

Job = TypeVar("Job", bound=tuple[Any, ...])

CHUNK = 8


def run_jobs(
    work: Callable[[Job], Any],
    jobs: Sequence[Job],
    *,
    on_job: Callable[[], None] = lambda: None,
    store: Path | None = None,
    workers: int | None = None,
    on_result: Callable[[Job, Any], None] | None = None,
    chunk: int = CHUNK,
) -> list[Any]:
    """The results of all jobs, in the order of the jobs.

    With ``store`` each result is appended to that file as one line of JSON, and results that are
    in the file are not computed again; so results must be valid JSON. ``on_result`` is called with
    each job and its result, stored or new. Only the main process handles Ctrl-C. A worker takes
    ``chunk`` jobs at a time, so an interruption may lose that many results per worker.

    Raises:
        CannotWriteError: if the store cannot be written.
    """
    known = _read(store)
    missing = [job for job in jobs if _key(job) not in known]
    for job in jobs:
        if _key(job) in known:
            on_job()
            if on_result is not None:
                on_result(job, known[_key(job)])
    workers = min(workers or os.cpu_count() or 1, max(1, len(missing)))
    with ProcessPoolExecutor(workers, initializer=_ignore_ctrl_c) as pool:
        try:
            results = pool.map(work, missing, chunksize=chunk)
            for job, result in zip(missing, results, strict=True):
                known[_key(job)] = result
                _append(store, job, result)
                on_job()
                if on_result is not None:
                    on_result(job, result)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [known[_key(job)] for job in jobs]


def results_so_far(jobs: Sequence[Job], store: Path) -> list[Any]:
    """The stored result of each of these jobs; None if there is none."""
    known = _read(store)
    return [known.get(_key(job)) for job in jobs]


def stored_results(store: Path) -> list[Any]:
    """All results in the store of an earlier run, in the order of the jobs.

    Raises:
        BadInputError: if there is no such file.
    """
    if not store.is_file():
        raise BadInputError(f"there is no file {str(store)!r}")
    known = _read(store)
    return [known[key] for key in sorted(known, key=json.loads)]


def _ignore_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _key(job: tuple[Any, ...]) -> str:
    return json.dumps(job)


def _read(store: Path | None) -> dict[str, Any]:
    """The results in a file by job; a line that was cut off by an interruption is ignored."""
    known: dict[str, Any] = {}
    if store is None or not store.exists():
        return known
    for line in store.read_text(encoding="utf-8").splitlines():
        try:
            row = json.loads(line)
            known[json.dumps(row["job"])] = row["result"]
        except (ValueError, KeyError, TypeError):
            continue
    return known


def _append(store: Path | None, job: tuple[Any, ...], result: Any) -> None:
    if store is None:
        return
    try:
        with store.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"job": job, "result": result}) + "\n")
    except OSError as error:
        raise CannotWriteError(f"cannot write {str(store)!r}: {error.strerror}") from None
