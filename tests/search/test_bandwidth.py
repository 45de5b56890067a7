"""Bandwidth search: the stated error, on problems whose true error is known by exhaustion."""

import math
import random
from fractions import Fraction
from functools import cache
from itertools import count, pairwise, permutations
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provebest import BadInputError, Limits, Problem, Stopped, find_path_within
from provebest.papers.random_tours import LAWS, check_guarantee, random_matrix, true_costs, true_e
from provebest.problems import Tours, linear_law
from provebest.search import Band, BandwidthSearch
from provebest.search.bandwidth import band

seeds = st.integers(0, 10**6)
quick = settings(deadline=None, max_examples=60)

SYMMETRIC_SEEDS = range(240)
NEAR = 1e-7  # far above the rounding of a few sums below 1000, far below any gap between tours


class Graph(Problem):
    """States, steps, goals and estimates, all typed in; what is not typed in is 0 or unknown."""

    def __init__(self, steps, goals, h1=None, h2=None, *, scale=1, start=None):
        self.steps, self.goals = steps, goals
        self.h1, self.h2, self.scale = h1 or {}, h2 or {}, scale
        self.first = next(iter(steps)) if start is None else start
        self.estimated = []

    def start(self):
        return self.first

    def successors(self, state):
        return [((state, to), to, cost) for to, cost in self.steps.get(state, ())]

    def is_goal(self, state):
        return state in self.goals

    def estimate(self, state):
        self.estimated.append(state)
        return self.h1.get(state, 0)

    def upper_estimate(self, state):
        return self.h2.get(state)


def remaining(steps, goals, states):
    """The true remaining cost of every state: relaxed until nothing changes."""
    h = {state: 0 if state in goals else math.inf for state in states}
    for _ in states:
        for state in states:
            if state not in goals:
                h[state] = min([h[state], *(cost + h[to] for to, cost in steps.get(state, ()))])
    return h


def random_graph(seed, *, upper=True, one_estimate=False):
    """A cyclic graph, h1 and h2 as wrong as (e, d) allows, and the truth about it.

    Where no goal can be reached h1 is any number (it is below infinity) and h2 says nothing.
    """
    rng = random.Random(f"graph {seed}")
    n = rng.randint(4, 10)
    states = range(n)
    steps = {
        state: [(rng.randrange(n), rng.randint(0, 9)) for _ in range(rng.randint(0, 4))]
        for state in states
    }
    goals = frozenset(rng.sample(range(1, n), rng.choice([1, 1, 2])))
    h = remaining(steps, goals, states)
    scale, e, d = rng.choice([1, 1, 3]), rng.randint(0, 6), rng.randint(0, 6)
    h1, h2 = {}, {}
    for state in states:
        if state in goals:
            h1[state] = h2[state] = 0
        elif h[state] == math.inf:
            h1[state] = math.inf if one_estimate else rng.randint(0, 9)
        else:
            h1[state] = max(0, scale * h[state] + rng.choice([e, -d, rng.randint(-d, e)]))
            h2[state] = scale * h[state] + rng.choice([-d, rng.randint(-d, 9)])
    problem = Graph(steps, goals, h1, h2 if upper and not one_estimate else None, scale=scale)
    return SimpleNamespace(
        problem=problem, optimum=h[0], h=h, e=Fraction(e, scale), d=Fraction(d, scale)
    )


@cache
def random_tours(seed, kind="symmetric"):
    """A tour problem with its optimum and its true e, exact for whole costs."""
    rng = random.Random(f"{kind} {seed}")
    if kind == "symmetric":
        matrix = random_matrix(seed)
    elif kind == "asymmetric":
        matrix = [[rng.randint(0, 60) for _ in range(5)] for _ in range(5)]
    elif kind == "uniform floats":
        matrix = mirrored({(i, j): rng.uniform(1, 100) for i in range(5) for j in range(i)}, 5)
    else:
        points = [complex(rng.uniform(0, 100), rng.uniform(0, 100)) for _ in range(5)]
        matrix = mirrored(
            {(i, j): abs(points[i] - points[j]) for i in range(5) for j in range(i)}, 5
        )
    problem = Tours(matrix, weight=LAWS[seed % len(LAWS)])
    h = true_costs(problem)
    whole = kind in ("symmetric", "asymmetric")
    e = true_e(problem, h) if whole else float_e(problem, h)
    return SimpleNamespace(problem=problem, optimum=h[problem.start()], h=h, e=e, d=0)


def mirrored(half, n):
    return [[0 if i == j else half[max(i, j), min(i, j)] for j in range(n)] for i in range(n)]


def seven_cities(seed):
    rng = random.Random(f"seven {seed}")
    return mirrored({(i, j): rng.randint(1, 100) for i in range(7) for j in range(i)}, 7)


def float_e(problem, h):
    """The error as a user would measure it: in floats, attained exactly on some node."""
    return max(0.0, *(problem.estimate(state) - cost for state, cost in h.items()))


def is_legal(problem, result):
    """Whether the path goes from the start to a goal by the problem's steps, at the cost said."""
    total = 0
    for (here, there), action in zip(pairwise(result.path), result.actions, strict=True):
        costs = [c for name, to, c in problem.successors(here) if (name, to) == (action, there)]
        if not costs:
            return False
        total += min(costs)
    ends = result.path[0] == problem.start() and problem.is_goal(result.path[-1])
    return ends and total == pytest.approx(result.cost, rel=1e-12)


def at_every_moment(problem, *band, **settings):
    """The result after 0, 1, 2, ... expansions, up to the one with which the search ends."""
    for k in count():
        result = find_path_within(problem, *band, limits=Limits(expanded=k), **settings)
        yield result
        if result.stopped is not Stopped.NODE_LIMIT:
            return


def test_the_oracle_of_tours_is_the_least_of_all_permutations():
    """The truth that the tests below measure by, measured once more."""
    for seed in range(6):
        case = random_tours(seed, "asymmetric")
        tours = [(1, *rest) for rest in permutations(range(2, 6))]

        assert case.optimum == min(map(case.problem.tour_cost, tours))


@pytest.mark.parametrize("block", range(0, len(SYMMETRIC_SEEDS), 40))
def test_harris_s_claims_hold_on_random_symmetric_tours(block):
    """The first goal is within the true e, phase 2 finds the optimum, dropping changes nothing."""
    for seed in SYMMETRIC_SEEDS[block : block + 40]:
        check = check_guarantee(seed)

        assert check.first_within_e, seed
        assert check.optimal, seed
        assert check.optimal_without_dropping, seed


@pytest.mark.parametrize("drop", [True, False])
@pytest.mark.parametrize("block", range(0, 120, 40))
def test_harris_s_claims_hold_on_asymmetric_tours(block, drop):
    for seed in range(block, block + 40):
        case = random_tours(seed, "asymmetric")
        first = find_path_within(case.problem, case.e, drop=drop)
        proved = find_path_within(case.problem, case.e, drop=drop, prove_optimal=True)

        assert first.first_goal_cost <= case.optimum + case.e, seed
        assert first.at_most_above_optimum <= float(case.e) + NEAR, seed
        assert proved.proved, seed
        assert proved.cost == case.optimum, seed
        assert is_legal(case.problem, proved), seed


@pytest.mark.parametrize("drop", [True, False])
@pytest.mark.parametrize("kind", ["uniform floats", "points in the plane"])
@pytest.mark.parametrize("block", range(0, 300, 100))
def test_rounding_does_not_lose_the_optimum_where_the_measured_e_is_attained(block, kind, drop):
    """With floats the bound is met exactly and the last bits are noise."""
    for seed in range(block, block + 100):
        case = random_tours(seed, kind)
        first = find_path_within(case.problem, case.e, drop=drop)
        proved = find_path_within(case.problem, case.e, drop=drop, prove_optimal=True)

        assert first.first_goal_cost <= case.optimum + case.e + NEAR, seed
        assert proved.proved, seed
        assert proved.cost == pytest.approx(case.optimum, rel=1e-9), seed


def test_without_the_tolerance_rounding_would_break_the_claims(monkeypatch):
    """The pitfall is real: on these same problems exact comparison of floats fails."""
    monkeypatch.setattr(band, "TOLERANCE", 0.0)
    broken = 0
    for seed in range(300):
        case = random_tours(seed, "uniform floats")
        proved = find_path_within(case.problem, case.e, prove_optimal=True)
        broken += not proved.proved

    assert broken > 0


@given(seeds, st.booleans())
@settings(deadline=None, max_examples=300)
def test_harris_s_claims_hold_on_cyclic_graphs(seed, drop):
    """Within e after phase 1, optimal after phase 2, and never a word that the band was false."""
    case = random_graph(seed)
    first = find_path_within(case.problem, case.e, case.d, drop=drop)
    proved = find_path_within(case.problem, case.e, case.d, drop=drop, prove_optimal=True)
    if case.optimum == math.inf:
        assert first.stopped is proved.stopped is Stopped.EXHAUSTED
        assert first.cost is proved.cost is None
        return

    assert first.stopped in (Stopped.FOUND, Stopped.PROVED)
    assert case.optimum <= first.cost <= case.optimum + case.e
    assert first.at_most_above_optimum <= float(case.e) + NEAR
    assert proved.proved
    assert proved.cost == case.optimum
    assert proved.optimum.is_exact
    assert proved.at_most_above_optimum == 0
    assert is_legal(case.problem, first)
    assert is_legal(case.problem, proved)


@given(seeds, st.booleans())
@quick
def test_one_estimate_can_serve_for_both_bounds(seed, drop):
    case = random_graph(seed, one_estimate=True)
    result = find_path_within(
        case.problem, case.e, case.d, one_estimate=True, prove_optimal=True, drop=drop
    )
    if case.optimum == math.inf:
        assert result.stopped is Stopped.EXHAUSTED
    else:
        assert result.proved
        assert result.cost == case.optimum


def test_one_estimate_bounds_the_optimum_on_both_sides_before_any_expansion():
    graph = Graph({"start": [("goal", 7)]}, {"goal"}, {"start": 8})
    nothing = Limits(expanded=0)
    both = find_path_within(graph, 2, 3, one_estimate=True, limits=nothing)
    lower = find_path_within(graph, 2, 3, limits=nothing)

    assert (both.optimum.lo, both.optimum.hi) == (6, 11)
    assert (lower.optimum.lo, lower.optimum.hi) == (6, math.inf)


@given(seeds, st.booleans())
@settings(deadline=None, max_examples=150)
def test_e_and_d_may_be_functions_of_the_state(seed, drop):
    """Declared as what they truly are, state by state: nothing narrower is true."""
    case = random_graph(seed)
    problem, h = case.problem, case.h

    def e(state):
        return max(0.0, problem.h1[state] / problem.scale - known(state))

    def d(state):
        h2 = problem.h2.get(state)
        return 0.0 if h2 is None else max(0.0, known(state) - h2 / problem.scale)

    def known(state):
        return h[state] if h[state] < math.inf else 10**6

    result = find_path_within(problem, e, d, prove_optimal=True, drop=drop)
    if case.optimum == math.inf:
        assert result.stopped is Stopped.EXHAUSTED
    else:
        assert result.proved
        assert result.cost == case.optimum


def test_a_narrower_function_saves_expansions_over_the_constant_that_covers_it():
    """The promise of a tour problem, e by the node, against its greatest value everywhere."""
    by_node = everywhere = 0
    for seed in range(20):
        case = random_tours(seed)
        promised = [case.problem.overestimate(state) for state in case.h]
        greatest = Fraction(max(promised), case.problem.scale)
        narrow = find_path_within(case.problem, prove_optimal=True)
        wide = find_path_within(case.problem, greatest, prove_optimal=True)
        by_node += narrow.counters.expanded
        everywhere += wide.counters.expanded

        assert narrow.proved
        assert wide.proved
        assert narrow.cost == wide.cost == case.optimum

    assert by_node < everywhere


@given(seeds, st.booleans(), st.booleans(), st.booleans())
@settings(deadline=None, max_examples=200)
def test_at_every_moment_the_optimum_is_where_it_is_said_to_be(seed, drop, upper, prove):
    """Stopped after any number of expansions, what is stated is true, and it only gets closer."""
    case = random_graph(seed, upper=upper)
    moments = list(at_every_moment(case.problem, case.e, case.d, drop=drop, prove_optimal=prove))
    if moments[-1].stopped is Stopped.EXHAUSTED:
        assert case.optimum == math.inf
        assert moments.pop().optimum is None
    for moment in moments:
        assert case.optimum in moment.optimum
        if moment.cost is not None:
            assert 0 <= moment.cost - case.optimum <= moment.at_most_above_optimum
    for before, after in pairwise(moments):
        assert before.optimum.lo <= after.optimum.lo
        assert after.optimum.hi <= before.optimum.hi


@pytest.mark.parametrize("drop", [True, False])
@pytest.mark.parametrize("kind", ["symmetric", "asymmetric"])
@pytest.mark.parametrize("seed", range(12))
def test_at_every_moment_a_tour_is_at_hand_with_a_true_bound_on_its_error(seed, kind, drop):
    case = random_tours(seed, kind)
    for moment in at_every_moment(case.problem, case.e, prove_optimal=True, drop=drop):
        assert case.optimum in moment.optimum
        assert is_legal(case.problem, moment)
        assert moment.cost - case.optimum <= moment.at_most_above_optimum


@pytest.mark.parametrize("seed", range(20))
def test_at_every_moment_the_same_holds_with_floats_up_to_rounding(seed):
    case = random_tours(seed, "points in the plane")
    for moment in at_every_moment(case.problem, case.e, prove_optimal=True):
        assert moment.optimum.lo - NEAR <= case.optimum <= moment.optimum.hi + NEAR
        assert moment.cost - case.optimum <= moment.at_most_above_optimum + NEAR


@pytest.mark.parametrize("seed", range(10))
def test_the_limit_on_expansions_is_exact_and_the_same_search_goes_further(seed):
    case = random_tours(seed)
    moments = list(at_every_moment(case.problem, case.e, prove_optimal=True))

    assert [moment.counters.expanded for moment in moments[:-1]] == list(range(len(moments) - 1))
    assert all(moment.reason.startswith("the node limit was reached") for moment in moments[:-1])
    assert moments[-1].proved


@pytest.mark.parametrize("seed", range(10))
def test_the_same_call_gives_the_same_answer(seed):
    case = random_tours(seed)

    assert find_path_within(case.problem, case.e) == find_path_within(case.problem, case.e)


# Four and five cities, H1 with the law d/n: as small as such problems get.
FOUR = [[0, 2, 2, 2], [2, 0, 1, 3], [2, 1, 0, 2], [2, 3, 2, 0]]
FIVE = [
    [0, 2, 1, 2, 1],
    [2, 0, 1, 3, 2],
    [1, 1, 0, 2, 1],
    [2, 3, 2, 0, 2],
    [1, 2, 1, 2, 0],
]


@pytest.mark.parametrize(
    ("matrix", "true", "expanded"), [(FOUR, Fraction(3, 2), 0), (FIVE, Fraction(3, 5), 4)]
)
def test_an_understated_e_can_empty_the_open_list_and_is_then_called_false(matrix, true, expanded):
    """There are tours. A search that dropped them all must not say that there is none."""
    problem = Tours(matrix)
    result = find_path_within(problem, 0)

    assert true_e(problem, true_costs(problem)) == true > 0
    assert result.counters.expanded == expanded
    assert result.open_left == 0
    assert result.first_goal_cost is None
    assert result.dropped > 0
    assert result.stopped is Stopped.BAND_FALSE
    assert "declared band" in result.reason
    assert result.optimum is None
    assert result.at_most_above_optimum is None
    assert not result.proved


@pytest.mark.parametrize("matrix", [FOUR, FIVE])
def test_the_true_e_on_the_same_cities_finds_the_optimum(matrix):
    problem = Tours(matrix)
    h = true_costs(problem)
    result = find_path_within(problem, true_e(problem, h), prove_optimal=True)

    assert result.proved
    assert result.cost == h[problem.start()]


def test_whatever_e_is_declared_no_tour_problem_is_called_exhausted():
    """A tour always exists, and the search can tell: its upper estimate is a tour."""
    seen = set()
    for seed in range(60):
        for e in (0, 1, 4):
            seen.add(find_path_within(random_tours(seed).problem, e, prove_optimal=True).stopped)

    assert seen == {Stopped.PROVED, Stopped.BAND_FALSE}


def test_a_goal_cheaper_than_a_bound_above_it_shows_the_band_to_be_false():
    """The start was said to be 10 from any goal, within 2; a goal is found at 5."""
    graph = Graph({"start": [("goal", 5)]}, {"goal"}, {"start": 10})
    result = find_path_within(graph, 2)

    assert result.stopped is Stopped.BAND_FALSE
    assert (result.solved, result.cost) == (True, 5)
    assert result.optimum is None
    assert result.at_most_above_optimum is None
    assert "declared band" in result.reason


def test_a_bound_is_refuted_even_where_another_open_node_had_a_lower_one():
    """The way over a was said to cost 6 or more and costs 3; b alone kept the least bound low."""
    steps = {"start": [("a", 1), ("b", 1)], "a": [("goal", 2)], "b": [("far", 99)]}
    graph = Graph(steps, {"goal", "far"}, {"a": 5, "b": 8})
    errors = {"b": 100}
    result = find_path_within(graph, lambda state: errors.get(state, 0))

    assert result.cost == 3
    assert result.stopped is Stopped.BAND_FALSE
    assert result.at_most_above_optimum is None


def test_an_e_that_just_covers_the_error_is_not_called_false():
    graph = Graph({"start": [("goal", 5)]}, {"goal"}, {"start": 10})
    result = find_path_within(graph, 5)

    assert result.proved
    assert result.cost == 5


def test_an_upper_estimate_that_nothing_lives_up_to_is_called_false():
    """No goal exists; the upper estimate said that 3 would suffice."""
    graph = Graph({"start": [("a", 1)], "a": [("start", 1)]}, {"goal"}, h2={"start": 3})
    result = find_path_within(graph, 0)

    assert result.stopped is Stopped.BAND_FALSE
    assert not result.solved


@pytest.mark.parametrize("drop", [True, False])
def test_without_a_goal_every_state_is_expanded_and_no_more_is_claimed(drop):
    graph = Graph({"start": [("a", 1), ("b", 2)], "a": [("b", 1)], "b": [("start", 1)]}, {"goal"})
    result = find_path_within(graph, 3, drop=drop)

    assert result.stopped is Stopped.EXHAUSTED
    assert result.counters.expanded == 3
    assert result.dropped == 0
    assert not result.solved
    assert not result.proved
    assert (result.path, result.actions, result.cost) == ((), (), None)
    assert result.first_goal_cost is None
    assert result.expanded_at_first_goal is None
    assert result.at_most_above_optimum is None
    assert result.reason == (
        "every state that can be reached was expanded, nothing was dropped, and none is a goal"
    )


def test_a_start_that_is_the_goal_costs_nothing_and_is_proved():
    result = find_path_within(Graph({"goal": []}, {"goal"}), 0, limits=Limits(expanded=0))

    assert result.proved
    assert (result.path, result.actions, result.cost) == (("goal",), (), 0)
    assert result.counters.expanded == 0


@pytest.mark.parametrize("most", [0, 1, 5, 10])
@pytest.mark.parametrize("heuristic", ["h0", "h1"])
@pytest.mark.parametrize("seed", range(5))
def test_a_full_open_list_stops_the_search_with_a_tour_and_its_bound(seed, heuristic, most):
    """Nothing selected yet, and still an answer: the nearest-city tour, so much above at most."""
    problem = Tours(seven_cities(seed), heuristic=heuristic, weight=linear_law("0.5", 1))
    optimum = true_costs(problem)[problem.start()]
    result = find_path_within(problem, max_open=most, prove_optimal=True, drop=False)

    assert result.stopped is Stopped.MEMORY_LIMIT
    assert result.first_goal_cost is None
    assert result.completed
    assert is_legal(problem, result)
    assert optimum in result.optimum
    assert 0 <= result.cost - optimum <= result.at_most_above_optimum
    assert most <= result.open_left <= result.peak_open < most + problem.n
    assert result.reason == (
        f"the memory limit was reached; the path is at most {result.at_most_above_optimum:g} "
        "above the cheapest, given the declared band"
    )


def test_max_open_is_the_same_as_the_limit_on_what_is_stored():
    problem = Tours(seven_cities(0))
    by_name = find_path_within(problem, max_open=8)

    assert by_name == find_path_within(problem, limits=Limits(stored=8))
    with pytest.raises(BadInputError, match="say the same thing"):
        find_path_within(problem, max_open=8, limits=Limits(stored=3))


def test_max_open_that_is_never_reached_changes_nothing():
    problem = Tours(seven_cities(0))

    assert find_path_within(problem, max_open=10**6) == find_path_within(problem)


def test_without_a_completion_a_stopped_search_has_no_path_but_has_its_bounds():
    graph = Graph(
        {"start": [("a", 1)], "a": [("b", 1)], "b": [("goal", 1)]},
        {"goal"},
        {"start": 3, "a": 2, "b": 1},
        {"start": 6},
    )
    result = find_path_within(graph, 1, 2, limits=Limits(expanded=1))

    assert (result.solved, result.cost) == (False, None)
    assert (result.optimum.lo, result.optimum.hi) == (2, 8)
    assert result.reason == "the node limit was reached; no goal was found yet"


def test_an_estimate_that_promises_nothing_needs_an_e():
    with pytest.raises(BadInputError, match="declare by how much with e"):
        find_path_within(Graph({"start": []}, set()))


def test_an_admissible_estimate_needs_none():
    graph = Graph({"start": [("goal", 2)]}, {"goal"}, {"start": 2})
    graph.admissible = True

    assert find_path_within(graph).proved


@pytest.mark.parametrize("name", ["e", "d"])
@pytest.mark.parametrize("value", [-1, "-0.5", Fraction(-1, 3)])
def test_a_negative_error_is_refused(name, value):
    with pytest.raises(BadInputError) as refused:
        find_path_within(Graph({"start": []}, set()), **{"e": 0, name: value})

    assert str(refused.value) == f"{name} must be 0 or more, got {value!r}"


@pytest.mark.parametrize("name", ["e", "d"])
@pytest.mark.parametrize("value", ["a lot", "", math.nan, math.inf, "1/0"])
def test_an_unreadable_error_is_refused(name, value):
    with pytest.raises(BadInputError, match=f"^{name} must be a finite number, got "):
        find_path_within(Graph({"start": []}, set()), **{"e": 0, name: value})


@pytest.mark.parametrize("tenth", ["0.1", 0.1, "1/10", Fraction(1, 10)])
def test_an_error_is_read_as_it_is_spelled(tenth):
    """Scaled by 10 it is the whole number 1, not a double near it."""
    graph = Graph({"start": [("goal", 2)]}, {"goal"}, {"start": 21}, scale=10)
    bounds = Band(graph, tenth).of("start", 0)

    assert (bounds.f1, bounds.lower, bounds.upper) == (21, 20, math.inf)
    assert isinstance(bounds.lower, int)


def test_the_bounds_of_a_node_are_f1_less_e_and_g_and_h2_and_d_times_the_scale():
    graph = Graph({"start": []}, set(), {"start": 9}, {"start": 12}, scale=3)
    bounds = Band(graph, 2, 1).of("start", 5)

    assert (bounds.f1, bounds.lower, bounds.upper) == (15 + 9, 15 + 9 - 6, 15 + 12 + 3)


def test_dropping_keeps_the_open_list_smaller():
    """Harris's reason for the drop rule. Summed over 30 problems: 7 cities, the true e."""
    dropping = keeping = dropped = 0
    for seed in range(30):
        problem = Tours(seven_cities(seed), weight=linear_law("0.5", 1))
        e = true_e(problem, true_costs(problem))
        small = find_path_within(problem, e, prove_optimal=True)
        large = find_path_within(problem, e, prove_optimal=True, drop=False)
        dropping, keeping = dropping + small.peak_open, keeping + large.peak_open
        dropped += small.dropped

        assert small.peak_open <= large.peak_open
        assert small.cost == large.cost
        assert large.dropped == 0

    assert dropped > 0
    assert 2 * dropping < keeping


def test_an_upper_bound_found_later_drops_nodes_that_are_open_already():
    """Once c is known to lead to a goal for 3, a at 9 or more is gone at once."""
    steps = {"start": [("a", 9), ("b", 1)], "b": [("c", 1)], "c": [("goal", 1)]}
    graph = Graph(steps, {"goal"}, h2={"c": 1})
    before = find_path_within(graph, 0, limits=Limits(expanded=1))
    after = find_path_within(graph, 0, limits=Limits(expanded=2))

    assert (before.open_left, before.dropped) == (2, 0)
    assert (after.open_left, after.dropped) == (1, 1)


DIAMOND = {
    "start": [("a", 1), ("b", 1)],
    "a": [("middle", 1)],
    "b": [("middle", 1)],
    "middle": [("goal", 1)],
}


def test_a_state_reached_twice_is_expanded_once_unless_the_problem_promises_a_tree():
    """The promise is taken at its word: a false one costs expansions, not the answer."""
    graph, tree = Graph(DIAMOND, {"goal"}), Graph(DIAMOND, {"goal"})
    tree.is_tree = True
    once = find_path_within(graph, 0, prove_optimal=True)
    twice = find_path_within(tree, 0, prove_optimal=True)

    assert graph.estimated.count("middle") == 1
    assert tree.estimated.count("middle") == 2
    assert once.cost == twice.cost == 3


def test_in_a_tree_nothing_is_remembered():
    problem = Tours(seven_cities(1))
    search = BandwidthSearch(problem, Band(problem, None))
    for _ in range(10):
        search.step()

    assert search._cheapest_g == {}


@pytest.mark.parametrize("seed", range(10))
def test_on_a_true_tree_the_promise_changes_nothing_but_memory(seed):
    promised, silent = Tours(random_matrix(seed)), Tours(random_matrix(seed))
    silent.is_tree = False

    assert find_path_within(promised, prove_optimal=True) == find_path_within(
        silent, prove_optimal=True
    )


def test_a_cheaper_way_to_a_state_that_was_expanded_is_followed():
    """The estimate leads over the dear way first; the cheap one must still reach the goal."""
    steps = {"start": [("dear", 5), ("cheap", 1)], "dear": [("x", 1)], "cheap": [("x", 1)]}
    steps["x"] = [("goal", 4)]
    graph = Graph(steps, {"goal"}, {"cheap": 9})
    result = find_path_within(graph, 4, prove_optimal=True)

    assert result.proved
    assert result.path == ("start", "cheap", "x", "goal")
    assert result.first_goal_cost == 10
    assert result.cost == 6


def test_phase_1_counts_its_expansions_and_phase_2_remembers_them():
    case = random_tours(3)
    first = find_path_within(case.problem, case.e)
    proved = find_path_within(case.problem, case.e, prove_optimal=True)

    assert first.expanded_at_first_goal == first.counters.expanded
    assert proved.expanded_at_first_goal == first.expanded_at_first_goal
    assert proved.first_goal_cost == first.first_goal_cost
    assert proved.counters.expanded >= first.counters.expanded


def test_a_first_goal_that_is_not_proved_says_how_far_off_it_can_be():
    graph = Graph({"start": [("goal", 6), ("a", 1)], "a": [("far", 9)]}, {"goal", "far"}, {"a": 8})
    result = find_path_within(graph, 4)

    assert result.stopped is Stopped.FOUND
    assert result.first_goal_cost == result.cost == 6
    assert result.at_most_above_optimum == 1
    assert result.reason == (
        "the first goal was selected; the path is at most 1 above the cheapest, "
        "given the declared band"
    )


def test_progress_states_the_bounds_and_the_open_nodes():
    events = []
    graph = Graph({"start": [("goal", 7)]}, {"goal"}, {"start": 8})
    find_path_within(graph, 2, 3, one_estimate=True, on_event=events.append)

    assert events[0].headline == "optimum between 6 and 11, 1 open"
