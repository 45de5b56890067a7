"""Faults of the disk and kills: reopening gives what was acknowledged, and nothing else."""

import errno
import os
import random
import signal
import subprocess
import sys
import time

import pytest
from failing_os import Disk, failing
from small_stores import HEAD, KIND, add, rows_of

from provebest.vocabulary import BadInputError, CannotWriteError
from provebest.work.store import open_store

ERRORS = (errno.ENOSPC, errno.EIO, errno.EDQUOT)


def write_rows(path, numbers, tries=2):
    """Adds rows, each of them ``tries`` times if that fails; the rows that ``add`` returned from.

    The second list is the rows whose ``add`` failed.
    """
    acknowledged, failed = [], []
    try:
        with open_store(path, KIND, HEAD, lambda _: None) as store:
            for number in numbers:
                for attempt in range(tries):
                    try:
                        store.add({"n": number, "text": "x" * (number % 3) * 40})
                    except CannotWriteError:
                        failed.append((number, attempt))
                    else:
                        acknowledged.append(number)
                        break
    except (BadInputError, CannotWriteError):
        pass  # it could not be opened
    return acknowledged, failed


def steps(path, numbers):
    """How many calls to the disk it takes to add these rows."""
    with failing(Disk()) as disk:
        write_rows(path, numbers)
    return disk.calls


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("for_ever", [False, True])
@pytest.mark.parametrize("before", ["nothing", "rows", "rows and a cut line"])
def test_every_call_to_the_disk_may_fail(tmp_path, error, for_ever, before):
    def fresh(name):
        path = tmp_path / name
        if before != "nothing":
            write_rows(path, range(3))
        if before == "rows and a cut line":
            path.write_bytes(path.read_bytes() + b'{"n":99,"te')
        return path

    old = [] if before == "nothing" else [0, 1, 2]
    calls = steps(fresh("count"), range(10, 16))
    assert calls > 12
    for n in range(1, calls + 1):
        path = fresh(f"s{n}")
        with failing(Disk(n, error, for_ever=for_ever)):
            acknowledged, failed = write_rows(path, range(10, 16))
        if path.exists() and path.read_bytes():
            found = add(path)
            unsure = found[len(old) + len(acknowledged) :]
            assert found[: len(old) + len(acknowledged)] == old + acknowledged, n
            assert unsure in ([], [failed[-1][0]] if failed else []), n
        add(path, 77)
        assert rows_of(path)[-1] == {"n": 77}
        assert [r["n"] for r in rows_of(path)][: len(old) + len(acknowledged)] == old + acknowledged
        path.unlink()


def test_short_writes_are_completed(tmp_path, monkeypatch):
    real = os.pwrite
    monkeypatch.setattr(os, "pwrite", lambda handle, data, at: real(handle, data[:3], at))
    add(tmp_path / "s", *range(20))
    assert add(tmp_path / "s") == list(range(20))


WRITER = """
import os, sys
sys.path.insert(0, "tests/strategies")
from pathlib import Path
from small_stores import HEAD, KIND
from provebest.work.store import open_store

path, first, exits_after = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
real, calls = os.pwrite, 0

def pwrite(handle, data, at):
    global calls
    calls += 1
    if calls == exits_after:
        real(handle, data[: len(data) // 2], at)
        os._exit(9)
    return real(handle, data, at)

os.pwrite = pwrite
with open_store(path, KIND, HEAD, lambda _: None) as store:
    for number in range(first, first + 100_000):
        store.add({"n": number})
        os.write(1, b"%d\\n" % number)
"""


def start_writer(path, first, exits_after=0):
    words = [sys.executable, "-c", WRITER, str(path), str(first), str(exits_after)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def test_a_process_that_ends_in_the_middle_of_a_row_loses_only_that_row(tmp_path):
    path, first = tmp_path / "s", 0
    for exits_after in (1, 2, 3, 7):
        writer = start_writer(path, first, exits_after)
        told, _ = writer.communicate(timeout=60)
        assert writer.returncode == 9
        first += len(told.split())
        assert (add(path) if path.read_bytes() else []) == list(range(first))


def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path):
    path, rng = tmp_path / "s", random.Random(14)
    first = 0
    for _ in range(6):
        writer = start_writer(path, first)
        told = [writer.stdout.readline() for _ in range(rng.randint(1, 20))]
        time.sleep(rng.random() / 50)
        os.kill(writer.pid, signal.SIGKILL)
        # Not by communicate(), which loses what readline() has read ahead.
        told += writer.stdout.read().splitlines()
        writer.wait(timeout=60)
        writer.stdout.close()
        found = add(path)
        assert found == list(range(len(found)))
        assert len(found) - (int(told[-1]) + 1) in (0, 1)
        first = len(found)
