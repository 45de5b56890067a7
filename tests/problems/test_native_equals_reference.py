"""The compiled tiles may be faster than the Python reference. They may not be different."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provebest import _native
from provebest.problems import Problem, SlidingTiles, TileRules
from provebest.search.path.look_ahead import LookAhead, LookNode
from provebest.vocabulary import Tally

shapes = st.tuples(st.integers(1, 5), st.integers(1, 5)).filter(lambda shape: shape != (1, 1))
weights = st.fixed_dictionaries(
    {name: st.integers(0, 90) for name in ("misplaced", "position", "sequence")}
)


@st.composite
def goals_and_walks(draw, shape=shapes):
    """A shape, a goal, and the last two boards of a walk of the blank away from the goal."""
    width, height = draw(shape)
    goal = bytes(draw(st.permutations(range(width * height))))
    rules = TileRules(width, height, goal, misplaced=0, position=0, sequence=0)
    parent, board = None, goal
    for turn in draw(st.lists(st.integers(0, 3), min_size=1, max_size=20)):
        steps = rules.successors(board)
        parent, board = board, steps[turn % len(steps)][1]
    return width, height, goal, parent, board


class Reference(Problem):
    """The reference rules as a problem, for shapes and weights that no text spells."""

    def __init__(self, rules):
        self.rules = rules

    def start(self):
        return self.rules.goal

    def successors(self, state):
        return self.rules.successors(state)

    def is_goal(self, state):
        return state == self.rules.goal

    def estimate(self, state):
        return self.rules.estimate(state)


def look(problem, board, parent, depth):
    """What the look-ahead of the search package finds, and what it counts."""
    tally = Tally()
    value, met = LookAhead(problem, depth, tally)(LookNode(None, board, 0), parent)
    return value, met, tally.generated, tally.evaluated


def spelled(board, width):
    rows = [board[i : i + width] for i in range(0, len(board), width)]
    return "/".join(" ".join(map(str, row)) for row in rows)


@given(shapes, weights, st.data())
def test_any_board_has_the_same_estimate_and_the_same_successors_in_the_same_order(
    shape, weights, data
):
    width, height = shape
    goal = bytes(data.draw(st.permutations(range(width * height))))
    board = bytes(data.draw(st.permutations(range(width * height))))
    native = _native.TilePuzzle(width, height, goal, **weights)
    reference = TileRules(width, height, goal, **weights)

    assert native.estimate(board) == reference.estimate(board)
    assert native.successors(board) == reference.successors(board)


@settings(deadline=None)
@given(goals_and_walks(), weights, st.integers(0, 5))
def test_look_ahead_finds_the_same_value_and_counts_the_same_work(walk, weights, depth):
    width, height, goal, parent, board = walk
    native = _native.TilePuzzle(width, height, goal, **weights)
    reference = Reference(TileRules(width, height, goal, **weights))

    assert native.look_ahead(board, parent, depth) == look(reference, board, parent, depth)
    assert native.look_ahead(board, None, depth) == look(reference, board, None, depth)


@settings(deadline=None)
@given(
    goals_and_walks(st.tuples(st.integers(1, 5), st.integers(2, 5))),
    st.sampled_from(["E1", "E2", "E3", "E4"]),
    st.sampled_from(["0", "0.1", "0.5", "2/3", "1.5", "9"]),
    st.integers(0, 5),
)
def test_the_two_kinds_of_sliding_tiles_agree(walk, estimate, w, depth):
    width, _, goal, parent, board = walk
    native, reference = (
        SlidingTiles(
            spelled(board, width), spelled(goal, width), estimate=estimate, w=w, native=kind
        )
        for kind in (True, False)
    )

    assert native.estimate(board) == reference.estimate(board)
    assert native.successors(board) == reference.successors(board)
    assert look(native, board, parent, depth) == look(reference, board, parent, depth)


def test_the_reference_has_no_compiled_look_ahead():
    board = SlidingTiles("216408753", native=False)

    assert board.look_ahead(board.start(), None, 2) is None


def test_the_compiled_look_ahead_meets_the_goal_and_says_how_far_it_is():
    puzzle = SlidingTiles("123804765")
    away = bytes([0, 2, 3, 1, 8, 4, 7, 6, 5])

    assert puzzle.look_ahead(away, None, 4)[:2] == (0, 2)
    assert puzzle.look_ahead(away, None, 1)[1] is None


@pytest.mark.parametrize(
    "board",
    [b"", bytes(8), bytes(range(10)), bytes([1, 2, 3, 8, 9, 4, 7, 6, 0]), bytes([1] * 9)],
)
def test_what_is_no_board_of_this_size_never_reaches_the_compiled_rules(board):
    native = _native.TilePuzzle(3, 3, bytes(range(9)), misplaced=0, position=1, sequence=1)

    with pytest.raises(
        ValueError, match=r"^the board (and the goal differ in size|holds|has no blank)"
    ):
        native.successors(board)


@pytest.mark.parametrize("goal", [bytes(8), bytes(9), bytes([1, 2, 3, 4, 5, 6, 7, 8, 9])])
def test_what_is_no_goal_is_refused_by_the_compiled_rules(goal):
    with pytest.raises(ValueError, match=r"^the goal "):
        _native.TilePuzzle(3, 3, goal, misplaced=0, position=1, sequence=1)
