"""Several lines: each value is that of a search of its own, and the best is first."""

import threading

import chess
import pytest
from counting_engine import counting_engine
from uci_session import AFTER_NF3, MATE_IN_2, TAKES_BACK, parsed, remarks

from provebest.chess.player.clock import Allotment, Go, Watch
from provebest.chess.player.lines import LinesPlayer
from provebest.chess.player.move_request import MoveRequest
from provebest.chess.probes.root_search import RootSearch
from provebest.games.chess import read_position
from provebest.search.events import SetProbed
from provebest.search.setprobe.set_prober import SetValue
from provebest.vocabulary import EventStream

TWO_WAYS = "k7/8/1K6/8/8/8/8/6QR w - - 0 1"
"""Several moves give mate at once."""


def request(fen, *, only=(), **more):
    position = read_position(fen)
    moves = only or tuple(position.legal_moves())
    return MoveRequest(position, moves, restricted=bool(only), **more)


def reports(fen, watch=None, sets=None, **more):
    player = LinesPlayer(RootSearch(read_position(fen)), watch or Watch(), sets)
    return list(player.think(request(fen, **more)))


def values(report):
    return [value for value, _ in report.lines]


@pytest.mark.parametrize("fen", [AFTER_NF3, TAKES_BACK, MATE_IN_2])
def test_the_lines_are_sorted_legal_and_of_different_moves(fen):
    for report in reports(fen, go=Go(depth=8), multipv=4):
        assert values(report) == sorted(values(report), reverse=True)
        assert len({line[0] for _, line in report.lines}) == 4
        for _, line in report.lines:
            board = chess.Board(fen)
            for move in line:
                board.push_uci(move)


def test_a_value_is_that_of_a_search_of_this_move_alone():
    depth = 9
    last = reports(AFTER_NF3, go=Go(depth=depth), multipv=5)[-1]

    assert last.depth == depth
    for value, line in last.lines:
        alone = RootSearch(read_position(AFTER_NF3)).probe([line[0]], depth=depth)
        assert value == pytest.approx(alone.value, abs=60)  # a full table prunes differently
        assert len(line) > 4


def test_a_move_that_loses_a_pawn_is_worth_a_pawn_less():
    named = ("b8c6", "b7b6", "d7d6")
    last = reports(AFTER_NF3, only=named, go=Go(depth=12), multipv=3)[-1]
    worth = {line[0]: value for value, line in last.lines}

    assert last.lines[0][1][0] == "b8c6"
    assert last.lines[2][1][0] == "b7b6"
    assert worth["b7b6"] < worth["b8c6"] - 30


def test_nodes_are_kept_and_the_answer_is_the_same_each_time():
    one, two = (reports(AFTER_NF3, go=Go(nodes=30_000), multipv=3) for _ in range(2))

    assert one == two
    assert 15_000 < one[-1].nodes <= 30_000


def test_every_line_has_a_value_however_small_the_limit():
    cancelled = threading.Event()
    cancelled.set()

    counted = reports(AFTER_NF3, go=Go(nodes=1), multipv=3)
    refused = reports(AFTER_NF3, Watch(cancel=cancelled), multipv=3)

    assert [report.depth for report in counted] == [report.depth for report in refused] == [1]
    assert len(counted[0].lines) == len(refused[0].lines) == 3


def test_there_are_no_more_lines_than_moves():
    last = reports(AFTER_NF3, only=("a7a6", "h7h6"), go=Go(depth=3), multipv=5)[-1]

    assert {line[0] for _, line in last.lines} == {"a7a6", "h7h6"}


def test_mates_are_exact_too():
    last = reports(TWO_WAYS, go=Go(depth=4), multipv=2)[-1]

    assert values(last)[0] == values(last)[1] > 30_000
    assert {len(line) for _, line in last.lines} == {1}


def test_time_for_one_move_is_used_and_a_clock_is_not_exceeded():
    watch = Watch()
    watch.begin(Allotment(soft=0.2, hard=0.2, fixed=True), waiting=False)

    *_, last = reports(AFTER_NF3, watch, multipv=3)

    assert watch.is_set()
    assert last.depth > 1


class Scripted:
    """Another engine: a table of values by depth and move; it is cut off where there is none."""

    deepest = 0

    def __init__(self, table):
        self.table, self.asked = table, 0

    def probe(self, moves, depth, *, nodes, seconds):
        self.asked += 1
        known = self.table.get(depth, {})
        among = [move for move in moves or known if move in known]
        if not among:
            return SetValue("a7a6", 0.0, ("a7a6",), 0, finished=False, at_most={})
        best = max(among, key=known.get)
        return SetValue(best, known[best], (best,), depth, finished=True, at_most={})

    def nodes(self):
        return 100 * self.asked


def test_a_depth_that_was_cut_off_adds_what_it_found_if_the_lines_stay_in_order():
    better = Scripted({1: {"a7a6": 10, "h7h6": 5}, 2: {"h7h6": 30}})
    worse = Scripted({1: {"a7a6": 10, "h7h6": 5}, 2: {"h7h6": 3}})

    *_, added = reports(AFTER_NF3, sets=better, multipv=2)
    *_, kept = reports(AFTER_NF3, sets=worse, multipv=2)

    assert added.lines == ((30, ("h7h6",)), (10, ("a7a6",)))
    assert kept.lines == ((10, ("a7a6",)), (5, ("h7h6",)))
    assert (added.depth, kept.depth) == (1, 1)


def test_a_line_that_turns_out_better_than_the_first_comes_first():
    sets = Scripted({1: {"a7a6": 10, "h7h6": 5}})
    answers = iter(
        SetValue(move, value, (move,), 1, finished=True, at_most={})
        for move, value in (("a7a6", 5.0), ("h7h6", 9.0))
    )
    sets.probe = lambda *_, **__: next(answers)

    *_, last = reports(AFTER_NF3, sets=sets, go=Go(depth=1), multipv=2)

    assert values(last) == [9, 5]


def test_every_search_is_an_event():
    events, heard = EventStream(), []
    events.on(SetProbed, heard.append)
    player = LinesPlayer(RootSearch(read_position(AFTER_NF3)), Watch(), events=events)

    *_, last = player.think(request(AFTER_NF3, go=Go(depth=4), multipv=2))

    assert [(one.purpose, one.depth) for one in heard] == [
        (f"line {number}", depth) for depth in (1, 2, 3, 4) for number in (1, 2)
    ]
    assert sum(one.nodes for one in heard) == last.nodes
    assert len(heard[1].moves) == len(heard[0].moves or read_position(AFTER_NF3).legal_moves()) - 1


@pytest.fixture
def counter(tmp_path):
    return counting_engine(tmp_path)


def test_another_engine_searches_every_line(session, counter):
    said = session.ask(
        f"setoption name Prober value uci:{counter}",
        "setoption name MultiPV value 3",
        "position startpos moves e2e4",
        "go depth 6",
    )
    board = chess.Board()
    board.push_uci("e2e4")
    last = parsed(said, board.fen())[-3:]

    assert len(remarks(said)) == 1  # that each line is searched
    assert [info["pv"][0].uci() for info in last] == ["a7a5", "a7a6", "b7b5"]
    assert [info["score"].relative.score() for info in last] == [-103, -103, -104]
    assert {info["depth"] for info in last} == {6}


def test_if_the_other_engine_fails_our_own_search_has_the_lines(session, counter):
    session.tell(f"setoption name Prober value uci:{counter}", "setoption name MultiPV value 2")
    counter.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")

    said = session.ask("go depth 4")

    assert any("hands over to alpha-beta" in line for line in remarks(said))
    assert [info["multipv"] for info in parsed(said)[-2:]] == [1, 2]
    assert parsed(said)[-1]["depth"] == 4
