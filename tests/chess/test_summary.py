"""The summary of a game: accuracy and errors of each player, and the turning point."""

import math
from dataclasses import replace

import chess
import pytest
from small_notes import NOTE

from provebest.chess.explain.notes import Verdict
from provebest.chess.explain.summary import accuracy_of, pawns_for_white, summarise, turning_point
from provebest.games.pgn import read_games

BLACK_TO_MOVE = chess.Board()
BLACK_TO_MOVE.push_san("f3")


def move(ply, value, worth):
    """A note on a move of White (even plies) or Black, with values for the mover."""
    if ply % 2 == 0:
        return replace(NOTE, ply=ply, value=value, worth=worth)
    return replace(
        NOTE, ply=ply, fen=BLACK_TO_MOVE.fen(), played="g7g5", best="e7e5", line=("e7e5",),
        answer=("g7g5",), second=None, value=value, worth=worth,
    )  # fmt: skip


def test_accuracy_falls_with_what_moves_lose():
    assert accuracy_of([]) is None
    assert accuracy_of([0.0, 0.0]) == 100
    assert accuracy_of([0.1]) == pytest.approx(100 / math.e)
    assert accuracy_of([0.0, 0.1]) == pytest.approx((100 + 100 / math.e) / 2)


def test_errors_are_counted_for_each_player():
    (game,) = read_games('[Result "0-1"]\n\n1. f3 g5 2. f4 0-1')
    notes = [move(0, 50.0, -300.0), move(1, 300.0, 260.0), move(2, -300.0, -310.0)]
    summary = summarise(game, notes)

    assert summary.white.errors[Verdict.BLUNDER] == 1
    assert (summary.white.moves, summary.black.moves) == (2, 1)
    assert str(summary.black) == f"accuracy {summary.black.accuracy:.0f}%, 0 blunders".replace(
        "0 blunders", "1 inaccuracy" if notes[1].mark else "no errors"
    )
    told = summary.as_json()
    assert (told["eco"], told["opening"]) == ("A00", "Barnes Opening")
    assert told["white"]["blunders"] == 1
    assert told["turning_point"] == {"ply": 0, "text": "1.f3??", "loss": round(notes[0].cost, 4)}
    assert summary.sentences()[-1] == "The turning point: 1.f3?? (from +0.50 to -3.00)."


def test_the_turning_point_is_the_error_after_which_the_winner_stayed_ahead():
    notes = [
        move(0, 300.0, -300.0),  # the greatest error, but Black gives it back
        move(1, 300.0, 0.0),
        move(2, 0.0, -200.0),
        move(3, 200.0, 200.0),
        move(4, -200.0, -400.0),
    ]

    assert turning_point(notes, chess.BLACK).ply == 2
    assert turning_point(notes, None) is None, "a draw has none"
    assert turning_point(notes[3:], chess.BLACK) is None, "Black was ahead already"
    assert turning_point(notes[1:2], chess.BLACK) is None, "the winner's errors decide nothing"


def test_a_mark_that_was_not_confirmed_is_not_counted():
    (game,) = read_games("1. f3 *")
    summary = summarise(game, [replace(move(0, 50.0, -300.0), unsure=True)])

    assert summary.white.errors[Verdict.BLUNDER] == 0
    assert summary.white.accuracy == pytest.approx(100 * math.exp(-0.5)), "the least error's"
    assert summary.turning_point is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (50, "+0.50"),
        (-0.3, "0.00"),
        (31_995, "mate in 3 for White"),
        (-31_996, "mate in 2 for Black"),
    ],
)
def test_values_are_for_white(value, text):
    assert pawns_for_white(value) == text


def test_a_game_of_which_no_move_was_judged_says_so_once():
    (game,) = read_games("1. f3 *")

    assert summarise(game, []).sentences()[1:] == ["No move was judged."]
    assert summarise(game, [move(0, 0.0, 0.0)]).sentences()[-1] == "Black: no moves judged."
