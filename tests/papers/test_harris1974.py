"""Harris (1974): his guarantee, exactly; his figures, beside ours.

The matrices of his figures 1 to 7 are lost, so no count of expansions can be reproduced; what is
tested is the guarantee of section 2, and the kind of outcome each figure shows on problems that
anyone can look up. ``docs/papers/harris1974.md`` has the rules.
"""

from fractions import Fraction
from itertools import permutations

import pytest
from small_tours import LITTLE

from provebest import Stopped, find_path_within
from provebest.papers import harris1974 as lab
from provebest.papers.random_tours import LAWS, Check, check_guarantee
from provebest.problems import Tours, linear_law

pytestmark = pytest.mark.paper("harris1974")

NO_GOAL_IN_500_OPEN = None

# figure -> cities, estimate, expansions as stated
FIGURES = {
    1: (6, "h1", 6),
    2: (6, "h1", 14),
    3: (6, "h0", 18),
    4: (11, "h1", 14),
    5: (11, "h0", NO_GOAL_IN_500_OPEN),
    6: (20, "h1", 42),
    7: (20, "h0", NO_GOAL_IN_500_OPEN),
}

LITTLE_OPTIMUM = 63
GR17_OPTIMUM, GR21_OPTIMUM = 2085, 2707  # TSPLIB
STEEP = linear_law(-1, 1)

GUARANTEE_PROBLEMS = 600


def held_karp(matrix):
    """The least cost of a tour, by dynamic programming over sets of cities."""
    others = range(1, len(matrix))
    full = sum(1 << city for city in others)
    best = {(1 << city, city): matrix[0][city] for city in others}
    for visited in range(2, full + 1, 2):
        for last in others:
            so_far = best.get((visited, last))
            if so_far is None:
                continue
            for city in others:
                if not visited >> city & 1:
                    key = visited | 1 << city, city
                    cost = so_far + matrix[last][city]
                    best[key] = min(cost, best.get(key, cost))
    return min(best[full, last] + matrix[last][0] for last in others)


def test_figures_1_to_7_are_typed_into_the_lab_as_the_paper_states_them():
    typed = {
        figure.number: (figure.cities, figure.heuristic, figure.expansions)
        for figure in lab.FIGURES
    }

    assert typed == FIGURES
    assert [figure.expansions for figure in lab.FIGURES] == [6, 14, 18, 14, None, 42, None]


@pytest.mark.parametrize("block", range(0, GUARANTEE_PROBLEMS, 100))
def test_section_2_the_guarantee_holds_on_every_random_problem(block):
    """Given the true e: phase 1 is within e, phase 2 is optimal, with and without dropping."""
    for seed in range(block, block + 100):
        check = check_guarantee(seed)

        assert check.first_within_e, seed
        assert check.optimal, seed
        assert check.optimal_without_dropping, seed
        assert check.share_of_e <= 1, seed


def test_section_2_the_allowance_is_really_used():
    """Phase 1 alone is not optimal: the guarantee says something."""
    shares = [check_guarantee(seed).share_of_e for seed in range(200)]

    assert max(shares) > Fraction(1, 2)
    assert min(shares) == 0


def test_the_held_karp_oracle_agrees_with_all_permutations():
    tours = [(1, *rest) for rest in permutations(range(2, 7))]

    assert held_karp(LITTLE) == min(map(Tours(LITTLE).tour_cost, tours)) == LITTLE_OPTIMUM


def test_little_s_matrix_comes_with_the_package_as_printed():
    off_diagonal = [(i, j) for i in range(6) for j in range(6) if i != j]
    ours = lab.matrix("little6.txt")

    assert [ours[i][j] for i, j in off_diagonal] == [LITTLE[i][j] for i, j in off_diagonal]


@pytest.mark.parametrize("law", LAWS)
def test_figures_1_and_2_on_little_s_six_cities(law):
    """Phase 1 comes close, phase 2 proves 63; the paper's six cities are others."""
    problem = Tours(LITTLE, weight=law)
    first = find_path_within(problem)
    proved = find_path_within(problem, prove_optimal=True)

    assert not problem.symmetric
    assert first.first_goal_cost - LITTLE_OPTIMUM <= first.at_most_above_optimum
    assert proved.proved
    assert proved.cost == LITTLE_OPTIMUM
    assert first.counters.expanded <= proved.counters.expanded


@pytest.mark.parametrize("drop", [True, False])
def test_figure_3_on_little_s_six_cities(drop):
    """The admissible search needs 10 to 13 expansions, by how goals and ties are counted."""
    result = find_path_within(Tours(LITTLE, heuristic="h0"), prove_optimal=True, drop=drop)

    assert result.proved
    assert result.cost == LITTLE_OPTIMUM
    assert 10 <= result.counters.expanded <= 13


@pytest.mark.parametrize("heuristic", ["h0", "h1"])
def test_figures_4_and_5_on_the_first_eleven_cities_of_burma14(heuristic):
    matrix = lab.matrix("burma14.tsp", 11)
    result = find_path_within(
        Tours(matrix, heuristic=heuristic), prove_optimal=True, max_open=lab.MAX_OPEN
    )

    assert result.proved
    assert result.cost == held_karp(matrix)


def test_figure_5_without_dropping_the_admissible_search_runs_into_500_open_nodes():
    """As the paper says of its eleven cities; dropping keeps the same search below 500."""
    problem = Tours(lab.matrix("burma14.tsp", 11), heuristic="h0")
    keeping = find_path_within(problem, drop=False, max_open=lab.MAX_OPEN)
    dropping = find_path_within(problem, max_open=lab.MAX_OPEN)

    assert keeping.stopped is Stopped.MEMORY_LIMIT
    assert keeping.first_goal_cost is None
    assert dropping.proved
    assert dropping.peak_open < lab.MAX_OPEN


def test_figure_4_the_bandwidth_search_reaches_its_first_goal_long_before_the_admissible_one():
    """The paper's point, which holds here for every weight law of the lab."""
    matrix = lab.matrix("burma14.tsp", 11)
    admissible = find_path_within(Tours(matrix, heuristic="h0"))
    for law in lab.LAWS.values():
        banded = find_path_within(Tours(matrix, weight=law))

        assert 2 * banded.expanded_at_first_goal < admissible.expanded_at_first_goal


@pytest.mark.parametrize("drop", [True, False])
def test_figure_6_on_gr17_a_steep_law_finds_a_goal_after_35_expansions(drop):
    """2202 against an optimum of 2085; 36 expansions if the goal is counted."""
    problem = Tours(lab.matrix("gr17.tsp"), weight=STEEP)
    result = find_path_within(problem, drop=drop, max_open=lab.MAX_OPEN)

    assert result.expanded_at_first_goal in (35, 36)
    assert result.first_goal_cost == result.cost == 2202
    assert result.cost - GR17_OPTIMUM <= result.at_most_above_optimum


@pytest.mark.parametrize("law", ["wt d/n", "wt .5 to 1"])
@pytest.mark.parametrize("name", ["gr17.tsp", "gr21.tsp"])
def test_figure_6_with_a_weight_from_0_to_1_no_goal_is_found_in_500_open_nodes(name, law):
    """Here our problems behave unlike the paper's twenty cities."""
    problem = Tours(lab.matrix(name), weight=lab.LAWS[law])
    result = find_path_within(problem, max_open=lab.MAX_OPEN)

    assert result.stopped is Stopped.MEMORY_LIMIT
    assert result.first_goal_cost is None


@pytest.mark.parametrize("drop", [True, False])
@pytest.mark.parametrize(
    ("name", "optimum"), [("gr17.tsp", GR17_OPTIMUM), ("gr21.tsp", GR21_OPTIMUM)]
)
def test_figure_7_the_admissible_search_selects_no_goal_in_500_open_nodes(name, optimum, drop):
    """As the paper says of its twenty cities; a tour with a true bound is at hand all the same."""
    problem = Tours(lab.matrix(name), heuristic="h0")
    result = find_path_within(problem, drop=drop, max_open=lab.MAX_OPEN)

    assert result.stopped is Stopped.MEMORY_LIMIT
    assert result.first_goal_cost is None
    assert result.expanded_at_first_goal is None
    assert result.completed
    assert problem.tour_cost(result.path[-1]) == result.cost
    assert optimum in result.optimum
    assert result.cost - optimum <= result.at_most_above_optimum


def test_section_3_an_understated_e_of_4_finds_no_goal_and_is_never_called_exhausted():
    """gr17 and gr21 under five weight laws: e is seen to be false in 4 of 10, OPEN fills in 6."""
    outcomes = [
        find_path_within(Tours(lab.matrix(name), weight=law), 4, max_open=lab.MAX_OPEN)
        for name in ("gr17.tsp", "gr21.tsp")
        for law in LAWS
    ]
    refuted = [result for result in outcomes if result.stopped is Stopped.BAND_FALSE]
    filled = [result for result in outcomes if result.stopped is Stopped.MEMORY_LIMIT]

    assert (len(refuted), len(filled)) == (4, 6)
    assert all(result.first_goal_cost is None for result in outcomes)
    assert all(result.at_most_above_optimum is None for result in refuted)
    assert all(result.dropped > 0 for result in refuted)


def test_the_lab_reproduces_the_guarantee_and_says_that_the_matrices_are_lost():
    ticks = []
    reproduction = lab.reproduce(lambda: ticks.append(None))
    figures, guarantee = reproduction.tables
    n = lab.GUARANTEE_PROBLEMS

    assert reproduction.reproduced is True
    assert reproduction.paper == "harris1974"
    assert "matrices are lost" in reproduction.summary[0]
    assert reproduction.summary[1] == f"The guarantee holds in all {n} random problems."
    assert figures.compared == 0
    assert "lost" in figures.caption
    assert (guarantee.compared, guarantee.agreeing) == (3, 3)
    assert len(ticks) == lab.RUNS


def test_the_lab_would_say_so_if_the_guarantee_failed(monkeypatch):
    failed = Check(
        first_within_e=False, optimal=True, optimal_without_dropping=True, share_of_e=Fraction(2)
    )
    monkeypatch.setattr(lab, "check_guarantee", lambda _: failed)
    monkeypatch.setattr(lab, "FIGURES", ())
    reproduction = lab.reproduce()

    assert not reproduction.reproduced
    assert reproduction.summary[1] == "The guarantee FAILED: see the table."
