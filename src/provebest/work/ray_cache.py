"""A probe cache in a file, for all workers of a Ray cluster: one actor has it open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import RayError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from provebest.chess.probes.cache_file import CacheFailedError, CacheFile
from provebest.chess.probes.kept_caches import keep_open
from provebest.vocabulary import BadInputError, ProvebestError
from provebest.vocabulary.outside import visible

RESTARTS = 3
"""How often the actor may be killed."""
PATIENCE = 30.0
"""Seconds after which a worker goes on without the cache."""
LAST_WAIT = 3.0
"""Seconds for the actor to close the file."""


class Keeper:
    """An actor: the one process that has the file of a probe cache open, for all workers.

    If it is killed it is started again, and finds in the file what it had acknowledged.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._cache: CacheFile | None = None

    def problem(self) -> str | None:
        """A sentence if there is something else in the place of the cache."""
        try:
            self._open()
        except ProvebestError as error:
            return str(error)
        except CacheFailedError:
            return None  # those who ask are told
        return None

    def read(self, questions: Sequence[str]) -> tuple[bool, Any]:
        """Whether it can be used, and what is stored, or why not."""
        return self._answer(lambda cache: cache.read(questions))

    def write(self, rows: Sequence[tuple[str, str]]) -> tuple[bool, Any]:
        """Whether it can be used, and why not."""
        return self._answer(lambda cache: cache.write(rows))

    def close(self) -> None:
        """Closes the file; it is opened again if it is needed."""
        if self._cache is not None:
            self._cache.close()
        self._cache = None

    def _open(self) -> CacheFile:
        self._cache = self._cache or CacheFile(self._file)
        return self._cache

    def _answer(self, use: Callable[[CacheFile], Any]) -> tuple[bool, Any]:
        try:
            return True, use(self._open())
        except (CacheFailedError, ProvebestError) as error:
            return False, str(error)


class KeptFile:
    """A home of a probe cache, for a worker: it asks the keeper."""

    def __init__(self, keeper: Any) -> None:
        self._keeper = keeper

    def read(self, questions: Sequence[str]) -> list[object]:
        """What is stored for each question, as bytes; None if nothing is."""
        found: list[object] = self._ask(self._keeper.read.remote(list(questions)))
        return found

    def write(self, rows: Sequence[tuple[str, str]]) -> None:
        """Stores these questions and answers, all or none."""
        if rows:
            self._ask(self._keeper.write.remote(list(rows)))

    def close(self) -> None:
        """The keeper closes it."""

    def _ask(self, asked: Any) -> Any:
        try:
            fine, answer = ray.get(asked, timeout=PATIENCE)
        except RayError:
            raise CacheFailedError("the process that keeps it does not answer") from None
        if not fine:
            raise CacheFailedError(answer)
        return answer


def start_keeper(file: Path) -> Any:
    """The keeper of a cache, on this machine or on that of the client server.

    Raises:
        BadInputError: if the file cannot be a cache.
    """
    here = ray.get_runtime_context().get_node_id()
    made = ray.remote(num_cpus=0, max_restarts=RESTARTS, max_task_retries=RESTARTS)(Keeper)
    affinity = NodeAffinitySchedulingStrategy(here, soft=False)
    keeper = made.options(scheduling_strategy=affinity).remote(file)
    try:
        problem = ray.get(keeper.problem.remote())
    except RayError:
        problem = f"{visible(file)} cannot be used as a probe cache: no process can open it there"
    if problem is not None:
        raise BadInputError(problem)
    return keeper


def use_keeper(file: Path, keeper: Any) -> None:
    """In a worker: the jobs that use this file ask the keeper."""
    keep_open(file, lambda _: KeptFile(keeper))


def close_cache(keeper: Any) -> None:
    """What was written goes into one file, if there is time for it."""
    with suppress(RayError, ConnectionError):
        ray.get(keeper.close.remote(), timeout=LAST_WAIT)
