"""Children end with their parent: no worker and no engine is left behind by ``kill -9``."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress

PR_SET_PDEATHSIG = 1
WATCH = 'trap "" INT TERM HUP; read -r _ || kill -9 "$1"'
"""Waits for a line. If its input ends without one, the parent is gone."""


def end_with_parent() -> None:
    """Called in a worker process: it is killed as soon as the process that started it ends.

    Linux does so itself, even while compiled code runs. Elsewhere, and if the parent ended before
    this call, a thread waits for the parent's end.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class Leash:
    """Kills another program, by its process id, when this process ends without ``release``.

    A small shell waits for it. Unlike ``preexec_fn`` this is safe in a program with threads, and
    it does not depend on the system or on which thread started the program.
    """

    def __init__(self, pid: int) -> None:
        self._watch = subprocess.Popen(  # noqa: S603 - a list of arguments; the script is fixed
            ["/bin/sh", "-c", WATCH, "sh", str(pid)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def release(self) -> None:
        """Ends the watch. Call it before the program's end is collected with ``wait``."""
        with suppress(OSError):
            self._watch.communicate(b"\n")
