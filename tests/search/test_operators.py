"""Development of nodes one operator at a time."""

import random
from itertools import pairwise

import pytest

from provebest import Stopped, find_path
from provebest.problems import SlidingTiles

ORDERS = ["fixed", "learned"]


def walk(seed):
    """A board up to 60 random steps from the goal, as text."""
    rng = random.Random(seed)
    puzzle = SlidingTiles("123804765")
    board = puzzle.start()
    for _ in range(rng.randrange(60)):
        board = rng.choice(puzzle.successors(board))[1]
    return puzzle.show(board)


BOARDS = [walk(f"operators {number}") for number in range(20)]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("weight", [0.5, 1])
@pytest.mark.parametrize("board", BOARDS)
def test_the_path_is_legal(board, order, weight):
    puzzle = SlidingTiles(board, w=1.5)
    result = find_path(puzzle, operators=order, weight=weight, max_developed=5000)

    assert result.solved
    assert result.path[0] == puzzle.start()
    assert result.path[-1] == puzzle.goal
    for (here, there), action in zip(pairwise(result.path), result.actions, strict=True):
        assert (action, there, 1) in puzzle.successors(here)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("duplicates", ["ignore", "relink", "reopen"])
def test_two_runs_are_one(order, duplicates):
    for board in BOARDS:
        first, second = (
            find_path(SlidingTiles(board, w=1.5), operators=order, duplicates=duplicates)
            for _ in range(2)
        )

        assert first == second


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("duplicates", ["relink", "reopen"])
@pytest.mark.parametrize("estimate", ["E1", "E2"])
def test_with_an_admissible_estimate_the_path_is_still_proved_shortest(order, duplicates, estimate):
    for board in BOARDS:
        puzzle = SlidingTiles(board, estimate=estimate)
        whole = find_path(puzzle)
        piecewise = find_path(puzzle, operators=order, duplicates=duplicates)

        assert piecewise.stopped is whole.stopped is Stopped.PROVED
        assert piecewise.cost == whole.cost


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("w", [0, 1.5, 3])
def test_fewer_states_are_made_over_twenty_boards_though_not_on_each(order, w):
    """What operator selection is for: a good child spares the others."""
    whole = [find_path(SlidingTiles(board, w=w)) for board in BOARDS]
    piecewise = [find_path(SlidingTiles(board, w=w), operators=order) for board in BOARDS]

    assert sum(result.counters.generated for result in piecewise) < sum(
        result.counters.generated for result in whole
    )


@pytest.mark.parametrize("order", ORDERS)
def test_a_node_is_counted_as_developed_once_however_many_operators_it_takes(order):
    for board in BOARDS:
        counters = find_path(SlidingTiles(board, w=1.5), operators=order).counters

        assert counters.expanded <= counters.generated <= 4 * counters.expanded


@pytest.mark.parametrize("order", ORDERS)
def test_the_start_is_solved_one_step_away_with_as_many_operators_as_needed(order):
    """The goal is Left of this start, and Right is tried first."""
    result = find_path(SlidingTiles("123840765"), operators=order)

    assert result.actions == ("L",)
    assert result.counters.expanded == 1
    assert result.counters.generated <= 3
