"""Some moves beside each other, all searched to the same depth."""

import pytest

from provebest import BadInputError
from provebest.chess.explain import comparing
from provebest.chess.explain.analysis import Settings
from provebest.chess.explain.comparing import compare_moves, read_moves
from provebest.games.chess import START
from provebest.search.setprobe.set_prober import SetValue

FORK = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"


def test_the_mate_is_best_and_every_move_has_its_line():
    comparison = compare_moves(FORK, ("g1f3", "h5f7"), settings=Settings(nodes=60_000))

    best, other = comparison.moves
    assert best.move == "h5f7"
    assert best.behind == 0
    assert other.behind == best.value - other.value > 30_000
    assert other.upset < 0.01
    assert all(one.line[0] == one.move for one in comparison.moves)
    assert comparison.agreed


def test_moves_are_read_in_either_notation_and_once():
    assert read_moves(START, ["Nf3", "e2e4", "g1f3"]) == ("g1f3", "e2e4")


@pytest.mark.parametrize(
    ("moves", "said"),
    [(["Nf3"], "two moves"), (["Nf3", "Nf4"], "'Nf4' is not legal"), (["e4", "e4"], "two moves")],
)
def test_what_cannot_be_compared_is_bad_input(moves, said):
    with pytest.raises(BadInputError, match=said):
        read_moves(START, moves)


def test_a_piece_that_is_won_outright_is_not_called_unsettled():
    hangs = "rnb1kbnr/pppp1ppp/8/4p1q1/4P3/3P4/PPP2PPP/RNBQKBNR w KQkq - 1 3"
    comparison = compare_moves(hangs, ("c1g5", "a2a3"), settings=Settings(nodes=30_000))

    assert comparison.moves[0].move == "c1g5"
    assert "Not settled" not in comparison.argument.brief()


BLOCKED = "8/2k2p2/p1p2Pp1/PpPp1pP1/1P1P1P2/3K4/8/8 w - - 0 1"


@pytest.mark.parametrize("names", [("d3c3", "d3d2", "d3e3"), ("d3e3", "d3d2", "d3c3")])
def test_the_order_in_which_moves_are_named_changes_nothing(names):
    comparison = compare_moves(BLOCKED, names, settings=Settings(nodes=20_000))
    other = compare_moves(BLOCKED, sorted(names), settings=Settings(nodes=20_000))

    assert comparison.moves == other.moves
    assert str(comparison.argument) == str(other.argument)


def test_of_moves_with_the_same_value_the_choice_of_the_analysis_is_first(monkeypatch):
    """Else nobody would know how sure the first one is."""
    monkeypatch.setattr(comparing, "_search_each", _equal)
    comparison = compare_moves(BLOCKED, ("d3c3", "d3d2", "d3e3"), settings=Settings(nodes=20_000))

    assert comparison.agreed
    assert comparison.argument.claim.confidence == 1 - comparison.analysis.result.doubt


def _equal(_sets, moves, _budget):
    return 8, {move: SetValue(move, 0.0, (move,), 8, finished=True, at_most={}) for move in moves}


def test_what_the_first_sentence_says_of_a_move_is_not_said_again():
    lucena = "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"
    moves = ("c1c4", "c1c3", "c1d1")
    argument = compare_moves(lucena, moves, settings=Settings(nodes=60_000)).argument

    claim, *others = argument.brief().splitlines()
    assert claim.partition(" all ")[2]
    assert not [other for other in others if "call" in other or "equal" in other]
