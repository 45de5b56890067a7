"""What a path search says of a promise that its own tree breaks, and what it does by default."""

import copy
import pickle

import pytest
from small_problems import SmallGraph
from sokoban import Sokoban

from provebest import Limits, PathSettings, Problem, Stopped, find_path, find_path_within
from provebest.games.trees import CanonicalTree
from provebest.problems import SlidingTiles, Tours
from provebest.search import Band, BandwidthSearch, PathSearch
from provebest.search.intervals import interval_search
from provebest.search.intervals.compiled import CompiledIntervalSearch
from provebest.search.path.compiled import CompiledPathSearch, compiled_search
from provebest.vocabulary import guard, run

FIRST = "216408753"

# Over 1 the goal costs 2; the estimate there hides it, and the path over 2 costs 6.
HIDDEN = {0: [("a", 1, 1), ("b", 2, 3)], 1: [("on", 3, 1)], 2: [("on", 3, 3)], 3: []}


def hidden(**estimates):
    told = {int(name[1:]): estimate for name, estimate in estimates.items()}
    return SmallGraph(HIDDEN, {3}, told, admissible=True)


@pytest.mark.parametrize("weight", ["1/4", "1/2", "2/3"])
@pytest.mark.parametrize("rule", ["reopen", "relink"])
def test_an_estimate_that_the_path_refutes_proves_nothing(weight, rule):
    result = find_path(hidden(_0=50, _1=50), weight=weight, duplicates=rule)

    assert result.stopped is Stopped.BAND_FALSE
    assert (result.solved, result.cost, result.proved) == (True, 6, False)
    assert result.at_most_times_optimum is None
    assert result.reason == (
        "a goal was selected, but the estimate exceeds the true cost: it is 50 from 0, but the "
        "rest of the path costs 6; so nothing is claimed about cheaper paths"
    )


def test_find_path_and_find_path_within_notice_the_same():
    problem = hidden(_0=50, _1=50)

    assert find_path(problem).stopped is find_path_within(problem).stopped is Stopped.BAND_FALSE


def test_a_state_in_the_middle_of_the_path_refutes_the_estimate_too():
    result = find_path(hidden(_1=50, _2=4))

    assert result.stopped is Stopped.BAND_FALSE
    assert "it is 4 from 2, but the rest of the path costs 3" in result.reason


def test_a_goal_that_is_not_at_its_own_distance_refutes_the_estimate():
    result = find_path(hidden(_3=1))

    assert result.stopped is Stopped.BAND_FALSE
    assert "it is 1 from 3, but the rest of the path costs 0" in result.reason


def test_a_cheaper_goal_that_waits_in_the_tree_refutes_the_estimate():
    edges = {0: [("near", 1, 2), ("far", 2, 6)], 1: [], 2: []}
    problem = SmallGraph(edges, {1, 2}, {1: 50}, admissible=True)
    result = find_path(problem)

    assert result.cost == 6
    assert result.stopped is Stopped.BAND_FALSE
    assert "it is 50 from 1, which is a goal" in result.reason
    assert find_path_within(problem).stopped is Stopped.BAND_FALSE
    assert find_path_within(problem, prove_optimal=True).stopped is Stopped.BAND_FALSE


def test_a_goal_below_a_bound_refutes_the_band_even_if_a_cheaper_one_is_known():
    """3 is found at 4, below 1, which was said to be 9 from any goal; 2 was found at 3 before."""
    edges = {0: [("a", 1, 0), ("b", 2, 3), ("c", 4, 1)], 1: [("on", 3, 4)], 2: [], 3: [], 4: []}
    problem = SmallGraph(edges, {2, 3}, {1: 9, 4: 90})
    errors = {4: 100}
    result = find_path_within(
        problem, lambda state: errors.get(state, 0), prove_optimal=True, drop=False
    )

    assert result.cost == 3
    assert result.stopped is Stopped.BAND_FALSE


def test_what_is_not_estimated_needs_no_promise():
    """With weight 0 the estimate plays no part, so what it says is no matter."""
    result = find_path(hidden(_0=50, _1=50), weight=0)

    assert result.proved
    assert result.cost == 2


def test_an_estimate_that_is_exact_is_not_accused():
    result = find_path(hidden(_0=2, _1=1, _2=3))

    assert result.proved
    assert result.cost == 2


def test_a_float_estimate_that_is_exact_but_for_rounding_is_not_accused():
    tenths = {state: [("on", state + 1, 0.1)] for state in range(10)}
    problem = SmallGraph(
        {**tenths, 10: []}, {10}, {state: (10 - state) / 10 for state in range(10)}
    )
    problem.admissible = True

    assert sum([0.1] * 9, 0.1) < 1.0
    assert find_path(problem).proved


def test_the_start_is_not_counted_among_the_estimates():
    result = find_path(hidden())

    assert result.proved
    assert result.counters.evaluated == result.stored - 1


def test_weight_1_does_not_reopen_unless_it_is_asked_to():
    """Sokoban: every way round a box is a cheaper way to states developed long ago."""
    usual = find_path(Sokoban(), weight=1)
    reopened = find_path(Sokoban(), weight=1, duplicates="reopen", max_developed=5000)

    assert usual == find_path(Sokoban(), weight=1, duplicates="ignore")
    assert usual.solved
    assert usual.counters.expanded < usual.stored
    assert reopened.counters.expanded > 3 * usual.counters.expanded


@pytest.mark.parametrize(
    ("weight", "depth", "rule"),
    [(0, None, "reopen"), ("1/2", None, "reopen"), ("0.99", None, "reopen"), (1, None, "ignore"),
     (1, 7, "reopen")],
)  # fmt: skip
def test_the_rule_for_states_seen_before_fits_the_weight(weight, depth, rule):
    settings = PathSettings(weight=weight, max_depth=depth)

    assert settings.rule == rule
    assert PathSettings(weight=weight, duplicates="relink").rule == "relink"


def test_the_cost_is_that_of_the_path_when_a_gain_was_not_handed_on():
    """1 is reached more cheaply after its child was made, and the goal is selected before it."""
    edges = {0: [("a", 1, 5), ("b", 2, 1)], 1: [("on", 3, 1)], 2: [("back", 1, 1)], 3: []}
    result = find_path(SmallGraph(edges, {3}, {}), weight=1, tie="oldest", duplicates="reopen")

    assert result.path == (0, 2, 1, 3)
    assert result.cost == 3


def test_a_path_that_leads_to_no_goal_has_no_cost():
    short = find_path(SlidingTiles(FIRST), max_developed=3)
    compiled = find_path(SlidingTiles(FIRST, native=False), max_developed=3)
    nowhere = find_path(SmallGraph({0: []}, set(), {}))

    assert short.cost is compiled.cost is nowhere.cost is None
    assert len(short.path) == 3
    assert short.path_efficiency is None
    assert find_path_within(SmallGraph({0: []}, set(), {}), 0).optimum is None


class Counted(Problem):
    """A binary tree without a goal, which counts how often it is asked anything."""

    def __init__(self):
        self.calls, self.cancel_at, self.cancelled = 0, None, False

    def is_set(self):
        return self.cancelled

    def called(self):
        self.calls += 1
        self.cancelled = self.cancelled or self.calls == self.cancel_at

    def start(self):
        return 1

    def successors(self, state):
        self.called()
        return [("0", 2 * state, 1), ("1", 2 * state + 1, 1)]

    def is_goal(self, state):
        self.called()
        return state < 0

    def estimate(self, state):
        self.called()
        return state % 7


@pytest.mark.parametrize("look_ahead", [0, 6, lambda estimate: 6])
@pytest.mark.parametrize("calls", [5, 50, 500])
def test_a_limit_inside_a_step_is_passed_by_no_call_of_the_problem(look_ahead, calls):
    problem = Counted()
    problem.cancel_at = calls
    result = find_path(problem, look_ahead=look_ahead, limits=Limits(cancel=problem))

    assert result.stopped is Stopped.CANCELLED
    assert problem.calls == calls


@pytest.mark.parametrize("calls", [5, 50, 500])
def test_a_limit_holds_inside_a_step_of_a_bandwidth_search(calls):
    problem = Counted()
    problem.cancel_at = calls
    result = find_path_within(problem, 9, limits=Limits(cancel=problem))

    assert result.stopped is Stopped.CANCELLED
    assert problem.calls == calls


def test_a_generator_without_end_is_cut_off_too():
    class Endless(Counted):
        def successors(self, state):
            while True:
                self.called()
                yield "on", state + self.calls, 1

    problem = Endless()
    problem.cancel_at = 40

    assert find_path(problem, limits=Limits(cancel=problem)).stopped is Stopped.CANCELLED
    assert problem.calls == 40


def test_look_ahead_of_the_python_tiles_is_cut_off_within_a_tree():
    class Late:
        asked = 0

        def is_set(self):
            Late.asked += 1
            return Late.asked > 30

    result = find_path(
        SlidingTiles("765108324", native=False), look_ahead=12, limits=Limits(cancel=Late())
    )

    assert result.stopped is Stopped.CANCELLED
    assert result.counters.generated < 200


def copies(search):
    again = pickle.loads(pickle.dumps(search))  # noqa: S301 - our own
    return copy.copy(search), copy.deepcopy(search), again


@pytest.mark.parametrize("expansions", [0, 7, 10_000])
@pytest.mark.parametrize("look_ahead", [0, 2])
@pytest.mark.parametrize("native", [True, False])
def test_a_copy_of_a_search_goes_on_by_itself(native, look_ahead, expansions):
    settings = PathSettings(look_ahead=look_ahead)
    tiles = SlidingTiles(FIRST, w=1, native=native)
    search = compiled_search(tiles, settings) or PathSearch(tiles, settings)
    before = run(search, Limits(expanded=expansions))
    whole = run(PathSearch(tiles, settings))

    assert isinstance(search, CompiledPathSearch) == native
    for copied in copies(search):
        assert run(copied, Limits(expanded=expansions)) == before
        assert run(copied) == whole
    assert run(search) == whole


def test_a_copy_of_a_bandwidth_search_goes_on_by_itself():
    tours = Tours([[0, 3, 9, 4], [3, 0, 5, 8], [9, 5, 0, 2], [4, 8, 2, 0]])
    search = BandwidthSearch(tours, Band(tours, None), prove_optimal=True)
    search.step()
    whole = find_path_within(tours, prove_optimal=True)

    assert [run(copied) for copied in copies(search)] == [whole] * 3
    assert run(search) == whole


@pytest.mark.parametrize("rule", ["reopen", "relink"])
def test_a_long_path_is_no_hindrance_to_copying(rule):
    edges = {state: [("on", state + 1, 1)] for state in range(5000)}
    line = SmallGraph({**edges, 5000: []}, {5000}, {})
    search = PathSearch(line, PathSettings(duplicates=rule))
    banded = BandwidthSearch(line, Band(line, 0))
    run(search, Limits(expanded=4990))
    run(banded, Limits(expanded=4990))

    assert all(run(copied).cost == 5000 for copied in (*copies(search), *copies(banded)))


def test_a_search_of_a_problem_of_one_s_own_is_copied_after_a_run_with_limits():
    """What it remembers of the limits is not copied: they are those of another run."""
    search = PathSearch(SmallGraph(HIDDEN, {3}, {}))
    run(search, Limits(expanded=1, seconds=1000))

    assert all(run(copied).cost == 2 for copied in copies(search))
    assert not guard().limits_something()


@pytest.mark.parametrize(
    "result", [find_path(SlidingTiles(FIRST)), find_path_within(SmallGraph(HIDDEN, {3}, {}), 9)]
)
def test_a_result_can_be_copied(result):
    assert list(copies(result)) == [result] * 3


@pytest.mark.parametrize(
    ("result", "lines"),
    [
        (
            find_path(SlidingTiles(FIRST)),
            [
                "solved in 18 steps, cost 18",
                (
                    "proved: a goal was selected and no open node can lead to a cheaper one, given "
                    "that the estimate never exceeds the true cost"
                ),
                "89 nodes expanded",
            ],
        ),
        (
            find_path(SlidingTiles(FIRST), max_developed=3),
            [
                "not solved; the path to the closest state has 2 steps",
                "node limit: the limit on developed nodes was reached before a goal was selected",
                "3 nodes expanded",
            ],
        ),
        (
            find_path_within(SmallGraph(HIDDEN, {3}, {1: 9, 2: 1}), 9),
            [
                "solved in 2 steps, cost 6, at most 5 above the cheapest",
                (
                    "found: the first goal was selected; the path is at most 5 above the cheapest, "
                    "given the declared band"
                ),
                "2 nodes expanded, 0 dropped",
            ],
        ),
        (
            find_path_within(SmallGraph({0: []}, set(), {}), 0),
            [
                "not solved",
                (
                    "exhausted: every state that can be reached was expanded, nothing was dropped, "
                    "and none is a goal"
                ),
                "1 node expanded, 0 dropped",
            ],
        ),
    ],
)
def test_a_result_says_what_was_found(result, lines):
    assert str(result).splitlines() == lines


def test_a_compiled_search_of_a_game_says_that_it_cannot_be_copied():
    search = interval_search(CanonicalTree(4, 800, 3), "BF", max_nodes=500)

    assert isinstance(search, CompiledIntervalSearch)
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="cannot be copied or pickled; its result can"):
            copied(search)
