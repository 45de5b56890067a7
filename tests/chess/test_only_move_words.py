"""What is printed of an only move: sentences that a club player understands, values for White."""

import pytest

from provebest.argument.notation import ChessNotation
from provebest.chess.explain.move_verdict import MoveVerdict, Thresholds
from provebest.chess.explain.only_move import OnlyMove
from provebest.chess.explain.only_move_words import (
    best_other,
    limits_in_words,
    move_and_verdict,
    verdict_in_words,
)
from provebest.games.chess_values import MATE

BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
BLACK_TO_MOVE = "3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"
TWO_MOVES = "8/8/8/8/3k4/3q4/8/3K4 w - - 0 1"
IN_TWO = MATE - 3


def answer(fen, move, value, other=None, others_at_most=None, line=()):
    return OnlyMove(
        fen=fen,
        verdict=MoveVerdict.SEVERAL_WIN,
        move=move,
        value=value,
        depth=9,
        line=(move,),
        other=other,
        others_at_most=others_at_most,
        other_line=line,
        only_mate=False,
        confirmed=None,
        reason="",
        nodes=1,
        thresholds=Thresholds(),
    )


@pytest.mark.parametrize(
    ("verdict", "value", "only_mate", "said"),
    [
        (MoveVerdict.WINS, 480, False, "wins; another move may win, too"),
        (MoveVerdict.WINS, IN_TWO, True, "mates in 2; another move may win, too"),
        (MoveVerdict.SEVERAL_WIN, IN_TWO, True, "mates in 2; another move wins, too"),
        (MoveVerdict.SEVERAL_WIN, IN_TWO, False, "several moves win"),
        (MoveVerdict.ONLY_WIN, IN_TWO, True, "only winning move"),
        (MoveVerdict.LOST, 2 - MATE, False, "every move loses"),
        (MoveVerdict.DISPUTED, 150, False, "unclear, as a deeper search disagrees"),
    ],
)
def test_the_headline_says_what_is_so(verdict, value, only_mate, said):
    assert verdict_in_words(verdict, value, only_mate=only_mate) == said


@pytest.mark.parametrize(
    ("fen", "move", "verdict", "value", "only_mate", "said"),
    [
        (BACK_RANK, "d1d8", MoveVerdict.ONLY_WIN, MATE - 1, True,
         "Rd8# (White mates in 1): only winning move"),
        (BLACK_TO_MOVE, "d8d1", MoveVerdict.SEVERAL_WIN, MATE - 1, True,
         "Rd1#: mates in 1; another move wins, too"),
        (BLACK_TO_MOVE, "g7g6", MoveVerdict.WINS, 509, False,
         "g6 (-5.09): wins; another move may win, too"),
    ],
)  # fmt: skip
def test_a_line_gives_the_move_and_its_value_for_white(fen, move, verdict, value, only_mate, said):
    notation = ChessNotation(fen)

    assert move_and_verdict(notation, move, value, verdict, only_mate=only_mate) == said


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (answer(BACK_RANK, "d1d8", 31_999, "g1f1", 480, ("g1f1", "h7h5")),
         "The best of the others is Kf1 (+4.80): 1.Kf1 h5"),
        (answer(BLACK_TO_MOVE, "d8d1", 31_999, "h7h5", 480, ("h7h5",)),
         "The best of the others is h5 (-4.80): 1...h5"),
        (answer(TWO_MOVES, "d1e1", 8 - MATE, "d1c1", 2 - MATE, ("d1c1",)),
         "The other move is Kc1 (Black mates in 1): 1.Kc1"),
        (answer("k7/8/1K6/8/8/8/8/7R b - - 0 1", "a8b8", 2 - MATE), None),
    ],
)  # fmt: skip
def test_the_best_of_the_others_is_named_with_its_value(found, said):
    assert best_other(ChessNotation(found.fen), found) == said


def test_the_limits_are_told_as_values_for_white():
    white = limits_in_words(Thresholds(), white_to_move=True)
    black = limits_in_words(Thresholds(), white_to_move=False)

    assert white.startswith("A move wins at +2.00 or above and does not win at +1.00 or below; ")
    assert white.endswith("it holds at -1.00 or above and loses at -2.00 or below.")
    assert black.startswith("A move wins at -2.00 or below and does not win at -1.00 or above; ")
    assert black.endswith("it holds at +1.00 or below and loses at +2.00 or above.")
