"""Why a search by the classic control ended, in words."""

from __future__ import annotations

from provebest.search.probability.phases import SelectEnd, VerifyEnd
from provebest.vocabulary import Stopped

ONLY_MOVE = "there is no other move to choose from"
SAME_POSITION = "every move leads to the same position"
WINS_BY_FORCE = "it wins by force"
NOTHING = "nothing was searched: the limit was reached before the first look at the moves"
FALSE_BOUNDS = "the game's bounds contradict each other, so nothing is proved"
INEXACT = "; a cycle of positions was too large to follow all its paths"

SELECT_ENDS = {
    SelectEnd.SEPARATED: "no other move can be hoped to be worth as much",
    SelectEnd.CLEARLY_BEST: "no other move has a real chance to be better",
    SelectEnd.FLAT: "no move has a real chance to gain anything more",
    SelectEnd.NOTHING_LEFT: "there is nothing left to examine",
    SelectEnd.EFFORT: "the effort limit for choosing a move was reached",
}
VERIFY_ENDS = {
    VerifyEnd.NOT_NEEDED: "no reply had to be examined",
    VerifyEnd.REFUTED_AT_LIMIT: "the reply that refuted the last choice used up the effort limit",
    VerifyEnd.NO_REPLY: "no reply has a real chance to refute it",
    VerifyEnd.NOTHING_LEFT: "every reply was examined to the end",
    VerifyEnd.EFFORT: "no reply had refuted it when the effort limit was reached",
}


def cut_off(stopped: Stopped) -> str:
    """Why a search ended that had no reason of its own."""
    if stopped is Stopped.CANCELLED:
        return "interrupted"
    return f"the {stopped.value} was reached"


def reason_to_stop(select: SelectEnd, verify: VerifyEnd, stopped: Stopped) -> str:
    """Why the control procedure ended by itself."""
    if select is SelectEnd.ONLY_MOVE:
        return ONLY_MOVE
    if select is SelectEnd.SAME_POSITION:
        return SAME_POSITION
    if select is SelectEnd.WON:
        return WINS_BY_FORCE
    sentence = f"{SELECT_ENDS[select]}, and {VERIFY_ENDS[verify]}"
    if stopped is Stopped.BOUNDS_FALSE:
        return f"{sentence}; {FALSE_BOUNDS}"
    return f"{sentence}; proved, given these bounds" if stopped is Stopped.PROVED else sentence
