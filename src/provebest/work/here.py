"""This process as a crew: no other process, no copy of a job."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from provebest.work.crew import Crew

Result = TypeVar("Result")
Given = ParamSpec("Given")


class Here(Crew):
    """Does each job when it is submitted, in the thread that submits it."""

    def submit(
        self, fn: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Future[Result]:
        """The result, which is there already."""
        future: Future[Result] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - whoever asks for the result gets it
            future.set_exception(error)
        return future


class Threads(Crew):
    """Threads of this process, for jobs that mostly wait for other programs."""

    def __init__(self, number: int) -> None:
        self.ahead = self.size = number
        self._threads = ThreadPoolExecutor(number)

    def submit(
        self, fn: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Future[Result]:
        """The result, when a thread has made it."""
        return self._threads.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT002 - as the base
        """Ends the threads when they have finished their jobs."""
        self._threads.shutdown(wait, cancel_futures=cancel_futures)

    def refresh(self) -> None:
        """Threads are never lost."""
