"""Jobs on the workers of an executor: what is wanted now first, then what may be wanted later."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future, wait
from threading import Event, RLock
from typing import Any

from provebest.vocabulary import CancelledError

POLL_EVERY = 0.02
"""Seconds after which someone who waits for an answer looks whether the search is cancelled."""


class Job:
    """A call that a worker makes; its answer depends on nothing but its arguments.

    An answer of None says that the call was interrupted.
    """

    __slots__ = ("_arguments", "_call", "ahead", "future", "wanted")

    def __init__(self, call: Callable[..., Any], *arguments: Any) -> None:
        self._call, self._arguments = call, arguments
        self.future: Future[Any] | None = None
        """Of the executor; None while no worker was asked."""
        self.wanted = False
        self.ahead = False
        """Whether a worker was asked before the answer was wanted."""

    @property
    def answer(self) -> Any | None:
        """The answer; None if there is none yet, or if the call failed or was interrupted."""
        future = self.future
        if future is None or not future.done() or future.cancelled():
            return None
        if future.exception() is not None:
            return None
        return future.result()

    def begin(self, executor: Executor) -> Future[Any]:
        """Asks a worker. An executor that cannot be used makes the call fail."""
        self.ahead = not self.wanted
        try:
            self.future = executor.submit(self._call, *self._arguments)
        except RuntimeError as error:  # it is shut down or broken
            self.future = Future()
            self.future.set_exception(error)
        return self.future


class JobDesk:
    """Hands jobs to an executor: at most ``most`` at a time, at most ``most_ahead`` in advance.

    So a job that is wanted waits for one of those that run, but for none that are only expected.
    ``cancel`` ends all waiting. Public methods are for one thread.
    """

    def __init__(
        self, executor: Executor, most: int, most_ahead: int, cancel: Event | None = None
    ) -> None:
        self._most, self._most_ahead = most, most_ahead
        self._executor, self._cancel = executor, cancel
        self._wanted: deque[Job] = deque()
        self._expected: deque[Job] = deque()
        self._running: dict[Future[Any], None] = {}
        self._ahead: set[Future[Any]] = set()
        """Those that run and are not wanted yet."""
        self._lock = RLock()  # workers that end a job begin the next one

    def want(self, jobs: Iterable[Job]) -> None:
        """Begins these as soon as workers are free; those that failed in advance begin again."""
        with self._lock:
            for job in jobs:
                future = job.future
                if not job.wanted and future is not None and future.done() and job.answer is None:
                    job.future = None
                if job.future is None and not job.wanted:
                    self._wanted.append(job)
                elif job.future is not None:
                    self._ahead.discard(job.future)
                job.wanted = True
            self._fill()

    def expect(self, jobs: Iterable[Job]) -> None:
        """Begins these, in this order, if a worker is free and nothing is wanted.

        They replace the jobs that were expected before and have not begun.
        """
        with self._lock:
            self._expected = deque(jobs)
            self._fill()

    def answer_of(self, job: Job) -> Any:
        """Waits for a job. One that was interrupted, or failed in advance, begins again.

        A job that has raised here is as new.

        Raises:
            CancelledError: if the search was cancelled.
            Exception: the one that the job raised.
        """
        while True:
            if self._cancel is not None and self._cancel.is_set():
                raise CancelledError
            with self._lock:
                if job.future is not None and job.future.done():
                    if job.answer is not None:
                        return job.answer
                    failure = job.future.exception()
                    job.future, job.wanted = None, False
                    if failure is not None and not job.ahead:
                        raise failure
                self.want([job])
                future = job.future or next(iter(self._running))
            try:
                future.exception(POLL_EVERY)
            except TimeoutError:
                continue

    def drain(self) -> None:
        """Begins nothing more, and waits until the jobs that cannot be taken back have ended."""
        with self._lock:
            self._wanted.clear()
            self._expected.clear()
            running = list(self._running)
        wait([future for future in running if not future.cancel()])

    def _end(self, future: Future[Any]) -> None:
        """Strikes off a job that has ended, and begins others."""
        with self._lock:
            del self._running[future]
            self._ahead.discard(future)
            self._fill()

    def _fill(self) -> None:
        while len(self._running) < self._most:
            if self._wanted:
                job = self._wanted.popleft()
            elif self._expected and len(self._ahead) < self._most_ahead:
                job = self._expected.popleft()
            else:
                return
            if job.future is None:
                future = job.begin(self._executor)
                if not future.done():
                    self._running[future] = None
                    if job.ahead:
                        self._ahead.add(future)
                    future.add_done_callback(self._end)
