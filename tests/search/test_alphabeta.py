"""Alpha-beta, held against plain minimax; minimax, held against two lines of Python."""

import math
import random
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provebest.games.lines import ConnectK, TicTacToe
from provebest.games.listed import NestedTree
from provebest.games.protocol import Game
from provebest.search.alphabeta import alphabeta, minimax
from provebest.search.alphabeta.deepening import Deepening, deepening
from provebest.vocabulary import BadInputError, Limits, Stopped, run

WHOLE = 99  # deeper than any tree here

leaves = st.integers(-9, 9)
trees = st.recursive(
    st.lists(leaves, min_size=1, max_size=4),
    lambda sub: st.lists(st.one_of(leaves, sub), min_size=1, max_size=4),
    max_leaves=40,
)
games = st.builds(lambda tree, first: NestedTree(tree, max_first=first), trees, st.booleans())
windows = st.tuples(st.integers(-11, 11), st.integers(1, 12)).map(lambda w: (w[0], w[0] + w[1]))
kinds = pytest.mark.parametrize("fail_soft", [True, False], ids=["soft", "hard"])


def two_lines(tree, is_max):
    if isinstance(tree, int):
        return tree
    return (max if is_max else min)(two_lines(child, not is_max) for child in tree)


class Estimated(NestedTree):
    """Inner nodes have an arbitrary but fixed estimate, so that depth matters."""

    def value(self, state):
        return super().value(state) if not self.moves(state) else hash(state) % 19 - 9


class TwiceEach(Estimated):
    """Each player has two moves in a row."""

    def max_to_move(self, state):
        return len(state) % 4 < 2


class Fixed(Game[str, str]):
    """A game as a table of successors and values."""

    def __init__(self, successors, values):
        self.successors, self.values = successors, values

    def start(self):
        return ""

    def moves(self, state):
        return self.successors.get(state, "")

    def play(self, state, move):
        return state + move

    def max_to_move(self, state):
        return len(state) % 2 == 0

    def value(self, state):
        return self.values[state]


@given(trees, st.booleans())
def test_minimax_is_the_two_line_definition(tree, first):
    assert minimax(NestedTree(tree, max_first=first), WHOLE).value == two_lines(tree, first)


@given(games, windows)
def test_fail_hard_is_minimax_cut_to_the_window(game, window):
    """v == min(max(m, alpha), beta), for every node that is not final."""
    alpha, beta = window
    true = minimax(game, WHOLE).value

    found = alphabeta(game, WHOLE, fail_soft=False, alpha=alpha, beta=beta)

    assert found.value == min(max(true, alpha), beta)


@given(games, windows)
def test_fail_soft_is_a_bound_outside_the_window_and_exact_inside(game, window):
    alpha, beta = window
    true = minimax(game, WHOLE).value

    value = alphabeta(game, WHOLE, alpha=alpha, beta=beta).value

    assert value > alpha or true <= value
    assert value < beta or true >= value
    assert not alpha < value < beta or true == value


@given(games, windows)
def test_both_forms_visit_the_same_nodes(game, window):
    alpha, beta = window
    soft, hard = (
        alphabeta(game, WHOLE, fail_soft=soft, alpha=alpha, beta=beta) for soft in (True, False)
    )

    assert soft.counters == hard.counters
    assert soft.line == hard.line


@kinds
@pytest.mark.parametrize("kind", [Estimated, TwiceEach])
@given(tree=trees, first=st.booleans(), depth=st.integers(0, 5))
def test_the_whole_window_gives_the_value_move_and_line_of_minimax(
    kind, fail_soft, tree, first, depth
):
    game = kind(tree, max_first=first)
    true, found = minimax(game, depth), alphabeta(game, depth, fail_soft=fail_soft)

    assert (found.value, found.move, found.line) == (true.value, true.move, true.line)
    assert found.counters.evaluated <= true.counters.evaluated
    assert found.counters.expanded <= true.counters.expanded
    assert not found.proved or game.value(found.line) == found.value


@kinds
@given(games, st.integers(0, 2**32))
def test_the_order_of_moves_never_changes_the_value(fail_soft, game, seed):
    rng = random.Random(seed)

    found = alphabeta(
        game, WHOLE, fail_soft=fail_soft, order=lambda _, moves: rng.sample(moves, len(moves))
    )

    assert found.value == minimax(game, WHOLE).value


@given(games)
def test_the_line_leads_to_a_leaf_with_the_value(game):
    found = alphabeta(game, WHOLE)

    assert game.moves(found.line) == ()
    assert game.value(found.line) == found.value
    assert found.proved


def test_a_small_tree_counted_by_hand():
    """MIN's second list ends at 2: the list [1, 4] is never opened."""
    found = alphabeta(NestedTree([[3, 5], [2, [1, 4]]]), 3)

    assert (found.move, found.value, found.line) == (0, 3, (0, 0))
    assert found.counters.evaluated == 3
    assert found.counters.expanded == 3
    assert found.counters.generated == 5
    assert minimax(NestedTree([[3, 5], [2, [1, 4]]]), 3).counters.evaluated == 5


@kinds
def test_outside_the_window_only_a_refutation_is_a_move(fail_soft):
    game = NestedTree([[3, 5], [2, 7]])
    low = alphabeta(game, 2, fail_soft=fail_soft, alpha=4, beta=9)
    high = alphabeta(game, 2, fail_soft=fail_soft, alpha=0, beta=2)

    assert (low.move, low.line, low.stopped) == (None, (), Stopped.FOUND)
    assert "at most" in low.reason
    assert (high.move, high.line, high.stopped) == (0, (0,), Stopped.FOUND)
    assert "at least" in high.reason
    assert (low.value, high.value) == ((3, 3) if fail_soft else (4, 2))


@kinds
def test_infinite_values_are_values(fail_soft):
    game = Fixed({"": "ab", "a": "c"}, {"ac": -math.inf, "b": -math.inf})
    found = alphabeta(game, 2, fail_soft=fail_soft)

    assert (found.move, found.value, found.line) == ("a", -math.inf, ("a", "c"))


def test_a_game_that_is_over_has_a_value_and_no_move():
    found = alphabeta(NestedTree(7), 3)

    assert (found.move, found.value, found.line, found.stopped) == (None, 7, (), Stopped.PROVED)
    assert "over" in found.reason
    assert deepening(NestedTree(7), 3).value == 7


def test_depth_says_whether_estimates_were_used():
    game = Estimated([[3, 5], [2, [1, 4]]])

    assert alphabeta(game, 1).stopped is Stopped.DEPTH_LIMIT
    assert alphabeta(game, 3).stopped is Stopped.PROVED
    # The cut keeps the horizon out of sight: what was seen is enough for a proof.
    assert alphabeta(game, 2).stopped is Stopped.PROVED


@kinds
@given(tree=trees, first=st.booleans(), depth=st.integers(0, 5))
def test_deepening_ends_with_the_value_of_one_deep_search(fail_soft, tree, first, depth):
    game = Estimated(tree, max_first=first)
    search = Deepening(game, depth, fail_soft=fail_soft)
    values = [search.value]
    while search.stopped is None:
        search.step()
        values.append(search.value)

    assert values == [minimax(game, reached).value for reached in range(len(values))]
    assert search.depth == depth or search.stopped is Stopped.PROVED
    result = search.result(search.stopped)
    assert result.value == minimax(game, depth).value
    assert (result.move is None) == (search.depth == 0)


def test_deepening_tries_the_last_best_move_first():
    """One iteration more costs less after deepening than from nothing, and is the same answer."""
    game = ConnectK(opening=[3, 3, 3])
    search = Deepening(game, 6)
    while search.depth < 5:
        search.step()
    before = search.tally.evaluated
    search.step()

    assert search.tally.evaluated - before < alphabeta(game, 6).counters.evaluated
    assert search.value == alphabeta(game, 6).value


def test_limits_are_kept_between_iterations():
    whole = [run(Deepening(ConnectK(), depth)) for depth in range(5)]
    found = deepening(ConnectK(), 9, limits=Limits(expanded=whole[3].counters.expanded))

    assert found.stopped is Stopped.NODE_LIMIT
    assert found.reason.startswith("stopped by a limit (node limit); best at depth 3")
    assert (found.depth, found.value, found.line) == (3, whole[3].value, whole[3].line)
    assert deepening(ConnectK(), 9, limits=Limits(depth=2)).depth == 2
    nothing = deepening(ConnectK(), 9, limits=Limits(expanded=0))
    assert (nothing.depth, nothing.move, nothing.value) == (0, None, 0)


def test_deepening_can_be_cancelled_and_watched():
    cancel, seen = Event(), []
    cancel.set()

    assert deepening(TicTacToe(), 9, limits=Limits(cancel=cancel)).stopped is Stopped.CANCELLED
    assert deepening(TicTacToe(), 9, on_event=seen.append).proved
    assert seen[0].headline == "depth 0: value 0"


@pytest.mark.parametrize("search", [alphabeta, minimax, deepening])
@pytest.mark.parametrize("depth", [-1, 1.5, "3", None])
def test_a_depth_that_is_none_is_refused(search, depth):
    with pytest.raises(BadInputError, match="depth must be a whole number, 0 or more"):
        search(TicTacToe(), depth)


@pytest.mark.parametrize(("alpha", "beta"), [(1, 1), (2, 1), (math.nan, 1), (0, math.nan)])
def test_an_empty_window_is_refused(alpha, beta):
    with pytest.raises(BadInputError, match="alpha < beta"):
        alphabeta(TicTacToe(), 1, alpha=alpha, beta=beta)


def test_a_value_that_is_no_number_is_refused():
    with pytest.raises(BadInputError, match="returned nan; expected a number"):
        alphabeta(Fixed({"": "ab"}, {"a": 1, "b": math.nan}), 1)


@pytest.mark.parametrize("search", [alphabeta, minimax])
def test_a_tree_too_deep_for_python_is_refused_in_a_sentence(search):
    tree = 1
    for _ in range(5000):
        tree = [tree]

    with pytest.raises(BadInputError, match="more plies than can be followed"):
        search(NestedTree(tree), 5000)
