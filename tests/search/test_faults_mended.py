"""Faults that were found once, each with the smallest case that showed it."""

from fractions import Fraction

import networkx as nx
import pytest

from provebest import Limits, Stopped, Storage, find_path
from provebest.problems import GraphProblem, SlidingTiles
from provebest.problems.tile_boards import Shape, read_board, show_board
from provebest.vocabulary import BadInputError


def graph(edges, estimates, goal, *, directed=True):
    made = nx.DiGraph() if directed else nx.Graph()
    made.add_weighted_edges_from(edges)
    return GraphProblem(made, 0, goal, estimate=estimates.__getitem__, admissible=True)


@pytest.mark.parametrize("duplicates", ["reopen", "relink"])
@pytest.mark.parametrize("operators", [None, "fixed", "learned"])
def test_a_cheaper_way_reaches_the_children_that_were_made_before_it(duplicates, operators):
    """A partly developed node that is reached more cheaply owes the gain to its children."""
    edges = [(0, 2, 1), (0, 1, 2), (1, 2, 6), (1, 3, 5), (2, 1, 0)]
    problem = graph(edges, {0: 0, 1: 0, 2: 5, 3: 0}, 3)

    result = find_path(problem, duplicates=duplicates, operators=operators)

    assert result.proved
    assert result.cost == 6


@pytest.mark.parametrize("duplicates", ["reopen", "relink"])
def test_the_line_that_look_ahead_met_survives_a_change_of_parent(duplicates):
    edges = [(0, 5, 2), (0, 4, 5), (0, 1, 3), (1, 2, 1), (2, 3, 6), (3, 4, 0)]
    estimates = {0: 4, 1: 3, 2: 1, 3: 2, 4: 3, 5: 0}
    problem = graph(edges, estimates, 5, directed=False)

    result = find_path(problem, look_ahead=3, duplicates=duplicates)

    assert result.solved
    assert result.path[-1] == 5


def test_a_depth_limit_claims_nothing_about_the_paths_it_has_hidden():
    """With unequal costs a cheap deep way can hide a dear shallow one."""
    problem = graph([(0, 1, 3), (0, 2, 6), (1, 2, 0), (2, 3, 2)], dict.fromkeys(range(4), 0), 3)

    result = find_path(problem, weight=0, limits=Limits(depth=2))

    assert result.stopped is Stopped.DEPTH_LIMIT
    assert "every path" not in result.reason


def test_the_closest_state_stays_the_closest_after_a_restart():
    problem = SlidingTiles("765108324", native=False)
    least = [problem.estimate(problem.start())]

    def watched(state, estimate=problem.estimate):
        least.append(estimate(state))
        return least[-1]

    problem.estimate = watched
    result = find_path(problem, weight=1, storage=Storage(20, 2, 10))

    assert result.restarts > 0
    assert not result.solved
    assert problem.estimate(result.path[-1]) == min(least)


@pytest.mark.parametrize(("w", "weight"), [(0.333, 1 / 3), ("9e18", "0.5"), ("1e300", "2/3")])
def test_numbers_too_great_for_compiled_code_are_counted_in_python(w, weight):
    results = [
        find_path(SlidingTiles("216408753", w=w, native=native), weight=weight, max_developed=1000)
        for native in (True, False)
    ]

    assert results[0] == results[1]
    assert all(SlidingTiles("216408753", w=w).estimate(state) >= 0 for state in results[0].path)


def test_a_weight_with_many_digits_is_used_exactly():
    result = find_path(SlidingTiles("216408753"), weight="0.5000000000000000000000001")

    assert result.at_most_times_optimum is not None
    assert result.stopped is Stopped.FOUND
    assert result.cost >= 18
    assert Fraction("0.5000000000000000000000001") > Fraction(1, 2)


@pytest.mark.parametrize(
    "text", ["12/30", "12/34/50", "120/", "1/0/2", "1 0/", "0/1/2/3/4/5/6/7/8/9/10/11"]
)
def test_what_show_board_writes_read_board_reads(text):
    board, shape = read_board(text)

    assert read_board(show_board(board, shape)) == (board, shape)
    assert shape != Shape(0, 0)


@pytest.mark.parametrize(
    "make",
    [
        lambda: SlidingTiles("216408753", estimate="E9"),
        lambda: SlidingTiles(216408753),
        lambda: find_path(SlidingTiles("216408753"), look_ahead=1.5),
        lambda: find_path(SlidingTiles("216408753"), look_ahead=10**10),
        lambda: find_path(SlidingTiles("216408753"), max_developed=1.5),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_with_a_sentence(make):
    with pytest.raises(BadInputError, match="must be"):
        make()
