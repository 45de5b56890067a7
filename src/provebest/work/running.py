"""Runs many jobs with a crew: a job whose worker is lost is done again, three times at most."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from threading import Event
from typing import Any

from provebest.vocabulary import EngineFailedError
from provebest.work.crew import Crew, WorkerLostError

ATTEMPTS = 3
"""Workers that a job may cost before it is set aside, and engines before it has failed."""
POLL = 0.1
"""Seconds between two looks at whether the run was cancelled and whether workers are missing."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """In place of a result: the job cost as many workers as it may."""

    why: str
    """What happened to the last one."""

    def sentence(self, job: str) -> str:
        """Names the job, for people to read."""
        return f"{job} ended its worker {ATTEMPTS} times and was set aside ({self.why})"


@dataclass(frozen=True, slots=True)
class Failed:
    """In place of a result: another program failed on this job, wherever it was tried."""

    error: EngineFailedError


def run_all(
    crew: Crew,
    work: Callable[[Any], Any],
    jobs: Sequence[Any],
    *,
    cancel: Event | None = None,
) -> Generator[tuple[int, Any]]:
    """Yields the number of every job and its result, ``SetAside`` or ``Failed``, as it is finished.

    Every number comes once, unless it is cancelled; then no more come. An error of a job is raised.
    """
    waiting = deque(range(len(jobs)))
    running: dict[Future[Any], int] = {}
    lost: Counter[int] = Counter()
    failed: Counter[int] = Counter()
    while waiting or running:
        crew.refresh()
        while waiting and len(running) < crew.ahead:
            number = waiting.popleft()
            running[crew.submit(work, jobs[number])] = number
        done, _ = wait(running, POLL, FIRST_COMPLETED)
        if cancel is not None and cancel.is_set():
            return
        for future in sorted(done, key=running.__getitem__):
            number = running.pop(future)
            try:
                result = future.result()
            except WorkerLostError as error:
                lost[number] += error.blames_job
                if lost[number] < ATTEMPTS:
                    waiting.appendleft(number)
                    continue
                result = SetAside(str(error))
            except EngineFailedError as error:
                failed[number] += 1
                if crew.tries_elsewhere and failed[number] < ATTEMPTS:
                    waiting.appendleft(number)
                    continue
                result = Failed(error)
            yield number, result
