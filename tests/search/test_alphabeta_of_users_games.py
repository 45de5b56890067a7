"""Alpha-beta on games as users write them: what can be accepted is, the rest is named."""

import math
from fractions import Fraction

import pytest

from provebest.games.lines import ConnectK, TicTacToe
from provebest.games.listed import NestedTree
from provebest.games.protocol import Game
from provebest.search.alphabeta import alphabeta, minimax
from provebest.search.alphabeta.deepening import deepening
from provebest.search.intervals.probed_bounds import ProbedBounds, validity
from provebest.search.setprobe.game_sets import GameSets
from provebest.vocabulary import BadInputError, Interval

SEARCHES = pytest.mark.parametrize("search", [alphabeta, minimax, deepening])
TREE = [[3, 5], [2, [1, 4]]]


class Generating(NestedTree):
    """Moves are a generator, as a user may write them."""

    def moves(self, state):
        yield from super().moves(state)


class Forgetful(NestedTree):
    """Moves are forgotten: None."""

    def moves(self, state):
        del state


class InPlace(Game):
    """The state is a list, to which ``play`` appends."""

    def start(self):
        return []

    def moves(self, state):
        return [0, 1] if len(state) < 2 else []

    def play(self, state, move):
        state.append(move)
        return state

    def max_to_move(self, state):
        return len(state) % 2 == 0

    def value(self, state):
        return sum(state)


class Endless(NestedTree):
    """A value that asks itself."""

    def value(self, state):
        return self.value(state)


@SEARCHES
def test_moves_may_be_a_generator(search):
    found = search(Generating(TREE), 3)

    assert (found.move, found.value, found.line, found.proved) == (0, 3, (0, 0), True)


@SEARCHES
def test_moves_that_are_none_are_not_the_end_of_the_game(search):
    with pytest.raises(BadInputError, match=r"Forgetful\.moves\(\(\)\) returned None"):
        search(Forgetful(TREE), 3)


@SEARCHES
def test_play_in_place_is_refused(search):
    with pytest.raises(BadInputError, match=r"InPlace\.play\(.*must leave"):
        search(InPlace(), 2)


@SEARCHES
def test_what_is_not_a_game_is_refused(search):
    with pytest.raises(BadInputError, match=r"write TicTacToe\(\)"):
        search(TicTacToe, 2)


@SEARCHES
def test_endless_recursion_of_the_users_own_comes_out_as_it_is(search):
    with pytest.raises(RecursionError):
        search(Endless(TREE), 3)


def test_endless_recursion_in_a_probe_of_a_set_comes_out_as_it_is():
    with pytest.raises(RecursionError):
        GameSets(Endless(TREE)).probe((), 3, nodes=None, seconds=None)


@pytest.mark.parametrize("order", [lambda _, moves: moves[1:], lambda _, moves: [*moves[1:], 9]])
@pytest.mark.parametrize("search", [alphabeta, deepening])
def test_an_order_that_leaves_out_or_invents_moves_is_refused(search, order):
    with pytest.raises(BadInputError, match="order must give back the moves"):
        search(ConnectK(), 2, order=order)


@pytest.mark.parametrize("search", [alphabeta, deepening])
def test_an_order_may_be_a_generator(search):
    found = search(NestedTree(TREE), 3, order=lambda _, moves: reversed(moves))

    assert found.value == 3
    assert found.proved


@SEARCHES
def test_any_state_can_be_searched_and_min_may_be_to_move(search):
    game = NestedTree(TREE)

    assert search(game, 3, state=(0,)).value == 3
    found = search(game, 3, state=(1,))
    assert (found.move, found.value, found.line) == (0, 2, (0,))
    assert not found.max_chooses
    assert search(game, 3, state=(1, 1)).max_chooses


def test_probed_bounds_ask_the_game_through_the_same_check():
    assert ProbedBounds(Generating(TREE), 1).bounds(()) == Interval(3, 3)
    assert validity(Generating(TREE), ProbedBounds(Generating(TREE)), [()]) == 1
    with pytest.raises(BadInputError, match=r"Forgetful\.moves\(\(\)\) returned None"):
        ProbedBounds(Forgetful(TREE)).bounds(())


class InPlaceByCopy(InPlace):
    """The state that was given is changed, and a copy returned."""

    def play(self, state, move):
        return list(super().play(state, move))


def test_the_state_that_is_probed_first_must_not_be_changed():
    with pytest.raises(BadInputError, match="changed the state it was given"):
        ProbedBounds(InPlaceByCopy(), 1, margin=1).bounds([])


class Thirds(NestedTree):
    """Values need not be floats."""

    def value(self, state):
        return Fraction(super().value(state)) / 3


@SEARCHES
def test_values_may_be_fractions(search):
    found = search(Thirds(TREE), 3)

    assert found.value == 1
    assert "worth 1 to MAX" in str(found)


def test_probes_of_sets_ask_the_game_through_the_same_check():
    found = GameSets(Generating(TREE)).probe((), 3, nodes=None, seconds=None)

    assert (found.best, found.value, found.ended) == (0, 3, True)
    with pytest.raises(BadInputError, match=r"Forgetful\.moves\(\(\)\) returned None"):
        GameSets(Forgetful(TREE)).probe((), 3, nodes=None, seconds=None)


@pytest.mark.parametrize(("alpha", "beta"), [("0", 1), (None, 1), (0, [1]), (math.nan, math.nan)])
def test_a_window_that_is_not_numbers_is_refused_in_a_sentence(alpha, beta):
    with pytest.raises(BadInputError, match="alpha < beta"):
        alphabeta(TicTacToe(), 1, alpha=alpha, beta=beta)
