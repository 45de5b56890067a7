"""The lines of a page: their positions, and the moves that a text names."""

import json
import re

import chess
import pytest

from provebest.argument.notation import ChessNotation
from provebest.argument.prose import Part, say
from provebest.drawing.board_html import LICHESS, board_html, lichess_url, symbols
from provebest.drawing.lines import PASS, Lines, line_html, linked, sentence_html

NOTATION = ChessNotation(chess.STARTING_FEN)
MOVES = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]


@pytest.fixture
def lines():
    return Lines()


@pytest.fixture
def spanish(lines):
    return lines.add(chess.Board(), MOVES)


def marked(html):
    return re.findall(r'data-line="(\d+)" data-ply="(\d+)">([^<]*)<', html)


def test_a_line_has_the_position_after_each_move(lines, spanish):
    board = chess.Board()
    fens = [board.fen()]
    for move in MOVES:
        board.push_uci(move)
        fens.append(board.fen())

    (told,) = json.loads(lines.as_json())
    assert told["fens"] == fens
    assert told["moves"] == MOVES
    assert told["names"] == ["1.e4", "1...e5", "2.Nf3", "2...Nc6", "3.Bb5", "3...a6"]


def test_a_line_ends_before_an_illegal_move(lines):
    assert len(lines.add(chess.Board(), ["e2e4", "e2e4", "e7e5"])) == 1


def test_a_pass_is_a_move_of_a_threat(lines):
    threat = lines.add(chess.Board(), ["e2e4", PASS, "d1h5"])

    assert [step.name for step in threat.steps] == ["1.e4", "1...(passes)", "2.Qh5"]
    assert threat.steps[1].fen.split()[1] == "w"


def test_a_line_that_is_there_is_not_added_again(lines, spanish):
    assert lines.add(chess.Board(), MOVES) is spanish
    assert lines.add(chess.Board(), MOVES[:2]).place == 1


def test_the_moves_of_a_line_are_found_wherever_the_text_begins(spanish):
    line, last = (
        NOTATION.line(MOVES[1:4], after=MOVES[:1]),
        NOTATION.line(MOVES[4:5], after=MOVES[:4]),
    )
    html = linked(say("Black can try {line}, but {last} comes.", line=line, last=last), [spanish])

    assert marked(html) == [
        ("0", "2", "1...e5"), ("0", "3", "2.Nf3"), ("0", "4", "Nc6"), ("0", "5", "3.Bb5"),
    ]  # fmt: skip
    assert re.sub("<[^>]*>", "", html) == "Black can try 1...e5 2.Nf3 Nc6, but 3.Bb5 comes."


def test_a_move_belongs_to_the_first_line_that_has_it_after_the_same_moves(lines, spanish):
    """Not to one that has a move of that name elsewhere, or of that number after other moves."""
    queen = lines.add(chess.Board(), ["d2d4", "e7e5", "g1f3"])
    e4, d4 = Part("e4", ("e2e4",)), Part("d4", ("d2d4",))
    later, other = Part("Nf3", ("g1f3",)), Part("2.Nf3", ("c2c4", "e7e5", "g1f3"))
    said = say("{e4} is best; {later} is not {other}, and {d4} is a rival on d4.",
               e4=e4, d4=d4, later=later, other=other)  # fmt: skip

    assert marked(linked(said, [spanish, queen])) == [("0", "1", "e4"), ("1", "1", "d4")]


def test_a_threat_is_found_behind_its_pass(lines):
    threat = lines.add(chess.Board(), ["e2e4", PASS, "d1h5"])
    said = NOTATION.line(("d1h5",), after=("e2e4",), passed=True)

    assert marked(linked(said, [threat])) == [("0", "3", "2.Qh5")]


def test_what_is_not_a_move_is_escaped(spanish):
    html = linked(say("<b>{e4}</b> & e4<script>", e4=Part("1.e4", ("e2e4",))), [spanish])

    assert marked(html) == [("0", "1", "1.e4")]
    assert "<b>" not in html
    assert "<script>" not in html
    assert "&amp;" in html


def test_the_data_cannot_end_its_block(lines, spanish):
    assert not set("<>&") & set(lines.as_json())


def test_a_sentence_has_a_button_if_it_has_a_line(lines, spanish):
    assert "<button" in sentence_html("p", say("Hello"), [spanish])
    assert "<button" not in sentence_html("p", say("Hello"), [])
    assert 'data-ply="6"' in sentence_html("p", say("Hello"), [spanish], position=9)


def test_a_long_line_is_cut(spanish):
    assert re.sub("<[^>]*>", "", line_html(spanish, at_most=3)) == "1.e4 e5 2.Nf3 ..."


def test_pieces_and_boards_have_no_styles_which_the_policy_would_refuse():
    drawn = symbols() + board_html(chess.Board(), [("e2e4", "move")], "a board")

    assert "style" not in drawn
    assert {f"piece-{name}" for name in "KQRBNPkqrbnp"} <= set(re.findall('id="([^"]*)"', drawn))
    assert set(re.findall('href="#([^"]*)"', drawn)) <= set(re.findall('id="([^"]*)"', drawn))


def test_a_board_seen_by_black_has_black_below():
    board = chess.Board()
    corner = '<use href="#piece-{}" x="0" y="315"'

    assert corner.format("R") in board_html(board, (), "a board")
    assert corner.format("r") in board_html(board, (), "a board", seen_by=chess.BLACK)


def test_a_position_of_chess960_is_opened_as_one():
    board = chess.Board.from_chess960_pos(518)

    assert lichess_url(board) == f"{LICHESS}chess960/{board.fen().replace(' ', '_')}"
