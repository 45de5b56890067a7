"""The lines of a page: their positions, and the moves that a text names."""

import json
import re

import chess
import pytest

from provebest.drawing.board_html import LICHESS, board_html, lichess_url, symbols
from provebest.drawing.lines import PASS, Lines, line_html, linked, sentence_html

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


def test_numbered_moves_are_found_wherever_the_text_begins(spanish):
    html = linked("Black can try 1...e5 2.Nf3 Nc6, but 3.Bb5 comes.", [spanish])

    assert marked(html) == [
        ("0", "2", "1...e5"), ("0", "3", "2.Nf3"), ("0", "4", "Nc6"), ("0", "5", "3.Bb5"),
    ]  # fmt: skip
    assert re.sub("<[^>]*>", "", html) == "Black can try 1...e5 2.Nf3 Nc6, but 3.Bb5 comes."


def test_a_move_without_a_number_is_the_first_of_a_line_or_follows_another(lines, spanish):
    queen = lines.add(chess.Board(), ["d2d4"])
    html = linked("e4 is best; Nf3 came later, and d4 is a rival on d4.", [spanish, queen])

    assert marked(html) == [("0", "1", "e4"), ("1", "1", "d4")]


def test_a_move_with_another_number_is_not_linked(spanish):
    assert marked(linked("7.Nf3 or 1.Nf3 or 1...Nf3", [spanish])) == []


def test_the_mark_of_a_move_belongs_to_it(spanish):
    assert marked(linked("The turning point: 3...a6?! (from ...)", [spanish])) == [
        ("0", "6", "3...a6?!")
    ]


def test_what_is_not_a_move_is_escaped(spanish):
    html = linked("<b>1.e4</b> & e4<script>", [spanish])

    assert marked(html) == [("0", "1", "1.e4"), ("0", "1", "e4")]
    assert "<b>" not in html
    assert "<script>" not in html
    assert "&amp;" in html


def test_the_data_cannot_end_its_block(lines, spanish):
    assert not set("<>&") & set(lines.as_json())


def test_a_sentence_has_a_button_if_it_has_a_line(lines, spanish):
    assert "<button" in sentence_html("p", "Hello", [spanish])
    assert "<button" not in sentence_html("p", "Hello", [])
    assert 'data-ply="6"' in sentence_html("p", "Hello", [spanish], position=9)


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
