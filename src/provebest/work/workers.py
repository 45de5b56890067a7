"""The worker processes of a pool: they leave Ctrl-C to their parent, and end when it ends."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

from provebest.vocabulary.passwords import guard_output

PR_SET_PDEATHSIG = 1


@contextmanager
def interrupts_later() -> Iterator[None]:
    """Ctrl-C waits while a pool starts or ends its workers; it is raised when this ends.

    While a process is forked, Python prints an interrupt and goes on, in the parent and in the
    child. While a pool waits for its workers, an interrupt may leave it waiting for ever. Each
    worker that is started has to call ``begin_worker``.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_worker() -> None:
    """The first call in a worker: it ignores Ctrl-C, and is killed as soon as its parent ends.

    What it starts itself gets Ctrl-C as ever: only ``interrupts_later`` had kept it back.
    """
    guard_output()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    _end_with_parent()


def _end_with_parent() -> None:
    """Linux kills a worker itself, even in compiled code: a pool starts it from the main thread.

    Elsewhere, and if the parent ended before this call, a thread waits for its end.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
