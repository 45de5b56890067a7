"""Engines as processes: introduced, heard in time, ended whatever they do."""

import pathlib
import sys
import threading
import time

import pytest

from provebest.chess.probes.prober import mate_in, value_of_mate
from provebest.chess.probes.uci_process import UciProcess
from provebest.vocabulary import CancelledError, EngineFailedError

TALKS = """
import sys
for line in sys.stdin:
    if line == "uci\\n":
        print("id name Some Engine\\noption name Skill Level type spin default 1 min 0 max 20")
        print("uciok", flush=True)
    elif line == "isready\\n":
        print("readyok", flush=True)
    elif line == "go\\n":
        print("bestmove e2e4", flush=True)
    elif line == "die\\n":
        sys.exit(7)
"""
STAYS = """
import os, sys, time
open(sys.argv[1], "w").write(str(os.getpid()))
print("uciok", flush=True)
while True: time.sleep(60)
"""
DEAF = "import time\nwhile True: time.sleep(60)"


@pytest.fixture
def engine():
    opened = UciProcess([sys.executable, "-c", TALKS])
    yield opened
    opened.close()
    assert opened._process.returncode is not None


def test_it_is_introduced_and_heard(engine):
    assert (engine.name, engine.options) == ("Some Engine", ["Skill Level"])
    engine.send("go")
    first, line = engine.receive()
    engine.send("go")
    second, _ = engine.receive()
    assert line == "bestmove e2e4"
    assert first < second


def test_what_came_before_can_be_passed_over(engine):
    engine.send("go", "go")

    engine.get_ready()

    engine.send("isready")
    assert engine.receive()[1] == "readyok"


def test_one_that_ends_by_itself_is_a_failure_with_its_code(engine):
    engine.send("die")
    with pytest.raises(EngineFailedError, match="it ended by itself with exit code 7"):
        engine.receive()


def test_a_line_that_came_too_late_is_none(engine):
    engine.send("go")
    with pytest.raises(EngineFailedError, match="no move came in time"):
        engine.receive(until=0.0, complaint="no move came")


def test_nobody_waits_for_one_that_is_not_wanted():
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(CancelledError):
        UciProcess([sys.executable, "-c", DEAF], cancel=cancel)


def test_one_that_does_not_introduce_itself_is_a_failure():
    with pytest.raises(EngineFailedError, match="no uciok came in time"):
        UciProcess([sys.executable, "-c", DEAF], patience=0.1)


def test_what_is_no_program_is_a_failure(tmp_path):
    with pytest.raises(EngineFailedError, match=r"/nothing cannot be started: No such file"):
        UciProcess([str(tmp_path / "nothing")])
    with pytest.raises(EngineFailedError, match="cannot be started: its name contains a NUL"):
        UciProcess(["a\0b"])


def test_what_a_wrapper_started_ends_with_it(tmp_path):
    """A shell script that does not quit, and the program that it waits for."""
    script = tmp_path / "wrapper"
    script.write_text(f"#!/bin/sh\n{sys.executable} -c '{STAYS}' {tmp_path / 'pid'}\nexit 0\n")
    script.chmod(0o755)
    opened = UciProcess([str(script)])

    opened.close()

    pid = int((tmp_path / "pid").read_text())
    deadline = time.monotonic() + 30
    while running(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not running(pid)


def running(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().split(") ")[1][0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("moves", [1, 2, 30, 0, -1, -30])
def test_a_mate_has_one_value_and_back(moves):
    assert mate_in(value_of_mate(moves)) == moves
