"""What is said of a rival that is worse: the result that it gives away first."""

from dataclasses import replace

import pytest
from deeds import MATES_AT_ONCE, WINS_A_PAWN, WINS_A_PIECE

from provebest.argument.argument import Argument
from provebest.argument.branch import Bounds, Branch
from provebest.argument.notation import ChessNotation
from provebest.argument.parts import Claim, Kind, Rival, Verdict
from provebest.argument.rival_words import rival_sentence, rival_worth
from provebest.games.chess import START
from provebest.games.chess_values import MATE
from provebest.vocabulary import Stopped

LINE = ("d2d4", "d7d5")


def argument_of(value, rival, *, allows=None, kind=Kind.HELD, leaves="", sure=0.97):
    """The choice of e4 beside d4."""
    claim = Claim("e2e4", value, value, proved=False, confidence=sure, given="x", line=("e2e4",))
    beside = Rival(
        "d2d4", kind, rival, None, 0.01, LINE, depth=9, allows=allows, shown=2, leaves=leaves
    )
    return Argument(
        claim=claim,
        verdict=Verdict.BEST,
        rivals=(beside,),
        shown=1,
        stopped=Stopped.FOUND,
        reason="why",
        tree=Branch(None, Bounds(), "root"),
        notation=ChessNotation(START),
    )


def said(value, rival, **more):
    """What is said of d4 beside e4, from White's side."""
    argument = argument_of(value, rival, **more)
    return rival_sentence(argument, argument.rivals[0]).text


@pytest.mark.parametrize(
    ("value", "rival", "text"),
    [
        (689, 15, "d4 gives away the win (+0.15): 1.d4 d5."),
        (689, 200, "d4 is worse (+2.00): 1.d4 d5."),
        (1020, 745, "d4 also wins, but less clearly (+7.45): 1.d4 d5."),
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
    assert said(0, -450, allows=WINS_A_PAWN) == "d4 loses (-4.50) to 1...d5, winning a pawn."
    assert said(0, -90, allows=WINS_A_PAWN) == "d4 (-0.90) allows 1...d5, winning a pawn."
    assert said(689, 15, allows=WINS_A_PAWN) == "d4 gives away the win (+0.15): 1.d4 d5."


def test_a_mate_that_a_rival_allows_is_told_once():
    loses = Rival("f2f3", Kind.HELD, 2 - MATE, None, 0.0, ("f2f3", "d8h4"), allows=MATES_AT_ONCE)
    mated = replace(argument_of(0, 0), rivals=(replace(loses, shown=2),))
    fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/8/PPPPPP1P/RNBQKBNR w KQkq - 0 2"
    mated = replace(mated, notation=ChessNotation(fen))

    assert rival_sentence(mated, mated.rivals[0]).text == "f3 loses to 2...Qh4#."


def test_of_a_lost_game_a_rival_is_told_to_lose_sooner():
    said_of_it = said(8 - MATE, 4 - MATE, allows=WINS_A_PIECE)

    assert said_of_it == "d4 loses sooner (Black mates in 2): 1.d4 d5."


def test_a_rival_that_was_only_searched_with_others_has_a_bound_and_no_value():
    argument = argument_of(50, 20, kind=Kind.BOUNDED)
    bounded = replace(argument.rivals[0], at_most=True)

    assert rival_worth(argument, bounded) == "at most +0.20"


def test_a_rival_that_is_not_settled_looks_worse_and_may_say_why():
    near, why = "d4 looks slightly worse (+0.05)", "gives Black more active pieces"
    doubt, unsure = "but that is not certain: 1.d4 d5.", {"kind": Kind.OPEN, "sure": 0.9}

    assert said(30, 5, **unsure) == f"{near}, {doubt}"
    assert said(30, 5, **unsure, leaves=why) == f"{near}, as it {why}, {doubt}"
    assert said(30, -200, **unsure) == f"d4 looks worse (-2.00), {doubt}"


def test_beside_a_settled_choice_no_doubt_is_told():
    assert said(30, 5, kind=Kind.OPEN) == "d4 looks slightly worse (+0.05): 1.d4 d5."


@pytest.mark.parametrize("sure", [0.97, 0.9])
def test_a_rival_that_wins_is_not_said_to_look_worse(sure):
    text = "d4 also looks winning (+6.35): 1.d4 d5."

    assert said(748, 635, kind=Kind.OPEN, sure=sure) == text
