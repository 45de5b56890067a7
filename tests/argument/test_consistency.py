"""An argument does not contradict itself: what must hold of what is said in any position.

The searches are small, so that many of them are unsure; that is where contradictions come from.
"""

import itertools
import re

import chess
import pytest

from provebest.argument.claim_words import DECIDED
from provebest.argument.notation import for_white
from provebest.argument.parts import Kind, Verdict
from provebest.argument.phrasing import all_win
from provebest.argument.verdicts import AS_GOOD
from provebest.argument.words import brief
from provebest.chess.explain.analysis import Settings, analyse
from provebest.cli.analyse import as_json
from tests.strategies.varied_positions import POSITIONS

NODES = 20_000
SEARCHES = [
    *itertools.product(POSITIONS, ["modern"]),
    *itertools.product(list(POSITIONS)[::8], ["classic"]),
]
SETTINGS = {
    "modern": Settings(nodes=NODES),
    "classic": Settings(control="classic", expansions=10),
}


@pytest.fixture(scope="module", params=SEARCHES, ids=lambda search: f"{search[0]}, {search[1]}")
def analysis(request):
    name, control = request.param
    return analyse(POSITIONS[name], settings=SETTINGS[control])


@pytest.fixture
def argument(analysis):
    return analysis.argument


def test_no_rival_is_worth_more_than_the_choice_unless_that_is_said(argument):
    for rival in argument.rivals:
        if rival.value > argument.claim.value:
            assert rival.kind in {*AS_GOOD, Kind.OPEN}, rival
            assert argument.verdict in {
                Verdict.OPEN,
                Verdict.EQUAL,
                Verdict.CLOSE,
                Verdict.DRAWN,
                Verdict.LOST,
            }
        if rival.kind is Kind.HELD:
            assert rival.value < argument.claim.value


def test_a_mate_is_not_as_good_as_something_else_and_nothing_beside_it_is_uncertain(argument):
    if argument.verdict is Verdict.WINS:
        assert all(rival.value > 31_000 for rival in argument.as_good)
        assert "too close" not in argument.brief()
        assert "settled" not in argument.brief()


def test_each_move_has_one_value_everywhere(analysis, argument):
    told, reasons = as_json(analysis), argument.as_json()
    values = {rival.move: rival.value for rival in argument.rivals}
    values[argument.claim.move] = argument.claim.value

    assert {rival["move"]: rival["real"] for rival in told["rivals"]} | {
        told["move"]: told["value"]
    } == values
    assert {rival["move"]: rival["worth"]["value"] for rival in reasons["rivals"]} | {
        reasons["claim"]["move"]: reasons["claim"]["worth"]["value"]
    } == values
    board = chess.Board(analysis.fen)
    written = {
        board.san(chess.Move.from_uci(move)): for_white(value, white_to_move=board.turn)
        for move, value in values.items()
    }
    told = [s.text.partition(":")[0] for s in argument.sentences() if s.about in {"claim", "rival"}]
    for name, value in re.findall(r"(\S+) \((?:at most |at least )?([^),]+)", " ".join(told)):
        if name in written and argument.verdict is not Verdict.DRAWN:
            assert value == written[name]


def test_there_is_no_negative_zero(argument):
    assert "-0.00" not in argument.text()
    assert "+0.00" not in argument.text()


def test_the_move_most_likely_to_be_better_is_the_one_on_which_the_choice_hinges(argument):
    named = re.search(r"(?:most likely|strongest rival,) (\S+), is really better", argument.text())
    for hinge in re.findall(r"(?:Below|Above) \S+, (\S+) would be better", argument.text()):
        assert named is not None
        assert hinge == named[1]


def test_what_is_settled_is_not_doubted(argument):
    if "\nSettled" in argument.brief():
        assert argument.claim.confidence >= 0.95
        assert "not certain" not in argument.brief()
        assert "too close to call" not in argument.brief()
        assert "looks best" not in argument.brief()
        rivals = [each.text for each in argument.sentences() if each.about == "rival"]
        assert not [text for text in rivals if "not certain" in text]
    if argument.verdict is Verdict.BEST:
        assert not argument.as_good


def test_the_strongest_of_the_moves_that_are_worse_is_told(argument):
    searched = [
        rival
        for rival in argument.argued
        if rival.kind in {Kind.HELD, Kind.OPEN} and rival.depth is not None and not rival.at_most
    ]
    if searched and argument.verdict not in DECIDED and not all_win(argument):
        strongest = max(searched, key=lambda rival: rival.value)
        assert argument.notation.move(strongest.move) in argument.brief().split()


def test_an_attempt_does_not_repeat_the_main_line_and_loses_nothing_for_nothing(analysis, argument):
    board = chess.Board(analysis.fen)
    board.push_uci(argument.claim.move)
    main = argument.notation.line(argument.claim.line[1:2], after=argument.claim.line[:1])
    for sentence in argument.brief().splitlines():
        if " can try " in sentence:
            assert main not in re.split("[ ,]", sentence.partition(" can try ")[2])[:1]
    if analysis.control == "modern":
        for attempt in argument.attempts:
            taken = board.is_capture(chess.Move.from_uci(attempt.line[0]))
            assert taken or attempt.value <= argument.claim.value + 100
            assert attempt.value >= argument.claim.value - 30


def test_a_reply_is_answered_once(argument):
    for text in (argument.brief(), argument.text()):
        told = [line for line in text.splitlines() if "not certain" not in line]
        replies = re.findall(r"(?:; now| can try) (\S+?),? ", "\n".join(told))
        assert len(replies) == len(set(replies))


def test_a_threat_wins_something_and_does_not_leave_one_lost(analysis, argument):
    pieces = chess.Board(analysis.fen).piece_map().values()
    few = sum(piece.piece_type not in {chess.KING, chess.PAWN} for piece in pieces) <= 3
    for threat in (argument.threat, argument.parry):
        if threat is not None:
            assert threat.does
            assert not few
    if argument.threat is not None:
        assert argument.threat.value >= -100


def test_the_brief_argument_is_brief_and_has_no_words_of_the_search(argument):
    lines = argument.brief().splitlines()

    assert len(lines) <= 6
    for word in ("doubt", "probe", "nodes for", "points", "native", "hope", "optimistic", "plies"):
        assert word not in argument.brief()
    if argument.verdict in DECIDED:
        assert "chance" not in argument.brief()


def test_values_are_written_from_whites_side(analysis, argument):
    black = not chess.Board(analysis.fen).turn
    written = argument.notation.value(argument.claim.value)

    if abs(argument.claim.value) < 31_000:
        number = float(written)
        assert number == pytest.approx((-1 if black else 1) * argument.claim.value / 100, abs=0.006)
    else:
        mating = black == (argument.claim.value < 0)
        assert written.startswith("White" if mating else "Black")


def test_sentences_have_as_data_of_which_moves_and_values_they_tell(analysis, argument):
    board, notation = chess.Board(analysis.fen), argument.notation
    moves = {board.san(move): move.uci() for move in board.legal_moves}
    for said in (*argument.sentences(), *brief(argument)):
        head = said.text.partition(":")[0]
        assert set(said.moves) <= set(moves.values())
        if said.about == "stop":
            assert said.unsettled is head.startswith(("Not", "Nearly"))
        if said.about in {"claim", "rival", "others"} and argument.verdict is not Verdict.DRAWN:
            told = dict(said.values)
            for name, bound, value in re.findall(r"(\S+) \((at \w+ )?([^),]+)", head):
                if name in moves:
                    assert moves[name] in said.moves
                    assert value == notation.value(told[moves[name]]) or bound
            assert all(notation.value(value) in head for value in told.values() if "(" in head)
