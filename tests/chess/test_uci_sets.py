"""Set-probes by another engine: one search answers several questions."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from provebest.chess.probes.probers import ProberChoice
from provebest.chess.probes.uci_search import EngineReport, Line
from provebest.chess.probes.uci_sets import UciSets
from provebest.chess.searches import Settings, make_search, modern_settings
from provebest.games.chess import read_position
from provebest.search.setprobe.law import Sight
from provebest.search.setprobe.settings import ModernSettings
from provebest.vocabulary import EngineFailedError

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


@pytest.mark.parametrize("depth", [6, 9, 13, 14, 16])
def test_over_another_engine_a_depth_that_is_wanted_is_not_exceeded(depth):
    engine, probed = sets()
    probers = SimpleNamespace(
        sets=lambda _: probed,
        expander=lambda *_: SimpleNamespace(name=""),
        cancel=None,
    )
    settings = Settings(prober=ProberChoice("uci:stockfish"), depth=depth)
    modern = make_search(read_position(), settings, probers).modern
    for each in range(modern.first_depth, modern.deepest + 1):
        probed.probe((), each, nodes=None, seconds=None)

    assert modern.deepest == depth
    assert max(asked for _, asked in engine.asked) == depth
    assert not modern.is_enough(Sight(depth=depth, unchanged=5, share=None, points=0.9), 0.5)
