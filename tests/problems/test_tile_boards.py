"""Boards as text: every spelling that is read, every sentence that refuses one, and parity."""

from collections import deque
from itertools import permutations

import pytest

from provebest import BadInputError
from provebest.problems import SlidingTiles, TileRules
from provebest.problems.tile_boards import (
    Shape,
    read_board,
    show_board,
    usual_goal,
    why_unsolvable,
)

FIFTEEN = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0"


def reachable(goal, shape):
    """Every board from which the goal can be reached, by walking all steps backwards."""
    rules = TileRules(shape.width, shape.height, goal, misplaced=0, position=0, sequence=0)
    seen, waiting = {goal}, deque([goal])
    while waiting:
        for _, board, _ in rules.successors(waiting.popleft()):
            if board not in seen:
                seen.add(board)
                waiting.append(board)
    return seen


@pytest.mark.parametrize(
    ("text", "tiles", "shape"),
    [
        ("216408753", [2, 1, 6, 4, 0, 8, 7, 5, 3], Shape(3, 3)),
        ("216/408/753", [2, 1, 6, 4, 0, 8, 7, 5, 3], Shape(3, 3)),
        (" 216 / 408 / 753 ", [2, 1, 6, 4, 0, 8, 7, 5, 3], Shape(3, 3)),
        ("2 1 6 4 0 8 7 5 3", [2, 1, 6, 4, 0, 8, 7, 5, 3], Shape(3, 3)),
        ("2,1,6,4,0,8,7,5,3", [2, 1, 6, 4, 0, 8, 7, 5, 3], Shape(3, 3)),
        ("2, 1, 6 / 4, 0, 8 / 7, 5, 3", [2, 1, 6, 4, 0, 8, 7, 5, 3], Shape(3, 3)),
        ("2 1 6\n4 0 8\n7 5 3", [2, 1, 6, 4, 0, 8, 7, 5, 3], Shape(3, 3)),
        ("1230", [1, 2, 3, 0], Shape(2, 2)),
        ("123/450", [1, 2, 3, 4, 5, 0], Shape(3, 2)),
        ("1 2/3 4/5 0", [1, 2, 3, 4, 5, 0], Shape(2, 3)),
        ("1/2/0", [1, 2, 0], Shape(1, 3)),
        (FIFTEEN, [*range(1, 16), 0], Shape(4, 4)),
        ("0 1 2 3 4 5/6 7 8 9 10 11", list(range(12)), Shape(6, 2)),
    ],
)
def test_a_board_is_read_in_every_spelling(text, tiles, shape):
    assert read_board(text) == (bytes(tiles), shape)


def test_a_board_without_rows_takes_the_shape_it_is_given():
    assert read_board("123450", Shape(3, 2)) == (bytes([1, 2, 3, 4, 5, 0]), Shape(3, 2))
    assert read_board("123450", Shape(2, 3)) == (bytes([1, 2, 3, 4, 5, 0]), Shape(2, 3))
    assert read_board("1 2 3 0", Shape(4, 1)) == (bytes([1, 2, 3, 0]), Shape(4, 1))


@pytest.mark.parametrize(
    "shape", [Shape(1, 4), Shape(3, 2), Shape(2, 2), Shape(3, 3), Shape(4, 4), Shape(5, 3)]
)
def test_what_is_shown_is_read_back(shape):
    board = bytes(reversed(range(shape.squares)))

    assert read_board(show_board(board, shape)) == (board, shape)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "board '' is empty; a board looks like 123804765"),
        (" / ", "board ' / ' is empty; a board looks like 123804765"),
        (
            "1 2 3 8 0 4 7 6",
            "board '1 2 3 8 0 4 7 6' has 8 tiles; expected a square number, or rows split by /",
        ),
        ("1 2 3/8 0/7 6 5", "board '1 2 3/8 0/7 6 5' has rows of different lengths: 3, 2, 3 tiles"),
        ("12380476/5", "board '12380476/5' has rows of different lengths: 8, 1 tiles"),
        (
            "123804766",
            "board '123804766' must hold each number from 0 to 8 once: repeated 6; missing 5",
        ),
        (
            "123804769",
            "board '123804769' must hold each number from 0 to 8 once: unknown 9; missing 5",
        ),
        (
            "1 1 7 0",
            (
                "board '1 1 7 0' must hold each number from 0 to 3 once: "
                "repeated 1; unknown 7; missing 2, 3"
            ),
        ),
        ("0", "board '0' has 1 squares; a board has 2 to 255"),
    ],
)
def test_what_is_no_board_is_refused_in_one_sentence(text, sentence):
    with pytest.raises(BadInputError) as refused:
        read_board(text)

    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("12380476x", "x"),
        ("1 2 3 8 0 4 7 6 five", "five"),
        ("1,2,-3,0", "-3"),
        ("1 1000 2 0", "1000"),
        ("\u00b213804765", "\u00b2"),
    ],
)
def test_what_is_no_number_is_pointed_at(text, word):
    with pytest.raises(BadInputError) as refused:
        read_board(text)

    assert f"contains {word!r}, which is not a tile number" in str(refused.value)


def test_the_largest_board_has_255_squares_and_a_larger_one_is_refused():
    largest = "/".join(" ".join(str(17 * row + x) for x in range(17)) for row in range(15))
    too_large = "/".join(" ".join(str(16 * row + x) for x in range(16)) for row in range(16))

    assert read_board(largest) == (bytes(range(255)), Shape(17, 15))
    with pytest.raises(BadInputError, match=r"has 256 squares; a board has 2 to 255$"):
        read_board(too_large)


def test_a_text_of_the_wrong_length_for_the_given_shape_is_refused():
    with pytest.raises(BadInputError, match=r"^goal '1230' has 4 tiles; expected 9 \(3x3\)$"):
        read_board("1230", Shape(3, 3), "goal")


def test_a_goal_of_another_size_is_refused():
    with pytest.raises(BadInputError, match=r"^goal '1 2/3 0' is 2x2, but the other board is 3x3$"):
        SlidingTiles("216408753", "1 2/3 0")


def test_a_bad_goal_is_called_a_goal():
    with pytest.raises(BadInputError, match=r"^goal '123804766' must hold"):
        SlidingTiles("216408753", "123804766")


def test_the_usual_goal_is_the_papers_on_3x3_and_the_tiles_in_order_elsewhere():
    assert usual_goal(Shape(3, 3)) == bytes([1, 2, 3, 8, 0, 4, 7, 6, 5])
    assert usual_goal(Shape(3, 2)) == bytes([1, 2, 3, 4, 5, 0])
    assert usual_goal(Shape(4, 4)) == bytes([*range(1, 16), 0])


@pytest.mark.parametrize("shape", [Shape(3, 2), Shape(2, 3)])
@pytest.mark.parametrize("goal", [[1, 2, 3, 4, 5, 0], [3, 0, 5, 1, 4, 2], [0, 5, 4, 3, 2, 1]])
def test_parity_tells_exactly_which_of_the_720_boards_of_six_squares_can_be_solved(shape, goal):
    goal = bytes(goal)
    solvable = reachable(goal, shape)

    assert len(solvable) == 360
    for board in map(bytes, permutations(range(6))):
        assert (why_unsolvable(board, goal, shape) is None) == (board in solvable)


@pytest.mark.parametrize("shape", [Shape(1, 2), Shape(2, 1), Shape(1, 5), Shape(5, 1), Shape(2, 2)])
def test_which_small_boards_can_be_solved_is_told_exactly(shape):
    goal = usual_goal(shape)
    solvable = reachable(goal, shape)

    for board in map(bytes, permutations(range(shape.squares))):
        assert (why_unsolvable(board, goal, shape) is None) == (board in solvable)


def test_why_a_board_cannot_be_solved_is_said():
    flat, square = Shape(1, 4), Shape(3, 3)
    swapped = bytes([2, 1, 3, 8, 0, 4, 7, 6, 5])

    assert why_unsolvable(swapped, usual_goal(square), square) == (
        "half of all boards can reach this goal, and by parity this one cannot"
    )
    assert why_unsolvable(bytes([2, 1, 3, 0]), usual_goal(flat), flat) == (
        "on a board one square wide, tiles cannot pass each other"
    )


def test_a_board_that_cannot_be_solved_is_refused_before_any_search():
    with pytest.raises(
        BadInputError, match=r"^board '213804765' cannot reach the goal '123804765'"
    ):
        SlidingTiles("213804765")


@pytest.mark.parametrize("w", [-1, "x", float("nan"), float("inf")])
def test_a_weight_of_the_sequence_count_that_makes_no_sense_is_refused(w):
    with pytest.raises(BadInputError, match=r"^w must be"):
        SlidingTiles("216408753", w=w)


def test_a_puzzle_shows_a_board_as_it_can_be_typed_in():
    puzzle = SlidingTiles("2 1 6/4 0 8/7 5 3")

    assert puzzle.show(puzzle.start()) == "216408753"
