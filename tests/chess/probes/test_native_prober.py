"""What every probe promises: purity, legal lines, honest limits, and an end when told to end."""

import random
import subprocess
import sys
import threading
import time

import chess
import pytest
from chess_games import games
from hypothesis import given, settings
from hypothesis import strategies as st

from provebest.chess.probes import MATE, NativeProber, Probe, Status
from provebest.games.chess import read_position
from provebest.vocabulary import BadInputError

MIDDLE_GAME = "r1bq1rk1/pp2bppp/2n2n2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 10"


def children(position, depth, nodes=None):
    """A batch as a search asks it: every move, its reality and its hope."""
    moves = position.legal_moves()
    return [Probe(move, hope, depth, nodes) for move in moves for hope in (False, True)]


def replay(fen, probe, line, *, chess960=False):
    """The board at the end of a probe's line; python-chess refuses what is not legal."""
    board = chess.Board(fen, chess960=chess960)
    if probe.move is not None:
        board.push_uci(probe.move)
    if probe.hope:
        board.push(chess.Move.null())
    for move in line:
        board.push_uci(move)
    return board


@pytest.mark.parametrize("selective", [False, True], ids=["exact", "selective"])
def test_answers_do_not_depend_on_order_company_threads_or_what_came_before(selective):
    position = read_position(MIDDLE_GAME)
    probes = children(position, 3)
    alone = [NativeProber(selective=selective).probe(position, probe) for probe in probes[::9]]
    prober = NativeProber(selective=selective)

    at_first = prober.batch(position, probes)
    prober.batch(read_position(), [Probe(depth=5)])
    again = prober.batch(position, probes)
    order = list(range(len(probes)))
    random.Random(1979).shuffle(order)
    shuffled = prober.batch(position, [probes[i] for i in order])
    on_two = NativeProber(selective=selective, threads=2).batch(position, probes)

    assert at_first[::9] == alone
    assert again == at_first
    assert shuffled == [at_first[i] for i in order]
    assert on_two == at_first
    assert {answer.status for answer in at_first} == {Status.ANSWERED}


def test_an_exact_value_does_not_depend_on_the_size_of_the_table():
    position = read_position(MIDDLE_GAME)
    probes = children(position, 3)

    small, large = (
        NativeProber(table_bytes=size).batch(position, probes) for size in (64, 1 << 22)
    )

    assert [a.value for a in small] == [a.value for a in large]
    assert sum(a.nodes for a in small) > sum(a.nodes for a in large)


def test_a_warm_table_saves_work_and_keeps_exact_values():
    position = read_position(MIDDLE_GAME)
    probes = children(position, 3)

    cold = NativeProber().batch(position, probes)
    warm = NativeProber(warm=True).batch(position, probes)

    assert [a.value for a in warm] == [a.value for a in cold]
    assert sum(a.nodes for a in warm) < sum(a.nodes for a in cold)


@given(games(longest=60), st.integers(0, 4), st.booleans(), st.booleans())
@settings(deadline=None, max_examples=60)
def test_every_line_can_be_played(game, depth, hope, selective):
    fen, chess960, moves = game
    position = read_position(fen, [move.uci() for move in moves], chess960=chess960)
    probes = [Probe(move, hope, depth) for move in position.legal_moves()[:6]]

    told = NativeProber(selective=selective).batch(position, probes)

    for probe, answer in zip(probes, told, strict=True):
        board = replay(position.fen(), probe, answer.line, chess960=chess960)
        if depth == 0:
            assert answer.line == ()
        elif answer.mate is not None and answer.status is Status.ANSWERED and not selective:
            assert board.is_checkmate()
            assert len(answer.line) == MATE - abs(answer.value)


@given(games(longest=60))
@settings(deadline=None, max_examples=60)
def test_hope_is_refused_exactly_when_the_move_gives_check(game):
    fen, chess960, moves = game
    position = read_position(fen, [move.uci() for move in moves], chess960=chess960)
    board = chess.Board(fen, chess960=chess960)
    for move in moves:
        board.push(move)
    legal = position.legal_moves()

    told = NativeProber().batch(position, [Probe(move, hope=True) for move in legal])

    for move, answer in zip(legal, told, strict=True):
        refused = answer.status is Status.NO_HOPE
        assert refused == board.gives_check(board.parse_uci(move))
        assert (answer.value is None) == refused


def test_without_a_move_the_side_to_move_passes():
    fen = "4k3/8/8/8/8/3q4/8/3RK3 b - - 0 1"
    in_check = "4k3/8/8/8/8/8/4q3/3RK3 w - - 0 1"

    told = NativeProber().probe(read_position(fen), Probe(hope=True, depth=1))
    refused = NativeProber().probe(read_position(in_check), Probe(hope=True, depth=1))

    assert (told.status, told.line[0]) == (Status.ANSWERED, "d1d3")
    assert refused.status is Status.NO_HOPE


def test_a_limit_of_nodes_is_kept_to_the_node():
    position = read_position(MIDDLE_GAME)
    whole = NativeProber().probe(position, Probe(depth=4))
    prober = NativeProber()
    before = 0

    for limit in (1, 30, 1_000, 1_001, whole.nodes, whole.nodes + 1):
        told = prober.probe(position, Probe(depth=4, nodes=limit))
        assert told.status is Status.ANSWERED
        assert told.depth >= before
        before = told.depth
        if told.depth > 0:
            assert told.nodes == min(limit, whole.nodes)
            deepest = prober.probe(position, Probe(depth=told.depth))
            assert (told.value, told.line) == (deepest.value, deepest.line)
    assert told == whole


@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_ends_soon_when_another_thread_says_so(threads):
    position = read_position(MIDDLE_GAME)
    prober = NativeProber(threads=threads)
    cancel = threading.Event()
    timer = threading.Timer(0.3, cancel.set)
    timer.start()

    told = prober.batch(position, children(position, 40), cancel=cancel)
    timer.join()

    assert [a.status for a in told] == [Status.CANCELLED] * len(told)
    assert told[0].depth > 0
    assert replay(MIDDLE_GAME, Probe(position.legal_moves()[0]), told[0].line).is_valid()
    assert (told[-1].value, told[-1].line, told[-1].nodes) == (None, (), 0)
    worked = time.process_time()
    prober.batch(position, children(position, 40), cancel=cancel)  # told before it begins
    assert time.process_time() - worked < 1
    fresh = prober.probe(position, Probe(depth=3))
    assert fresh == NativeProber().probe(position, Probe(depth=3))


def test_two_threads_may_share_one_prober():
    position = read_position(MIDDLE_GAME)
    probes = children(position, 2)
    prober = NativeProber()
    expected = prober.batch(position, probes)
    told = []
    threads = [
        threading.Thread(target=lambda: told.append(prober.batch(position, probes)))
        for _ in range(3)
    ]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert told == [expected] * 3


def test_an_empty_batch_has_no_answers():
    assert NativeProber(threads=2).batch(read_position(), []) == []


@pytest.mark.parametrize(
    ("settings_", "said"),
    [
        ({"threads": 0}, "got 0"),
        ({"threads": 2, "warm": True}, "needs exactly 1 thread"),
        ({"table_bytes": 1}, "got 1"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings_, said):
    with pytest.raises(BadInputError, match=said):
        NativeProber(**settings_)


@pytest.mark.parametrize(
    ("question", "said"),
    [({"depth": -1}, "got -1"), ({"depth": 65}, "0 to 64"), ({"nodes": 0}, "got 0")],
)
def test_questions_that_cannot_be_are_refused(question, said):
    with pytest.raises(BadInputError, match=said):
        Probe(**question)


def test_a_move_that_is_not_legal_is_refused():
    with pytest.raises(BadInputError, match="'e2e5' is not legal"):
        NativeProber().probe(read_position(), Probe("e2e5"))


FORKS = """
import os
from provebest.games.chess import read_position
from provebest.chess.probes import NativeProber, Probe
position, prober = read_position(), NativeProber(threads=2)
probes = [Probe(move=move, depth=2) for move in position.legal_moves()]
before = prober.batch(position, probes)
child = os.fork()
same = prober.batch(position, probes) == before
if child == 0:
    os._exit(0 if same else 1)
idle = os.fork()
if idle == 0:
    del prober
    os._exit(0)
print(same, os.waitpid(child, 0)[1], os.waitpid(idle, 0)[1])
"""


def test_a_forked_process_has_helpers_of_its_own():
    words = [sys.executable, "-c", FORKS]
    told = subprocess.run(words, check=False, capture_output=True, text=True, timeout=60)

    assert told.stdout == "True 0 0\n", told.stderr
