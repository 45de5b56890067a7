"""Bounds from probes: how they are made, and how often they hold on solved games."""

import math

import pytest

from provebest.games.lines import ConnectK, TicTacToe
from provebest.games.listed import NestedTree
from provebest.search.alphabeta import minimax
from provebest.search.alphabeta.functions import AlphaBeta
from provebest.search.intervals.probed_bounds import ProbedBounds, validity
from provebest.vocabulary import BadInputError, Interval


def every_state(game):
    seen, waiting = set(), [game.start()]
    while waiting:
        state = waiting.pop()
        if state not in seen:
            seen.add(state)
            waiting += [game.play(state, move) for move in game.moves(state)]
    return sorted(seen)


@pytest.fixture(scope="module")
def tic_tac_toe():
    return TicTacToe(), every_state(TicTacToe())


@pytest.fixture(scope="module")
def connect3():
    return ConnectK(4, 4, 3), every_state(ConnectK(4, 4, 3))


# depth -> share of all states whose true value lies in the bounds, with the default margin
@pytest.mark.parametrize(("depth", "share"), [(1, 0.8901), (2, 0.9551), (3, 0.9777)])
def test_validity_on_tic_tac_toe(tic_tac_toe, depth, share):
    game, states = tic_tac_toe

    assert len(states) == 5478
    assert validity(game, ProbedBounds(game, depth), states) == pytest.approx(share, abs=5e-5)


@pytest.mark.parametrize(("depth", "share"), [(1, 0.9034), (2, 0.9387)])
def test_validity_on_connect_3(connect3, depth, share):
    game, states = connect3

    assert validity(game, ProbedBounds(game, depth), states) == pytest.approx(share, abs=5e-5)


def test_a_margin_of_the_whole_range_is_always_valid(tic_tac_toe):
    game, states = tic_tac_toe
    least, greatest = game.value_range

    assert validity(game, ProbedBounds(game, margin=greatest - least), states) == 1


def test_bounds_are_the_two_probes_and_the_margin():
    game = ConnectK()
    wrapped = ProbedBounds(game, 2, margin=5)
    state = game.play(game.start(), 3)
    two, three = (AlphaBeta(game).look(state, d, -math.inf, math.inf)[0] for d in (2, 3))

    assert two != three
    assert wrapped.bounds(state) == Interval(min(two, three) - 5, max(two, three) + 5)
    assert wrapped.tally.probes == 2
    assert wrapped.tally.probe_nodes > 2


def test_bounds_are_cut_to_the_range_of_the_game():
    game = ConnectK()

    assert ProbedBounds(game, margin=10**6).bounds(game.start()) == Interval(*game.value_range)


def test_bounds_are_exact_where_the_probe_saw_only_ends():
    game = NestedTree([[3, 5], [2, 4]])

    assert ProbedBounds(game, 2).bounds(()) == Interval(3, 3)
    assert ProbedBounds(game, 1).bounds(()) == Interval(3, 3)
    assert ProbedBounds(game, 0, margin=0).bounds(()) == Interval(3.5, 3.5)  # a chance agreement
    assert ProbedBounds(game, 0).bounds((0, 1)) == Interval(5, 5)


def test_the_wrapper_is_the_same_game(tic_tac_toe):
    game, _ = tic_tac_toe
    wrapped = ProbedBounds(game)
    state = wrapped.play(wrapped.start(), 4)

    assert minimax(wrapped, 2) == minimax(game, 2)
    assert wrapped.show(state) == game.show(state)
    assert [child[:2] for child in wrapped.expand(state)] == [
        (move, game.play(state, move)) for move in game.moves(state)
    ]


@pytest.mark.parametrize("margin", [-1, math.nan, math.inf])
def test_a_margin_that_is_none_is_refused(margin):
    with pytest.raises(BadInputError, match="margin must be a finite number, 0 or more"):
        ProbedBounds(TicTacToe(), margin=margin)


def test_a_game_without_a_range_needs_a_margin():
    class Unbounded(TicTacToe):
        def __init__(self):
            super().__init__()
            del self.value_range

    with pytest.raises(BadInputError, match="needs a margin"):
        ProbedBounds(Unbounded())
    assert ProbedBounds(Unbounded(), margin=1).value_range == (-math.inf, math.inf)


def test_validity_of_nothing_is_refused():
    with pytest.raises(BadInputError, match="at least one state"):
        validity(TicTacToe(), ProbedBounds(TicTacToe()), [])
