"""Names of openings: every line of the table is legal, and transpositions are found."""

import chess
import pytest

from provebest.chess.openings import Opening, lines, opening_of


def moves_of(text):
    board = chess.Board()
    return [board.push_san(name) for name in text.split()]


def test_every_line_of_the_table_is_legal_and_no_position_has_two_names():
    positions = {}
    for opening, moves in lines():
        board = chess.Board()
        for name in moves:
            board.push_san(name)
        assert positions.setdefault(board.epd(), opening) is opening, moves


def test_every_code_has_a_line():
    codes = {opening.code for opening, _ in lines()}

    assert codes == {f"{letter}{number:02}" for letter in "ABCDE" for number in range(100)}


@pytest.mark.parametrize(
    ("moves", "code", "name"),
    [
        ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6 f4 Qb6", "B97", "Poisoned Pawn"),
        ("Nf3 Nf6 c4 e6 Nc3 d5 d4 Be7", "D37", "Queen's Gambit Declined"),
        ("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5", "C89", "Marshall"),
        ("c4 g6 d4 Nf6 Nc3 Bg7 e4 d6 f3", "E80", "Sämisch"),
    ],
)
def test_an_opening_is_found_in_any_order_of_moves(moves, code, name):
    found = opening_of(chess.Board(), moves_of(moves))

    assert found.code == code
    assert name in found.name


def test_the_name_stays_when_the_game_leaves_the_table():
    assert opening_of(chess.Board(), moves_of("e4 e6 d4 d5 e5 c5 a4 a5 h4 h5")) == Opening(
        "C02", "French Defence: Advance Variation"
    )


def test_a_game_from_another_position_has_no_opening():
    assert opening_of(chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), []) is None
    assert opening_of(chess.Board(), []) is None
    assert opening_of(chess.Board(chess960=True), [chess.Move.from_uci("e2e4")]) is None
