"""Processes that we start: how a Python of ours is started, and that none outlives us.

Programs end with the process that started them, even if it is killed. A small process of its own
watches this one: it holds the reading end of a pipe, on which this process names the groups that it
has started. When the pipe closes, because this process has ended in whatever way, the watcher kills
the groups that are left. The death signal of Linux is not used: it comes when the *thread* that
started the child ends, and does not reach the child's own children.

What a program starts can leave its group and its session. So the program gets a mark in its
environment, which all inherit that it starts, and on Linux the watcher ends those as well.
"""

from __future__ import annotations

import atexit
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from threading import Lock

MARK = "PROVEBEST_CHILD"
"""The variable with the mark of a program."""
WATCHER = """
import os, signal
groups = {}
def end(mark):
    for _ in range(9):
        found = []
        for name in os.listdir("/proc") if mark and os.path.isdir("/proc/self") else ():
            try:
                with open(f"/proc/{name}/environ", "rb") as environment:
                    if mark in environment.read().split(b"\\0"):
                        os.kill(int(name), signal.SIGKILL)
                        found.append(name)
            except (OSError, ValueError):
                pass
        if not found:
            break
for line in open(0, "rb"):
    group, *mark = line[1:].split()
    if line[:1] == b"+":
        groups[int(group)] = b"".join(mark)
    else:
        end(groups.pop(int(group), b""))
for group, mark in groups.items():
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
    end(mark)
"""
HAS_GROUPS = hasattr(os, "killpg")
"""Whether the system has process groups; without them nothing here has an effect."""
LAST_WAIT = 1.0
"""Seconds for the watcher to end when this process ends."""
SAFE_PATH = "PYTHONSAFEPATH"


def python_command(*arguments: str) -> tuple[str, ...]:
    """The command that starts Python with these arguments: every Python of ours starts like this.

    With ``-m`` or ``-c`` Python would import from the current folder before all others, so that a
    ``json.py`` in a folder of downloads would be run. ``-P`` leaves that folder out. ``-I`` would
    also ignore PYTHONPATH and the user's own packages, where provebest may be installed.
    """
    return (sys.executable, "-P", *arguments)


def set_safe_path(value: str | None) -> str | None:
    """Sets the variable that does the same as ``-P``; returns what it was.

    It is for processes that the standard library starts, and only while it does: another program,
    such as an engine that is written in Python, may need its own folder.
    """
    before = os.environ.pop(SAFE_PATH, None)
    if value is not None:
        os.environ[SAFE_PATH] = value
    return before


class _Watcher:
    """The watcher of this process, started when the first group is named."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._groups: dict[int, str] = {}
        self._process: subprocess.Popen[bytes] | None = None

    def add(self, group: int, mark: str) -> None:
        with self._lock:
            self._groups[group] = mark
            if not self._tell(f"+{group} {mark}\n"):
                self._start()

    def remove(self, group: int) -> None:
        with self._lock:
            self._groups.pop(group, None)
            self._tell(f"-{group}\n")

    def close(self) -> None:
        with self._lock:
            if self._process is not None and self._process.stdin is not None:
                with suppress(OSError, subprocess.TimeoutExpired):
                    self._process.stdin.close()
                    self._process.wait(LAST_WAIT)
            self._process = None

    def leave_to_parent(self) -> None:
        """In a forked child: the groups belong to the parent, whose pipe must not stay open."""
        if self._process is not None:
            if self._process.stdin is not None:
                with suppress(OSError):
                    self._process.stdin.close()
            self._process.returncode = 0  # it is not a child of this process
        self.__init__()  # type: ignore[misc]  # another thread of the parent may hold the lock

    def _start(self) -> None:
        """Starts a watcher for all groups. If that fails, children see only their pipes close."""
        with suppress(OSError):
            self._process = subprocess.Popen(  # noqa: S603 - a list of arguments, no shell
                python_command("-ISc", WATCHER),
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={name: value for name, value in os.environ.items() if name != MARK},
                start_new_session=True,  # so that a signal to our group does not reach it
            )
            if self._process.stdin is not None:
                os.set_blocking(self._process.stdin.fileno(), False)
            self._tell("".join(f"+{group} {mark}\n" for group, mark in self._groups.items()))

    def _tell(self, words: str) -> bool:
        """Whether there is a watcher that can be told."""
        if self._process is None or self._process.stdin is None:
            return False
        try:
            self._process.stdin.write(words.encode())
        except (OSError, ValueError):
            return False
        return True


_watcher = _Watcher()
atexit.register(_watcher.close)
if HAS_GROUPS:
    os.register_at_fork(after_in_child=_watcher.leave_to_parent)


def marked_environment() -> dict[str, str]:
    """Our environment with a mark for a program, by which all are found that it starts."""
    return {**os.environ, MARK: secrets.token_hex(16)}


def end_with_us(group: int, environment: Mapping[str, str] | None = None) -> None:
    """Has this process group killed when this process ends, however it ends.

    With the marked environment of its program, also all that have left the group.
    """
    if HAS_GROUPS:
        _watcher.add(group, "" if environment is None else f"{MARK}={environment[MARK]}")


def kill_group(group: int) -> None:
    """Kills a process group, if it exists, with all that have left it, and watches it no longer."""
    if HAS_GROUPS:
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)
        _watcher.remove(group)
