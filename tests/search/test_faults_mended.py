"""Faults that were found once, each with the smallest case that showed it."""

import math
from fractions import Fraction
from random import Random

import networkx as nx
import pytest

from provebest import (
    Game,
    Interval,
    Limits,
    PathSearch,
    Problem,
    Stopped,
    Storage,
    bstar,
    find_path,
    find_path_within,
)
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


@pytest.mark.parametrize(("w", "weight"), [(0.333, 1 / 3), ("9e18", "0.5"), ("1e90", "2/3")])
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


class Declared(Problem):
    """A graph whose estimates can be anything."""

    def __init__(self, edges, goals, h=None, h2=None):
        self.edges, self.goals, self.h, self.h2 = edges, goals, h or {}, h2 or {}

    def start(self):
        return "s"

    def successors(self, state):
        return [(to, to, cost) for to, cost in self.edges.get(state, [])]

    def is_goal(self, state):
        return state in self.goals

    def estimate(self, state):
        return self.h.get(state, 0)

    def upper_estimate(self, state):
        return self.h2.get(state)


@pytest.mark.parametrize("options", [{}, {"prove_optimal": True}, {"drop": False}])
def test_a_promised_goal_that_is_nowhere_shows_the_band_to_be_false(options):
    problem = Declared({"s": [("g", 10)]}, {"g"}, h2={"s": 5, "g": 0})

    result = find_path_within(problem, 6, **options)

    assert result.stopped is Stopped.BAND_FALSE
    assert result.optimum is None


def test_bounds_of_the_optimum_that_cross_show_the_band_to_be_false():
    edges = {"s": [("a", 1)], "a": [("g", 9)]}
    problem = Declared(edges, {"g"}, h={"s": 10, "a": 9}, h2={"s": 5, "a": 4})

    result = find_path_within(problem, 0, drop=False, limits=Limits(expanded=0))

    assert result.stopped is Stopped.BAND_FALSE


def test_an_error_that_is_not_known_is_not_taken_for_none():
    class PartlyKnown(Declared):
        def overestimate(self, state):
            return 0 if state == "s" else None

    edges = {"s": [("a", 1), ("b", 1)], "a": [("g", 1)], "b": [("g2", 5)]}
    problem = PartlyKnown(edges, {"g", "g2"}, h={"a": 100})

    result = find_path_within(problem, prove_optimal=True)

    assert result.proved
    assert result.cost == 2


def test_fractions_are_costs_like_any_other():
    third = find_path_within(Declared({"s": [("g", Fraction(1, 3))]}, {"g"}), 0)
    by_state = find_path_within(
        Declared({"s": [("g", 6), ("a", 1)], "a": [("f", 9)]}, {"g", "f"}, h={"a": 8}),
        lambda _: Fraction(4),
    )

    assert third.cost == Fraction(1, 3)
    assert third.proved
    assert by_state.cost == 6


@pytest.mark.parametrize("unit", [1e-11, Fraction(1, 10**11)])
def test_small_costs_are_told_apart(unit):
    edges = {"s": [("a", unit), ("b", 50 * unit)], "a": [("g", unit)], "b": [("g2", unit)]}
    problem = Declared(edges, {"g", "g2"}, h={"a": 90 * unit})

    result = find_path_within(problem, lambda _: 100 * unit, prove_optimal=True)

    assert result.proved
    assert result.cost == 2 * unit


@pytest.mark.parametrize("error", [float("nan"), None, -1])
def test_an_error_that_is_none_is_refused(error):
    with pytest.raises(BadInputError, match="e must be 0 or more"):
        find_path_within(Declared({"s": [("g", 1)]}, {"g"}), lambda _: error)


def test_an_action_may_be_none():
    class Nameless(Declared):
        def successors(self, state):
            return [(None, to, cost) for to, cost in self.edges.get(state, [])]

    problem = Nameless({"s": [("g", 1)]}, {"g"})

    assert find_path(problem).actions == (None,)
    assert find_path_within(problem, 0).actions == (None,)


@pytest.mark.parametrize("optimum", [float("nan"), float("inf"), -3])
def test_an_optimum_that_is_none_is_refused(optimum):
    with pytest.raises(BadInputError, match="optimum must be"):
        find_path(SlidingTiles("216408753"), optimum=optimum)


def test_an_optimum_above_the_cost_found_gives_no_efficiency():
    result = find_path(SlidingTiles("216408753", w=3), weight=1, optimum=500)

    assert result.solved
    assert result.path_efficiency is None


def test_one_huge_estimate_does_not_loosen_every_comparison():
    """The tolerance for floats is relative to what is compared."""
    edges = {"s": [("x", 0.5), ("a", 1.0), ("b", 1.0)], "a": [("g1", 9.5)], "b": [("g2", 8.5)]}
    problem = Declared(edges, {"g1", "g2"}, h={"b": 13.5, "x": 1e12})
    errors = {"x": 1e12, "b": 5.0}

    result = find_path_within(problem, lambda s: errors.get(s, 0.0), prove_optimal=True)

    assert result.proved
    assert result.cost == 9.5


def test_bandwidth_search_keeps_the_depth_limit_and_says_so():
    line = Declared({"s": [(1, 1)], **{n: [(n + 1, 1)] for n in range(1, 50)}}, {50})

    cut = find_path_within(line, 0, limits=Limits(depth=3))

    assert cut.stopped is Stopped.DEPTH_LIMIT
    assert not cut.solved
    assert cut.optimum.lo == 3
    assert find_path_within(line, 0, limits=Limits(depth=50)).proved


@pytest.mark.parametrize("native", [True, False])
def test_a_goal_that_look_ahead_can_see_no_way_on_from_is_still_a_goal(native):
    result = find_path(SlidingTiles("10/", "01/", native=native), look_ahead=1)

    assert result.solved
    assert result.length == 1


def test_an_infinite_estimate_is_not_called_an_exhausted_space():
    line = Declared({"s": [(1, 1)], 1: [(2, 1)]}, {2}, h={1: float("inf")})

    result = find_path(line)

    assert result.stopped is Stopped.RULED_OUT
    assert "infinite" in result.reason


def test_an_estimate_that_is_no_number_is_refused():
    with pytest.raises(BadInputError, match=r"Declared.estimate\(1\) returned nan; expected"):
        find_path(Declared({"s": [(1, 1)]}, {1}, h={1: float("nan")}))


def test_a_gain_is_handed_on_along_a_path_of_any_length():
    chain = {n: [(n + 1, 0)] for n in range(1, 3000)}
    problem = Declared(
        {"s": [(1, 10), ("t", 1)], "t": [(1, 1)], **chain, 3000: [("g", 100)]}, {"g"}
    )

    assert find_path(problem, weight=0, duplicates="relink").cost == 102


@pytest.mark.parametrize("cost", [-5, float("nan")])
@pytest.mark.parametrize("find", [find_path, lambda problem: find_path_within(problem, 0)])
def test_a_step_of_negative_cost_is_refused(find, cost):
    with pytest.raises(BadInputError, match="0 or more"):
        find(Declared({"s": [("g", cost)]}, {"g"}))


@pytest.mark.parametrize(
    "options",
    [
        {"keep_trees": "a"},
        {"keep_trees": 1.5},
        {"storage": 5},
        {"optimum": "a"},
        {"max_developed": 3, "limits": Limits(expanded=4)},
    ],
)
def test_an_argument_of_the_wrong_kind_is_refused(options):
    with pytest.raises(BadInputError):
        find_path(SlidingTiles("216408753"), **options)


def test_a_search_out_of_memory_gives_its_best_answer(monkeypatch):
    """Out of memory in our own code, that is; in the user's it is the user's affair."""
    ours = {"__name__": "provebest.search.path.search"}
    exec("def run_out(): raise MemoryError", ours)
    steps_from = PathSearch._steps_from

    def hungry(search, node):
        if node.state == 2:
            ours["run_out"]()
        return steps_from(search, node)

    monkeypatch.setattr(PathSearch, "_steps_from", hungry)
    result = find_path(Declared({"s": [(1, 1)], 1: [(2, 1)]}, {3}, h={1: 2, 2: 1}))

    assert result.stopped is Stopped.MEMORY_LIMIT
    assert result.path == ("s", 1, 2)


def test_a_memory_error_of_the_problem_is_the_problem_s_own():
    class Hungry(Declared):
        def successors(self, state):
            if state == 2:
                raise MemoryError
            return super().successors(state)

    with pytest.raises(MemoryError):
        find_path(Hungry({"s": [(1, 1)], 1: [(2, 1)]}, {3}, h={1: 2, 2: 1}))


def test_a_vast_board_is_not_echoed_whole():
    with pytest.raises(BadInputError) as refused:
        SlidingTiles(" ".join("7" * 3000))

    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("strategy", ["2DRM", "2DM", "ADM"])
def test_bstar_ends_if_no_float_lies_between_the_two_best_moves(strategy):
    """The middle of two neighbouring floats is one of them, so nothing can be aspired to there."""

    class Close(Game[tuple[int, ...], int]):
        def start(self):
            return ()

        def moves(self, state):
            return [0, 1] if len(state) < 4 else []

        def play(self, state, move):
            return (*state, move)

        def max_to_move(self, state):
            return len(state) % 2 == 0

        def bounds(self, state):
            if not state:
                return Interval(1, 3)
            if not self.moves(state):
                return Interval(2, 2) if state[0] == 0 else Interval(0.5, 0.5)
            return Interval(1, 3) if state[0] == 0 else Interval(0, math.nextafter(1, 2))

    result = bstar(Close(), strategy, limits=Limits(expanded=100))

    assert result.proved
    assert result.move == 0


class NeighbouringFloats(Game[tuple[int, ...], int]):
    """Three plies; every value and bound is one of four floats with none between them."""

    def __init__(self, seed):
        self.seed = seed
        self.floats = [1.0]
        for _ in range(3):
            self.floats.append(math.nextafter(self.floats[-1], 2))

    def start(self):
        return ()

    def moves(self, state):
        return [0, 1] if len(state) < 3 else []

    def play(self, state, move):
        return (*state, move)

    def max_to_move(self, state):
        return len(state) % 2 == 0

    def worth(self, state):
        if not self.moves(state):
            return Random(f"{self.seed} {state}").choice(self.floats)
        best = max if self.max_to_move(state) else min
        return best(self.worth((*state, move)) for move in self.moves(state))

    def bounds(self, state):
        worth, rng = self.worth(state), Random(f"{self.seed} bounds {state}")
        if not self.moves(state):
            return Interval(worth, worth)
        below = [value for value in self.floats if value <= worth]
        above = [value for value in self.floats if value >= worth]
        return Interval(rng.choice(below), rng.choice(above))


@pytest.mark.parametrize("strategy", ["2DRM", "GPN", "GPN4", "GPN1"])
def test_neighbouring_floats_are_told_apart(strategy):
    """No threshold lies between two of them; grid proof numbers then had no plan, and failed."""
    for seed in range(100):
        game = NeighbouringFloats(seed)
        result = bstar(game, strategy, limits=Limits(expanded=100))

        assert result.proved
        assert game.worth((result.move,)) == game.worth(())
