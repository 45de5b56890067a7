"""Processes of this machine as a crew: one that is killed is replaced, and only its job is lost."""

from __future__ import annotations

import multiprocessing
import os
import time
import traceback
import warnings
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, ParamSpec, TypeVar

from provebest.vocabulary import ProvebestError
from provebest.vocabulary.children import set_safe_path
from provebest.work import crew
from provebest.work.crew import Crew, WorkerLostError
from provebest.work.workers import begin_worker, interrupts_later

Result = TypeVar("Result")
Given = ParamSpec("Given")
LAST_WAIT = 5.0
"""Seconds for a worker that has nothing to do to end by itself."""

ALIVE = "alive"
"""What a worker says while it does a job."""

Task = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]


class Processes(Crew):
    """As many processes as named; each does one job at a time."""

    def __init__(self, number: int) -> None:
        self._number = self.size = number
        self.ahead = 2 * number
        self._tasks: SimpleQueue[tuple[Future[Any], Task] | None] = SimpleQueue()
        self._workers: set[_Worker] = set()
        self._threads: list[Thread] = []
        self._lock = Lock()
        self._over = False

    def submit(
        self, fn: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Future[Result]:
        """The result, when a process has made it. The function must be one of a module."""
        if self._over:
            raise RuntimeError("this crew has gone home")
        self.refresh()
        future: Future[Result] = Future()
        self._tasks.put((future, (fn, args, kwargs)))
        return future

    def refresh(self) -> None:
        """Starts the processes that are missing."""
        with self._lock:
            missing = 0 if self._over else self._number - len(self._workers)
        if missing:
            with interrupts_later():
                started = [_Worker() for _ in range(missing)]  # before there are more threads
                with self._lock:
                    self._workers.update(started)
                for worker in started:
                    thread = Thread(target=self._serve, args=(worker,), daemon=True)
                    thread.start()
                    self._threads.append(thread)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT002 - as the base
        """Ends the processes: after the jobs, or at once if futures are cancelled."""
        with interrupts_later():
            with self._lock:
                self._over = True
                workers = list(self._workers)
            if cancel_futures:
                while not self._tasks.empty():
                    if (task := self._tasks.get()) is not None:
                        task[0].cancel()
                for worker in workers:
                    worker.kill_if_busy()
            for _ in self._threads:
                self._tasks.put(None)
            if wait:
                for thread in self._threads:
                    thread.join()

    def _serve(self, worker: _Worker) -> None:
        """Hands the worker one job after the other, until there are no more or it is lost."""
        try:
            while (task := self._tasks.get()) is not None:
                future, call = task
                if not future.set_running_or_notify_cancel():
                    continue
                try:
                    done, result = worker.ask(call)
                except WorkerLostError as error:
                    with self._lock:  # before anyone knows of it: then it will be replaced
                        self._workers.discard(worker)
                    future.set_exception(error)
                    return
                except Exception as error:  # noqa: BLE001 - a job that cannot be sent
                    future.set_exception(error)
                    continue
                (future.set_result if done else future.set_exception)(result)
        finally:
            worker.close()


class _Worker:
    """A process and the pipe to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context()
        self._pipe, theirs = context.Pipe()
        before = set_safe_path("1")
        try:
            self._process = context.Process(
                target=_work, args=(theirs, before, crew.SILENCE), daemon=True
            )
            with warnings.catch_warnings():
                # A worker uses none of what threads of ours may hold while it is forked.
                warnings.simplefilter("ignore", DeprecationWarning)
                self._process.start()
        finally:
            set_safe_path(before)
        theirs.close()
        self._busy = Lock()

    def ask(self, call: Task) -> tuple[bool, Any]:
        """Whether the call succeeded, and its result or error.

        Raises:
            WorkerLostError: if the process has ended, or gives no sign of life.
        """
        with self._busy:
            started = False
            try:
                self._pipe.send(call)
                started = True
                answer: tuple[bool, Any] | str = ALIVE
                while isinstance(answer, str):
                    answer = self._hear()
            except (EOFError, OSError):
                self._process.join()
                error = WorkerLostError(f"a worker process ended: {_cause(self._process)}")
                error.blames_job = started
                raise error from None
            return answer

    def _hear(self) -> tuple[bool, Any] | str:
        """What the process says next: what became of the call, or that it lives."""
        # The first time may have passed while this process was stopped together with the worker.
        if not (self._pipe.poll(crew.SILENCE) or self._pipe.poll(crew.SILENCE)):
            self._process.kill()
            self._process.join()
            raise WorkerLostError("a worker process did not answer any more")
        said: tuple[bool, Any] | str = self._pipe.recv()
        return said

    def kill_if_busy(self) -> None:
        """Kills the process in the middle of its job."""
        if not self._busy.acquire(blocking=False):
            self._process.kill()
        else:
            self._busy.release()

    def close(self) -> None:
        """Ends the process, which has nothing to do."""
        with suppress(OSError):
            self._pipe.send(None)  # later workers hold copies of the pipe: closing it says nothing
        self._process.join(LAST_WAIT)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join()
        self._process.close()
        self._pipe.close()


def _cause(process: Any) -> str:
    code = process.exitcode
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"


def _work(pipe: Connection, safe_path: str | None, silence: float) -> None:
    """The life of a worker process.

    It leaves without a word: what it would flush may be locked by a thread that was not forked.
    """
    set_safe_path(safe_path)
    begin_worker()
    with suppress(OSError):
        _answer_calls(pipe, _Pulse(pipe, silence / 4))
    os._exit(0)


class _Pulse:
    """Says that this process lives, again and again while it does a job."""

    def __init__(self, pipe: Connection, every: float) -> None:
        self._pipe, self._every = pipe, every
        self._busy, self._lock = False, Lock()
        Thread(target=self._beat, daemon=True).start()

    def __enter__(self) -> None:
        self._busy = True

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._busy = False

    def _beat(self) -> None:
        while True:
            time.sleep(self._every)
            with self._lock, suppress(OSError):
                if self._busy:
                    self._pipe.send(ALIVE)


def _answer_calls(pipe: Connection, pulse: _Pulse) -> None:
    while True:
        try:
            call = pipe.recv()
        except EOFError:
            return
        except Exception as error:  # noqa: BLE001 - a job that cannot be read
            answer: tuple[bool, Any] = (False, error)
        else:
            if call is None:
                return
            with pulse:
                answer = _done(*call)
        try:
            pipe.send(answer)
        except OSError:
            raise
        except Exception as error:  # noqa: BLE001 - a result that cannot be sent
            pipe.send((False, RuntimeError(f"a result cannot be sent: {error!r}")))


def _done(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[bool, Any]:
    try:
        return True, function(*args, **kwargs)
    except BaseException as error:  # noqa: BLE001 - it is raised in the main process
        if not isinstance(error, ProvebestError):
            error.add_note(traceback.format_exc())
        return False, error
