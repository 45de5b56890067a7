"""Kept answers are as good as fresh ones, and survive whatever happens to the process."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import time

import pytest

from provebest.games.chess import read_position
from provebest.probes.cache import CachedProber
from provebest.probes.native import NativeProber
from provebest.probes.prober import Probe
from provebest.vocabulary import BadInputError

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
        with sqlite3.connect(path) as store:
            return store.execute("SELECT count(*) FROM answers").fetchone()[0]
    except sqlite3.Error:
        return 0


def test_what_is_no_cache_is_refused(tmp_path):
    (tmp_path / "text").write_text("this is no database, but it is long enough to look at" * 20)

    with pytest.raises(BadInputError, match="cannot be used as a probe cache"):
        CachedProber(NativeProber(), tmp_path / "text")
    with pytest.raises(BadInputError, match="cannot be used as a probe cache"):
        CachedProber(NativeProber(), tmp_path / "no" / "folder")


def test_a_cache_of_another_version_is_refused(tmp_path):
    with sqlite3.connect(tmp_path / "cache") as store:
        store.execute("PRAGMA user_version=99")

    with pytest.raises(BadInputError, match="version 99"):
        CachedProber(NativeProber(), tmp_path / "cache")
