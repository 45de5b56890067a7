"""Tours, held against brute force: every claim an estimate makes is checked on every node."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_tours import LITTLE

from provebest.problems.tours import Tours, linear_law, proportional_to_depth
from provebest.vocabulary import BadInputError

# Harris's printed reduced matrix for the partial tour 1 3. Whatever he does not print is 0 here,
# and so is the barred leg 3 -> 1: a minimum that used one of them would come out too small.
HARRIS = [
    [0, 0, 0, 0, 0, 0],
    [2, 0, 0, 4, 1, 2],
    [0, 3, 0, 4, 5, 2],
    [1, 4, 0, 0, 3, 2],
    [2, 1, 0, 3, 0, 4],
    [3, 2, 0, 2, 4, 0],
]
LAWS = [
    proportional_to_depth,
    linear_law("0.5", 1),
    linear_law(-1, 1),
    linear_law("1/3", Fraction(1, 3)),
]


@st.composite
def matrices(draw, *, symmetric):
    n = draw(st.integers(4, 6))
    rows = draw(
        st.lists(st.lists(st.integers(0, 40), min_size=n, max_size=n), min_size=n, max_size=n)
    )
    if symmetric:
        return [[rows[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)]
    return rows


any_matrices = matrices(symmetric=True) | matrices(symmetric=False)


def nodes(problem):
    """Every node of the tree, by the problem's own steps, each with its cost so far."""
    waiting = [(problem.start(), 0)]
    while waiting:
        state, spent = waiting.pop()
        yield state, spent
        if not problem.is_goal(state):
            waiting += [(son, spent + cost) for _, son, cost in problem.successors(state)]


def all_tours(problem):
    return [(1, *rest) for rest in permutations(range(2, problem.n + 1))]


def true_remaining_costs(problem):
    """The cheapest completion below every node, from the goals upwards."""
    remaining = {}
    for state, spent in nodes(problem):
        if problem.is_goal(state):
            for placed in range(1, problem.n + 1):
                whole = remaining.setdefault(state[:placed], [])
                whole.append(spent)
    return {state: min(remaining[state]) - spent for state, spent in nodes(problem)}


@pytest.mark.paper("harris1974")
def test_the_printed_reduced_matrix_has_h0_of_seven():
    """Row minima 2 1 1 1 2 and column minima 1 2 1 2 1 both add up to 7."""
    assert Tours(HARRIS).h0((1, 3)) == 7
    assert Tours(HARRIS, heuristic="h0").estimate((1, 3)) == 7


@pytest.mark.paper("harris1974")
@pytest.mark.parametrize("w", ["0", "1", "0.5", "1/3", "0.75", "-1"])
def test_the_printed_reduced_matrix_has_h1_of_seven_w_and_eleven_times_the_rest(w):
    problem = Tours(HARRIS, weight=linear_law(w, w))
    weight = Fraction(w)

    assert Fraction(problem.estimate((1, 3)), problem.scale) == 7 * weight + 11 * (1 - weight)


def test_columns_can_be_the_greater_sum():
    """City 3 is dear to enter, from wherever, and no row has to enter it."""
    matrix = [[0, 1, 9], [1, 0, 9], [1, 1, 0]]

    assert Tours(matrix).h0((1,)) == 11


def test_littles_six_cities_have_the_published_optimum():
    problem = Tours(LITTLE)
    best = min(all_tours(problem), key=problem.tour_cost)

    assert not problem.symmetric
    assert not problem.mirror
    assert problem.tour_cost(best) == 63
    assert problem.show(best) == "1-4-3-5-6-2"
    assert min(spent for state, spent in nodes(problem) if problem.is_goal(state)) == 63


def test_successors_come_in_increasing_number_and_the_last_pays_the_leg_home():
    problem = Tours(LITTLE)

    assert problem.successors((1, 4)) == [
        (2, (1, 4, 2), 16),
        (3, (1, 4, 3), 25),
        (5, (1, 4, 5), 18),
        (6, (1, 4, 6), 18),
    ]
    assert problem.successors((1, 4, 3, 5, 6)) == [(2, (1, 4, 3, 5, 6, 2), 5 + 7)]


@given(any_matrices)
def test_without_the_mirror_rule_the_goals_are_all_tours_at_their_costs(matrix):
    problem = Tours(matrix, mirror=False)
    goals = {state: spent for state, spent in nodes(problem) if problem.is_goal(state)}

    assert goals == {tour: problem.tour_cost(tour) for tour in all_tours(problem)}


@given(any_matrices)
def test_h0_never_exceeds_and_h2_never_falls_below_the_truth(matrix):
    problem = Tours(matrix, heuristic="h0")
    truth = true_remaining_costs(problem)

    assert problem.admissible
    for state, remaining in truth.items():
        assert problem.estimate(state) <= remaining <= problem.upper_estimate(state)


@given(any_matrices, st.sampled_from(LAWS))
@settings(max_examples=50)
def test_the_proved_overestimate_is_never_exceeded(matrix, law):
    problem = Tours(matrix, weight=law)

    assert not problem.admissible
    for state, remaining in true_remaining_costs(problem).items():
        error = problem.estimate(state) - problem.scale * remaining
        assert error <= problem.overestimate(state)
        assert problem.overestimate(state) >= 0


@given(any_matrices)
@settings(max_examples=50)
def test_a_completion_is_made_of_the_problems_own_steps_and_costs_h2(matrix):
    problem = Tours(matrix)
    for state, _ in nodes(problem):
        legs = problem.completion(state)
        here = state
        for leg in legs:
            assert leg in problem.successors(here)
            here = leg[1]

        assert problem.is_goal(here)
        assert problem.scale * sum(cost for _, _, cost in legs) == problem.upper_estimate(state)


def test_a_completion_goes_to_the_nearest_city_and_the_lowest_number_on_ties():
    matrix = [[0, 5, 5, 9], [5, 0, 2, 2], [5, 2, 0, 1], [9, 2, 1, 0]]

    assert [city for city, _, _ in Tours(matrix, mirror=False).completion((1,))] == [2, 3, 4]
    assert Tours(matrix, mirror=False, heuristic="h0").upper_estimate((1,)) == 5 + 2 + 1 + 9


@given(any_matrices)
def test_every_estimate_of_a_goal_is_nothing(matrix):
    problem = Tours(matrix)
    goal = tuple(range(1, problem.n + 1))

    assert problem.is_goal(goal)
    assert problem.h0(goal) == problem.h1(goal) == problem.upper_estimate(goal) == 0
    assert problem.overestimate(goal) == 0
    assert problem.completion(goal) == []


@given(matrices(symmetric=True))
def test_the_mirror_rule_keeps_one_of_each_two_mirrored_tours(matrix):
    """Both stay only where city n stands in the middle, which is its own mirror place."""
    problem = Tours(matrix)
    kept = {state for state, _ in nodes(problem) if problem.is_goal(state)}

    assert problem.mirror
    for tour in all_tours(problem):
        mirrored = (1, *reversed(tour[1:]))
        in_the_middle = 2 * (tour.index(problem.n) + 1) == problem.n + 2
        assert (tour in kept) + (mirrored in kept) == (2 if in_the_middle else 1)
    assert min(map(problem.tour_cost, kept)) == min(map(problem.tour_cost, all_tours(problem)))


def test_five_cities_keep_twelve_of_their_twenty_four_tours():
    problem = Tours([[1] * 5] * 5)

    assert sum(problem.is_goal(state) for state, _ in nodes(problem)) == 12


def test_the_mirror_rule_cannot_be_forced_on_asymmetric_data():
    with pytest.raises(BadInputError, match="mirror=True needs a symmetric matrix"):
        Tours(LITTLE, mirror=True)


@pytest.mark.parametrize(
    ("law", "scale"),
    [
        (proportional_to_depth, 6),
        (linear_law(0, 1), 5),
        (linear_law(0.1, 0.1), 10),
        (linear_law(1, 1), 1),
        (lambda depth, n: 1, 1),
    ],
)
def test_the_scale_makes_every_weight_whole_and_every_estimate_an_int(law, scale):
    problem = Tours(LITTLE, weight=law)

    assert problem.scale == scale
    for state, _ in nodes(problem):
        assert type(problem.estimate(state)) is int


def test_the_usual_law_is_depth_over_the_number_of_cities():
    assert proportional_to_depth(2, 6) == Fraction(1, 3)
    assert Tours(HARRIS).estimate((1, 3)) == 7 * 1 + 11 * 5
    assert Tours(HARRIS).scale == 6


def test_a_linear_law_meets_both_its_ends():
    law = linear_law("-0.5", 0.7)

    assert [law(depth, 4) for depth in range(4)] == [
        Fraction(-1, 2),
        Fraction(-1, 10),
        Fraction(3, 10),
        Fraction(7, 10),
    ]


@pytest.mark.parametrize(
    "problem",
    [
        Tours(HARRIS, weight=lambda depth, n: depth / n),
        Tours([[cost + 0.5 for cost in row] for row in HARRIS]),
        Tours(HARRIS, heuristic="h0"),
    ],
    ids=["law of floats", "costs that are not whole", "h0"],
)
def test_elsewhere_the_scale_is_one(problem):
    extra = 0.5 * 5 if problem.matrix[0][1] else 0  # half a unit in each of five rows

    assert problem.scale == 1
    assert problem.h0((1, 3)) == 7 + extra
    assert problem.h1((1, 3)) == pytest.approx((7 + 11 * 5) / 6 + extra)


@pytest.mark.parametrize(
    ("arguments", "fragment"),
    [
        ({"matrix": [[0, 1], [1, 0]]}, "matrix has 2 rows; a tour needs at least 3 cities"),
        ({"matrix": [[0, 1, 2], [1, 0, -1], [2, 1, 0]]}, "matrix, row 2, column 3: -1 is negative"),
        ({"heuristic": "h3"}, "heuristic must be 'h0' or 'h1', got 'h3'"),
        (
            {"weight": lambda depth, n: float("nan")},
            "the weight at depth 0 must be a finite number",
        ),
    ],
)
def test_a_bad_argument_is_refused(arguments, fragment):
    with pytest.raises(BadInputError) as refusal:
        Tours(**{"matrix": LITTLE, **arguments})

    assert fragment in str(refusal.value)


def test_a_law_needs_numbers():
    with pytest.raises(BadInputError, match="weight must be a finite number, got 'half'"):
        linear_law("half", 1)


@pytest.mark.parametrize("tour", [[1, 2, 3], [1, 2, 3, 4, 5, 5], [0, 1, 2, 3, 4, 5]])
def test_the_cost_of_something_that_is_no_tour_is_refused(tour):
    with pytest.raises(BadInputError, match="a tour must visit each city from 1 to 6 once"):
        Tours(LITTLE).tour_cost(tour)
