"""The reply to a rival that its line shows: two searches have found it, or it is not shown."""

import pytest

from provebest.argument.evidence import Look
from provebest.chess.explain.gathering import Gatherer
from provebest.chess.explain.purse import Purse
from provebest.chess.explain.refuting import Refuting
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.probers import Probers
from provebest.games.chess import read_position
from provebest.games.chess_values import MATE
from provebest.search.probability.result import ProbabilityResult, RootMove
from provebest.search.setprobe.set_prober import SetProber, SetValue
from provebest.vocabulary import Counters, Stopped

FEN = "6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1"
RIVAL = "h2h3"
LOOK = Look(-50.0, (RIVAL, "h7h6", "g1h2"), 9)


class Searched(SetProber[str]):
    """A search of the replies that finds one of them, and is counted."""

    def __init__(self, reply):
        self.reply, self.asked, self.of = reply, 0, set()

    def probe(self, moves, depth, *, nodes, seconds):
        self.asked += 1
        self.of.add(tuple(moves))
        return SetValue(self.reply, 50.0, (self.reply, "f2f3"), depth, finished=True, at_most={})

    def nodes(self):
        return self.asked


def depths(*replies):
    return [
        SetValue(RIVAL, -50.0, (RIVAL, reply), 8 + n, finished=True, at_most={})
        for n, reply in enumerate(replies)
    ]


def confirm(searched, *replies, look=LOOK, fen=FEN, nodes=10**6):
    made = Refuting(read_position(fen), lambda _: searched, Purse(nodes, None))
    return made.confirmed(look, depths(*replies))


def test_a_reply_on_which_two_depths_agree_is_shown_and_costs_nothing():
    searched = Searched("g7g6")

    assert confirm(searched, "h7h6", "h7h6") == LOOK
    assert searched.asked == 0


@pytest.mark.parametrize("replies", [("g7g6", "h7h6"), ("h7h6",)])
def test_a_reply_that_a_second_search_finds_is_shown(replies):
    searched = Searched("h7h6")

    assert confirm(searched, *replies) == LOOK
    assert searched.of == {()}, "all replies were asked about"


def test_the_reply_of_the_depth_before_is_shown_if_the_second_search_finds_that():
    told = confirm(Searched("g7g6"), "g7g6", "h7h6")

    assert told.line == (RIVAL, "g7g6", "f2f3")
    assert (told.value, told.depth) == (LOOK.value, LOOK.depth)


@pytest.mark.parametrize("replies", [("g7g6", "h7h6"), ("h7h6",)])
def test_a_reply_that_no_other_search_finds_is_not_shown(replies):
    told = confirm(Searched("f7f5"), *replies)

    assert told.line == (RIVAL,)
    assert told.value == LOOK.value, "the rival is as bad as before"


def test_a_mate_and_the_only_legal_reply_need_no_second_search():
    searched = Searched("g7g6")
    mated = Look(-MATE + 4.0, LOOK.line, 9)
    forced = "7k/8/8/8/8/8/8/KR4R1 w - - 0 1"  # after Rg2 the king has h7 alone
    only = Look(-50.0, ("g1g2", "h8h7"), 9)

    assert confirm(searched, "g7g6", "h7h6", look=mated) == mated
    assert confirm(searched, "h8h7", look=only, fen=forced) == only
    assert searched.asked == 0


def test_without_a_budget_the_line_stays():
    assert confirm(Searched("f7f5"), "g7g6", "h7h6", nodes=0) == LOOK


class Wavering(SetProber[str]):
    """A search of the rivals that finds another reply at every depth."""

    def probe(self, moves, depth, *, nodes, seconds):
        line = ("d2d4", "d7d5" if depth % 2 else "g8f6")
        return SetValue("d2d4", -50.0, line, depth, finished=True, at_most={})

    def nodes(self):
        return 0


@pytest.mark.parametrize(
    ("value", "reply", "line"),
    [
        (20.0, "d7d5", ("d2d4", "d7d5")),
        (20.0, "g8f6", ("d2d4", "g8f6")),
        (20.0, "b8a6", ("d2d4",)),
        (-80.0, "b8a6", ("d2d4", "d7d5")),
    ],
)
def test_the_replies_to_the_rivals_of_an_argument_are_confirmed(value, reply, line):
    """Of a rival that seems better nothing is claimed, so its line stays."""
    moves = tuple(RootMove(m, value, None, None, 0.0, 0, (m,)) for m in ("e2e4", "d2d4"))
    result = ProbabilityResult(
        "e2e4", value, Stopped.FOUND, "", moves, ("e2e4",), 0, 0.0, Counters()
    )
    gatherer = Gatherer(
        read_position(),
        result,
        Probers(ProberChoice(), None),
        lambda _: Searched(reply),
        Purse(10**9, None),
        depth=9,
    )

    assert gatherer.modern(Wavering()).looks["d2d4"].line[:2] == line
