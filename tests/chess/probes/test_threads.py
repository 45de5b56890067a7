"""Deep searches on several threads: one is exact, more are sooner, and say that they may differ."""

import sys
from threading import Event, Timer

import pytest

from provebest import BadInputError
from provebest.chess.explain.analysis import analyse
from provebest.chess.explain.recheck import recheck
from provebest.chess.explain.saved_analysis import SavedAnalysis
from provebest.chess.probes.prober_choice import ProberChoice, prober_of
from provebest.chess.probes.probers import Probers
from provebest.chess.probes.root_search import RootSearch
from provebest.chess.searches import Settings
from provebest.games.chess import read_position
from provebest.games.chess_evaluation import HANDCRAFTED

MIDDLE = "r1bq1rk1/pp2bppp/2n2n2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 10"
MATE_IN_3 = "r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 1"
ENGINE = r"""
import sys
log = open(sys.argv[0] + ".log", "a", buffering=1)
for line in sys.stdin:
    log.write(line)
    words = line.split()
    if words == ["uci"]:
        print("id name Logger\nOPTIONuciok")
    elif words == ["isready"]:
        print("readyok")
    elif words[:1] == ["go"]:
        print("info depth 1 score cp 0 nodes 1 pv e2e4\nbestmove e2e4")
    sys.stdout.flush()
"""


def test_one_thread_is_the_default_and_searches_the_same_nodes():
    position = read_position(MIDDLE)
    plain, one = RootSearch(position), RootSearch(position, threads=1)

    assert plain.threads == one.threads == 1
    for depth in (4, 7):
        assert plain.probe(depth=depth) == one.probe(depth=depth)


@pytest.mark.parametrize("threads", [2, 4])
def test_several_threads_find_moves_that_can_be_played_and_count_all_nodes(threads):
    position = read_position(MIDDLE)
    search = RootSearch(position, threads=threads)

    answer = search.probe(depth=9)

    assert search.threads == threads
    assert (answer.depth, answer.interrupted) == (9, False)
    assert answer.nodes == search.nodes
    for move in answer.line:
        assert move in position.legal_moves()
        position.play(move)


def test_several_threads_find_the_same_mate():
    position = read_position(MATE_IN_3)

    assert RootSearch(position, threads=3).probe(depth=8).mate == 3


def test_all_threads_together_keep_a_limit_of_nodes():
    answer = RootSearch(read_position(MIDDLE), threads=3).probe(depth=60, nodes=30_000)

    assert answer.interrupted
    assert answer.nodes <= 30_003


def test_all_threads_end_when_another_thread_says_so():
    cancel = Event()
    timer = Timer(0.2, cancel.set)
    timer.start()

    answer = RootSearch(read_position(MIDDLE), threads=3).probe(depth=100, cancel=cancel)

    timer.join()
    assert answer.interrupted


@pytest.mark.parametrize("threads", [0, -1, 513])
def test_a_number_of_threads_that_cannot_be_is_refused(threads):
    with pytest.raises(BadInputError, match=f"threads must be from 1 to 512; got {threads}"):
        RootSearch(read_position(), threads=threads)


@pytest.mark.parametrize(
    ("name", "control", "probing", "deep"),
    [
        ("native", "modern", 3, 3),
        ("native", "classic", 3, 1),
        ("uci:x", "modern", 1, 3),
        ("uci:x", "classic", 3, 1),
    ],
)
def test_each_control_uses_threads_in_its_own_way(name, control, probing, deep):
    choice = ProberChoice(name).on_threads(3, control)

    assert (choice.threads, choice.deep_threads) == (probing, deep)


@pytest.mark.parametrize("choice", [ProberChoice(evaluation=HANDCRAFTED), ProberChoice("uci:x")])
def test_a_store_keeps_answers_of_several_threads_apart(choice):
    several = choice.on_threads(2)

    assert several.identity != choice.identity
    assert prober_of(several.identity).deep_threads == 2
    assert prober_of(choice.identity).deep_threads == 1


@pytest.mark.parametrize(
    ("declared", "told"),
    [("option name Threads type spin default 1 min 1 max 8\\n", True), ("", False)],
)
def test_another_engine_gets_its_threads_if_it_has_the_option(tmp_path, declared, told):
    program = tmp_path / "logger"
    text = ENGINE.replace("OPTION", declared)
    program.write_text(f"#!{sys.executable}\n{text}", encoding="utf-8")
    program.chmod(0o755)

    Probers(ProberChoice(f"uci:{program}").on_threads(3)).close()

    log = (tmp_path / "logger.log").read_text(encoding="utf-8")
    assert ("setoption name Threads value 3" in log) is told
    assert log.count("uci\n") == 1


def on_two_threads():
    return Settings(nodes=30_000, prober=ProberChoice(pure=True).on_threads(2))


def test_a_saved_search_of_two_threads_continues_on_one(tmp_path):
    file = tmp_path / "saved.json"
    first = analyse(MIDDLE, settings=on_two_threads())
    first.save(file)

    saved = SavedAnalysis(file)
    more = analyse(saved.start, saved.played, settings=Settings(nodes=60_000), begin=saved.search)

    assert (first.threads, more.threads) == (2, 1)
    assert more.result.counters.probe_nodes > first.result.counters.probe_nodes


def test_probes_of_a_certificate_of_two_threads_are_not_repeated():
    made = analyse(MIDDLE, settings=on_two_threads(), certificate=True).certificate().as_json()

    with pytest.raises(BadInputError, match="more than one thread, so its probes cannot be"):
        recheck(made, 5)
