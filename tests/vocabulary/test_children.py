"""Programs that this one has started end with it, however it ends."""

import os
import pathlib
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest

SAFETY = 60.0
"""Seconds; nothing here should take nearly as long."""
# Starts a program in a thread that ends, says its number, and waits.
PARENT = """
import os, subprocess, sys, threading, time
from provebest.vocabulary.children import end_with_us, kill_group
started = []
def start():
    child = subprocess.Popen(
        [sys.executable, "-ISc", "import os, time; os.fork(); time.sleep(1000)"],
        start_new_session=True,
    )
    end_with_us(child.pid)
    started.append(child)
thread = threading.Thread(target=start)
thread.start()
thread.join()
{more}
print(started[0].pid, flush=True)
{then}
"""
WAIT = "time.sleep(1000)"
FORK = "forked = os.fork() or time.sleep(1000)"
OTHER_ENDS = "start()\nkill_group(started.pop().pid)"


def members(group):
    """The processes of a group that still run."""
    found = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, number = stat.read_text().rpartition(")")[2].split()[:3]
        except (OSError, ValueError):
            continue
        if int(number) == group and state != "Z":
            found.append(stat.parent.name)
    return found


def eventually(condition):
    until = time.monotonic() + SAFETY
    while not condition() and time.monotonic() < until:
        time.sleep(0.02)
    return condition()


def begin(more="", then=WAIT):
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT.format(more=more, then=then)],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with parent.stdout:
        return parent, int(parent.stdout.readline())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc")
@pytest.mark.parametrize("more", ["", FORK, OTHER_ENDS], ids=["plain", "forked", "other ends"])
def test_killed_it_takes_its_children_along(more):
    """Also what they have started; also if a forked copy of this process lives on."""
    parent, group = begin(more)
    assert eventually(lambda: len(members(group)) == 2)  # the thread's end is no reason to end

    parent.kill()
    parent.wait()

    assert eventually(lambda: not members(group))
    with suppress(ProcessLookupError):
        os.killpg(parent.pid, signal.SIGKILL)  # the forked copy


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc")
@pytest.mark.parametrize("then", ["", "raise SystemExit(1)", "os.kill(os.getpid(), 15)"])
def test_every_end_is_an_end(then):
    parent, group = begin(then=then)
    parent.wait()

    assert eventually(lambda: not members(group))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc")
def test_a_watcher_that_was_killed_is_replaced():
    more = (
        "from provebest.vocabulary.children import _watcher\n"
        "_watcher._process.kill(); _watcher._process.wait(); start()"
    )
    parent, group = begin(more)

    parent.kill()
    parent.wait()

    assert eventually(lambda: not members(group))


# The program starts another one, which leaves its session and has init for a parent; it says its
# number.
LEAVER = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        print(os.getpid(), flush=True)
        time.sleep(1000)
    os._exit(0)
time.sleep(1000)
"""
STARTS_A_LEAVER = """
import subprocess, sys, time
from provebest.vocabulary.children import end_with_us, kill_group, marked_environment
environment = marked_environment()
child = subprocess.Popen(
    [sys.executable, "-ISc", {leaver!r}],
    env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
)
end_with_us(child.pid, environment)
print(child.stdout.readline(), flush=True)
{then}
time.sleep(1000)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc")
@pytest.mark.parametrize("then", ["", "kill_group(child.pid)"], ids=["killed", "done with it"])
def test_what_left_its_session_ends_too(then):
    parent = subprocess.Popen(
        [sys.executable, "-c", STARTS_A_LEAVER.format(leaver=LEAVER, then=then)],
        stdout=subprocess.PIPE,
        text=True,
    )
    with parent.stdout:
        leaver = pathlib.Path("/proc", parent.stdout.readline().strip())
    if not then:
        parent.kill()
        parent.wait()

    assert eventually(lambda: not leaver.exists() or "Z (zombie)" in _status(leaver))
    parent.kill()
    parent.wait()


def _status(process):
    try:
        return (process / "status").read_text()
    except OSError:
        return "Z (zombie)"
