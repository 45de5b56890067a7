"""The compiled interval searches may be faster than the Python reference, never different."""

import threading
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provebest.games.trees import AdjustAfterTree, CanonicalTree, PalayTree
from provebest.search.intervals import bstar, interval_search, reference_search
from provebest.search.intervals.compiled import CompiledIntervalSearch
from provebest.search.intervals.disprove_best import FLOWS
from provebest.search.intervals.gpn import GRIDS
from provebest.search.intervals.search import IntervalSearch
from provebest.vocabulary import BadInputError, Limits, Stopped, run

PARTS = product("T23A", ("", "R"), ("", "L", "M"))
BERLINERS = ["BF", *(f"{rivals}D{by}{aspiration}" for rivals, by, aspiration in PARTS)]
COVERED = [*BERLINERS, *(f"{name}X" for name in BERLINERS), *FLOWS, *GRIDS]

FAMILIES = [
    (CanonicalTree, 4, 800, 3),
    (PalayTree, 4, 800, 4, 3),
    (PalayTree, 7, 6400, 6, 5),
    (AdjustAfterTree, 5, 800, 3, 0.75, 3),
    (AdjustAfterTree, 3, 800, 3, 1.4, 3),
]


def seen_as(tree, kind):
    return tree if kind == "plain" else getattr(tree, kind)()


def told(search):
    """Everything there is to tell: the result to the letter, the headline, and the whole tree."""
    result = run(search)
    nodes = [
        (node.state, node.move, node.lo, node.hi, node.dlo, node.dhi, node.max_moves)
        for node in search.root.subtree()
    ]
    return repr(result), search.headline(), nodes


@pytest.mark.parametrize("kind", ["plain", "with_invalid_bounds", "collapsed"])
@pytest.mark.parametrize("strategy", COVERED)
def test_trees_and_results_are_the_references_node_for_node(kind, strategy):
    for family, *numbers in FAMILIES:
        native = seen_as(family(*numbers), kind)
        search = interval_search(native, strategy, max_nodes=500)

        assert isinstance(search, CompiledIntervalSearch)
        assert told(search) == told(reference_search(native, strategy, max_nodes=500))


@pytest.mark.parametrize("strategy", ["2DRLX", "3DRMX", "ALT", "AR", "DB", *GRIDS])
def test_ties_are_broken_alike(strategy):
    """Where ranges are small nearly every choice is a tie."""
    for width, span, iteration in product((2, 3, 6, 9), (3, 8, 20, 60), range(1, 9)):
        tree = CanonicalTree(width, span, iteration)

        assert told(interval_search(tree, strategy, max_nodes=300)) == told(
            reference_search(tree, strategy, max_nodes=300)
        )


@pytest.mark.parametrize("strategy", ["2DRM", "DB", "GPN"])
def test_trees_drawn_in_python_are_the_same_trees(strategy):
    for family, *numbers in FAMILIES:
        native, python = (
            interval_search(family(*numbers, native=kind), strategy, max_nodes=500)
            for kind in (True, False)
        )

        assert isinstance(python, IntervalSearch)
        assert told(native) == told(python)


@pytest.mark.parametrize("strategy", ["BF", "TD", "2DRM", "ADM", "2DRMX", "DB", "GPN", "GPN1"])
def test_with_the_papers_own_limits_the_ends_are_the_same(strategy):
    """Proved, false bounds, and both of the paper's limits are among them."""
    ends = set()
    for span, width in product((100, 1600), (5, 8)):
        tree = CanonicalTree(width, span, 2)
        for max_nodes in (None, 200):
            result = bstar(tree, strategy, max_nodes=max_nodes)
            ends.add(result.stopped)

            assert repr(result) == repr(run(reference_search(tree, strategy, max_nodes=max_nodes)))
    expected = {Stopped.NODE_LIMIT, Stopped.BOUNDS_FALSE if "X" in strategy else Stopped.PROVED}

    assert expected <= ends
    assert (Stopped.DEPTH_LIMIT in ends) == (strategy == "BF")


def anything(draw):
    width, span = (
        draw(st.integers(1, 12)),
        draw(st.one_of(st.integers(1, 40), st.integers(1, 20_000))),
    )
    seed, draws = draw(st.integers(0, 10**6)), draw(st.integers(2, 9))
    growth = draw(st.sampled_from([0.3, 0.75, 1, 1.4, 3]))
    return draw(
        st.sampled_from(
            [
                CanonicalTree(width, span, seed),
                PalayTree(width, span + 1, draws, seed),
                AdjustAfterTree(width, span + 1, draws, growth, seed),
            ]
        )
    )


trees = st.composite(anything)()


@settings(deadline=None, max_examples=200)
@given(trees, st.sampled_from(COVERED), st.integers(0, 12), st.integers(1, 400))
def test_any_tree_under_any_limits(tree, strategy, max_depth, max_nodes):
    limits = {"max_depth": max_depth, "max_nodes": max_nodes}
    search = interval_search(tree, strategy, **limits)

    assert told(search) == told(reference_search(tree, strategy, **limits))


@settings(deadline=None, max_examples=40)
@given(trees, st.sampled_from(COVERED), st.lists(st.integers(1, 40), max_size=8))
def test_slices_of_any_length_make_the_same_search(tree, strategy, slices):
    """And between two slices the answer so far is the reference's."""
    search = interval_search(tree, strategy, max_nodes=2000)
    reference = reference_search(tree, strategy, max_nodes=2000)
    for at_most in slices:
        if search.stopped is None:
            search.step(at_most)
        for _ in range(at_most):
            if reference.stopped is None:
                reference.step()

        assert (search.stopped, search.stored()) == (reference.stopped, reference.stored())
        so_far = Stopped.NODE_LIMIT
        assert repr(search.result(so_far)) == repr(reference.result(so_far))


@pytest.mark.parametrize("strategy", ["BF", "2DRM", "AR", "GPN"])
@pytest.mark.parametrize("limit", [0, 1, 37])
def test_a_limit_on_expansions_or_on_storage_is_met_exactly(strategy, limit):
    tree = PalayTree(6, 6400, 7, 301)
    for limits in (Limits(expanded=limit), Limits(stored=6 * limit + 1)):
        result = run(interval_search(tree, strategy), limits)

        assert result.counters.expanded == limit
        assert repr(result) == repr(run(reference_search(tree, strategy), limits))


def test_an_interrupted_search_has_the_references_answer_so_far():
    """BF runs down a chain of this tree for ever, so only the interruption ends it."""
    tree, cancel = CanonicalTree(5, 100, 2), threading.Event()
    endless = {"strategy": "BF", "max_depth": 10**9, "max_nodes": 10**9}

    result = run(interval_search(tree, **endless), Limits(cancel=cancel), lambda _: cancel.set())

    assert result.stopped is Stopped.CANCELLED
    made = result.counters.expanded
    assert made > 0
    by_count = run(interval_search(tree, **endless), Limits(expanded=made))
    assert replace(by_count, stopped=result.stopped, reason=result.reason) == result
    few = Limits(expanded=min(made, 5000))  # the reference takes its time
    results = [run(make(tree, **endless), few) for make in (interval_search, reference_search)]
    assert repr(results[0]) == repr(results[1])


class Counted(CanonicalTree):
    """A tree that counts how often it is asked for children."""

    asked = 0

    def expand(self, state):
        Counted.asked += 1
        return super().expand(state)


def test_a_tree_that_plays_by_its_own_rules_is_searched_by_the_reference():
    result = bstar(Counted(5, 400, 1), "2DRM")

    assert Counted.asked == result.counters.expanded == 25


@pytest.mark.parametrize("strategy", ["SQ-MAX", "DF"])
def test_what_has_no_twin_is_searched_by_the_reference(strategy):
    assert isinstance(interval_search(CanonicalTree(3, 100, 1), strategy), IntervalSearch)


@pytest.mark.parametrize("strategy", ["2DRM", "DB", "GPN"])
def test_a_tree_whose_value_is_known_leaves_nothing_to_choose(strategy):
    with pytest.raises(BadInputError, match="over at the root"):
        bstar(CanonicalTree(3, 0, 1), strategy)


@pytest.mark.parametrize("strategy", ["2DRM", "DB", "GPN"])
def test_a_limit_beyond_every_machine_is_no_limit(strategy):
    tree = CanonicalTree(5, 400, 3)

    assert bstar(tree, strategy, max_nodes=10**30, limits=Limits(depth=10**30)) == bstar(
        tree, strategy, max_nodes=10**6, limits=Limits(depth=10**6)
    )


def test_bounds_that_outgrow_the_generator_are_refused_alike():
    tree = AdjustAfterTree(8, 2**31, 4, 10, 1)
    searches = interval_search(tree, "ADM"), reference_search(tree, "ADM")
    for search in searches:
        with pytest.raises(ValueError, match="bounds that do not cross"):
            run(search)
    so_far = [repr(search.result(Stopped.NODE_LIMIT)) for search in searches]

    assert searches[0].tally.expanded > 0
    assert so_far[0] == so_far[1]
