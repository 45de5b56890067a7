"""A probe cache for all jobs of a run: every worker uses it, and says what it found there."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any, Self

from provebest.chess.probes.cache import CacheUse, ProbeCache
from provebest.chess.probes.cache_place import CachePlace
from provebest.chess.probes.kept_caches import keep_open, let_go
from provebest.vocabulary import BadInputError, ProvebestError
from provebest.vocabulary.outside import visible
from provebest.work.calls import Name, function_of, name_of
from provebest.work.crew import Crew
from provebest.work.place import Place
from provebest.work.running import Failed, SetAside, run_all

CachedJob = tuple[Name, Any, CachePlace]
"""A function that takes a job and a cache, the job, and where the cache is."""
CachedResult = tuple[Any, CacheUse, str | None]
"""A result, what the cache was good for, and a sentence if it failed."""


class RunCache:
    """The probe cache of a run; a context in which it is used. It changes no result.

    The cache is no part of a job, so that a store does not depend on it, nor hold its address. With
    Ray, a file is opened by one process for all workers: on this machine, or on the machine of the
    client server if the cluster is reached through one.

    Raises:
        BadInputError: if it is not a probe cache, or cannot be reached.
        CannotWriteError: if it is a file that cannot be made.
    """

    def __init__(self, place: CachePlace, on: Place, on_note: Callable[[str], None]) -> None:
        self._elsewhere = isinstance(place, Path) and on.is_remote
        if isinstance(place, Path):
            if self._elsewhere and not place.is_absolute():
                raise BadInputError(
                    f"--cache {visible(place)}: name the file on the cluster's head with its whole "
                    "path, or use a database"
                )
            place = place.absolute()
        self.place = place
        self.use = CacheUse()
        self._on_note: Callable[[str], None] | None = on_note
        if not self._elsewhere:
            ProbeCache(place).close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        let_go(self.place)
        if not self._elsewhere:
            tidy_up(self.place)

    def calls(
        self, work: Callable[..., Any], jobs: Sequence[Any]
    ) -> tuple[Callable[[CachedJob], CachedResult], list[CachedJob]]:
        """What to call instead of ``work``, which takes a job and a cache, and with what."""
        name = name_of(work)
        return call_with_cache, [(name, job, self.place) for job in jobs]

    def take(self, answer: CachedResult) -> Any:
        """The result; the rest is counted, and a failure is told once."""
        result, use, failure = answer
        self.use = self.use.plus(use)
        if failure is not None and self._on_note is not None:
            self._on_note(failure)
            self._on_note = None
        return result


def tidy_up(place: CachePlace) -> None:
    """Workers are killed with the file of a cache open: now all that they wrote is in one file."""
    if isinstance(place, Path):
        with suppress(ProvebestError):
            ProbeCache(place).close()


def run_with_cache(
    crew: Crew,
    work: Callable[..., Any],
    jobs: Sequence[Any],
    cache: RunCache | None,
    *,
    cancel: Event | None = None,
) -> Generator[tuple[int, Any]]:
    """``run_all``; with a cache, ``work`` also takes its place."""
    if cache is None:
        yield from run_all(crew, work, jobs, cancel=cancel)
        return
    for number, result in run_all(crew, *cache.calls(work, jobs), cancel=cancel):
        has_none = isinstance(result, Failed | SetAside)
        yield number, result if has_none else cache.take(result)


def call_with_cache(job: CachedJob) -> CachedResult:
    """Does a job with a cache, which this process then keeps open."""
    name, own, place = job
    cache = keep_open(place)
    before = cache.use
    result = function_of(name)(own, place)
    return result, cache.use.minus(before), cache.failure
