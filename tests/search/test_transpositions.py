"""A table changes what a search costs and nothing else: held against minimax."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provebest.games.lines import ConnectK, TicTacToe
from provebest.games.protocol import Game
from provebest.search.alphabeta import alphabeta, minimax
from provebest.search.alphabeta.deepening import deepening
from provebest.search.alphabeta.transpositions import Known, Transpositions
from provebest.vocabulary import BadInputError, Limits
from studies.othello import Othello

DEPTHS = st.integers(0, 6)
SIZES = st.sampled_from([True, 1, 2, 5, 1000])
KINDS = pytest.mark.parametrize("fail_soft", [True, False], ids=["soft", "hard"])


class Graph(Game[int, int]):
    """A random graph of few states: shared ones, cycles, and players who move several times.

    Values are few, so that there are ties. With ``acyclic`` every line ends.
    """

    def __init__(self, seed, states=8, *, acyclic=False):
        rng = random.Random(seed)
        self.edges = []
        for state in range(states):
            reachable = range(state + 1, states) if acyclic else range(states)
            most = min(3, len(reachable))
            self.edges.append(rng.sample(reachable, rng.randint(0, most)))
        self.turns = [rng.random() < 0.5 for _ in range(states)]
        self.values = [rng.choice([-2, -1, 0, 0, 1, 2, math.inf]) for _ in range(states)]

    def start(self):
        return 0

    def moves(self, state):
        return self.edges[state]

    def play(self, state, move):
        del state
        return move

    def max_to_move(self, state):
        return self.turns[state]

    def value(self, state):
        return self.values[state]


def worth(game, state, line, depth):
    """What is left by minimax at the end of a line, for the plies that remain of the depth."""
    for move in line:
        assert move in game.moves(state)
        state = game.play(state, move)
    return minimax(game, depth - len(line), state=state).value


@KINDS
@given(seed=st.integers(), depth=DEPTHS, size=SIZES, acyclic=st.booleans())
def test_the_value_and_the_line_are_right(fail_soft, seed, depth, size, acyclic):
    game = Graph(seed, acyclic=acyclic)
    true = minimax(game, depth)
    for search in (alphabeta, deepening):
        found = search(game, depth, fail_soft=fail_soft, table=size)

        assert found.value == true.value
        assert (found.move is None) == (true.move is None)
        assert worth(game, 0, found.line, found.depth) == true.value
        assert worth(game, 0, found.line[:1], found.depth) == true.value


@given(seed=st.integers(), depth=DEPTHS, size=SIZES)
def test_what_is_said_of_the_other_moves_holds(seed, depth, size):
    game = Graph(seed)
    for found in (alphabeta(game, depth, table=size), alphabeta(game, depth), minimax(game, depth)):
        for move, bound in found.others:
            true = minimax(game, found.depth - 1, state=move).value
            if found.max_chooses:
                assert true <= bound <= found.value
            else:
                assert found.value <= bound <= true


@KINDS
@given(seed=st.integers(), depth=DEPTHS, alpha=st.integers(-3, 2), width=st.integers(1, 3))
def test_the_contracts_of_a_window_hold(fail_soft, seed, depth, alpha, width):
    game, beta = Graph(seed), alpha + width
    true = minimax(game, depth)
    found = alphabeta(game, depth, alpha=alpha, beta=beta, fail_soft=fail_soft, table=True)

    if true.counters.expanded == 0:
        assert found.value == true.value
    elif fail_soft:
        assert found.value > alpha or true.value <= found.value
        assert found.value < beta or true.value >= found.value
        assert not alpha < found.value < beta or true.value == found.value
    else:
        assert found.value == min(max(true.value, alpha), beta)


@given(seed=st.integers(), depth=DEPTHS, size=SIZES)
def test_proved_is_said_only_if_no_depth_changes_the_value(seed, depth, size):
    game = Graph(seed)
    for search in (alphabeta, deepening):
        found = search(game, depth, table=size)
        if found.proved:
            assert {minimax(game, depth + more).value for more in range(4)} == {found.value}
            assert worth(game, 0, found.line[:1], depth + 4) == found.value


@given(seed=st.integers(), more=st.integers(0, 3), size=SIZES)
def test_a_game_that_was_followed_to_its_ends_is_proved(seed, more, size):
    """An estimate that a shallower search has left in the table does not hide the proof."""
    game = Graph(seed, 7, acyclic=True)
    longest = next(depth for depth in range(9) if minimax(game, depth).proved)

    assert alphabeta(game, longest + more, table=size).proved
    assert deepening(game, longest + more, table=size).proved


class Written(Game[str, str]):
    """A graph written down; MAX is always to move. A move is named after where it leads."""

    def __init__(self, edges, values):
        self.edges, self.values = edges, values

    def start(self):
        return "S"

    def moves(self, state):
        return self.edges.get(state, "")

    def play(self, state, move):
        del state
        return move

    def max_to_move(self, state):
        del state
        return True

    def value(self, state):
        return self.values.get(state, 0)


def test_an_estimate_in_the_table_is_not_taken_for_the_end_of_the_game():
    """T is met one ply from its horizon at depth 2 and again, on another way, at depth 3."""
    game = Written({"S": "UT", "U": "T", "T": "V", "V": "W"}, {"T": 6, "V": 5})
    for search in (alphabeta, deepening):
        found = search(game, 3, table=True)

        assert (found.value, found.proved) == (5, False)
        assert search(game, 4, table=True).value == 0
        assert search(game, 4, table=True).proved


def test_a_horizon_seen_elsewhere_does_not_hide_a_proof():
    """What is known of T from depth 2 was learned after a horizon was seen below Z."""
    game = Written({"S": "ZUT", "Z": "Y", "Y": "X", "U": "T", "T": "V"}, {"X": 1, "Y": 1, "Z": 1})
    for search in (alphabeta, deepening):
        assert not search(game, 2, table=True).proved
        assert search(game, 3, table=True).proved


@pytest.mark.parametrize("game", [TicTacToe(), ConnectK(4, 4, 3), ConnectK(), Othello()])
def test_other_games_are_the_same_with_a_table(game):
    for depth in range(6):
        true = alphabeta(game, depth)
        for search in (alphabeta, deepening):
            assert search(game, depth, table=True).value == true.value


def test_a_game_is_solved_with_fewer_calls():
    plain, tabled = alphabeta(TicTacToe(), 9), alphabeta(TicTacToe(), 9, table=True)

    assert (tabled.value, tabled.proved) == (plain.value, True) == (0, True)
    assert tabled.counters.expanded < plain.counters.expanded / 2


def test_states_that_cannot_be_hashed_are_refused_in_a_sentence():
    class Lists(Written):
        def start(self):
            return ["S"]

        def moves(self, state):
            return super().moves(state[0])

        def play(self, state, move):
            return [super().play(state[0], move)]

        def value(self, state):
            return super().value(state[0])

    for search in (alphabeta, deepening):
        with pytest.raises(BadInputError, match="needs states that can be hashed"):
            search(Lists({"S": "AB"}, {}), 2, table=True)


@pytest.mark.parametrize("table", [-1, 2.5, "yes", None])
def test_a_table_that_is_not_a_number_of_states_is_refused(table):
    with pytest.raises(BadInputError, match="table must be True, False or a number of states"):
        alphabeta(TicTacToe(), 2, table=table)


def test_a_table_forgets_what_was_not_met_for_longest():
    table = Transpositions(10)
    for state in range(12):
        table.add(state, Known((), max_moves=True))
        table.get(0)

    assert len(table) <= 10
    assert table.get(0) is not None
    assert table.get(1) is None
    assert table.get(11) is not None


def test_the_table_counts_as_stored():
    found = deepening(ConnectK(), 9, table=500, limits=Limits(stored=100))

    assert found.stopped.value == "memory limit"
    assert found.depth < 9
