"""The short argument says nothing twice, and no two things that contradict each other."""

from dataclasses import replace

import pytest
from deeds import WINS_A_PAWN

from provebest.argument.argument import Argument
from provebest.argument.branch import Bounds, Branch
from provebest.argument.notation import ChessNotation
from provebest.argument.parts import Attempt, Claim, Kind, Parry, Rival, Threat, Verdict
from provebest.games.chess import START
from provebest.games.chess_values import MATE
from provebest.vocabulary import Stopped

LINE = ("d2d4", "d7d5")
CLOSE = Rival("d2d4", Kind.CLOSE, 25, None, 0.01, LINE, depth=9)


def argument_of(value, *rivals, verdict=Verdict.CLOSE, asked=("d2d4",)):
    """The choice of e4 beside rivals; somebody asked about d4."""
    line = ("e2e4", "e7e5")
    return Argument(
        claim=Claim("e2e4", value, value, proved=False, confidence=0.5, given="x", line=line),
        verdict=verdict,
        asked=asked,
        rivals=rivals,
        shown=len(rivals),
        stopped=Stopped.NODE_LIMIT,
        reason="why",
        tree=Branch(None, Bounds(), "root"),
        notation=ChessNotation(START),
    )


def told(argument):
    """The sentences of the short argument but the last, which tells how settled it is."""
    return [line for line in argument.brief().splitlines() if "settled" not in line]


def whole(argument):
    """What the whole argument says of d4."""
    (said,) = (each.text for each in argument.sentences() if each.about == "rival")
    return said


@pytest.mark.parametrize(
    ("value", "rival", "verdict", "first", "alone"),
    [
        (30, 25, Verdict.CLOSE, "are too close to call", "d4 is too close to call (+0.25): "),
        (
            330,
            320,
            Verdict.CLOSE,
            "both keep a large ",
            "d4 also keeps a large advantage (+3.20): ",
        ),
        (545, 540, Verdict.CLOSE, "both win", "d4 also wins (+5.40): "),
        (-700, -692, Verdict.LOST, "each of these moves", "d4 is also lost (-6.92): "),
    ],
)
def test_of_a_move_that_is_named_as_good_only_its_line_is_told(value, rival, verdict, first, alone):
    argument = argument_of(value, replace(CLOSE, value=rival), verdict=verdict)
    claim, *others = told(argument)

    assert first in claim
    assert others == ["d4: 1.d4 d5."]
    assert whole(argument) == f"{alone}1.d4 d5."


def test_of_a_lost_game_a_search_that_ended_by_itself_says_that_both_resist():
    lost = argument_of(-700, replace(CLOSE, kind=Kind.EQUAL, value=-692), verdict=Verdict.LOST)
    lost = replace(lost, stopped=Stopped.FOUND)
    claim, *others = told(lost)

    assert "e4 and d4 resist about equally long" in claim
    assert others == ["d4: 1.d4 d5."]
    assert whole(lost) == "d4 resists about equally long (-6.92): 1.d4 d5."


def test_nothing_is_told_of_a_move_that_is_named_as_good_and_has_no_line_to_show():
    no_line = argument_of(30, replace(CLOSE, line=LINE[:1]))
    winning = argument_of(545, replace(CLOSE, value=540))
    aimless = replace(winning, claim=replace(winning.claim, aimless=True))

    assert len(told(no_line)) == len(told(aimless)) == 1
    assert whole(aimless) == "d4 also looks winning (+5.40): 1.d4 d5."


def test_a_move_that_is_as_good_but_not_named_is_told_as_such():
    names = ("d2d4", "c2c4", "g1f3", "b1c3", "b2b3")
    rivals = [replace(CLOSE, move=name, line=(name, "d7d5")) for name in names]
    claim, *others = told(argument_of(30, *rivals, asked=names))

    assert "and 2 others are too close to call" in claim
    assert [other.partition(":")[0] for other in others] == [
        "d4",
        "c4",
        "Nf3",
        "Nc3 is too close to call (+0.25)",
        "b3 is too close to call (+0.25)",
    ]


def test_beside_a_mate_another_mate_is_told_with_its_length():
    rival = replace(CLOSE, kind=Kind.EQUAL, value=MATE - 9)
    argument = argument_of(MATE - 3, rival, verdict=Verdict.WINS)

    assert told(argument) == [
        "e4 mates in 2, judging by x: 1.e4 e5.",
        "d4 also mates, in 5: 1.d4 d5.",
    ]
    assert whole(argument) == "d4 also mates, in 5: 1.d4 d5."

    shown = replace(argument, claim=replace(argument.claim, does="mating in 2"))
    assert told(shown)[0] == "e4 mates in 2: 1.e4 e5."


def test_beside_a_mate_in_one_another_is_told_without_a_length():
    fen = "6k1/5ppp/8/8/8/8/R4PPP/3Q2K1 w - - 0 1"
    rival = replace(CLOSE, move="a2a8", value=MATE - 1, line=("a2a8",))
    argument = argument_of(MATE - 1, rival, verdict=Verdict.WINS, asked=("a2a8",))
    claim = replace(argument.claim, move="d1d8", line=("d1d8",))

    assert told(replace(argument, claim=claim, notation=ChessNotation(fen))) == [
        "Qd8# is mate.",
        "Ra8# is also mate.",
    ]


@pytest.mark.parametrize("kind", [Kind.EQUAL, Kind.OPEN, Kind.HELD])
def test_in_a_drawn_position_another_move_keeps_the_draw(kind):
    rival = replace(CLOSE, kind=kind, value=-20)
    argument = replace(argument_of(0, rival, verdict=Verdict.DRAWN), drawn="why")

    assert told(argument) == [
        "The position is a draw (why); e4 keeps it: 1.e4 e5.",
        "d4 also keeps the draw: 1.d4 d5.",
    ]


THREAT = ("d7d5", "e4d5", "d8d5")
MET = ("d7d5", "e4d5", "d8d5", "b1c3", "d5a5", "d2d4")


def stopping(*attempts, line=("e2e4", "e7e5")):
    """The choice of e4, which stops 1...d5, with attempts of Black."""
    argument = argument_of(30, replace(CLOSE, kind=Kind.HELD, value=-90), verdict=Verdict.BEST)
    parry = Parry(THREAT, -200, ("d7d5", "a2a3"), 113, depth=9, does=WINS_A_PAWN, shown=3)
    claim = replace(argument.claim, line=line)
    return replace(argument, claim=claim, parry=parry, attempts=attempts)


def of_d5(argument):
    """What is said of 1...d5 in the short and in the whole argument."""
    short = [line for line in argument.brief().splitlines() if "1...d5" in line]
    long = [line for line in argument.text().splitlines() if "1...d5" in line]
    return [[line for line in lines if not line.startswith("d4 ")] for lines in (short, long)]


@pytest.mark.parametrize(
    ("attempt", "met"),
    [
        (Attempt(MET, 44, depth=12), "1...d5 2.exd5 Qxd5 3.Nc3 (+0.44)"),
        (Attempt(MET, 44), "1...d5 2.exd5 Qxd5 3.Nc3 (+0.44)"),
        (Attempt(MET, 44, depth=8), "1...d5 2.a3 (+1.13)"),
        (
            Attempt(MET, 44, depth=12, does=WINS_A_PAWN, shown=2),
            "1...d5 2.exd5, winning a pawn (+0.44)",
        ),
    ],
)
def test_a_reply_that_was_a_threat_is_told_once_by_the_deeper_search(attempt, met):
    short, long = of_d5(stopping(attempt))

    assert short == long
    (said,) = short
    assert said.startswith("e4 stops ")
    assert said.endswith(f"; now {met}.")


def test_a_threat_to_which_the_main_line_is_the_answer_has_the_value_of_the_choice():
    (short,), _ = of_d5(stopping(line=("e2e4", *MET)))

    assert short.endswith("; now 1...d5 2.exd5 Qxd5 3.Nc3 (+0.30).")


def test_of_an_answer_that_is_not_certain_the_whole_argument_says_so():
    short, long = of_d5(stopping(Attempt(MET, 44, open=True)))

    assert len(short) == 1
    assert "that no other answer is better is not certain" in long[1]


def test_a_reply_is_told_as_an_attempt_if_another_threat_is_told():
    argument = stopping(Attempt(MET, 44, depth=12))
    threat = Threat(("d2d4", "d7d6"), 250, does=WINS_A_PAWN, shown=1)

    assert "Black can try 1...d5 2.exd5" in replace(argument, threat=threat).brief()
