"""Limits of alpha-beta, kept inside an iteration and a probe: by counting, never by a clock."""

import time
from itertools import count
from threading import Event

import pytest

import provebest as pb
from provebest.games.lines import ConnectK
from provebest.games.protocol import Game
from provebest.search.alphabeta.deepening import Deepening, deepening
from provebest.search.intervals.probed_bounds import ProbedBounds
from provebest.search.setprobe.game_sets import GameSets
from provebest.vocabulary import LimitReachedError, Limits, Stopped, guard, run
from provebest.vocabulary.guard import guarding


class Counted(Game):
    """Another game, every call of which is counted; at one of them an event is set."""

    def __init__(self, within, cancel=None, at=0):
        self.within, self.cancel, self.at, self.calls = within, cancel, at, 0
        self.value_range = within.value_range

    def _count(self):
        self.calls += 1
        if self.calls == self.at:
            self.cancel.set()

    def start(self):
        self._count()
        return self.within.start()

    def moves(self, state):
        self._count()
        return self.within.moves(state)

    def play(self, state, move):
        self._count()
        return self.within.play(state, move)

    def max_to_move(self, state):
        self._count()
        return self.within.max_to_move(state)

    def value(self, state):
        self._count()
        return self.within.value(state)


@pytest.mark.parametrize("table", [False, True])
@pytest.mark.parametrize("at", [10, 137, 2000, 2001, 2002, 2003])
def test_deepening_is_cancelled_within_one_call(at, table):
    cancel = Event()
    game = Counted(ConnectK(), cancel, at)
    found = deepening(game, 9, limits=Limits(cancel=cancel), table=table)

    assert found.stopped is Stopped.CANCELLED
    assert at <= game.calls <= at + 1
    whole = run(Deepening(ConnectK(), found.depth, table=table))
    assert (found.value, found.line) == (whole.value, whole.line)


def test_time_is_kept_within_one_call(monkeypatch):
    game = Counted(ConnectK())
    monkeypatch.setattr(time, "perf_counter", lambda: float(game.calls))
    found = deepening(game, 9, limits=Limits(seconds=1000))

    assert found.stopped is Stopped.TIME_LIMIT
    assert game.calls == 1000 + 3  # the clock begins after the three calls for the start itself


@pytest.mark.parametrize("table", [False, True])
@pytest.mark.parametrize("most", [0, 1, 2, 50, 999, 10_000])
def test_expansions_are_counted_exactly(most, table):
    found = deepening(ConnectK(), 20, limits=Limits(expanded=most), table=table)

    assert found.counters.expanded == most
    assert found.stopped is Stopped.NODE_LIMIT


@pytest.mark.parametrize("table", [False, True])
def test_a_search_that_was_stopped_in_an_iteration_goes_on_as_if_it_had_not_been(table):
    stopped = Deepening(ConnectK(), 5, table=table)
    for most in (100 * 2**power for power in count()):  # a stopped iteration begins anew
        before = run(stopped, Limits(expanded=most))
        if before.stopped is not Stopped.NODE_LIMIT:
            break
        whole = run(Deepening(ConnectK(), before.depth))
        assert before.value == whole.value
        assert before.depth == 0 or before.reason.startswith(
            "stopped by a limit (node limit); best"
        )

    assert before.depth == 5
    assert before.value == run(Deepening(ConnectK(), 5)).value


def test_a_proof_of_an_earlier_iteration_is_not_claimed_for_a_search_that_was_stopped():
    """What the last whole iteration saw decides, not the one that was cut off."""
    search = Deepening(ConnectK(), 9)
    with guarding(float("inf"), None) as limits:
        limits.expansions_left = 3
        search.step()
        with pytest.raises(LimitReachedError):
            search.step()

    assert search.depth == 1
    assert "estimates" in search.result(Stopped.NODE_LIMIT).reason


@pytest.mark.parametrize("most", [1, 7, 40])
def test_a_probe_counts_its_nodes_and_can_be_cut_off(most):
    game = ProbedBounds(ConnectK(), 2)
    with guarding(float("inf"), None) as limits:
        limits.probe_nodes_left = most
        with pytest.raises(LimitReachedError) as caught:
            game.bounds(game.start())

    assert caught.value.stopped is Stopped.NODE_LIMIT
    assert game.work()[1] == most


def test_a_probe_that_nothing_limits_is_finished_and_counted():
    game = ProbedBounds(ConnectK(), 2)
    game.bounds(game.start())
    probes, nodes = game.work()

    assert probes == 2
    assert nodes == game.tally.probe_nodes > 8
    assert guard().probe_nodes_left == float("inf")


def test_bounds_that_are_probed_are_cancelled_within_one_call():
    cancel = Event()
    counted = Counted(ConnectK(), cancel, 500)
    probed = ProbedBounds(counted, 5)
    with guarding(float("inf"), cancel), pytest.raises(LimitReachedError):
        probed.bounds(ConnectK().start())

    assert counted.calls == 500


@pytest.mark.parametrize("at", [20, 21, 22, 23, 600])
def test_a_probe_of_a_set_is_cancelled_within_one_call(at):
    cancel = Event()
    game = Counted(ConnectK(), cancel, at)
    found = GameSets(game, cancel).probe((), 12, nodes=None, seconds=None)

    assert not found.finished
    assert game.calls == at


def test_a_probe_of_a_set_is_stopped_by_the_search_around_it():
    """A limit of an outer search is not a probe that came to its end."""
    cancel = Event()
    game = Counted(ConnectK(), cancel, 50)
    sets = GameSets(game)
    with guarding(float("inf"), cancel), pytest.raises(LimitReachedError):
        sets.probe((), 12, nodes=None, seconds=None)

    assert game.calls == 50


def test_the_time_of_a_probe_of_a_set_is_kept_within_one_call(monkeypatch):
    game = Counted(ConnectK())
    sets = GameSets(game)
    sets.probe((), 1, nodes=None, seconds=None)  # which asks for the moves
    before = game.calls
    monkeypatch.setattr(time, "perf_counter", lambda: float(game.calls))
    found = sets.probe((), 12, nodes=None, seconds=100)

    assert not found.finished
    assert game.calls - before == 100


def test_the_modern_control_is_cancelled_within_one_call():
    cancel = Event()
    game = Counted(ConnectK(), cancel, 3000)
    result = pb.pbstar(game, control="modern", limits=Limits(cancel=cancel, probe_nodes=10**9))

    assert result.stopped is Stopped.CANCELLED
    assert game.calls <= 3001
