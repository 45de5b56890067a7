"""Look-ahead: its values, its depth by rule, and trees that are kept instead of grown again."""

import math

import pytest

from provebest import BadInputError, find_path, varying_depth
from provebest.problems import SlidingTiles
from provebest.problems.trees import MisledTree
from provebest.search.path.look_ahead import LookAhead, LookNode
from provebest.vocabulary import Tally

PAPER = ["216408753", "825106734", "824107563", "824107356", "765108324"]
ROOMS = [1, 50, 1_000_000]


def paper_run(board, depth, keep_trees=0, *, native=False):
    """A run with the paper's rules: a board already seen is ignored, the newest of equals first."""
    return find_path(
        SlidingTiles(board, w=3, native=native),
        look_ahead=depth,
        keep_trees=keep_trees,
        duplicates="ignore",
        max_developed=200,
    )


def look(problem, state, parent, depth):
    tally = Tally()
    value, met = LookAhead(problem, depth, tally)(LookNode(None, state, 0), parent)
    return value, met, tally.generated, tally.evaluated


def test_depth_0_is_the_estimate_itself():
    puzzle = SlidingTiles("216408753", native=False)

    assert look(puzzle, puzzle.start(), None, 0) == (puzzle.estimate(puzzle.start()), None, 0, 1)


def test_the_value_is_the_least_estimate_at_the_horizon():
    tree = MisledTree(2, 5, 2)

    assert look(tree, (0,), None, 1) == (min(4 + 2, 6 - 2), None, 2, 2)
    assert look(tree, (0, 1), (0,), 2) == (8 - 2, None, 6, 4)


def test_the_way_straight_back_is_not_looked_at():
    puzzle = SlidingTiles("216408753", native=False)
    start = puzzle.start()
    _, right, _ = puzzle.successors(start)[0]

    assert look(puzzle, right, start, 1)[2] == 2
    assert look(puzzle, right, None, 1)[2] == 3


def test_a_goal_that_is_met_is_worth_0_and_nothing_else_is_looked_at():
    tree = MisledTree(2, 2, 3)

    assert look(tree, (0,), None, 2) == (0, 2, 2, 0)


def test_a_state_without_steps_has_no_horizon_and_an_infinite_value():
    flat = SlidingTiles("1/0/2", native=False)
    end = bytes([0, 1, 2])

    assert look(flat, end, flat.start(), 1) == (math.inf, None, 0, 0)


def test_a_varying_depth_falls_with_the_estimate():
    rule = varying_depth(1, 4, start_estimate=10)

    assert [rule(estimate) for estimate in (0, 1, 2, 4, 6, 8, 9, 10)] == [1, 1, 2, 2, 3, 3, 4, 4]


def test_a_varying_depth_stays_within_its_ends():
    rule = varying_depth(2, 3, start_estimate=7)

    assert rule(0) == 2
    assert rule(1000) == 3
    assert {rule(estimate) for estimate in range(100)} == {2, 3}


def test_a_varying_depth_with_equal_ends_is_a_fixed_depth():
    rule = varying_depth(2, 2, start_estimate=7)

    assert {rule(estimate) for estimate in range(20)} == {2}


def test_a_start_estimated_at_nothing_is_looked_at_from_near():
    assert varying_depth(1, 4, start_estimate=0)(5) == 1


@pytest.mark.parametrize("ends", [(-1, 2), (3, 2)])
def test_a_varying_depth_that_does_not_rise_is_refused(ends):
    with pytest.raises(BadInputError, match=r"must rise within 0 to 20$"):
        varying_depth(*ends, start_estimate=10)


@pytest.mark.parametrize("board", PAPER)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_rule_that_always_says_the_same_develops_the_same_nodes(board, depth):
    """It evaluates each node once more, to ask the rule."""
    fixed, by_rule = paper_run(board, depth), paper_run(board, lambda _estimate: depth)

    assert by_rule.path == fixed.path
    assert by_rule.counters.expanded == fixed.counters.expanded
    assert by_rule.counters.generated == fixed.counters.generated
    assert by_rule.counters.evaluated > fixed.counters.evaluated


@pytest.mark.parametrize("board", PAPER)
def test_native_and_reference_agree_on_a_varying_depth(board):
    rule = varying_depth(0, 3, start_estimate=30)

    assert paper_run(board, rule, native=True) == paper_run(board, rule)


@pytest.mark.parametrize("board", PAPER)
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
@pytest.mark.parametrize("room", ROOMS)
def test_kept_trees_change_no_path_and_no_development(board, depth, room):
    grown, kept = paper_run(board, depth), paper_run(board, depth, room)

    assert kept.path == grown.path
    assert kept.stopped is grown.stopped
    assert kept.counters.expanded == grown.counters.expanded
    assert kept.counters.evaluated <= grown.counters.evaluated


@pytest.mark.parametrize("board", PAPER)
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
@pytest.mark.parametrize("room", ROOMS)
def test_kept_trees_spare_states(board, depth, room):
    grown, kept = paper_run(board, depth), paper_run(board, depth, room)

    assert kept.counters.generated < grown.counters.generated


@pytest.mark.parametrize("board", PAPER)
def test_with_more_room_no_more_states_are_made(board):
    made = [paper_run(board, 3, room).counters.generated for room in (0, 1, 10, 100, 100_000)]

    assert made == sorted(made, reverse=True)


@pytest.mark.parametrize("board", PAPER)
@pytest.mark.parametrize("room", ROOMS)
def test_with_a_varying_depth_kept_trees_spare_evaluations_too(board, room):
    puzzle = SlidingTiles(board, w=3)
    rule = varying_depth(0, 3, puzzle.estimate(puzzle.start()) / puzzle.scale)
    grown, kept = paper_run(board, rule), paper_run(board, rule, room)

    assert kept.path == grown.path
    assert kept.counters.expanded == grown.counters.expanded
    assert kept.counters.generated <= grown.counters.generated
    assert kept.counters.evaluated <= grown.counters.evaluated
