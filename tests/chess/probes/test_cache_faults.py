"""Whatever a cache file holds and whatever fails, the answer is the one without a cache."""

import hashlib
import json
import os
import random
import sqlite3
import sys
from contextlib import closing

import pytest

from provebest.chess import analyse
from provebest.chess.probes import cache_file
from provebest.chess.probes.cache import CachedProber
from provebest.chess.probes.native import NativeProber
from provebest.chess.probes.prober import Probe
from provebest.games.chess import read_position
from provebest.vocabulary import BadInputError, CannotWriteError, ProvebestError

MANY_CHECKS = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
POSITION = read_position(MANY_CHECKS)
MOVES = ["c4f7", "h5f7", "h5e5", "a2a3", "c4d5", "g1f3"]  # the first three give check
PROBES = [Probe(move=m, hope=h, depth=1, nodes=60) for m in MOVES for h in (False, True)]
PROBES.append(Probe(depth=2))
TRUTH = NativeProber().batch(POSITION, PROBES)


class Counting:
    """A prober that counts the batches it answers."""

    def __init__(self):
        self.prober, self.batches = NativeProber(), 0

    def identity(self):
        return self.prober.identity()

    def batch(self, position, probes, *, cancel=None):
        self.batches += 1
        return self.prober.batch(position, probes, cancel=cancel)


def digest(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def filled(path):
    """A cache that holds all answers; what is in the file is all in one file."""
    cache = CachedProber(NativeProber(), path)
    cache.batch(POSITION, PROBES)
    cache.close()
    return path


def reopened(path):
    """The number of answers that are found there; all answers are true."""
    cache = CachedProber(NativeProber(), path)
    assert cache.batch(POSITION, PROBES) == TRUTH
    cache.close()
    return cache.found


def change(path, statement, *values):
    with closing(sqlite3.connect(path)) as store, store:
        store.execute(statement, values)


GOOD = ["answered", 12, ["e7e6"], 1, 20, None]


@pytest.mark.parametrize(
    "text",
    [
        '["answered", NaN, [], 1, 20, null]',
        '["answered", Infinity, [], 1, 20, null]',
        '["answered", -Infinity, [], 1, 20, null]',
        '["answered", 1e999, [], 1, 20, null]',
        '["answered", 1.5, [], 1, 20, null]',
        '["answered", true, [], 1, 20, null]',
        '["answered", 32001, [], 1, 20, 0]',
        f'["answered", {"9" * 5000}, [], 1, 20, null]',
        '["answered", null, [], 1, 20, null]',
        '["answered", 12, ["a1a8"], 1, 20, null]',
        '["answered", 12, ["e7e6", 7], 1, 20, null]',
        r'["answered", 12, ["e7e6\ud800"], 1, 20, null]',
        '["answered", 12, "e7e6", 1, 20, null]',
        '["answered", 12, [], -1, 20, null]',
        '["answered", 12, [], 1e3, 20, null]',
        '["answered", 12, [], 10000, 20, null]',
        '["answered", 12, [], 1, -20, null]',
        f'["answered", 12, [], 1, {2**64}, null]',
        '["answered", 12, [], 1, NaN, null]',
        '["answered", 12, [], 1, 20, 3]',
        '["cancelled", 12, [], 1, 20, null]',
        '["no hope", null, [], 0, 20, 1]',
        '[["answered"], 12, [], 1, 20, null]',
        '["answered", 12, [], 1, 20]',
        '{"status": "answered"}',
        "[" * 100_000,
        "",
        b"\xff\xfe",
        7,
        2.5,
        "x" * 2_000_000,
    ],
    ids=lambda text: str(text)[:40],
)
def test_a_row_that_cannot_be_an_answer_counts_as_missing_and_is_replaced(tmp_path, text):
    path = filled(tmp_path / "cache")
    change(path, "UPDATE answers SET answer = ?", text)

    assert reopened(path) == 0
    assert reopened(path) == len(PROBES)


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_no_value_makes_an_analysis_endless(tmp_path, value):
    path = tmp_path / "cache"
    settings = {"control": "classic", "expansions": 5, "probe_depth": 1}
    plain = analyse(MANY_CHECKS, cache=path, **settings)
    change(path, "UPDATE answers SET answer = ?", f'["answered", {value}, [], 1, 20, null]')
    steps = []

    again = analyse(MANY_CHECKS, cache=path, on_event=lambda _: _count(steps), **settings)

    assert again.result == plain.result
    assert again.notes == ()


def _count(steps, most=5_000):
    steps.append(1)
    assert len(steps) < most


@pytest.mark.parametrize("journal", ["delete", "wal"])
@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE notes (text)"],
        ["CREATE TABLE notes (text)", "PRAGMA user_version=2"],
        ["CREATE TABLE answers (question TEXT PRIMARY KEY, answer TEXT)", "PRAGMA user_version=2"],
        [cache_file.TABLE, "CREATE TABLE more (text)", "PRAGMA user_version=2"],
        [cache_file.TABLE, "CREATE VIEW more AS SELECT * FROM answers", "PRAGMA user_version=2"],
        ["PRAGMA application_id=77"],
    ],
    ids=lambda statements: statements[-1],
)
def test_the_database_of_another_program_is_refused_and_not_changed(tmp_path, journal, statements):
    path = tmp_path / "theirs"
    with closing(sqlite3.connect(path)) as store:
        store.execute(f"PRAGMA journal_mode={journal}")
        for statement in statements:
            store.execute(statement)
        store.commit()
        for in_use in (True, False):
            before = digest(path)
            with pytest.raises(BadInputError, match="is the database of another program"):
                CachedProber(NativeProber(), path)
            assert digest(path) == before
            if in_use:
                store.close()
    assert [file.name for file in tmp_path.iterdir()] == ["theirs"]


def test_what_is_not_a_regular_file_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", "/dev/zero", "/dev/null"):
        with pytest.raises(BadInputError, match="cannot be used as a probe cache: it is "):
            analyse(cache=path)
    for path in ("a\0b", "x" * 5_000, tmp_path / "pipe" / "x", tmp_path / "no" / "folder"):
        with pytest.raises(CannotWriteError, match="cannot be used as a probe cache"):
            analyse(cache=path)


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="names are Unicode there")


@pytest.mark.parametrize(
    "name",
    [":memory:", "file:x?mode=memory", "a b%20#?", pytest.param("\udcff", marks=LINUX)],
    ids=repr,
)
def test_a_strange_name_is_the_name_of_a_file(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    filled(tmp_path / name)

    assert (tmp_path / name).exists()
    assert reopened(tmp_path / name) == len(PROBES)


def test_a_locked_cache_is_not_waited_for_in_vain(tmp_path, monkeypatch):
    monkeypatch.setattr(cache_file, "PATIENCE", 0.01)
    path = filled(tmp_path / "cache")
    cache = CachedProber(NativeProber(), path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        more = [Probe(depth=3)]

        assert cache.batch(POSITION, PROBES) == TRUTH
        assert cache.failure is None  # a locked cache can be read
        assert cache.batch(POSITION, more) == NativeProber().batch(POSITION, more)
        assert "database is locked" in cache.failure
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        found = analyse(MANY_CHECKS, nodes=2_000, cache=path)

        (note,) = found.notes
        assert "database is locked; the analysis went on without it" in note
    assert reopened(path) == len(PROBES)


def test_a_full_disk_ends_the_cache_and_not_the_analysis(tmp_path, monkeypatch):
    path = tmp_path / "cache"
    settings = {"control": "classic", "expansions": 5, "probe_depth": 1}
    plain = analyse(MANY_CHECKS, **settings)
    connect = cache_file._connect

    def small(path, mode):
        database = connect(path, mode)
        database.execute("PRAGMA max_page_count=6")
        return database

    monkeypatch.setattr(cache_file, "_connect", small)
    full = analyse(MANY_CHECKS, cache=path, **settings)

    assert (full.move, full.value, full.line) == (plain.move, plain.value, plain.line)
    (note,) = full.notes
    assert "database or disk is full; the analysis went on without it" in note
    monkeypatch.undo()
    assert analyse(MANY_CHECKS, cache=path, **settings).notes == ()


def test_a_damaged_cache_ends_and_the_analysis_goes_on(tmp_path):
    path = filled(tmp_path / "cache")
    content = path.read_bytes()
    path.write_bytes(content[:4096] + os.urandom(len(content) - 4096))
    cache = CachedProber(NativeProber(), path)

    assert cache.batch(POSITION, PROBES) == TRUTH
    assert "malformed" in cache.failure


def test_a_schema_that_is_not_unicode_is_damage(tmp_path):
    """SQLite quotes the name of the table in its message, which then cannot be decoded."""
    path = filled(tmp_path / "cache")
    content = path.read_bytes()
    path.write_bytes(content.replace(b"CREATE TABLE", b"CREATE TABL\xb9"))
    cache = CachedProber(NativeProber(), path)

    assert cache.batch(POSITION, PROBES) == TRUTH
    assert "cannot be used: it is damaged; the analysis" in cache.failure


class Failing:
    """A connection whose n-th call fails, and every later one too."""

    def __init__(self, real, calls, fails_at):
        self.real, self.calls, self.fails_at = real, calls, fails_at

    def _call(self, name, *arguments):
        self.calls.append(name)
        if len(self.calls) >= self.fails_at:
            raise sqlite3.OperationalError("disk I/O error")
        return getattr(self.real, name)(*arguments)

    def execute(self, *arguments):
        return self._call("execute", *arguments)

    def executemany(self, *arguments):
        return self._call("executemany", *arguments)

    def close(self):
        self.real.close()

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is not None:
            self.real.rollback()
            return
        try:
            self._call("commit")
        except sqlite3.Error:
            self.real.rollback()
            raise


def test_whichever_call_fails_what_was_acknowledged_is_there_and_nothing_is_half_there(
    tmp_path, monkeypatch
):
    connect = cache_file._connect
    halves = [PROBES[:5], PROBES[5:9], PROBES[9:]]
    calls = [None]
    fails_at = 0
    while len(calls) > fails_at - 1:  # until no call is left to fail
        fails_at += 1
        calls = []
        path = tmp_path / str(fails_at)
        monkeypatch.setattr(
            cache_file,
            "_connect",
            lambda path, mode: Failing(connect(path, mode), calls, fails_at),  # noqa: B023
        )
        cache = CachedProber(NativeProber(), path)
        acknowledged, told = 0, []
        for half in halves:
            told += cache.batch(POSITION, half)
            acknowledged += 0 if cache.failure else len(half)
        cache.close()
        monkeypatch.setattr(cache_file, "_connect", connect)

        assert told == TRUTH
        assert (cache.failure is None) == (len(calls) < fails_at)
        assert reopened(path) == acknowledged
    assert fails_at > 15


def mutant(rng, content):
    """The bytes with some changed, cut, or copied elsewhere."""
    raw = bytearray(content)
    for _ in range(rng.choice((1, 2, 5, 30))):
        place = rng.randrange(len(raw))
        kind = rng.randrange(6)
        if kind <= 2:
            raw[place] = rng.randrange(256)
        elif kind == 3:
            raw[place : place + 4] = rng.choice((b"\0\0\0\0", b"\xff" * 4, b"\0\0\0\1", b"\x7f"))
        elif kind == 4:
            size, other = rng.randrange(1, 200), rng.randrange(len(raw))
            raw[place : place + size] = raw[other : other + size]
        elif rng.random() < 0.2 and len(raw) > 200:
            del raw[place:]
            raw += b"\0"
    return bytes(raw)


def mutated(path, content, rng):
    """What became of a mutant: refused, given up, used, or a fault that is raised."""
    path.write_bytes(mutant(rng, content))
    for end in ("-wal", "-shm", "-journal"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    counting = Counting()
    try:
        cache = CachedProber(counting, path)
    except ProvebestError:
        return "refused"
    told = [answer for probe in PROBES for answer in cache.batch(POSITION, [probe])]
    cache.close()
    assert counting.batches == len(PROBES)  # one for each probe, empty if it is known
    wrong = sum(answer != true for answer, true in zip(told, TRUTH, strict=True))
    return "given up" if cache.failure else "other answers" if wrong else "used"


def test_a_mutated_cache_is_refused_given_up_or_used(tmp_path):
    content = filled(tmp_path / "valid").read_bytes()
    rng = random.Random(14)

    kinds = [mutated(tmp_path / "mutant", content, rng) for _ in range(300)]

    assert {"refused", "used"} <= set(kinds)


def test_rows_are_as_they_always_were(tmp_path):
    path = filled(tmp_path / "cache")
    with closing(sqlite3.connect(path)) as store:
        rows = [json.loads(row[0]) for row in store.execute("SELECT answer FROM answers")]

    assert len(rows) == len(PROBES)
    assert all(len(row) == len(GOOD) for row in rows)
