"""A Ray cluster as a crew: this side of it, which does not know Ray.

Ray runs in a process of its own (``ray_driver``), the foreman. So whatever Ray prints does not
reach our output, and when the head of a cluster is lost, Ray ends that process, not this one.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from importlib.util import find_spec
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock, Thread
from typing import Any, ParamSpec, TypeVar

from provebest import __version__
from provebest.vocabulary import BadInputError, ProvebestError
from provebest.vocabulary.children import end_with_us, kill_group, python_command
from provebest.work import crew
from provebest.work.calls import Call, name_of
from provebest.work.crew import CONTINUES, Crew, WorkerLostError
from provebest.work.ray_worker import RESULT, pack, unpack
from provebest.work.workers import interrupts_later

Result = TypeVar("Result")
Given = ParamSpec("Given")

FOREMAN = "provebest.work.ray_driver"
MISSING = "--on ray needs Ray: pip install 'provebest[ray]'"
HEAD_LOST = f"the connection to the Ray cluster is lost; {CONTINUES}"
STANDARD = os.path.dirname(os.__file__)  # noqa: PTH120 - text
"""Of Python's own modules. Ray lets its workers import from the foreman's folder before all others:
it must not be one in which anything else may lie."""
LAST_WAIT = 10.0
"""Seconds for the foreman to send the workers home and end."""


class OnRay(Crew):
    """The workers of a Ray cluster: one for each processor that it has, or gets later.

    ``cache`` is the file of a probe cache, which one process there opens for all of them.

    Raises:
        BadInputError: if Ray is not installed, if there is no such cluster, or if the file is not
            a probe cache.
    """

    tries_elsewhere = True

    def __init__(self, address: str, check: Call | None = None, cache: Path | None = None) -> None:
        if find_spec("ray") is None:
            raise BadInputError(MISSING)
        self.ahead = 1
        self._lock = Lock()
        self._futures: dict[int, Future[Any]] = {}
        self._next = 0
        self._failure: ProvebestError | None = None
        named = None if check is None else (name_of(check[0]), pack(check[1]))
        with interrupts_later():
            self._start(address)
        try:
            folders = [each for each in sys.path if each]
            needs = (__version__, os.getcwd(), folders, named)  # noqa: PTH109 - text
            self._pipe.send((*needs, crew.SILENCE, cache))
            ready, told = self._pipe.recv()
        except (EOFError, OSError):
            ready, told = False, f"Ray could not be started for {address}"
        except BaseException:
            self._end()
            raise
        if not ready:
            self._end()
            raise BadInputError(told)
        self.size = max(1, told)  # its processors
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _start(self, address: str) -> None:
        ours, theirs = os.pipe(), os.pipe()
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            python_command("-m", FOREMAN, str(theirs[0]), str(ours[1]), address),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(theirs[0], ours[1]),
            start_new_session=True,  # Ctrl-C is for this process
            cwd=STANDARD,
        )
        end_with_us(self._process.pid)
        os.close(theirs[0])
        os.close(ours[1])
        self._pipe = _Pipe(ours[0], theirs[1])

    def submit(
        self, fn: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Future[Result]:
        """The result, when a worker has made it. The function must be one of a module."""
        if kwargs:
            raise TypeError("a job has no keyword arguments")
        future: Future[Result] = Future()
        future.set_running_or_notify_cancel()
        with self._lock:
            if self._failure is not None:
                raise self._failure
            number = self._next = self._next + 1
            self._futures[number] = future
        with suppress(OSError):  # its end is noticed by the reader
            self._pipe.send((number, name_of(fn), pack(args)))
        return future

    def refresh(self) -> None:
        """The foreman does it."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT002 - as the base
        """Sends the workers home, in the middle of their jobs if futures are cancelled."""
        if wait and not cancel_futures:
            for future in list(self._futures.values()):
                future.exception()
        with interrupts_later():
            self._end()
            if wait:
                self._reader.join()

    def _end(self) -> None:
        self._pipe.close_writing()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(LAST_WAIT)
        kill_group(self._process.pid)
        self._process.wait()

    def _read(self) -> None:
        """Takes what the foreman says, until there is no more."""
        failure = HEAD_LOST
        try:
            while True:
                what, *more = self._pipe.recv()
                if what == "workers":
                    self.ahead = max(1, 2 * more[0])
                elif what == "note":
                    self.on_note(more[0])
                elif what == "failure":
                    failure = more[0]
                    break
                else:
                    self._finish(what, *more)
        except (EOFError, OSError):
            pass
        with self._lock:
            self._failure = ProvebestError(failure)
            left = list(self._futures.values())
            self._futures.clear()
        for future in left:
            future.set_exception(self._failure)

    def _finish(self, number: int, what: str, raw: Any) -> None:
        with self._lock:
            future = self._futures.pop(number)
        if what == RESULT:
            try:
                future.set_result(unpack(raw))
            except Exception as unread:  # noqa: BLE001 - of a class that only the worker knows
                future.set_exception(unread)
        elif what == "lost":
            sentence, blames_job = raw
            error = WorkerLostError(sentence)
            error.blames_job = blames_job
            future.set_exception(error)
        else:
            future.set_exception(unpack(raw))


class _Pipe:
    """Both directions of a connection to another process."""

    def __init__(self, reading: int, writing: int) -> None:
        self._reading = Connection(reading, writable=False)
        self._writing = Connection(writing, readable=False)
        self.recv = self._reading.recv
        self._one_at_a_time = Lock()

    def send(self, message: Any) -> None:
        with self._one_at_a_time:
            self._writing.send(message)

    def close_writing(self) -> None:
        with suppress(OSError):
            self._writing.close()
