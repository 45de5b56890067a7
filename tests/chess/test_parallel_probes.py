"""The same tree, node for node, however many workers probe, in whatever order they answer."""

from __future__ import annotations

import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import provebest as pb
from provebest.chess.beliefs import ChessBeliefs, PreparesBeliefs
from provebest.chess.explain.analysis import analyse
from provebest.chess.probes.any_expansion import ProberExpander
from provebest.chess.probes.expansion import NativeExpander, ProbeSize
from provebest.chess.probes.job_cutting import ProbeCutter
from provebest.chess.probes.native import NativeProber
from provebest.chess.probes.native_per_thread import NativePerThread
from provebest.chess.probes.parallel import ParallelExpander, ParallelWork
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.probers import Probers
from provebest.chess.searches import Settings, make_search
from provebest.games.chess import read_position
from provebest.games.game_so_far import read_game
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.saving import save_search
from provebest.search.probability.settings import ClassicSettings, Effort
from provebest.vocabulary import BadInputError

MIDDLE = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
CHECKS = "6k1/5ppp/8/8/8/8/1q3PPP/R3Q1K1 w - - 0 1"
BY_NATIVE = {"name": "native", "evaluation": "handcrafted"}

# Every position has its own score, and every answer takes its own time.
ENGINE = """#!{python}
import hashlib, random, sys, time
import chess
board, delay = chess.Board(), random.Random(18)
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "uci":
        print("id name Fake 1\\nuciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        board = chess.Board(" ".join(words[2:8]))
    elif words[0] == "go":
        time.sleep(delay.random() / 200)
        number = int(hashlib.sha256(board.fen().encode()).hexdigest(), 16)
        moves = sorted(move.uci() for move in board.legal_moves)
        move = moves[number % len(moves)]
        print(f"info depth 2 score cp {{number % 200 - 100}} nodes {{number % 9}} pv {{move}}")
        print(f"bestmove {{move}}", flush=True)
    elif words[0] == "quit":
        break
"""


@pytest.fixture
def engine(tmp_path):
    program = tmp_path / "engine"
    program.write_text(ENGINE.format(python=sys.executable))
    program.chmod(0o755)
    return f"uci:{program}"


def saved(search, file):
    """The whole search as it is saved: every node with all its values, and the counters."""
    save_search(search, file, lambda state: [str(state.key), list(state.path)], str)
    return file.read_bytes()


def tree_of(tmp_path, choice, fen=MIDDLE, expansions=25, depth=2, executor=None):
    """The saved search, and what the workers did."""
    game = read_game(fen)
    wanted = Settings(
        control="classic", probe_depth=depth, expansions=expansions, prober=ProberChoice(**choice)
    )
    probers = Probers(wanted.prober, game=game, executor=executor)
    try:
        search = make_search(game.position, wanted, probers).search
        while search.stopped is None:
            search.step()
        return saved(search.tree, tmp_path / "tree"), probers.parallel_work
    finally:
        probers.close()


@pytest.mark.parametrize("fen", [MIDDLE, CHECKS])
@pytest.mark.parametrize("ahead", [0, 1, 8])
@pytest.mark.parametrize("workers", [1, 2, 8])
def test_native_trees_are_equal_for_any_number_of_workers(tmp_path, fen, workers, ahead):
    alone, _ = tree_of(tmp_path, BY_NATIVE, fen)
    tree, work = tree_of(tmp_path, BY_NATIVE | {"workers": workers, "ahead": ahead}, fen)
    assert tree == alone
    assert work.workers == workers
    if ahead == 0:
        assert (work.ready, work.in_vain, work.useful) == (0, 0, 1.0)


def test_exact_probes_and_the_corrected_evaluation_are_equal_too(tmp_path):
    for choice in ({"exact": True, "evaluation": "handcrafted"}, {}):
        alone, _ = tree_of(tmp_path, choice, expansions=8)
        tree, _ = tree_of(tmp_path, choice | {"workers": 3}, expansions=8)
        assert tree == alone


@pytest.mark.parametrize("ahead", [0, 8])
def test_trees_of_another_engine_are_equal_for_any_number_of_workers(tmp_path, engine, ahead):
    trees = {
        tree_of(tmp_path, {"name": engine, "workers": workers, "ahead": ahead}, expansions=6)[0]
        for workers in (1, 2, 8)
    }
    pure, _ = tree_of(tmp_path, {"name": engine, "pure": True}, expansions=6)
    assert trees == {pure}


def test_a_real_engine_finds_the_same_tree_with_any_number_of_workers(tmp_path):
    trees = {
        tree_of(tmp_path, {"name": "uci:stockfish", "workers": workers}, CHECKS, 4)[0]
        for workers in (1, 2)
    }
    assert len(trees) == 1


def test_a_cache_changes_nothing_and_serves_what_was_asked_in_vain(tmp_path):
    alone, _ = tree_of(tmp_path, BY_NATIVE | {"cache": tmp_path / "one", "workers": 1})
    first, _ = tree_of(tmp_path, BY_NATIVE | {"cache": tmp_path / "many", "workers": 4})
    again, _ = tree_of(tmp_path, BY_NATIVE | {"cache": tmp_path / "many", "workers": 2})
    assert first == again == alone


def test_workers_in_other_processes_find_the_same_tree(tmp_path):
    alone, _ = tree_of(tmp_path, BY_NATIVE, expansions=6)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        choice = BY_NATIVE | {"workers": 2}
        tree, work = tree_of(tmp_path, choice, expansions=6, executor=processes)
    assert tree == alone
    assert work.probes > 100


class Unhurried:
    """A prober whose answers take random times."""

    def __init__(self, seed):
        self._prober = NativePerThread(evaluation="handcrafted")
        self._random = random.Random(seed)

    def batch(self, position, probes, *, cancel=None):
        time.sleep(self._random.random() / 500)
        return self._prober.batch(position, probes, cancel=cancel)


def search_over(expander, key, ahead=None):
    search = ProbabilitySearch(ChessBeliefs(key, expander), ClassicSettings(effort=Effort(limit=6)))
    search.ahead = ahead
    while search.stopped is None:
        search.step()
    return search


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([1, 2, 5, 16]), st.sampled_from([0, 2, 8]))
def test_the_order_of_answers_does_not_matter(tmp_path_factory, seed, workers, ahead):
    folder = tmp_path_factory.mktemp("trees")
    position, size = read_position(CHECKS), ProbeSize(1)
    plain = ProberExpander(
        position, NativeProber(evaluation="handcrafted"), name="plain", real=size, hope=size
    )
    slow = ProberExpander(position, Unhurried(seed), name="plain", real=size, hope=size)
    with ThreadPoolExecutor(workers) as threads:
        parallel = ParallelExpander(ProbeCutter(slow), threads, workers, ahead=ahead)
        search = search_over(parallel, position.key, PreparesBeliefs(parallel))
        parallel.close()
    assert saved(search, folder / "many") == saved(search_over(plain, position.key), folder / "one")


def test_the_parts_of_an_expansion_are_its_moves_each_once():
    position, size = read_position(MIDDLE), ProbeSize(2)
    expander = NativeExpander(position, real=size, hope=size, evaluation="handcrafted")

    def moves(part, parts):
        answers = expander.compiled.expand(
            position,
            (),
            real_depth=1,
            real_nodes=100,
            hope_depth=1,
            hope_nodes=100,
            with_hopes=True,
            part=part,
            parts=parts,
        )
        return [answer[0] for answer in answers]

    every = moves(0, 1)
    assert len(every) == len(position.legal_moves())
    for parts in (2, 3, 7, 100):
        assert [moves(part, parts) for part in range(parts)] == [
            every[part::parts] for part in range(parts)
        ]
    for part, parts in ((-1, 2), (2, 2), (0, 0)):
        with pytest.raises(ValueError, match="part"):
            moves(part, parts)


def test_probes_in_advance_are_counted():
    work = ParallelWork(workers=4, probes=90, ready=30, in_vain=10, nodes_in_vain=500)
    assert work.useful == 0.9
    assert str(work) == (
        "4 workers made 100 probes: 30 were ready before they were asked for, "
        "10 were never asked for (90% useful)"
    )


def test_many_workers_make_probes_in_advance(tmp_path):
    _, work = tree_of(tmp_path, BY_NATIVE | {"workers": 8})
    assert work.ready + work.in_vain > 0


def test_an_analysis_with_workers_says_what_they_did():
    plain = pb.chess.analyse(
        MIDDLE, control="classic", expansions=5, probe_depth=1, prober="native"
    )
    found = pb.chess.analyse(
        MIDDLE, control="classic", expansions=5, probe_depth=1, prober="native", workers=3
    )
    assert (found.result, found.argument) == (plain.result, plain.argument)
    assert plain.parallel is None
    assert found.parallel.probes == found.counters.probes


def test_a_saved_search_goes_on_with_workers(tmp_path):
    limits = {"control": "classic", "expansions": 20, "probe_depth": 1, "prober": "native"}
    whole = pb.chess.analyse(MIDDLE, **limits)
    part = pb.chess.analyse(MIDDLE, **limits, nodes=2_000)
    assert part.counters.expanded < whole.counters.expanded
    part.save(tmp_path / "part")
    gone_on = pb.chess.resume(tmp_path / "part", expansions=20, prober="native", workers=2)
    assert gone_on.result == whole.result
    assert gone_on.parallel.workers == 2


def test_cancelling_ends_a_search_with_workers_at_once():
    cancel = Event()
    heard = []

    def listen(event):
        heard.append(event)
        if len(heard) == 40:
            cancel.set()

    found = analyse(
        MIDDLE,
        settings=Settings(control="classic", prober=ProberChoice(workers=2, **BY_NATIVE)),
        cancel=cancel,
        on_event=listen,
    )
    assert found.stopped.value == "cancelled"


@pytest.mark.parametrize("workers", [0, -1, 5000, 1.5])
def test_a_number_of_workers_that_cannot_be_is_refused(workers):
    with pytest.raises(BadInputError, match="workers"):
        pb.chess.analyse(MIDDLE, control="classic", workers=workers)


def test_workers_are_refused_for_the_modern_control():
    with pytest.raises(BadInputError, match="use control classic"):
        pb.chess.analyse(MIDDLE, workers=2)


def test_engines_and_caches_of_other_processes_find_the_same_tree(tmp_path, engine):
    pure, _ = tree_of(tmp_path, {"name": engine, "pure": True}, expansions=4)
    native, _ = tree_of(tmp_path, BY_NATIVE | {"cache": tmp_path / "one"}, expansions=4)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        for cache in (None, tmp_path / "engines", tmp_path / "engines"):
            choice = {"name": engine, "workers": 2, "cache": cache}
            assert tree_of(tmp_path, choice, expansions=4, executor=processes)[0] == pure
        choice = BY_NATIVE | {"workers": 2, "cache": tmp_path / "many"}
        tree, work = tree_of(tmp_path, choice, expansions=4, executor=processes)
    assert tree == native
    assert work.probes > 100


def test_the_cache_of_other_processes_is_counted(tmp_path):
    limits = {"control": "classic", "expansions": 4, "probe_depth": 1, "prober": "native"}
    alone = pb.chess.analyse(MIDDLE, cache=tmp_path / "one", **limits)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        shared = {"workers": 2, "executor": processes, "cache": tmp_path / "many"}
        first, again = (pb.chess.analyse(MIDDLE, **shared, **limits) for _ in range(2))
    assert (first.result, first.argument) == (alone.result, alone.argument)
    assert again.result == alone.result
    assert again.cache.found == again.cache.probes == first.cache.probes == alone.cache.probes
