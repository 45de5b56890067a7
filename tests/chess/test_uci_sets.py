"""Set-probes by another engine: one search answers several questions."""

from __future__ import annotations

from threading import Event
from types import SimpleNamespace

import pytest

from provebest.chess.explain.purse import Purse
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.uci_search import EngineReport, Line
from provebest.chess.probes.uci_sets import UciSets
from provebest.chess.searches import Settings, make_search, modern_settings
from provebest.games.chess import read_position
from provebest.search.probability.beliefs import Belief
from provebest.search.setprobe.settings import ModernSettings
from provebest.vocabulary import EngineFailedError, Limits, Stopped, run

MOVES = ("e2e4", "d2d4")


class Engine:
    """Thinks 10 nodes a ply, and of even depths that d2d4 is best."""

    path = "engine"

    def __init__(self):
        self.asked = []

    def best_of(self, position, moves, depth, game, *, nodes, seconds, cancel, board):
        self.asked.append((tuple(moves), depth))
        deepest = depth if nodes is None else min(depth, nodes // 10)
        lines = tuple(Line(d, d, (MOVES[(d + 1) % 2],)) for d in range(1, deepest + 1))
        return EngineReport(lines, cut=deepest < depth, nodes=10 * deepest, seldepth=deepest + 3)


def sets():
    engine = Engine()
    return engine, UciSets(engine, read_position())


def test_the_depth_after_the_next_costs_nothing():
    engine, probed = sets()

    first = probed.probe((), 8, nodes=None, seconds=None)
    spent = probed.nodes()
    second = probed.probe((), 9, nodes=None, seconds=None)

    assert (first.best, first.depth, first.finished) == ("d2d4", 8, True)
    assert (second.best, second.depth, second.finished) == ("e2e4", 9, True)
    assert (probed.nodes(), probed.deepest) == (spent, 12)
    assert engine.asked == [((), 9)]


def test_an_engine_that_gives_no_line_has_failed(monkeypatch):
    heard = EngineReport((Line(8, 8, ()),), cut=False, nodes=10, seldepth=8)
    monkeypatch.setattr(Engine, "best_of", lambda *_, **__: heard)

    with pytest.raises(EngineFailedError, match="the engine engine gave no line"):
        sets()[1].probe(MOVES, 8, nodes=None, seconds=None)


def test_a_set_is_searched_as_deep_as_asked():
    engine, probed = sets()

    found = probed.probe(MOVES, 8, nodes=None, seconds=None)

    assert (found.depth, found.finished) == (8, True)
    assert engine.asked == [(MOVES, 8)]


def test_a_search_that_was_cut_off_says_what_it_said_last():
    _, probed = sets()

    found = probed.probe((), 8, nodes=65, seconds=None)

    assert (found.best, found.value, found.depth, found.finished) == ("d2d4", 6.0, 5, False)


def test_a_search_cut_off_before_it_came_to_new_depths_says_what_was_known():
    _, probed = sets()
    probed.probe((), 8, nodes=None, seconds=None)

    found = probed.probe((), 10, nodes=60, seconds=None)

    assert (found.best, found.value, found.depth, found.finished) == ("e2e4", 9.0, 9, False)


def test_over_another_engine_select_begins_deeper():
    assert modern_settings(Settings()).first_depth == ModernSettings().first_depth
    other = modern_settings(Settings(prober=ProberChoice("uci:stockfish")))
    assert other.first_depth > ModernSettings().first_depth


def test_a_depth_that_is_expected_is_searched_at_once():
    engine, probed = sets()

    probed.expect((), 12)
    found = [probed.probe((), depth, nodes=None, seconds=None) for depth in range(8, 13)]

    assert [(each.depth, each.finished) for each in found] == [(d, True) for d in range(8, 13)]
    assert (engine.asked, probed.nodes()) == ([((), 12)], 120)


def test_so_are_some_moves_alone():
    engine, probed = sets()

    probed.expect(MOVES, 9)
    for depth in (8, 9):
        probed.probe(MOVES, depth, nodes=None, seconds=None)

    assert engine.asked == [(MOVES, 9)]


def test_a_search_for_an_argument_goes_at_once_as_far_as_its_share_allows():
    """Depth by depth, ten nodes a ply, it would come to depth 6: 4 + 5 + 6 plies are 150 nodes."""
    engine, probed = sets()
    purse = Purse(nodes=160, seconds=None)

    found = purse.each_depth(probed, MOVES, 20, share=1.0)

    assert [each.depth for each in found] == list(range(4, 16))
    assert all(each.finished for each in found)
    assert (engine.asked, purse.used) == ([(MOVES, 20)], 160)


def test_an_expectation_is_for_the_next_probe_alone():
    engine, probed = sets()

    probed.expect((), 12)
    probed.probe(MOVES, 3, nodes=None, seconds=None)
    probed.probe((), 8, nodes=None, seconds=None)

    assert engine.asked == [(MOVES, 3), ((), 9)]


def test_the_finished_depths_of_a_search_that_was_cut_off_come_first_and_then_its_last_line():
    engine, probed = sets()
    found, depth = [], 8
    while not found or probed.knows((), depth):
        probed.expect((), 20)
        found.append(probed.probe((), depth, nodes=115, seconds=None))
        depth += 1

    answers = [(each.best, each.depth, each.finished) for each in found]
    assert answers == [
        ("d2d4", 8, True),
        ("e2e4", 9, True),
        ("d2d4", 10, True),
        ("e2e4", 10, False),
    ]
    assert engine.asked == [((), 20)]


def test_whoever_does_not_expect_the_end_of_a_cut_search_gets_a_search_of_their_own():
    engine, probed = sets()
    probed.expect((), 20)
    probed.probe((), 8, nodes=115, seconds=None)

    found = probed.probe((), 12, nodes=None, seconds=None)

    assert (found.depth, found.finished) == (12, True)
    assert engine.asked == [((), 20), ((), 13)]


def test_a_search_that_was_cancelled_says_at_once_what_it_said_last():
    engine, cancel = Engine(), Event()
    probed = UciSets(engine, read_position(), cancel)
    cancel.set()

    probed.expect((), 20)
    found = probed.probe((), 8, nodes=115, seconds=None)

    assert (found.best, found.depth, found.finished) == ("e2e4", 8, False)


def test_a_depth_without_a_line_is_answered_by_the_next_one(monkeypatch):
    lines = tuple(Line(depth, depth, ("e2e4",)) for depth in (7, 9))
    heard = EngineReport(lines, cut=False, nodes=10, seldepth=9)
    monkeypatch.setattr(Engine, "best_of", lambda *_, **__: heard)

    found = sets()[1].probe((), 8, nodes=None, seconds=None)

    assert (found.depth, found.value, found.finished) == (8, 9.0, True)


class OneLook:
    """Thinks that both moves are worth nothing, at a cost of one node."""

    def start(self):
        return ""

    def expand(self, state, depth, *, hopes):
        return [Belief(move, move, 0.0, 0.0, None, over=False) for move in MOVES]

    def work(self):
        return 1, 1


@pytest.mark.parametrize("depth", [6, 9, 13, 14, 16])
def test_over_another_engine_a_depth_that_is_wanted_is_not_exceeded(depth):
    engine, probed = sets()
    probers = SimpleNamespace(
        sets=lambda _: probed,
        expander=lambda *_: SimpleNamespace(name=""),
        cancel=None,
    )
    settings = Settings(prober=ProberChoice("uci:stockfish"), depth=depth, nodes=10_000)
    made = make_search(read_position(), settings, probers, believe=lambda _: OneLook())

    result = run(made.search, Limits())

    assert (result.stopped, made.search.depth) == (Stopped.DEPTH_LIMIT, depth)
    assert max(asked for _, asked in engine.asked) == depth
