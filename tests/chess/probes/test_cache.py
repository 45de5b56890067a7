"""Kept answers are as good as fresh ones, and survive whatever happens to the process."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import sqlite3
import time
from contextlib import closing

import pytest

from provebest.chess.probes.cache import CachedProber
from provebest.chess.probes.native import NativeProber
from provebest.chess.probes.prober import Probe
from provebest.games.chess import read_position
from provebest.vocabulary import BadInputError, CannotWriteError

START = read_position()
PROBES = [Probe(move=move, depth=2) for move in START.legal_moves()]
PROBES += [Probe(move=move, hope=True, depth=2) for move in START.legal_moves()]


def test_a_second_run_asks_nothing_and_says_the_same(tmp_path):
    fresh = NativeProber().batch(START, PROBES)
    first = CachedProber(NativeProber(), tmp_path / "cache")
    told = first.batch(START, PROBES)
    first.close()
    second = CachedProber(NativeProber(), tmp_path / "cache")
    again = second.batch(START, PROBES)
    second.close()

    assert fresh == told == again
    assert (first.asked, first.found) == (40, 0)
    assert (second.asked, second.found) == (0, 40)


def test_another_depth_engine_or_history_is_another_question(tmp_path):
    cache = CachedProber(NativeProber(), tmp_path / "cache")
    cache.batch(START, [Probe(move="e2e4", depth=2)])
    cache.batch(START, [Probe(move="e2e4", depth=3)])
    selective = CachedProber(NativeProber(selective=True), tmp_path / "cache")
    selective.batch(START, [Probe(move="e2e4", depth=2)])
    there_and_back = read_position(moves=["g1f3", "g8f6", "f3g1", "f6g8"])
    cache.batch(there_and_back, [Probe(move="e2e4", depth=2)])

    assert (cache.found, selective.found) == (0, 0)


QUEEN = "8/8/4k3/8/8/3QK3/8/8 w - - 0 1"
BY_D2 = ("d3d2", "e6e7", "d2c2", "e7e6")
BY_C3 = ("d3c3", "e6e7", "c3c2", "e7e6")


@pytest.mark.parametrize("selective", [False, True])
@pytest.mark.parametrize("order", [(BY_D2, BY_C3), (BY_C3, BY_D2)])
def test_two_ways_to_one_position_are_two_questions(tmp_path, selective, order):
    """After the one way Qd2 repeats a position and draws; after the other it does not."""
    cache = CachedProber(NativeProber(selective=selective), tmp_path / "cache")
    probes = [Probe(move="c2d2", depth=2), Probe(depth=2), Probe(move="c2d2", depth=0)]
    values = {}
    for moves in order:
        position = read_position(QUEEN, moves)
        values[moves] = cache.batch(position, probes)
        assert values[moves] == NativeProber(selective=selective).batch(position, probes)
    first, second = (read_position(QUEEN, moves) for moves in order)

    assert first.fen() == second.fen()
    assert values[BY_C3][0].value < 0 == values[BY_D2][0].value  # for the side to move then
    assert (cache.asked, cache.found) == (6, 0)


def test_what_cannot_come_back_does_not_part_two_questions(tmp_path):
    """A pawn has moved since: no probe can reach a position before that."""
    cache = CachedProber(NativeProber(), tmp_path / "cache")
    ways = ["g1f3 g8f6 b1c3 b8c6 e2e4", "b1c3 b8c6 g1f3 g8f6 e2e4"]
    for way in ways:
        cache.batch(read_position(moves=way.split()), [Probe(depth=2)])

    assert (cache.asked, cache.found) == (1, 1)


def test_a_cache_that_did_not_know_the_way_to_a_position_is_refused(tmp_path):
    path = tmp_path / "cache"
    with closing(sqlite3.connect(path)) as store, store:
        store.execute("CREATE TABLE answers (question TEXT PRIMARY KEY, answer TEXT NOT NULL)")
        store.execute("PRAGMA user_version=1")

    with pytest.raises(
        BadInputError, match=r"version 1, .* reads version 2; delete it, or name another"
    ):
        CachedProber(NativeProber(), path)


def _write_for_ever(path):
    cache = CachedProber(NativeProber(), path)
    depth = 0
    while True:
        cache.batch(START, [Probe(move=p.move, nodes=100 + depth, depth=1) for p in PROBES[:20]])
        depth += 1


def test_a_killed_process_leaves_a_sound_file(tmp_path):
    path = tmp_path / "cache"
    worker = multiprocessing.get_context("spawn").Process(target=_write_for_ever, args=(path,))
    worker.start()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (path.exists() and _rows(path) >= 40):
        time.sleep(0.05)
    os.kill(worker.pid, signal.SIGKILL)
    worker.join()

    rows = _rows(path)
    assert rows >= 40
    assert rows % 20 == 0  # whole batches only
    cache = CachedProber(NativeProber(), path)
    assert cache.batch(START, PROBES) == NativeProber().batch(START, PROBES)


def _rows(path):
    try:
        with closing(sqlite3.connect(path)) as store, store:
            return store.execute("SELECT count(*) FROM answers").fetchone()[0]
    except sqlite3.Error:
        return 0


def test_what_is_no_cache_is_refused(tmp_path):
    (tmp_path / "text").write_text("this is no database, but it is long enough to look at" * 20)

    with pytest.raises(BadInputError, match="cannot be used as a probe cache"):
        CachedProber(NativeProber(), tmp_path / "text")
    with pytest.raises(CannotWriteError, match="cannot be used as a probe cache"):
        CachedProber(NativeProber(), tmp_path / "no" / "folder")


def test_a_file_that_fails_in_the_middle_is_one_sentence(tmp_path):
    prober = CachedProber(NativeProber(), tmp_path / "cache")
    prober.batch(START, [Probe(depth=1)])
    with closing(sqlite3.connect(tmp_path / "cache")) as store, store:
        store.execute("DROP TABLE answers")

    asked = [Probe("e2e4", depth=1)]
    assert prober.batch(START, asked) == NativeProber().batch(START, asked)
    assert re.search(r"the probe cache .* cannot be used: no such table", prober.failure)
    assert prober.failure.endswith("the analysis went on without it")
    prober.close()


def test_a_cache_of_another_version_is_refused(tmp_path):
    with closing(sqlite3.connect(tmp_path / "cache")) as store, store:
        store.execute("PRAGMA user_version=99")

    with pytest.raises(BadInputError, match="version 99"):
        CachedProber(NativeProber(), tmp_path / "cache")


def test_the_file_is_closed_when_the_prober_is_gone(tmp_path):
    cache = CachedProber(NativeProber(), tmp_path / "cache")
    assert not (tmp_path / "cache").exists()  # nothing is in it
    cache.batch(START, [Probe(depth=1)])
    store = cache._cache._home._database

    del cache

    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        store.execute("SELECT 1")
