"""The alpha-beta player: its limits, its lines, and a value for every move that it says."""

import threading
import time
from itertools import pairwise

import pytest
from uci_session import MATE_IN_2, TAKES_BACK, Session, parsed

from provebest.chess.player.alphabeta import AlphaBetaPlayer
from provebest.chess.player.clock import Allotment, Go, Watch
from provebest.chess.player.move_request import MoveRequest, begun_until
from provebest.chess.probes.root_search import RootSearch
from provebest.games.chess import read_position
from provebest.suites.suite import AlphaBeta
from provebest.vocabulary import Limits

QUIET = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
ENDING = "8/8/1p1k4/p1p2p2/P1P2P2/1P2K3/8/8 w - - 0 1"
ONLY_MOVE = "7k/8/8/8/8/8/1r6/K7 w - - 0 1"


class Stopwatch(Watch):
    """A clock whose soft limit is always used up to the same share."""

    share = 0.0
    spent = property(lambda self: self.share)


def player(fen, watch=None):
    return AlphaBetaPlayer(RootSearch(read_position(fen)), watch or Watch())


def request(fen, **more):
    position = read_position(fen)
    return MoveRequest(position, tuple(position.legal_moves()), **more)


def reports(fen, watch=None, **more):
    return list(player(fen, watch).think(request(fen, **more)))


def test_nodes_are_kept_and_the_answer_is_the_same_each_time():
    one, two = (reports(QUIET, go=Go(nodes=20_000)) for _ in range(2))

    assert one == two
    assert one[-1].nodes == 20_000
    assert [report.depth for report in one[:-1]] == list(range(1, one[-1].depth + 1))


@pytest.mark.parametrize("nodes", [1, 10])
def test_a_move_always_has_a_value(nodes):
    cancelled = threading.Event()
    cancelled.set()

    counted = reports(QUIET, go=Go(nodes=nodes))
    refused = reports(QUIET, Watch(cancel=cancelled))

    assert counted[-1].lines == refused[-1].lines == reports(QUIET, go=Go(depth=1))[0].lines
    assert {report.depth for report in counted + refused} == {1}


def test_depth_ends_it_and_it_begins_where_it_is_told():
    whole = reports(QUIET, go=Go(depth=6))
    later = list(player(QUIET).think(request(QUIET, go=Go(depth=6)), first=4))

    assert [report.depth for report in whole] == [1, 2, 3, 4, 5, 6]
    assert [report.depth for report in later] == [4, 5, 6]
    assert later[-1].lines == whole[-1].lines


def test_a_hard_limit_ends_it_anywhere():
    watch = Watch()
    watch.begin(Allotment(hard=0.3), waiting=False)
    begun, worked = time.monotonic(), time.process_time()

    *_, last = reports(QUIET, watch)

    assert time.monotonic() - begun > 0.2
    assert time.process_time() - worked < 3
    assert last.depth > 1


def test_another_thread_can_cancel_it():
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()

    assert reports(QUIET, Watch(cancel=cancel))[-1].depth > 1


@pytest.mark.parametrize(("share", "depths"), [(0.95, 1), (0.7, 4), (0.5, 7)])
def test_the_longer_the_move_is_the_same_the_sooner_no_depth_is_begun(share, depths):
    watch = Stopwatch()
    watch.begin(Allotment(soft=3600.0), waiting=False)
    watch.share = share
    said = reports(TAKES_BACK, watch, go=Go(depth=12))
    same = [report.lines[0][1][0] for report in said]

    assert len(said) >= depths
    stable = 0
    for before, after in pairwise(same):
        assert share < begun_until(stable)
        stable = stable + 1 if before == after else 0
    assert share >= begun_until(stable)


def test_what_is_settled_ends_it_with_the_reason():
    watch = Watch()
    watch.begin(Allotment(soft=60.0), waiting=False)
    forced = player(ONLY_MOVE, watch)

    assert [report.depth for report in forced.think(request(ONLY_MOVE))] == [1, 2, 3, 4, 5]
    assert forced.reason == "it is the only move"
    *_, _ = forced.think(request(ONLY_MOVE, go=Go(depth=2)))
    assert not forced.reason


@pytest.mark.parametrize("fen", [QUIET, MATE_IN_2, ENDING])
def test_suites_measure_the_player_of_uci(fen):
    session = Session()
    said = session.ask(
        "setoption name Search value alphabeta", f"position fen {fen}", "go nodes 5000"
    )
    solved = AlphaBeta().solve(fen, Limits(probe_nodes=5000))
    told = parsed(said, fen)[-1]

    assert said[-1].split()[1] == solved.move
    assert told["score"].relative.score(mate_score=32_000) == pytest.approx(solved.value, abs=3)
    assert (told["nodes"], told["depth"]) == (solved.nodes, solved.depth)
