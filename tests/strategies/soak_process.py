"""Processes for the soak test: started in a session of their own, ended somehow, looked after."""

import contextlib
import itertools
import os
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

from provebest.vocabulary.children import WATCHER

COMMAND = (sys.executable, "-m", "provebest")
TOO_LONG = 180  # seconds after which a process counts as hung
GRACE = 5  # seconds that children have to end after their parent
EXIT_CODES = {0, 1, 2, 130}  # docs/exit-codes.md
MARK = "SOAK_PROCESS"
"""A variable that all descendants of a process inherit, even those in sessions of their own."""
_NUMBERS = itertools.count()
PYTHON_STARTS = ("Fatal Python error: init_", "Could not import runpy module")
IN_OURS = re.compile(r'provebest/(?!.*provebest/)(?!__init__\.py|starting\.py).*\.py", line')
"""A line of a traceback in our code, but for its first lines, which make ready for Ctrl-C."""


class FaultError(Exception):
    """A law was broken."""


def demand(holds, sentence):
    if not holds:
        raise FaultError(sentence)


def environment(folder):
    """The environment of a child, which keeps its temporary files in this folder."""
    temporary = folder / "tmp"
    temporary.mkdir(exist_ok=True)
    return {**os.environ, "TMPDIR": str(temporary), "TERM": "dumb", "PYTHONIOENCODING": "utf-8"}


def start(folder, arguments, *, most_bytes=None, **streams):
    """Starts ``provebest`` there; no file of it may become larger than ``most_bytes``."""

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    mark = f"{os.getpid()}-{next(_NUMBERS)}"
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        cwd=folder,
        env={**environment(folder), MARK: mark},
        start_new_session=True,
        preexec_fn=None if most_bytes is None else limit,  # noqa: PLW1509 - no threads use locks
        encoding="utf-8",
        errors="replace",
        **pipes | streams,
    )
    process.mark = mark
    return process


def finish(process, rng, *, kill_after=None, how=signal.SIGKILL):
    """Waits for a process, or ends it after some seconds; its stdout and stderr.

    Raises:
        FaultError: for a traceback, another exit code, or children that are left.
    """
    killed = False
    try:
        said = process.communicate(timeout=TOO_LONG if kill_after is None else kill_after)
    except subprocess.TimeoutExpired:
        killed = kill_after is not None
        process.send_signal(how if killed else signal.SIGKILL)
        if how == signal.SIGKILL:  # children that are left would hold its pipes
            process.wait(TOO_LONG)
            left = left_behind(process)
            said = process.communicate()
            demand(not left, f"left behind by a killed process: {left}")
        else:
            said = _wait_again(process, rng, how)
        demand(killed, f"it did not end within {TOO_LONG} s")
    check_end(process, said, killed_by=how if killed else None)
    return tuple(text or "" for text in said)


def _wait_again(process, rng, how):
    """Some people press Ctrl-C twice."""
    try:
        if how == signal.SIGINT and rng.random() < 0.3:
            time.sleep(rng.uniform(0, 0.3))
            process.send_signal(signal.SIGINT)
        return process.communicate(timeout=TOO_LONG)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise FaultError(f"it went on for {TOO_LONG} s after {how.name}") from None


def check_end(process, said, *, killed_by=None):
    left = left_behind(process)
    demand(not left, f"left behind: {left}")
    if killed_by is signal.SIGKILL:
        return
    errors, code, interrupted = said[1] or "", process.returncode, killed_by is signal.SIGINT
    early = interrupted and before_it_began(code, errors)
    demand(early or "Traceback" not in errors, f"a traceback: {errors[-1500:]}")
    if interrupted and code == -signal.SIGINT:
        code = 130  # Python had no handler yet, or no longer: the signal itself ended it
    demand(code in EXIT_CODES, f"exit code {code}: {errors[-500:]}")


def before_it_began(code, errors):
    """Whether this traceback comes from before our code, where no program can catch Ctrl-C.

    If Python was starting or looking for the module, it says so in a sentence of its own, and exits
    with code 1. If it was about to import the module, it ends itself with the signal. What a
    worker, a thread or a callback prints is neither.
    """
    if not errors.rstrip().endswith("KeyboardInterrupt") or IN_OURS.search(errors):
        return False
    first = "Traceback" if code == -signal.SIGINT else PYTHON_STARTS
    return code in (1, -signal.SIGINT) and errors.startswith(first)


def left_behind(process):
    """The processes that this one started and that are there after a while; they are ended."""
    deadline = time.monotonic() + GRACE
    while (left := _descendants(process)) and time.monotonic() < deadline:
        time.sleep(0.02)
    for pid in left:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return [left[pid] for pid in left]


def _descendants(process):
    """Those of its session, and those that have its mark."""
    found, mark = {}, f"{MARK}={process.mark}".encode()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                words = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
                marked = mark in (folder / "environ").read_bytes().split(b"\0")
                if (marked or int(words[3]) == process.pid) and words[0] != "Z":
                    raw = (folder / "cmdline").read_bytes()
                    found[int(folder.name)] = raw.replace(b"\0", b" ").decode(errors="replace")
            except OSError:  # it has ended, or is not ours
                continue
    return found


def children():
    """The ids of this process's children, but for the watcher, which lives as long as it does."""
    found = []
    for task in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):  # a thread that has ended
            found += map(int, (task / "children").read_text("ascii").split())
    return [child for child in found if not _is_watcher(child)]


def _is_watcher(child):
    with contextlib.suppress(OSError):  # a child that has ended
        return WATCHER.strip() in Path(f"/proc/{child}/cmdline").read_text("utf-8", "replace")
    return False


def own_state():
    """File descriptors, threads, children and megabytes of this process."""
    status = Path("/proc/self/status").read_text("ascii")
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    return {
        "file descriptors": len(list(Path("/proc/self/fd").iterdir())) - 1,
        "threads": int(fields["Threads"]),
        "children": len(children()),
        "megabytes": round(int(fields["VmRSS"].split()[0]) / 1000),
    }
