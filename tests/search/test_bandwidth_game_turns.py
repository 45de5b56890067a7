"""Property: Harris's game search asks who moves; either side may move several times in a row.

Oracle: plain minimax. The estimates err by at most e and d, so what is promised must hold.
"""

from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_turns import WrittenRace, random_turns, true_plies

from provebest import BadInputError, Limits, Stopped
from provebest.games.race import RaceGame
from provebest.search.bandwidth.game_search import BandwidthGameSearch
from provebest.vocabulary import run

N = 60
BANDS = [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (0, 3), (3, 0), (0, 0), (4, 4)]
SETTINGS = {
    "seed": st.integers(0, 10**6),
    "band": st.sampled_from(BANDS),
    "alternate": st.booleans(),
    "mode": st.sampled_from(["plain", "dual"]),
    "drop": st.booleans(),
}


def ending(race, line):
    state = race.start()
    for move in line:
        assert move in list(race.moves(state))
        state = race.play(state, move)
    return state


def assert_true_to(race, search, e, d):
    """Harris's lemmas at every node: f within the band, and no truly best son dropped."""
    for node in search.root.subtree():
        truth = node.depth + true_plies(race, N, node.state)
        assert truth - d <= node.h + node.g <= truth + e
        assert node.program_to_move == race.program_to_move(node.state) or node.outcome is not None
        if node.sons:
            best = true_plies(race, N, node.state) - 1
            wanted = {son for son in race.moves(node.state) if true_plies(race, N, son) == best}
            assert wanted <= {son.state for son in node.sons}
    assert search.stored() == sum(1 for _ in search.root.subtree())


@given(**SETTINGS, expanded=st.integers(0, 12))
def test_whoever_moves_the_promise_of_every_result_is_kept(
    seed, band, alternate, mode, drop, expanded
):
    e, d = band
    race = random_turns(seed, e, d, N, alternate=alternate)
    search = BandwidthGameSearch(race, e, d, loss_value=N, mode=mode, drop=drop)
    result = run(search, Limits(expanded=expanded))
    assert_true_to(race, search, e, d)
    result = run(search)
    assert_true_to(race, search, e, d)

    true = {move: 1 + true_plies(race, N, move) for move in race.moves(0)}
    if not race.program_to_move(0):
        return
    regret = true[result.move] - min(true.values())
    assert regret <= result.error
    assert result.error == e + d or min(true.values()) >= N - e
    if result.verdict == "sure win":
        assert true[result.move] < N
    assert result.tip == race.outcome(ending(race, search_line(search)))


def search_line(search):
    node, line = search.selected, []
    while node.parent is not None:
        line.append(node.move)
        node = node.parent
    return reversed(line)


@given(**SETTINGS, expanded=st.integers(1, 6))
def test_out_of_time_the_error_that_is_stated_is_kept(seed, band, alternate, mode, drop, expanded):
    """[H74-28] The move by h alone may be more than e + d worse; the result says how much."""
    e, d = band
    race = random_turns(seed, e, d, N, alternate=alternate)
    search = BandwidthGameSearch(race, e, d, loss_value=N, mode=mode, drop=drop)
    result = run(search, Limits(expanded=expanded))

    if race.program_to_move(0):
        true = {move: 1 + true_plies(race, N, move) for move in race.moves(0)}
        assert true[result.move] - min(true.values()) <= result.error
        assert result.verdict != "sure win" or true[result.move] < N


def twice():
    """After 1 the program moves again: 3 wins, 4 loses. After 2 the opponent moves: a later win."""
    sons = [[1, 2], [3, 4], [5], [], [], [6], []]
    race = WrittenRace(
        sons, [True, True, False, True, True, True, True], {3: "win", 4: "loss", 6: "win"}
    )
    race.estimates = {0: 2, 1: 1, 2: 2, 5: 1}
    return race


@pytest.mark.parametrize("mode", ["plain", "dual"])
def test_a_second_move_in_a_row_is_the_program_s_own(mode):
    result = run(BandwidthGameSearch(twice(), 0, 0, loss_value=N, mode=mode))

    assert (result.move, result.value, result.verdict) == (1, 2, "sure win")
    assert result.line == (1, 3)


def test_an_opponent_who_moves_twice_takes_both_moves():
    """After 1 the opponent moves twice and can reach a loss; after 2 the win is late, but sure."""
    sons = [[1, 2], [3], [4], [5, 6], [7], [], [], [8], []]
    turns = [True, False, False, False, True, True, True, True, True]
    race = WrittenRace(sons, turns, {5: "win", 6: "loss", 8: "win"})
    race.estimates = {node: true_plies(race, N, node) for node in (0, 1, 2, 3, 4, 7)}
    result = run(BandwidthGameSearch(race, 0, 0, loss_value=N, mode="plain"))

    assert (result.move, result.value) == (2, 4)


@given(seed=st.integers(0, 10**6), mode=st.sampled_from(["plain", "dual"]), data=st.data())
def test_a_search_may_begin_at_any_state(seed, mode, data):
    race = random_turns(seed, 1, 1, N)
    live = [node for node in range(len(race.sons)) if race.outcome(node) is None]
    state = data.draw(st.sampled_from(live))
    search = BandwidthGameSearch(race, 1, 1, loss_value=N, state=state, mode=mode)
    result = run(search)
    true = {move: 1 + true_plies(race, N, move) for move in race.moves(state)}
    best = min(true.values()) if race.program_to_move(state) else max(true.values())

    assert search.root.state == state
    assert_true_to(race, search, 1, 1)
    assert abs(true[result.move] - best) <= result.error


def test_alternating_values_are_refused_where_a_side_moves_twice():
    """[H74-22] Brothers of two levels have values of two kinds: they cannot be compared."""
    with pytest.raises(BadInputError, match=r"takes turns.*'plain' or 'dual'"):
        run(BandwidthGameSearch(twice(), 0, 0, loss_value=N, mode="alternating"))


class Stopping:
    """Counts the calls of a race's methods, and cancels at one of them."""

    def __init__(self, race, at, cancel):
        self.race, self.calls, self.at, self.cancel = race, 0, at, cancel

    def __getattr__(self, name):
        method = getattr(self.race, name)

        def call(*given):
            self.calls += 1
            if self.calls == self.at:
                self.cancel.set()
            return method(*given)

        return call


class StoppedRace(RaceGame):
    """A race asked through ``Stopping``."""

    def __init__(self, stopping):
        self.stopping = stopping

    def start(self):
        return self.stopping.start()

    def moves(self, state):
        return list(self.stopping.moves(state))

    def play(self, state, move):
        return self.stopping.play(state, move)

    def program_to_move(self, state):
        return self.stopping.program_to_move(state)

    def outcome(self, state):
        return self.stopping.outcome(state)

    def estimate(self, state):
        return self.stopping.estimate(state)


@given(
    seed=st.integers(0, 10**6), mode=st.sampled_from(["plain", "dual"]), later=st.integers(1, 99)
)
def test_a_step_that_is_cut_off_leaves_the_search_as_it_was(seed, mode, later):
    race, cancel = random_turns(seed, 1, 1, N), Event()
    whole = BandwidthGameSearch(race, 1, 1, loss_value=N, mode=mode)
    expected = run(whole)
    stopping = Stopping(race, -1, cancel)
    search = BandwidthGameSearch(StoppedRace(stopping), 1, 1, loss_value=N, mode=mode)
    stopping.at = stopping.calls + later
    first = run(search, Limits(cancel=cancel))

    assert stopping.calls <= stopping.at  # the call in which it was cancelled was the last
    assert first.stopped in {Stopped.CANCELLED, Stopped.FOUND}
    assert_true_to(race, search, 1, 1)
    cancel.clear()
    after = run(search, Limits(cancel=cancel))
    assert (after.move, after.value, after.line) == (expected.move, expected.value, expected.line)
    assert after.counters.expanded == expected.counters.expanded
    assert (after.stored, after.dropped) == (expected.stored, expected.dropped)
