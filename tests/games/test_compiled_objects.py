"""The compiled objects themselves, as threads and interpreters may use them."""

import subprocess
import sys
from threading import Event, Thread

import pytest

from provebest import _native
from provebest.games.chess import read_position
from provebest.problems import SlidingTiles

A_WHILE = 60


def prober_at_work(stop):
    prober = _native.ChessProber(correction=None)
    position = read_position()
    return (
        lambda: prober.batch(position, [(None, False, 64, 2**63)], stop.is_set),
        lambda: prober.batch(position, [(None, False, 1, 2**63)]),
    )


def root_search_at_work(stop):
    search = _native.ChessRootSearch(read_position(), correction=None)
    return lambda: search.probe([], depth=120, poll=stop.is_set), search.forget


def perft_at_work(_):
    run = _native.ChessPerft(read_position(), 6)
    return lambda: run.advance(10**9), run.shares


def tiles_at_work(_):
    tiles = SlidingTiles(
        "15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0", "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"
    )
    search = tiles.compiled_path_search(
        g_factor=1, h_factor=1, look_ahead=0, newest_first=False, reopen=False
    )
    assert search is not None
    return lambda: search.advance(300_000), lambda: search.path(to_closest=True)


def tree_at_work(_):
    drawer = _native.TreeDrawer(
        width=5,
        draws=0,
        seed_times=6364136223846793005,
        seed_plus=3,
        forced=True,
        growth_percent=100,
        collapse=False,
        invalid=False,
    )
    search = _native.TreeSearches(drawer, 0, 6400).bstar(
        rivals="", by_range=False, middle=False, max_depth=None, max_nodes=None
    )
    return lambda: search.advance(500_000), lambda: search.line(0) if search.expanded else None


@pytest.mark.parametrize(
    "at_work", [prober_at_work, root_search_at_work, perft_at_work, tiles_at_work, tree_at_work]
)
def test_an_object_in_use_refuses_a_second_thread(at_work):
    stop = Event()
    long, short = at_work(stop)
    short()
    worker = Thread(target=long)
    worker.start()
    refused = False
    while worker.is_alive() and not refused:
        try:
            short()
        except RuntimeError as error:
            refused = "in use by another call" in str(error)
    stop.set()
    worker.join(A_WHILE)

    assert refused
    assert not worker.is_alive()
    short()


def test_a_position_may_be_played_on_while_it_is_probed():
    prober, position = _native.ChessProber(correction=None), read_position()
    begun, found = Event(), []

    def poll():
        begun.set()
        return False

    def probe():
        asked = [(None, False, 3, 2**63)] * 3_000
        found.extend(prober.batch(position, asked, poll))

    worker = Thread(target=probe)
    worker.start()
    assert begun.wait(A_WHILE)
    position.play("e2e4")
    worker.join(A_WHILE)

    assert len({answer[1] for answer in found}) == 1


SUBINTERPRETER = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
import sys

if {first}:
    import provebest
inside = '''
import sys
sys.path[:] = {path!r}
try:
    import provebest
except ImportError as error:
    print(error, flush=True)
'''
interpreters.run_string(interpreters.create(), inside)
from provebest.games.chess import read_position
print(read_position().perft(3))
"""


@pytest.mark.parametrize("first", [False, True])
def test_a_subinterpreter_is_refused_and_the_main_one_goes_on(first):
    code = SUBINTERPRETER.format(first=first, path=sys.path)
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        capture_output=True,
        encoding="utf-8",
        timeout=2 * A_WHILE,
    )

    refused, counted = done.stdout.splitlines()
    assert refused in (
        "provebest can be used in the main interpreter only, not in a subinterpreter",
        "module provebest._native does not support loading in subinterpreters",  # Python 3.12's own
    ), done.stderr
    assert counted == "8902"
