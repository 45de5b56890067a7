"""Edwards and Hart (1963): Levin's theorem, exactly, and the memo's figure."""

import pytest

from provebest.papers import edwards1963 as lab
from provebest.search.alphabeta import alphabeta, minimax
from provebest.vocabulary import BadInputError

pytestmark = pytest.mark.paper("edwards1963")

# The theorem's two formulas, written out for n = 1 to 8.
ODD_AND_EVEN = [
    lambda b: b + 1 - 1,
    lambda b: 2 * b - 1,
    lambda b: b**2 + b - 1,
    lambda b: 2 * b**2 - 1,
    lambda b: b**3 + b**2 - 1,
    lambda b: 2 * b**3 - 1,
    lambda b: b**4 + b**3 - 1,
    lambda b: 2 * b**4 - 1,
]


@pytest.mark.parametrize("b", range(1, 7))
@pytest.mark.parametrize("n", range(1, 9))
def test_levins_theorem_is_exact(b, n):
    assert lab.levin(b, n) == ODD_AND_EVEN[n - 1](b)
    assert lab.examined(b, n) == lab.levin(b, n)
    assert alphabeta(lab.OrderedTree(b, n), n, fail_soft=True).counters.evaluated == lab.levin(b, n)


def test_figure_only_17_of_the_81_possible_nodes():
    assert lab.examined(3, 4) == 17
    assert minimax(lab.OrderedTree(3, 4), 4).counters.evaluated == 81


@pytest.mark.parametrize("ordering", ["perfect", "random", "worst"])
@pytest.mark.parametrize(("b", "n"), [(2, 5), (3, 4), (4, 3)])
def test_the_three_trees_are_one_tree_in_three_orders(ordering, b, n):
    """Value 0, all leaves different, and the same line of best moves."""
    tree = lab.OrderedTree(b, n, ordering, seed=5)
    states = [tree.start()]
    for _ in range(n):
        states = [tree.play(state, move) for state in states for move in tree.moves(state)]

    assert len({tree.value(state) for state in states}) == b**n
    assert minimax(tree, n).line == alphabeta(tree, n).line == (0,) * n
    assert minimax(tree, n).value == 0


@pytest.mark.parametrize("b", [2, 3, 4])
@pytest.mark.parametrize("n", range(1, 7))
def test_worst_order_examines_everything_and_random_order_lies_between(b, n):
    assert lab.examined(b, n, "worst") == b**n
    assert lab.levin(b, n) <= lab.shuffled_median(b, n) <= b**n


def test_reproduction_agrees_in_every_cell():
    pieces = []
    outcome = lab.reproduce(lambda: pieces.append(1))

    assert len(pieces) == lab.RUNS
    assert outcome.reproduced
    assert [(table.agreeing, table.compared) for table in outcome.tables] == [
        (48, 48),
        (1, 1),
        (0, 0),
    ]
    assert outcome.summary[0] == "Levin's count holds in 48 of 48 trees."


def test_the_curves_are_drawn(tmp_path):
    pytest.importorskip("matplotlib").use("Agg")

    assert lab.plot_levin(tmp_path).read_bytes().startswith(b"\x89PNG")


def test_a_tree_without_branches_is_refused():
    with pytest.raises(BadInputError, match="1 or more branches"):
        lab.OrderedTree(0, 3)
