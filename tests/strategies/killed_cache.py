"""A process that writes a probe cache and is killed, or whose disk is full.

What it acknowledged is in the file afterwards.
"""

import os
import resource
import signal
import sqlite3
import time
from contextlib import closing

from provebest.chess.probes.cache import CachedProber
from provebest.chess.probes.native import NativeProber
from provebest.chess.probes.prober import Probe
from provebest.games.chess import read_position

START = read_position()
MOVES = START.legal_moves()


def batch(number):
    return [Probe(move=move, depth=1, nodes=100 + number) for move in MOVES]


def killed_cache(path, rng):
    """Kills a writer at some moment; returns the batches it had acknowledged by then."""
    return _acknowledged(path, None, rng.uniform(0, 0.2))


def full_cache(path, most_bytes):
    """A writer whose files cannot become larger; returns the batches it could acknowledge."""
    return _acknowledged(path, most_bytes, None)


def _acknowledged(path, most_bytes, seconds):
    """Each acknowledged batch is in the file, and no other is there in part."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        _write_for_ever(path, writing, most_bytes)
    os.close(writing)
    if seconds is not None:
        time.sleep(seconds)
        os.kill(pid, signal.SIGKILL)
    with os.fdopen(reading, "rb") as told:
        acknowledged = len(told.read())
    os.waitpid(pid, 0)
    cache = CachedProber(NativeProber(), path)
    for number in range(acknowledged):
        cache.batch(START, batch(number))
    assert (cache.failure, cache.asked) == (None, 0), f"lost: {cache.failure} {cache.asked}"
    cache.batch(START, batch(-1))  # it can be used; before its first answer there is no table
    cache.close()
    with closing(sqlite3.connect(path)) as store:
        (rows,) = store.execute("SELECT count(*) FROM answers").fetchone()
        (sound,) = store.execute("PRAGMA integrity_check").fetchone()
    assert rows % len(MOVES) == 0, f"{rows} rows: a batch is there in part"
    assert rows >= acknowledged * len(MOVES), f"only {rows} rows"
    assert sound == "ok", sound
    return acknowledged


def _write_for_ever(path, writing, most_bytes):
    """Until it is killed, or the cache fails."""
    try:
        if most_bytes is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))
        cache, number = CachedProber(NativeProber(), path), 0
        while cache.failure is None:
            cache.batch(START, batch(number))
            if cache.failure is None:
                os.write(writing, b".")
            number += 1
    finally:
        os._exit(1)
