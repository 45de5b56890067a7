"""A store: rows are in it or they are not, and a file that is not one is left alone."""

import json
import os
import signal
import subprocess
import sys

import pytest
from small_stores import HEAD, KIND, add, rows_of

from provebest.vocabulary import BadInputError, CannotWriteError
from provebest.work import store as stores
from provebest.work.store import open_store


@pytest.fixture
def path(tmp_path):
    add(tmp_path / "s", 0, 1)
    return tmp_path / "s"


def test_what_was_added_is_there_again(path):
    assert add(path, 2) == [0, 1]
    assert [row["n"] for row in rows_of(path)] == [0, 1, 2]


def test_a_cut_line_is_dropped_before_the_next_and_no_sooner(path):
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        known = add(path)
        assert path.read_bytes().startswith(whole[:length])
        add(path, *range(len(known), 2))
        assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "raw",
    [
        b"rubbish",
        b"rubbish\n",
        b"[]\n",
        b'{"format":"other"}\n',
        b'{"format":"other"}',
        b'{"n":1}\n',
        b"\xff\n",
        b"[" * 100_000 + b"\n",
        b"\n",
        b"\0" * 50,
    ],
)
def test_a_file_that_is_not_a_store_is_left_alone(path, raw):
    path.write_bytes(raw)
    with pytest.raises(BadInputError, match="is not a test store"):
        add(path, 7)
    assert path.read_bytes() == raw


def test_another_run_is_refused_and_its_cut_line_stays(path):
    raw = path.read_bytes() + b'{"n":'
    path.write_bytes(raw)
    with pytest.raises(BadInputError, match="another test: its work is 'counting', not 'x'"):
        add(path, 7, head={"work": "x"})
    assert path.read_bytes() == raw


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"\xff",
        b'{"n":NaN}',
        b'{"n":-Infinity}',
        b'{"n":1e999}',
        b'{"n":' + b"1" * 31 + b"}",
        b'{"n":' + b"1" * 5_000 + b"}",
        b"[" * 100_000 + b"]" * 100_000,
        b'{"n":1}{"n":2}',
    ],
)
def test_a_damaged_line_is_named_and_nothing_is_written(path, line):
    head, *rows = path.read_bytes().splitlines()
    raw = b"\n".join([head, rows[0], line, rows[1], b""])
    path.write_bytes(raw)
    with pytest.raises(BadInputError, match="damaged at line 3; delete that line to continue"):
        add(path, 7)
    with pytest.raises(BadInputError, match="damaged at line 3"):
        rows_of(path)
    assert path.read_bytes() == raw


def test_only_one_process_writes(path):
    script = (
        "import sys; sys.path.insert(0, 'tests/strategies')\n"
        "from small_stores import add; from pathlib import Path; add(Path(sys.argv[1]), 9)"
    )
    with open_store(path, KIND, HEAD, lambda _: None) as store:
        done = subprocess.run(
            [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=False
        )
        store.add({"n": 2})
        assert [row["n"] for row in rows_of(path)] == [0, 1, 2], "reading is allowed"
    assert "is in use by another test" in done.stderr
    assert add(path, 3) == [0, 1, 2]


FORKING = """
import os, sys, time
sys.path.insert(0, "tests/strategies")
from pathlib import Path
from small_stores import HEAD, KIND
from provebest.work.store import open_store

with open_store(Path(sys.argv[1]), KIND, HEAD, lambda _: None):
    if os.fork() == 0:
        os.write(1, b"%d\\n" % os.getpid())
    time.sleep(600)
"""


def test_a_child_does_not_keep_the_store_of_a_killed_process_in_use(path):
    words = [sys.executable, "-c", FORKING, str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
        child = int(process.stdout.readline())
        with pytest.raises(BadInputError, match="in use"):
            add(path)
        process.kill()
        process.wait()
        try:
            assert add(path, 2) == [0, 1]
        finally:
            os.kill(child, signal.SIGKILL)


def test_devices_pipes_and_folders_are_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for name in ("/dev/zero", "/dev/full", "/dev/null", tmp_path / "pipe"):
        with pytest.raises(BadInputError, match="not a regular file"):
            add(name, 1)
        with pytest.raises(BadInputError, match="not a regular file"):
            rows_of(name)
    with pytest.raises(CannotWriteError, match="cannot use"):
        add(tmp_path, 1)
    for name in ("\0", "\ud800", "x" * 5_000, "no/folder"):
        with pytest.raises((BadInputError, CannotWriteError), match="cannot use"):
            add(tmp_path / name, 1)
        with pytest.raises(BadInputError, match="cannot"):
            rows_of(tmp_path / name)


def test_reads_and_writes_are_bounded(path, monkeypatch):
    monkeypatch.setattr(stores, "LONGEST_LINE", 100)
    monkeypatch.setattr(stores, "MOST_BYTES", 1_000)
    monkeypatch.setattr(stores, "CHUNK", 7)
    with pytest.raises(CannotWriteError, match="a store has at most"):
        add(path, "x" * 200)
    with pytest.raises(CannotWriteError, match="a store has at most"):
        add(path, *["x" * 80] * 20)
    raw = path.read_bytes()
    assert 900 < len(raw) <= 1_000
    rows_of(path)
    path.write_bytes(raw + b'{"n":1}\n' * 20)
    with pytest.raises(BadInputError, match="too large"):
        rows_of(path)
    path.write_bytes(b"".join(raw.splitlines(keepends=True)[:3]) + b"x" * 101)
    with pytest.raises(BadInputError, match="damaged at line 4"):
        rows_of(path)


def test_a_huge_hole_is_refused_without_reading_it_all(path):
    with path.open("r+b") as file:
        file.truncate(1 << 40)
    with pytest.raises(BadInputError, match="damaged at line 4"):
        rows_of(path)


@pytest.mark.parametrize("row", [{"n": float("nan")}, {"n": float("inf")}, {"n": object()}])
def test_what_could_not_be_read_is_not_written(path, row):
    raw = path.read_bytes()
    with (
        open_store(path, KIND, HEAD, lambda _: None) as store,
        pytest.raises(CannotWriteError, match="cannot write"),
    ):
        store.add(row)
    assert path.read_bytes() == raw


def test_the_head_says_what_the_store_is(path):
    first = json.loads(path.read_text().splitlines()[0])
    assert first == {"format": "provebest test", "work": "counting"}
