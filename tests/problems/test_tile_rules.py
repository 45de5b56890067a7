"""The estimates of Doran and Michie, as Rosenberg (1972) lists them, and the rings of a board."""

import random
from itertools import pairwise

import pytest

from provebest.problems import SlidingTiles, TileRules
from provebest.problems.tile_boards import PAPER_GOAL
from provebest.problems.tile_rules import rings

GOAL = bytes(int(digit) for digit in PAPER_GOAL)
FIGURE_4 = bytes([5, 2, 7, 8, 0, 4, 3, 6, 1])
SHAPES = [(width, height) for width in range(1, 7) for height in range(1, 7) if width * height > 1]


@pytest.fixture
def paper():
    return TileRules(3, 3, GOAL, misplaced=1, position=1, sequence=1)


def test_the_counts_of_figure_4_are_the_papers(paper):
    """Section 2.1.1: P = 4+0+4+0+4+0+4+0 = 16 and S = 16 + 0 = 16. Four tiles are out of place."""
    assert paper.position_count(FIGURE_4) == 16
    assert paper.sequence_count(FIGURE_4) == 16
    assert paper.misplaced_count(FIGURE_4) == 4


def test_the_weights_multiply_the_counts():
    rules = TileRules(3, 3, GOAL, misplaced=1000, position=10, sequence=100)

    assert rules.estimate(FIGURE_4) == 1000 * 4 + 10 * 16 + 100 * 16


@pytest.mark.parametrize(
    ("name", "w", "value"), [("E1", 0, 4), ("E2", 0, 16), ("E3", 0, 16), ("E4", 0.5, 24)]
)
def test_the_four_estimates_by_name(name, w, value):
    puzzle = SlidingTiles("527804361", estimate=name, w=w)

    assert puzzle.estimate(FIGURE_4) == value * puzzle.scale


def test_only_estimates_without_the_sequence_count_are_admissible():
    admissible = {
        (name, w): SlidingTiles("527804361", estimate=name, w=w).admissible
        for name, w in [("E1", 9), ("E2", 9), ("E3", 9), ("E4", 9), ("E4", 0)]
    }

    assert admissible == {
        ("E1", 9): True, ("E2", 9): True, ("E3", 9): False, ("E4", 9): False, ("E4", 0): True,
    }  # fmt: skip


@pytest.mark.parametrize(("width", "height"), SHAPES)
def test_every_goal_scores_nothing_by_any_estimate(width, height):
    rng = random.Random(f"{width}x{height}")
    for _ in range(20):
        goal = bytes(rng.sample(range(width * height), width * height))
        rules = TileRules(width, height, goal, misplaced=1, position=1, sequence=1)

        assert rules.misplaced_count(goal) == 0
        assert rules.position_count(goal) == 0
        assert rules.sequence_count(goal) == 0


def test_one_step_from_the_goal_one_tile_has_lost_its_follower_and_the_centre_is_taken(paper):
    assert paper.sequence_count(bytes([1, 0, 3, 8, 2, 4, 7, 6, 5])) == 2 + 1
    assert paper.sequence_count(bytes([1, 2, 3, 0, 8, 4, 7, 6, 5])) == 2 + 1


def test_a_blank_that_only_parts_two_followers_costs_nothing():
    rules = TileRules(3, 2, bytes([1, 2, 3, 5, 4, 0]), misplaced=0, position=0, sequence=1)

    assert rules.sequence_count(bytes([1, 2, 3, 5, 0, 4])) == 0
    assert rules.sequence_count(bytes([1, 2, 0, 5, 4, 3])) == 0


def test_steps_are_made_in_the_order_right_left_up_down(paper):
    steps = paper.successors(GOAL)

    assert [move for move, _, _ in steps] == ["R", "L", "U", "D"]
    assert [cost for _, _, cost in steps] == [1, 1, 1, 1]
    assert steps[0][1] == bytes([1, 2, 3, 8, 4, 0, 7, 6, 5])
    assert steps[2][1] == bytes([1, 0, 3, 8, 2, 4, 7, 6, 5])


def test_steps_off_the_board_are_left_out(paper):
    corner = bytes([0, 1, 2, 3, 4, 5, 6, 7, 8])

    assert [move for move, _, _ in paper.successors(corner)] == ["R", "D"]


def test_the_rings_go_clockwise_from_the_top_left():
    assert rings(3, 3) == [[0, 1, 2, 5, 8, 7, 6, 3], [4]]
    assert rings(4, 4) == [[0, 1, 2, 3, 7, 11, 15, 14, 13, 12, 8, 4], [5, 6, 10, 9]]
    assert rings(4, 3) == [[0, 1, 2, 3, 7, 11, 10, 9, 8, 4], [5, 6]]
    assert rings(3, 1) == [[0, 1, 2]]
    assert rings(1, 3) == [[0, 1, 2]]


@pytest.mark.parametrize(("width", "height"), SHAPES)
def test_every_square_lies_on_exactly_one_ring(width, height):
    squares = [square for ring in rings(width, height) for square in ring]

    assert sorted(squares) == list(range(width * height))


@pytest.mark.parametrize(("width", "height"), [shape for shape in SHAPES if 1 not in shape])
def test_neighbours_on_a_ring_are_neighbours_on_the_board(width, height):
    for ring in rings(width, height):
        for a, b in pairwise(ring):
            across, down = abs(a % width - b % width), abs(a // width - b // width)

            assert across + down == 1
