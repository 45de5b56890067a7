"""What is said of a rival that is worse: the result that it gives away first."""

import pytest

from provebest.argument.argument import Argument
from provebest.argument.branch import Bounds, Branch
from provebest.argument.notation import ChessNotation
from provebest.argument.parts import Claim, Kind, Rival, Verdict
from provebest.argument.rival_words import rival_sentence
from provebest.games.chess import START
from provebest.vocabulary import Stopped

LINE = ("d2d4", "d7d5")


def said(value, rival, *, allows="", kind=Kind.HELD, leaves=""):
    """What is said of d4 beside e4, from White's side."""
    claim = Claim("e2e4", value, value, proved=False, confidence=0.97, given="x", line=("e2e4",))
    beside = Rival(
        "d2d4", kind, rival, None, 0.01, LINE, depth=9, allows=allows, shown=2, leaves=leaves
    )
    argument = Argument(
        claim=claim,
        verdict=Verdict.BEST,
        rivals=(beside,),
        shown=1,
        stopped=Stopped.FOUND,
        reason="why",
        tree=Branch(None, Bounds(), "root"),
        notation=ChessNotation(START),
    )
    return rival_sentence(argument, beside).text


@pytest.mark.parametrize(
    ("value", "rival", "text"),
    [
        (689, 15, "d4 gives away the win (+0.15): 1.d4 d5."),
        (689, 200, "d4 is worse (+2.00): 1.d4 d5."),
        (0, -450, "d4 loses (-4.50): 1.d4 d5."),
        (-388, -450, "d4 is slightly worse (-4.50): 1.d4 d5."),
        (-388, -644, "d4 is worse (-6.44): 1.d4 d5."),
        (-150, -450, "d4 is worse (-4.50): 1.d4 d5."),
        (30, 5, "d4 is slightly worse (+0.05): 1.d4 d5."),
    ],
)
def test_a_result_that_is_given_away_is_told_first(value, rival, text):
    assert said(value, rival) == text


def test_what_a_rival_allows_is_told_with_the_result():
    assert said(0, -450, allows="winning a pawn") == "d4 loses (-4.50) to 1...d5, winning a pawn."
    assert said(0, -90, allows="winning a pawn") == "d4 (-0.90) allows 1...d5, winning a pawn."
    assert said(689, 15, allows="winning a pawn") == "d4 gives away the win (+0.15): 1.d4 d5."


def test_a_rival_that_is_not_settled_looks_worse_and_may_say_why():
    near, why = "d4 looks slightly worse (+0.05)", "gives Black more active pieces"
    doubt = "but that is not certain: 1.d4 d5."

    assert said(30, 5, kind=Kind.OPEN) == f"{near}, {doubt}"
    assert said(30, 5, kind=Kind.OPEN, leaves=why) == f"{near}, as it {why}, {doubt}"
    assert said(30, -200, kind=Kind.OPEN) == f"d4 looks worse (-2.00), {doubt}"
