"""The command as a user runs it: a process of its own, with its own stdout and stderr."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import processor_time
import pytest

COMMAND = (sys.executable, "-m", "provebest")


def plain_environment(**more):
    """This process's environment without what would change how a terminal program prints."""
    unwanted = {"COLUMNS", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"}
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    kept["TERM"] = "xterm"  # a dumb terminal gets no bar
    return {**kept, "PYTHONIOENCODING": "utf-8", **more}


@pytest.fixture
def provebest(tmp_path):
    """Runs ``provebest`` with these arguments in an empty folder and returns what came of it."""

    def run(*args, **kw):
        settings = {
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            "encoding": "utf-8",
            "timeout": 300,
            "cwd": tmp_path,
            "env": plain_environment(),
        }
        return subprocess.run([*COMMAND, *map(str, args)], check=False, **(settings | kw))

    return run


@pytest.fixture
def answer(provebest):
    """Runs with ``--json`` and returns exit code and object; nothing else may be printed."""

    def run(*args, **kw):
        done = provebest(*args, "--json", **kw)
        assert done.stderr == ""
        told = json.loads(done.stdout)
        assert isinstance(told, dict)
        return done.returncode, told

    return run


@pytest.fixture
def start(tmp_path):
    """Starts ``provebest`` and returns the process; whatever still runs afterwards is killed."""
    started = []

    def run(*args, **kw):
        settings = {
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            "encoding": "utf-8",
            "cwd": tmp_path,
            "env": plain_environment(),
        }
        process = subprocess.Popen([*COMMAND, *map(str, args)], **(settings | kw))
        started.append(process)
        return process

    yield run
    for process in started:
        if process.poll() is None:
            process.kill()
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()
        process.wait()


@pytest.fixture
def in_terminal(start):
    """Runs with stderr on a terminal; (exit code, stdout, what was drawn, in plain letters)."""
    import pty  # noqa: PLC0415 - only where there are terminals

    def run(*args):
        ours, theirs = pty.openpty()
        process = start(*args, stderr=theirs)
        os.close(theirs)
        drawn = b""
        try:
            while chunk := os.read(ours, 4096):
                drawn += chunk
        except OSError:  # how a terminal says that its other end is closed
            pass
        os.close(ours)
        told = process.stdout.read()
        letters = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", drawn).decode()
        return process.wait(timeout=30), told, letters

    return run


def wait_until_it_has_worked(process, seconds):
    """Seconds of its own, not of the clock."""
    if not processor_time.TOLD:
        time.sleep(2 * seconds)
        return
    while process.poll() is None and processor_time.seconds_of_work(process.pid) < seconds:
        time.sleep(0.05)


@pytest.fixture
def interrupted(start):
    """Starts ``provebest``, sends Ctrl-C when it has searched for a while."""

    def run(*args):
        process = start(*args)
        wait_until_it_has_worked(process, 3)
        assert process.poll() is None, "it must still be searching"
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=30)
        return subprocess.CompletedProcess(process.args, process.returncode, stdout, stderr)

    return run
