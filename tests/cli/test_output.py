"""Where the output goes when nobody reads it, and what the help says."""

import sys
from pathlib import Path

import pytest

from provebest import __version__

BOARD = "216408753"
COMMANDS = ("puzzle", "tour", "reproduce", "bench")
FULL = Path("/dev/full")

needs_dev_full = pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")

TALKATIVE = [
    ("puzzle", BOARD),
    ("puzzle", BOARD, "--json"),
    ("--version",),
    ("reproduce", "harris1974"),
]


@pytest.mark.parametrize("args", TALKATIVE, ids=" ".join)
def test_a_reader_that_leaves_after_one_line(start, args):
    process = start(*args)
    assert process.stdout.readline()
    process.stdout.close()
    stderr = process.stderr.read()
    assert (process.wait(timeout=30), stderr) == (0, "")


@pytest.mark.parametrize("args", TALKATIVE, ids=" ".join)
def test_a_reader_that_leaves_before_the_first_line(start, args):
    process = start(*args)
    process.stdout.close()
    stderr = process.stderr.read()
    assert (process.wait(timeout=30), stderr) == (0, "")


@needs_dev_full
@pytest.mark.parametrize("args", TALKATIVE, ids=" ".join)
def test_a_full_disk_is_one_sentence(provebest, args):
    with FULL.open("wb") as full:
        done = provebest(*args, stdout=full)
    assert done.returncode == 2
    lines = done.stderr.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("provebest: cannot write")


def test_a_terminal_without_arrows_and_dots_still_gets_its_answer(provebest):
    done = provebest("puzzle", BOARD, env={"PYTHONIOENCODING": "ascii"})
    assert "Traceback" not in done.stderr
    assert done.returncode == 0
    assert "18 steps" in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_has_an_example(provebest, command):
    done = provebest(command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert any(line.startswith(f"provebest {command}") for line in lines)
    assert "--json" in done.stdout
    assert "\\b" not in done.stdout


def test_the_help_names_every_command(provebest):
    done = provebest("--help")
    assert (done.returncode, done.stderr) == (0, "")
    first_words = [line.split()[0] for line in done.stdout.splitlines() if line.strip()]
    assert set(COMMANDS) <= set(first_words)


def test_without_arguments_the_help_is_printed(provebest):
    done = provebest()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.rstrip() == provebest("--help").stdout.rstrip()


def test_the_version(provebest):
    done = provebest("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"provebest {__version__}\n"


def test_quiet_changes_nothing_where_no_bar_is_drawn(provebest):
    plain, quiet = (provebest("puzzle", BOARD, "--json", *more) for more in ((), ("--quiet",)))
    assert quiet.stderr == plain.stderr == ""
    assert quiet.stdout.partition('"seconds"')[0] == plain.stdout.partition('"seconds"')[0]


@pytest.mark.skipif(sys.platform == "win32", reason="the bar needs a terminal of its own")
def test_on_a_terminal_the_bar_is_on_stderr_and_the_answer_alone_on_stdout(in_terminal):
    code, told, drawn = in_terminal("bench", "--json")

    assert code == 0
    assert told.startswith("{")
    assert "bench" in drawn
