"""The law for problems: what a path search says of its answer is true, whatever it was given.

Every claim is held against Dijkstra's procedure on small random graphs. An estimate that breaks its
promise cannot always be noticed: a proof is given *that the estimate never exceeds the truth*, and
if nothing the search has seen speaks against that, it stands. So of a broken promise it is claimed
that a proof is not contradicted by the search's own tree: from no state of its path, the start
included, does the estimate exceed what the rest of the path costs, and no goal in the tree is
cheaper. Steps between other states are not kept, so nothing else there could tell.
"""

import math
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from small_problems import (
    at_most,
    banded_graphs,
    estimated_graphs,
    keeps_promise,
    near,
    remaining_on,
    steps_of,
)

from provebest import Limits, Stopped, Storage, find_path, find_path_within
from provebest.lab.random_tours import true_costs, true_e
from provebest.problems import Tours
from provebest.search import Band, BandwidthSearch, PathSearch, PathSettings
from provebest.vocabulary import run

WEIGHTS = [0, "1/4", "1/2", "1/2", "3/5", "3/4", 1]
RULES = [None, "ignore", "relink", "reopen"]

limits = st.builds(
    Limits,
    expanded=st.sampled_from([None, None, 0, 1, 3]),
    depth=st.sampled_from([None, None, 0, 1, 3]),
    stored=st.sampled_from([None, None, 4]),
)
storages = st.builds(Storage, st.integers(2, 6), st.sampled_from([None, 1, 2]), st.integers(0, 4))
look_aheads = st.sampled_from([1, 2, 3, lambda estimate: 2 if estimate > 3 else 0])
extras = st.one_of(
    st.just({}),
    st.just({}),
    st.fixed_dictionaries({"look_ahead": look_aheads}),
    st.fixed_dictionaries({"look_ahead": look_aheads, "keep_trees": st.sampled_from([1, 100])}),
    st.fixed_dictionaries({"operators": st.sampled_from(["fixed", "learned"])}),
    st.fixed_dictionaries({"storage": storages}),
    st.fixed_dictionaries({"limits": limits}),
    st.fixed_dictionaries(
        {"operators": st.just("learned"), "look_ahead": look_aheads, "storage": storages}
    ),
)
settings_of_any_kind = st.builds(
    dict,
    extras,
    weight=st.sampled_from(WEIGHTS),
    duplicates=st.sampled_from(RULES),
    tie=st.sampled_from(["newest", "oldest"]),
)


def check_path(problem, result):
    """A path is one of the problem's, and costs what is said."""
    total = sum(steps_of(problem, result))

    assert result.path[0] == 0
    assert result.solved == (result.cost is not None)
    if result.solved:
        assert result.path[-1] in problem.goals
        assert near(result.cost, total)


def check_claims(problem, result, *, blind):
    """What is claimed of the cost holds; ``blind``: no estimate was used."""
    optimum = problem.truth()[0] / Fraction(problem.scale)
    kept = keeps_promise(problem)
    claims = result.proved or result.at_most_times_optimum is not None
    if result.stopped is Stopped.BAND_FALSE:
        assert not kept
        assert result.solved
        assert not claims
    if result.proved and (kept or blind):
        assert near(result.cost, optimum)
    if claims and (kept or blind):
        assert at_most(result.cost, result.at_most_times_optimum * optimum)
    if claims and not blind:
        assert problem.admissible
        for state, rest in remaining_on(problem, result):
            assert at_most(problem.estimate(state), problem.scale * rest)


@given(estimated_graphs(), settings_of_any_kind)
def test_what_find_path_claims_is_true(problem, chosen):
    result = find_path(problem, **chosen)
    truth = problem.truth()
    false_infinity = any(
        problem.estimate(state) == math.inf > rest for state, rest in truth.items()
    )

    check_path(problem, result)
    check_claims(problem, result, blind=chosen["weight"] == 0)
    if result.stopped is Stopped.EXHAUSTED and result.restarts == 0:
        assert truth[0] == math.inf
    if result.stopped is Stopped.RULED_OUT and result.restarts == 0:
        assert truth[0] == math.inf or false_infinity
    if truth[0] < math.inf and "storage" not in chosen and "limits" not in chosen:
        assert result.solved or false_infinity


@given(
    estimated_graphs("admissible", "consistent"),
    st.sampled_from([0, "1/4", "1/2"]),
    st.sampled_from([None, "relink", "reopen"]),
)
def test_a_promise_that_is_kept_is_rewarded(problem, weight, rule):
    """With weights up to one half, and every cheaper way followed, the cheapest path is proved."""
    problem.admissible = True
    result = find_path(problem, weight=weight, duplicates=rule)

    check_path(problem, result)
    check_claims(problem, result, blind=weight == 0)
    assert result.proved == (problem.truth()[0] < math.inf)


@given(
    estimated_graphs("too great", "falsely infinite"),
    st.sampled_from(WEIGHTS),
    st.sampled_from(["relink", "reopen"]),
)
def test_no_claim_stands_beside_a_cheaper_goal_in_the_tree(problem, weight, rule):
    """The estimate kept a goal from being selected, and promised not to."""
    problem.admissible = True
    search = PathSearch(problem, PathSettings(weight=weight, duplicates=rule))
    result = run(search)
    goals = [node for node in search.seen.values() if node.state in problem.goals]

    check_path(problem, result)
    check_claims(problem, result, blind=weight == 0)
    if result.proved or result.at_most_times_optimum is not None:
        assert all(at_most(result.cost, node.g) for node in goals)


class CutAtCall:
    """An event that is set from some call of the problem on, whatever the clock says."""

    def __init__(self, calls):
        self.left = calls

    def is_set(self):
        self.left -= 1
        return self.left < 0


@given(estimated_graphs(), settings_of_any_kind, st.lists(st.integers(0, 12), max_size=5))
def test_a_search_that_is_cut_off_anywhere_goes_on_as_if_it_had_not_been(problem, chosen, cuts):
    """Each cut falls before a call of the problem, within a step or between two."""
    depth = chosen.pop("limits", Limits()).depth
    settings = PathSettings(**chosen, max_depth=depth)
    search = PathSearch(problem, settings)
    for calls in cuts:
        moment = run(search, Limits(cancel=CutAtCall(calls)))
        check_path(problem, moment)
        check_claims(problem, moment, blind=settings.wt == 0)
    pieces, whole = run(search), run(PathSearch(problem, settings))

    assert pieces.path == whole.path
    assert pieces.cost == whole.cost
    assert (pieces.stopped, pieces.reason) == (whole.stopped, whole.reason)
    assert pieces.counters.expanded == whole.counters.expanded
    if not settings.look_ahead:
        assert pieces == whole


band_settings = st.fixed_dictionaries(
    {"prove_optimal": st.booleans(), "drop": st.booleans()},
    optional={
        "limits": st.builds(
            Limits,
            expanded=st.sampled_from([None, 0, 1, 2, 4]),
            depth=st.sampled_from([None, 0, 1, 2]),
            stored=st.sampled_from([None, 3]),
        )
    },
)


def check_true_band(problem, result):
    optimum = problem.truth()[0] / Fraction(problem.scale)

    assert result.stopped is not Stopped.BAND_FALSE
    if result.stopped is Stopped.EXHAUSTED:
        assert optimum == math.inf
        return
    assert at_most(result.optimum.lo, optimum)
    assert at_most(optimum, result.optimum.hi)
    if result.proved:
        assert near(result.cost, optimum)
    if result.solved and result.at_most_above_optimum is not None:
        assert at_most(result.cost, optimum + result.at_most_above_optimum)


@given(banded_graphs(), band_settings, st.booleans())
def test_what_a_true_band_promises_is_kept(drawn, chosen, by_state):
    problem, e, d = drawn
    result = find_path_within(problem, (lambda _state: e) if by_state else e, d, **chosen)

    assert result.solved == (result.cost is not None)
    if result.solved:
        assert near(result.cost, sum(steps_of(problem, result)))
    check_true_band(problem, result)
    if "limits" not in chosen:
        solvable = problem.truth()[0] < math.inf
        assert result.solved == solvable
        assert not chosen["prove_optimal"] or result.proved == solvable


@given(banded_graphs(), band_settings, st.integers(0, 6), st.integers(0, 6), st.booleans())
def test_a_false_band_proves_nothing_that_its_own_path_contradicts(drawn, chosen, e, d, one):
    """The band is too narrow, or the estimates too great; the claim is that of the path alone."""
    problem, true_error, true_shortfall = drawn
    result = find_path_within(problem, e, d, one_estimate=one, **chosen)
    if e >= true_error and d >= true_shortfall and not one:
        check_true_band(problem, result)
    if result.stopped is Stopped.EXHAUSTED:
        assert problem.truth()[0] == math.inf
    if result.stopped is Stopped.BAND_FALSE:
        assert result.optimum is None
        assert result.at_most_above_optimum is None
    if result.solved:
        assert near(result.cost, sum(steps_of(problem, result)))
    if result.stopped in (Stopped.PROVED, Stopped.FOUND):
        for state, rest in remaining_on(problem, result):
            assert at_most(problem.estimate(state) - e * problem.scale, problem.scale * rest)


@given(banded_graphs(), st.booleans(), st.integers(0, 3), st.integers(0, 6))
def test_no_bound_stands_beside_a_cheaper_goal_among_the_open_nodes(drawn, prove, e, d):
    problem = drawn[0]
    search = BandwidthSearch(problem, Band(problem, e, d), prove_optimal=prove, drop=False)
    result = run(search)
    if result.stopped in (Stopped.PROVED, Stopped.FOUND):
        for node in search._by_f1:
            if node.is_open and node.state in problem.goals:
                assert at_most(result.optimum.lo, node.g)


@given(banded_graphs(), band_settings, st.lists(st.integers(0, 12), max_size=5))
def test_a_bandwidth_search_that_is_cut_off_states_true_bounds_and_goes_on(drawn, chosen, cuts):
    problem, e, d = drawn
    chosen.pop("limits", None)
    search = BandwidthSearch(problem, Band(problem, e, d), **chosen)
    for calls in cuts:
        check_true_band(problem, run(search, Limits(cancel=CutAtCall(calls))))

    assert run(search) == run(BandwidthSearch(problem, Band(problem, e, d), **chosen))


@given(
    st.integers(3, 5).flatmap(
        lambda n: st.lists(
            st.lists(st.integers(0, 9), min_size=n, max_size=n), min_size=n, max_size=n
        )
    ),
    st.booleans(),
    band_settings,
    st.sampled_from([None, "true", 0, 1, 3]),
)
def test_what_is_said_of_a_tour_is_true(matrix, symmetric, chosen, declared):
    """Tours promise their own error; a declared one is true or is not."""
    if symmetric:
        matrix = [
            [matrix[min(i, j)][max(i, j)] for j in range(len(matrix))] for i in range(len(matrix))
        ]
    problem = Tours(matrix)
    truth = true_costs(problem)
    least, error = truth[problem.start()], true_e(problem, truth)
    e = error if declared == "true" else declared
    result = find_path_within(problem, e, **chosen)
    if result.solved:
        assert result.cost == problem.tour_cost(result.path[-1])
    if e is None or e >= error:
        assert result.stopped is not Stopped.BAND_FALSE
        assert result.optimum.lo <= least <= result.optimum.hi
        assert result.cost - least <= result.at_most_above_optimum
        assert not result.proved or result.cost == least
