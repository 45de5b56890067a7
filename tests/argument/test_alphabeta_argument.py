"""What alpha-beta says of its answer: a result that prints itself, and an argument."""

import json
import math

import pytest

import provebest as pb
from provebest.argument.parts import Kind
from provebest.games import NestedTree, TicTacToe

TREE = [[3, 5], [2, 4], [1, 9], [3, 3]]


def test_a_proof_is_argued_without_conditions():
    result = pb.alphabeta(NestedTree(TREE), 2)
    argument = result.argument

    assert str(argument).splitlines()[0] == "0 (3, proved): 0, 0"
    assert "given" not in str(argument)
    assert {rival.move: rival.value for rival in argument.rivals} == {1: 2, 2: 1, 3: 3}
    assert {rival.kind for rival in argument.rivals} == {Kind.PROVED}
    assert "3 is proved to be no better (at most 3)" in str(argument)
    json.dumps(argument.as_json(), allow_nan=False)


def test_an_argument_speaks_for_the_side_that_chooses():
    result = pb.alphabeta(NestedTree(TREE, max_first=False), 2)

    assert (result.value, result.max_chooses) == (3, False)
    assert result.argument.claim.value == -3
    assert all(rival.value <= -3 for rival in result.argument.rivals)


def test_estimates_are_not_proofs():
    result = pb.deepening(TicTacToe(), 2)
    argument = result.argument

    assert not argument.claim.proved
    assert "given the estimates made there" in str(argument)
    for rival in argument.rivals:
        assert rival.kind is (Kind.HELD if rival.value < argument.claim.value else Kind.CLOSE)


def test_there_is_no_argument_without_a_move():
    with pytest.raises(pb.BadInputError, match="no move to argue for: the game is over"):
        pb.alphabeta(NestedTree(7), 2).argument  # noqa: B018 - asking raises


def test_a_value_outside_the_window_is_not_argued():
    """Not all moves were tried, so the rest are not known to be worse."""
    cut = pb.alphabeta(NestedTree(TREE), 2, alpha=0, beta=1)

    assert (cut.move, cut.others) == (0, ())
    with pytest.raises(pb.BadInputError, match="outside the window"):
        cut.argument  # noqa: B018 - asking raises


def test_infinite_values_can_be_argued():
    result = pb.alphabeta(Lost([[0, 0], [0, 0]]), 2)

    assert result.value == -math.inf
    assert "-inf" in str(result.argument)
    json.dumps(result.argument.as_json(), allow_nan=False)


class Lost(NestedTree):
    """Every move loses."""

    def value(self, state):
        del state
        return -math.inf


ENDS = "every line that matters was followed to the end of the game"


@pytest.mark.parametrize(
    ("result", "said", "trusted"),
    [
        (
            pb.alphabeta(NestedTree(TREE), 2),
            "MAX plays 0, worth 3 to MAX: 0, 0",
            f"Proved, depth 2: {ENDS}",
        ),
        (
            pb.minimax(NestedTree(TREE), 1, state=(1,)),
            "MIN plays 0, worth 2 to MAX: 0",
            f"Proved, depth 1: {ENDS}",
        ),
        (
            pb.deepening(NestedTree(TREE), 1),
            "MAX plays 0, worth 5 to MAX: 0",
            "Not proved, depth 1: best at depth 1, given the estimates made there",
        ),
        (
            pb.alphabeta(NestedTree(7), 3),
            "No move; the value is 7 for MAX",
            "Proved, depth 3: the game is over: there is no move to choose",
        ),
    ],
)
def test_a_result_prints_what_was_found(result, said, trusted):
    assert str(result).splitlines() == [said, trusted]
