"""Of which replies the short argument speaks: real tries, and nothing in a won game."""

from dataclasses import replace

import pytest
from deeds import WINS_A_PAWN

from provebest.argument.argument import Argument
from provebest.argument.branch import Bounds, Branch
from provebest.argument.notation import ChessNotation
from provebest.argument.parts import Attempt, Claim, Kind, Rival, Verdict
from provebest.games.chess import START
from provebest.games.chess_values import MATE
from provebest.vocabulary import Stopped

REPLY = ("c7c5", "g1f3")


def argument_of(value, attempt):
    """The choice of e4, to which e5 is the main reply, with another attempt."""
    line = ("e2e4", "e7e5")
    return Argument(
        claim=Claim("e2e4", value, value, proved=False, confidence=0.97, given="x", line=line),
        verdict=Verdict.BEST,
        rivals=(Rival("d2d4", Kind.HELD, value - 100, None, 0.01, ("d2d4", "d7d5")),),
        shown=1,
        attempts=(attempt,),
        stopped=Stopped.FOUND,
        reason="why",
        tree=Branch(None, Bounds(), "root"),
        notation=ChessNotation(START),
    )


@pytest.mark.parametrize(
    ("value", "after", "tempting", "is_told"),
    [
        (25, 40, False, True),
        (25, 124, False, False),
        (25, 124, True, True),
        (581, 600, False, False),
        (581, 900, True, True),
    ],
)
def test_a_reply_is_told_if_it_costs_little_or_seems_to_win_something(
    value, after, tempting, is_told
):
    argument = argument_of(value, Attempt(REPLY, after, tempting=tempting))

    assert ("Black can try 1...c5" in argument.brief()) == is_told
    assert "Black can try 1...c5" in argument.text(), "the whole argument has every attempt"
    assert argument.as_json()["attempts"][0]["tempting"] is tempting


def test_a_mate_against_a_reply_is_told_once():
    fen = "r2b1rk1/pq4p1/4ppQP/3pB1p1/3P4/2R5/PP3PP1/5RK1 w - - 0 1"
    line = ("c3c7", "b7c7", "e5c7")
    claim = Claim("c3c7", 799, 799, proved=False, confidence=0.97, given="x", line=line)
    attempt = Attempt(("d8c7", "g6g7"), MATE - 3, tempting=True)
    argument = replace(argument_of(799, attempt), claim=claim, notation=ChessNotation(fen))
    argument = replace(argument, rivals=())

    assert "Against Rc7 Black can try 1...Bxc7, but 2.Qxg7# is mate." in argument.brief()


def test_a_reply_without_a_sure_answer_is_not_told():
    argument = argument_of(25, Attempt(REPLY, 40))
    unsure = replace(argument, attempts=(Attempt(REPLY, 40, open=True),))

    assert "c5" not in unsure.brief()


def test_an_answer_is_shown_up_to_what_it_does():
    """What follows may end with a capture of the other side."""
    line = ("d7d5", "e4d5", "d8d5", "b1c3", "d5e5", "f1e2", "e5g5")
    attempt = Attempt(line, 130, tempting=True, does=WINS_A_PAWN, shown=2)

    assert (
        "Black can try 1...d5, but 2.exd5 wins a pawn (+1.30).\n"
        in argument_of(25, attempt).brief()
    )


def test_a_long_answer_is_shown_whole():
    line = ("d7d5", "e4d5", "d8d5", "b1c3", "d5e5", "f1e2", "c8g4", "d2d4", "g4e2", "g1e2")
    attempt = Attempt(line, 130, tempting=True, does=WINS_A_PAWN, shown=10)

    answer = "2.exd5 Qxd5 3.Nc3 Qe5+ 4.Be2 Bg4 5.d4 Bxe2 6.Ngxe2 wins a pawn (+1.30)."
    assert f"Black can try 1...d5, but {answer}\n" in argument_of(25, attempt).brief()
