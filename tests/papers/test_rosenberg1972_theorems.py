"""Pohl's theorems as Rosenberg (1972) quotes them in sections 2.1.3 and 2.2, on their own tree.

The papers count the goal among the expanded nodes; ``Counters.expanded`` does not. Each formula
holds exactly for every depth of the goal from 1 on.
"""

from fractions import Fraction

import pytest

from provebest import BadInputError, find_path
from provebest.problems.trees import MisledTree

pytestmark = pytest.mark.paper("rosenberg1972")

HALF, PURE = Fraction(1, 2), Fraction(1)
BRANCHINGS = [2, 3, 4]
ERRORS = [0, 1, 2, 3]
DEPTHS = range(1, 9)


def expanded(branching, depth, error, weight):
    """Nodes expanded by a search that loses every tie, the goal counted."""
    result = find_path(
        MisledTree(branching, depth, error), weight=weight, tie="newest", max_developed=10_000
    )

    assert result.solved
    assert result.length == depth
    return result.counters.expanded + 1


@pytest.mark.parametrize("weight", ["1/2", "0.6", "3/4", "0.9", "1"])
@pytest.mark.parametrize("branching", BRANCHINGS)
def test_theorem_1_a_perfect_estimate_expands_the_path_and_nothing_else(branching, weight):
    assert [expanded(branching, k, 0, weight) for k in DEPTHS] == [k + 1 for k in DEPTHS]


@pytest.mark.parametrize("weight", ["0.4", "1/4"])
def test_theorem_1_needs_a_weight_of_one_half_or_more(weight):
    assert expanded(2, 8, 0, weight) > 8 + 1


@pytest.mark.parametrize("error", ERRORS)
def test_theorem_7_with_g_and_h_a_binary_tree_costs_2_to_the_error_a_level(error):
    assert [expanded(2, k, error, HALF) for k in DEPTHS] == [2**error * k + 1 for k in DEPTHS]


def test_theorem_8_with_h_alone_and_no_error_only_the_path_is_expanded():
    assert [expanded(2, k, 0, PURE) for k in DEPTHS] == [k + 1 for k in DEPTHS]


@pytest.mark.parametrize("error", [1, 2, 3])
def test_theorem_8_with_h_alone_a_binary_tree_costs_half_of_4_to_the_error_a_level(error):
    counts = [expanded(2, k, error, PURE) for k in DEPTHS]

    assert counts == [4**error // 2 * k + 1 for k in DEPTHS]


@pytest.mark.parametrize("branching", BRANCHINGS)
@pytest.mark.parametrize("error", [0, 1, 2])
def test_theorem_9a_h_alone_expands_at_least_as_many_as_g_and_h(branching, error):
    for k in DEPTHS:
        alone, together = expanded(branching, k, error, PURE), expanded(branching, k, error, HALF)

        assert alone >= together
        assert (alone == together) == (error <= 1)


@pytest.mark.parametrize("weight", [HALF, PURE])
def test_theorem_9b_a_larger_error_never_expands_fewer(weight):
    counts = [expanded(2, 6, error, weight) for error in ERRORS]

    assert counts == sorted(counts)


@pytest.mark.parametrize("branching", BRANCHINGS)
@pytest.mark.parametrize("error", ERRORS)
def test_theorem_2_2_1_an_m_ary_tree_costs_m_to_the_error_a_level(branching, error):
    counts = [expanded(branching, k, error, HALF) for k in DEPTHS]

    assert counts == [branching**error * k + 1 for k in DEPTHS]


@pytest.mark.parametrize("branching", BRANCHINGS)
@pytest.mark.parametrize(("smaller", "larger"), [(0, 1), (0, 3), (1, 2), (2, 3)])
def test_theorem_2_2_1_the_larger_error_costs_c1_times_k_more(branching, smaller, larger):
    c1 = branching**larger - branching**smaller
    for k in (1, 4, 8):
        more = expanded(branching, k, larger, HALF) - expanded(branching, k, smaller, HALF)

        assert more == c1 * k


@pytest.mark.parametrize("branching", BRANCHINGS)
@pytest.mark.parametrize("error", [1, 2, 3])
def test_the_worst_case_needs_every_tie_to_be_lost(branching, error):
    tree = MisledTree(branching, 6, error)
    lucky = find_path(tree, weight=HALF, tie="oldest", max_developed=10_000)

    assert lucky.counters.expanded + 1 < expanded(branching, 6, error, HALF)


def test_the_estimate_errs_by_exactly_the_error_and_against_the_search():
    tree = MisledTree(3, 5, 2)

    assert tree.estimate((0,)) == tree.distance((0,)) + 2 == 5 + 2
    assert tree.estimate((5,)) == tree.distance((5,)) + 2 == 0 + 2
    assert tree.estimate((4, 1)) == tree.distance((4, 1)) - 2 == 1 + 1 - 2
    assert tree.estimate((2, 1, 0)) == tree.distance((2, 1, 0)) - 2 == 2 + 3 - 2


def test_the_child_on_the_solution_path_is_made_first_and_the_others_leave_it():
    tree = MisledTree(3, 2, 0)

    assert tree.successors((1,)) == [(0, (2,), 1), (1, (1, 1), 1), (2, (1, 2), 1)]
    assert [state for _, state, _ in tree.successors((2,))] == [(2, 0), (2, 1), (2, 2)]
    assert [state for _, state, _ in tree.successors((0, 1))] == [(0, 1, 0), (0, 1, 1), (0, 1, 2)]


def test_only_a_perfect_estimate_is_called_admissible():
    assert MisledTree(2, 3, 0).admissible
    assert not MisledTree(2, 3, 1).admissible


@pytest.mark.parametrize("numbers", [(0, 1, 0), (2, -1, 0), (2, 1, -1), (2, 1, float("nan"))])
def test_a_tree_that_cannot_be_is_refused(numbers):
    with pytest.raises(BadInputError, match=r"^a misled tree needs branching of 1 or more"):
        MisledTree(*numbers)
