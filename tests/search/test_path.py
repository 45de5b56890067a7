"""Path search: what it finds, what it may claim, and where it stops."""

import random
import time
from collections import deque
from functools import cache
from itertools import pairwise
from threading import Event

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provebest import BadInputError, Limits, Problem, Stopped, find_path
from provebest.problems import SlidingTiles
from provebest.problems.graphs import GraphProblem
from provebest.search import PathSearch, PathSettings
from provebest.vocabulary import run

GOAL = "123804765"
FAR = "216408753"  # problem 1 of the paper: 18 steps
HARDER = "824107563"  # problem 3: 22 steps

seeds = st.integers(0, 10_000)


@cache
def distances():
    """Steps from every solvable eight-puzzle board to the goal, by breadth-first search."""
    puzzle = SlidingTiles(GOAL)
    found = {puzzle.start(): 0}
    waiting = deque(found)
    while waiting:
        board = waiting.popleft()
        for _, to, _ in puzzle.successors(board):
            if to not in found:
                found[to] = found[board] + 1
                waiting.append(to)
    return found


def walk(seed, steps=40):
    """A board some random steps from the goal, as text."""
    rng = random.Random(seed)
    puzzle = SlidingTiles(GOAL)
    board = puzzle.start()
    for _ in range(rng.randrange(steps)):
        board = rng.choice(puzzle.successors(board))[1]
    return puzzle.show(board)


def is_legal(problem, result):
    """Whether each state follows from the one before by the action named, and the costs add up.

    A path that does not lead to a goal has no cost.
    """
    total = 0
    for (here, there), action in zip(pairwise(result.path), result.actions, strict=True):
        cost = min(
            (cost for name, to, cost in problem.successors(here) if (name, to) == (action, there)),
            default=None,
        )
        if cost is None:
            return False
        total += cost
    told = total if result.solved else None
    return result.path[0] == problem.start() and result.cost == told


class Watched(Problem):
    """The eight-puzzle with a window: what was estimated, and as slow as one likes."""

    def __init__(self, board, pause=0.0):
        self.inner, self.pause, self.estimates = SlidingTiles(board, native=False), pause, []

    def start(self):
        return self.inner.start()

    def successors(self, state):
        time.sleep(self.pause)
        return self.inner.successors(state)

    def is_goal(self, state):
        return self.inner.is_goal(state)

    def estimate(self, state):
        self.estimates.append(self.inner.estimate(state))
        return self.estimates[-1]


@given(seeds)
@settings(deadline=None, max_examples=30)
def test_weight_0_is_breadth_first_and_proves_without_any_estimate(seed):
    puzzle = SlidingTiles(walk(seed, 16), w=9)
    result = find_path(puzzle, weight=0)

    assert not puzzle.admissible
    assert result.proved
    assert result.cost == distances()[puzzle.start()]


def test_weight_0_develops_all_nearer_boards_and_none_that_is_farther_than_the_goal():
    puzzle = SlidingTiles(walk(5, 16))
    result = find_path(puzzle, weight=0)
    rings = [{puzzle.start()}]
    while len(rings) <= result.length:
        onward = {to for board in rings[-1] for _, to, _ in puzzle.successors(board)}
        rings.append(onward.difference(*rings))
    nearer = sum(len(ring) for ring in rings[:-1])

    assert result.length == 4
    assert nearer <= result.counters.expanded < nearer + len(rings[-1])


@given(seeds, st.sampled_from(["E1", "E2"]), st.sampled_from(["relink", "reopen"]))
@settings(deadline=None, max_examples=60)
def test_weight_one_half_with_an_admissible_estimate_proves_the_shortest(seed, name, rule):
    puzzle = SlidingTiles(walk(seed), estimate=name)
    result = find_path(puzzle, duplicates=rule)

    assert result.proved
    assert result.cost == result.length == distances()[puzzle.start()]
    assert result.at_most_times_optimum == 1


@given(seeds, st.sampled_from([0, 0.25, 0.5]))
@settings(deadline=None, max_examples=30)
def test_ignored_duplicates_never_prove_anything(seed, weight):
    result = find_path(SlidingTiles(walk(seed, 16)), weight=weight, duplicates="ignore")

    assert result.solved
    assert result.stopped is Stopped.FOUND
    assert result.at_most_times_optimum is None


@given(seeds)
@settings(deadline=None, max_examples=30)
def test_an_estimate_that_may_exceed_the_truth_never_proves_anything(seed):
    result = find_path(SlidingTiles(walk(seed), w=1))

    assert result.stopped is Stopped.FOUND
    assert result.at_most_times_optimum is None


@given(
    seeds,
    st.sampled_from(["0.55", "0.6", "2/3", "0.75", "0.9"]),
    st.sampled_from(["relink", "reopen"]),
)
@settings(deadline=None, max_examples=60)
def test_a_weight_above_one_half_stays_within_its_factor(seed, weight, rule):
    puzzle = SlidingTiles(walk(seed, 80))
    result = find_path(puzzle, weight=weight, duplicates=rule)

    assert result.stopped is Stopped.FOUND
    assert result.cost <= result.at_most_times_optimum * distances()[puzzle.start()]
    assert is_legal(puzzle, result)


def test_weight_1_claims_nothing():
    result = find_path(SlidingTiles(FAR), weight=1)

    assert result.solved
    assert result.at_most_times_optimum is None
    assert not result.proved


@given(
    seeds,
    st.sampled_from(["E1", "E2", "E3", "E4"]),
    st.sampled_from([0, 0.3, 0.5, 0.75, 1]),
    st.integers(0, 3),
    st.sampled_from(["newest", "oldest"]),
    st.sampled_from(["ignore", "relink", "reopen"]),
)
@settings(deadline=None, max_examples=150)
def test_native_and_reference_give_the_identical_result(seed, name, weight, depth, tie, rule):
    """Same path, same counts, same sentence; and the path is legal, whatever the parameters."""
    native, reference = (
        SlidingTiles(walk(seed), w=1.5, estimate=name, native=kind) for kind in (True, False)
    )
    results = [
        find_path(
            puzzle, weight=weight, look_ahead=depth, tie=tie, duplicates=rule, max_developed=150
        )
        for puzzle in (native, reference)
    ]

    assert results[0] == results[1]
    assert is_legal(reference, results[1])


def test_native_and_reference_agree_on_a_larger_board():
    board = "5 1 2 4/9 6 3 8/0 10 7 11/13 14 15 12"
    results = [
        find_path(SlidingTiles(board, native=kind, w=1), look_ahead=2, max_developed=200)
        for kind in (True, False)
    ]

    assert results[0] == results[1]
    assert results[0].solved


def test_a_start_that_is_the_goal_needs_no_work():
    result = find_path(SlidingTiles(GOAL))

    assert result.proved
    assert result.path == (bytes([1, 2, 3, 8, 0, 4, 7, 6, 5]),)
    assert (result.actions, result.cost, result.counters.expanded) == ((), 0, 0)


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("depth", [0, 2])
def test_the_node_limit_is_exact(native, depth):
    puzzle = SlidingTiles(FAR, w=1, native=native)
    free = find_path(puzzle, look_ahead=depth)
    needed = free.counters.expanded
    just = find_path(puzzle, look_ahead=depth, max_developed=needed)
    short = find_path(puzzle, look_ahead=depth, max_developed=needed - 1)

    assert just == free
    assert short.stopped is Stopped.NODE_LIMIT
    assert short.counters.expanded == needed - 1
    assert not short.solved


@pytest.mark.parametrize("native", [True, False])
def test_a_limit_of_no_nodes_develops_none(native):
    result = find_path(SlidingTiles(FAR, native=native), max_developed=0)

    assert result.stopped is Stopped.NODE_LIMIT
    assert result.counters.expanded == 0
    assert result.path == (SlidingTiles(FAR).start(),)


@pytest.mark.parametrize("native", [True, False])
def test_a_depth_limit_above_the_goal_is_said(native):
    result = find_path(SlidingTiles(FAR, native=native), limits=Limits(depth=10))

    assert result.stopped is Stopped.DEPTH_LIMIT
    assert not result.solved
    assert result.length <= 10


@pytest.mark.parametrize("native", [True, False])
def test_a_depth_limit_that_just_lets_the_goal_through_is_kept(native):
    result = find_path(SlidingTiles(FAR, native=native), limits=Limits(depth=18), weight=1)

    assert result.solved
    assert result.length == 18


def test_a_search_without_a_goal_in_reach_is_exhausted():
    result = find_path(GraphProblem(nx.DiGraph([(0, 1), (1, 0), (2, 0)]), 0, 2))

    assert result.stopped is Stopped.EXHAUSTED
    assert result.counters.expanded == 2
    assert not result.solved


def test_an_unsolved_result_carries_the_way_to_the_closest_state():
    puzzle = Watched(HARDER)
    result = find_path(puzzle, max_developed=30)

    assert not result.solved
    assert is_legal(puzzle.inner, result)
    assert puzzle.inner.estimate(result.path[-1]) == min(puzzle.estimates)
    assert result.penetrance is None


@pytest.mark.parametrize("native", [True, False])
def test_a_search_that_is_cancelled_says_so(native):
    cancel = Event()
    cancel.set()
    result = find_path(SlidingTiles(HARDER, native=native), limits=Limits(cancel=cancel))

    assert result.stopped is Stopped.CANCELLED
    assert not result.solved


@pytest.mark.parametrize("native", [True, False])
def test_a_search_without_time_says_so(native):
    result = find_path(SlidingTiles(HARDER, native=native), limits=Limits(seconds=0))

    assert result.stopped is Stopped.TIME_LIMIT
    assert result.counters.expanded == 0


@pytest.mark.parametrize("native", [True, False])
def test_the_limit_on_stored_nodes_is_tested_before_each_expansion(native):
    result = find_path(SlidingTiles(HARDER, native=native), limits=Limits(stored=50))

    assert result.stopped is Stopped.MEMORY_LIMIT
    assert 50 <= result.stored <= 50 + 3


def test_progress_is_told_while_the_search_runs():
    told = []
    result = find_path(Watched(FAR, pause=0.02), max_developed=15, on_event=told.append)
    counts = [progress.expanded for progress in told]

    assert len(told) > 2
    assert all(before < after for before, after in pairwise(counts))
    assert counts[-1] <= result.counters.expanded == 15
    assert all(progress.stored > 0 and progress.headline for progress in told)


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("depth", [0, 1])
def test_stepping_by_hand_is_running(native, depth):
    puzzle = SlidingTiles(FAR, w=1, native=native)
    by_hand = PathSearch(puzzle, PathSettings(look_ahead=depth))
    steps = 0
    while by_hand.stopped is None:
        by_hand.step()
        steps += 1
    result = by_hand.result(by_hand.stopped)

    assert result == run(PathSearch(puzzle, PathSettings(look_ahead=depth)))
    assert result == find_path(puzzle, look_ahead=depth)
    assert steps == result.counters.expanded


def test_a_search_can_be_asked_at_any_moment():
    search = PathSearch(SlidingTiles(FAR, native=False))
    for _ in range(5):
        search.step()

    assert search.result(Stopped.NODE_LIMIT) == find_path(SlidingTiles(FAR), max_developed=5)


def test_the_efficiencies_are_those_of_doran_and_michie():
    """Penetrance L/D, path efficiency L*/L, development efficiency L*/D."""
    result = find_path(SlidingTiles(HARDER, w=9), duplicates="ignore", optimum=22)
    length, developed = result.length, result.counters.expanded

    assert (length, developed) == (26, 65)
    assert result.penetrance == pytest.approx(26 / 65)
    assert result.path_efficiency == pytest.approx(22 / 26)
    assert result.development_efficiency == pytest.approx(22 / 65)


def test_a_proved_path_is_its_own_optimum():
    result = find_path(SlidingTiles(FAR))

    assert result.optimum == 18
    assert result.path_efficiency == 1


@pytest.mark.parametrize(
    ("parameter", "value", "sentence"),
    [
        ("weight", -0.1, "^weight must lie between 0 and 1"),
        ("weight", 1.1, "^weight must lie between 0 and 1"),
        ("weight", "heavy", "^weight must be a finite number, got 'heavy'"),
        ("weight", float("nan"), "^weight must be a finite number"),
        ("tie", "random", "^tie must be"),
        ("duplicates", "drop", "^duplicates must be"),
        ("operators", "best", "^operators must be"),
        ("look_ahead", -1, "^look-ahead must be a whole number from 0 to 20"),
        ("max_developed", -1, "^limit expanded must be a whole number, 0 or more"),
    ],
)
def test_a_parameter_outside_its_range_is_refused(parameter, value, sentence):
    with pytest.raises(BadInputError, match=sentence):
        find_path(SlidingTiles(FAR), **{parameter: value})


@pytest.mark.parametrize("limit", [{"seconds": -1}, {"stored": -1}, {"depth": float("nan")}])
def test_a_limit_below_nothing_is_refused(limit):
    with pytest.raises(BadInputError, match=f"^limit {next(iter(limit))} must be a .* 0 or more"):
        Limits(**limit)


@st.composite
def weighted_graphs(draw):
    """A directed graph of a few nodes with whole costs, some of them 0, and admissible guesses."""
    size = draw(st.integers(2, 8))
    node = st.integers(0, size - 1)
    graph = nx.DiGraph()
    graph.add_nodes_from(range(size))
    edges = draw(st.lists(st.tuples(node, node, st.integers(0, 9)), max_size=4 * size))
    graph.add_weighted_edges_from(edges)
    left = nx.single_source_dijkstra_path_length(graph.reverse(), size - 1)
    guesses = {node: draw(st.integers(0, left.get(node, 5))) for node in graph}
    return graph, guesses, left.get(0)


@given(weighted_graphs(), st.sampled_from([0, 0.3, 0.5]), st.sampled_from(["relink", "reopen"]))
@settings(deadline=None, max_examples=200)
def test_on_any_graph_what_is_proved_is_what_dijkstra_finds(drawn, weight, rule):
    """The guesses are admissible but not consistent: closed nodes must give way."""
    graph, guesses, least = drawn
    goal = len(graph) - 1
    problem = GraphProblem(graph, 0, goal, estimate=guesses.__getitem__, admissible=True)
    result = find_path(problem, weight=weight, duplicates=rule)

    assert result.proved == (least is not None)
    assert result.solved or result.stopped is Stopped.EXHAUSTED
    assert not result.solved or result.cost == least
    assert is_legal(problem, result)


@given(weighted_graphs(), st.sampled_from(["0.6", "0.75", "0.9"]))
@settings(deadline=None, max_examples=100)
def test_on_any_graph_a_weight_above_one_half_stays_within_its_factor(drawn, weight):
    graph, guesses, least = drawn
    problem = GraphProblem(graph, 0, len(graph) - 1, estimate=guesses.__getitem__, admissible=True)
    result = find_path(problem, weight=weight)

    assert result.solved == (least is not None)
    assert not result.solved or result.cost <= result.at_most_times_optimum * least + 1e-9


def test_relink_hands_a_gain_on_through_a_closed_node_without_developing_it_again():
    """b is developed by the dear way first; the cheap way to it comes only afterwards."""
    graph = nx.DiGraph()
    graph.add_weighted_edges_from(
        [("s", "b", 4), ("s", "a", 1), ("a", "b", 1), ("b", "c", 1), ("c", "t", 6)]
    )
    guesses = {"s": 0, "a": 7, "b": 0, "c": 0, "t": 0}
    problem = GraphProblem(graph, "s", "t", estimate=guesses.__getitem__, admissible=True)
    relinked = find_path(problem, duplicates="relink")
    reopened = find_path(problem, duplicates="reopen")
    ignored = find_path(problem, duplicates="ignore")

    assert relinked.path == reopened.path == ("s", "a", "b", "c", "t")
    assert relinked.cost == reopened.cost == 9
    assert relinked.counters.expanded < reopened.counters.expanded
    assert ignored.cost == 11
