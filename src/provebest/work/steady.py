"""An executor over the workers of a place, for the probes of one analysis.

A call whose worker is lost is made again by another one. So whoever waits for results need not know
that workers may be lost.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, ParamSpec, TypeVar

from provebest.chess.probes.cache_place import CachePlace
from provebest.chess.probes.prober_choice import MOST_WORKERS
from provebest.vocabulary import EngineFailedError, ProvebestError
from provebest.work.calls import Call
from provebest.work.crew import CONTINUES, Crew, WorkerLostError
from provebest.work.place import Place
from provebest.work.pool import print_note, working
from provebest.work.running import ATTEMPTS, POLL

Result = TypeVar("Result")
Given = ParamSpec("Given")


class _Call:
    """A call, and what became of it."""

    __slots__ = ("arguments", "failed", "function", "future", "lost")

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self.function, self.arguments = function, arguments
        self.future: Future[Any] = Future()
        """It can be cancelled until there is a result: nobody waits for a worker in vain."""
        self.lost = self.failed = 0

    def finish(self, result: Any, error: BaseException | None) -> None:
        """Tells whoever waits."""
        if not self.future.set_running_or_notify_cancel():
            return
        if error is None:
            self.future.set_result(result)
        else:
            self.future.set_exception(error)

    def give_up(self) -> None:
        """There will be no result."""
        self.future.cancel()
        self.future.set_running_or_notify_cancel()


class Steady(Executor):
    """The workers of a place, which live until ``shutdown``.

    A call that ends its worker three times, or loses all workers, raises EngineFailedError.

    Raises:
        BadInputError: if there is no such place.
    """

    workers: int
    """How many there are in the beginning."""

    def __init__(
        self, place: Place, check: Call | None = None, cache: CachePlace | None = None
    ) -> None:
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._over = False
        ready: Future[int] = Future()
        # Workers are started by one thread, which lives as long as they do.
        make = partial(place.crew, MOST_WORKERS, check, cache)
        self._thread = Thread(target=self._serve, args=(make, ready), daemon=True)
        self._thread.start()
        self.workers = ready.result()

    def submit(
        self, fn: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Future[Result]:
        """The result, when a worker has made it. The function must be one of a module."""
        if kwargs:
            raise TypeError("a call has no keyword arguments")
        if self._over:
            raise RuntimeError("the workers have gone home")
        call = _Call(fn, args)
        self._calls.put(call)
        return call.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT002 - as the base
        """Sends the workers home, in the middle of what they are doing."""
        del cancel_futures  # results that nobody has waited for are never needed
        self._over = True
        self._calls.put(None)
        if wait:
            self._thread.join()

    def _serve(self, make: Callable[[], Crew], ready: Future[int]) -> None:
        try:
            made = make()
        except BaseException as error:  # noqa: BLE001 - it is raised where the executor is made
            ready.set_exception(error)
            return
        with working(made) as crew:
            crew.on_note = print_note
            crew.refresh()
            ready.set_result(crew.size)
            while not self._over:
                try:
                    call = self._calls.get(timeout=POLL)
                except Empty:
                    crew.refresh()
                    continue
                if call is not None:
                    self._begin(crew, call)
        while not self._calls.empty():
            if (left := self._calls.get()) is not None:
                left.give_up()

    def _begin(self, crew: Crew, call: _Call) -> None:
        if call.future.cancelled():
            call.give_up()
            return
        try:
            future = crew.submit(call.function, *call.arguments)
        except ProvebestError as error:  # the cluster is lost
            call.finish(None, _of_engine(error))
            return
        future.add_done_callback(partial(self._end, crew, call))

    def _end(self, crew: Crew, call: _Call, future: Future[Any]) -> None:
        if self._over or future.cancelled():
            call.give_up()
            return
        error = future.exception()
        again = False
        if isinstance(error, WorkerLostError):
            call.lost += error.blames_job
            again = call.lost < ATTEMPTS
            error = EngineFailedError(f"a probe ended its worker {ATTEMPTS} times ({error})")
        elif isinstance(error, EngineFailedError):
            call.failed += 1
            again = crew.tries_elsewhere and call.failed < ATTEMPTS
        elif type(error) is ProvebestError:
            error = _of_engine(error)
        if again:
            self._calls.put(call)
        else:
            call.finish(None if error is not None else future.result(), error)


def _of_engine(error: ProvebestError) -> EngineFailedError:
    """The same as a failure of an engine, after which an analysis says what it has so far."""
    return EngineFailedError(str(error).removesuffix(f"; {CONTINUES}"))
