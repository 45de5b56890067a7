"""Our rules of chess against python-chess's, along games played at random."""

import chess
import pytest
from chess_games import games
from hypothesis import given, settings
from hypothesis import strategies as st

from provebest.games import ChessPosition, read_position
from provebest.vocabulary import BadInputError

MOST_MOVES = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"


def compare(position, board):
    """Everything the two know of one position."""
    assert position.fen() == board.fen()
    assert position.turn == board.turn
    assert position.is_check == board.is_check()
    assert position.checkers == list(board.checkers())
    assert position.halfmove_clock == board.halfmove_clock
    assert position.fullmove_number == board.fullmove_number
    assert position.is_insufficient_material() == board.is_insufficient_material()
    assert position.is_checkmate() == board.is_checkmate()
    assert position.is_stalemate() == board.is_stalemate()
    assert position.is_fifty_moves() == board.is_fifty_moves()
    assert position.key == position.key_from_scratch()
    for times in (2, 3, 4, 5):
        assert (position.repetitions() >= times - 1) == board.is_repetition(times)
    legal = {board.uci(move): move for move in board.legal_moves}
    ours = position.legal_moves()
    assert len(ours) == len(set(ours))
    assert set(ours) == legal.keys()
    for uci, move in legal.items():
        assert position.gives_check(uci) == board.gives_check(move), uci


@settings(deadline=None)
@given(games())
def test_a_game_goes_the_same_way(game):
    fen, chess960, moves = game
    board = chess.Board(fen, chess960=chess960)
    position = ChessPosition(fen, chess960=chess960)
    named = {}
    compare(position, board)
    for move in moves:
        position.play(board.uci(move))
        board.push(move)
        compare(position, board)
        placing = " ".join(position.fen().split()[:4])
        assert named.setdefault(position.key, placing) == placing


@settings(deadline=None)
@given(st.integers(0, 959))
def test_every_first_array_of_chess960_is_read(number):
    board = chess.Board.from_chess960_pos(number)
    position = ChessPosition(board.fen(), chess960=True)

    compare(position, board)
    assert ChessPosition(board.shredder_fen(), chess960=True).key == position.key


@settings(deadline=None)
@given(games(longest=30))
def test_a_copy_has_the_same_game_behind_it(game):
    fen, chess960, moves = game
    position = ChessPosition(fen, chess960=chess960)
    board = chess.Board(fen, chess960=chess960)
    for move in moves:
        position.play(board.uci(move))
        board.push(move)
    before = (position.fen(), position.key, position.repetitions())
    twin = position.copy()

    assert (twin.fen(), twin.key, twin.repetitions()) == before
    for uci in twin.legal_moves()[:1]:
        twin.play(uci)
        assert twin.key != position.key
    assert (position.fen(), position.key, position.repetitions()) == before


def test_the_position_with_the_most_moves_has_218():
    position = ChessPosition(MOST_MOVES)

    assert len(position.legal_moves()) == len(set(position.legal_moves())) == 218
    compare(position, chess.Board(MOST_MOVES))


@pytest.mark.parametrize("turn", ["w", "b"])
def test_fifteen_queens_against_fifteen(turn):
    fen = f"q1QqqQqk/qQ2Qqqq/qq5Q/qQ5Q/Q2Q2Q1/1q4qq/QQ1Q4/KQ2Q2q {turn} - - 0 1"
    board = chess.Board(fen)

    assert len(board.pieces(chess.QUEEN, chess.WHITE)) == 15
    assert len(board.pieces(chess.QUEEN, chess.BLACK)) == 15
    compare(ChessPosition(fen), board)


def test_castling_is_read_in_either_spelling_and_written_in_one():
    fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
    assert {"e1g1", "e1c1"} <= set(ChessPosition(fen).legal_moves())
    assert {"e1h1", "e1a1"} <= set(ChessPosition(fen, chess960=True).legal_moves())
    assert ChessPosition(fen, ["e1h1"]).fen() == ChessPosition(fen, ["e1g1"]).fen()


def test_a_game_of_any_length_keeps_counting():
    dance = ["g1f3", "g8f6", "f3g1", "f6g8"]
    position = read_position(moves=dance * 10_000)

    assert position.halfmove_clock == 40_000
    assert position.fen().endswith(" 40000 20001")
    assert position.repetitions() >= 100
    position.play("e2e4")
    assert position.repetitions() == 0


def test_only_positions_that_could_come_back_are_remembered_as_earlier():
    dance = ["e2e4", "g8f6", "g1f3", "f6g8", "f3g1"]
    keys = [read_position(moves=dance[:number]).key for number in range(len(dance) + 1)]
    position = read_position(moves=dance)

    assert position.earlier() == keys[4:0:-1], "not the one before the pawn's move"
    assert read_position().earlier() == []
    position.play("d7d5")
    assert position.earlier() == []


@pytest.mark.parametrize(
    "move", ["", "e2", "e2e5", "e7e5", "e2e4q", "0000", "O-O", "é2e4", "e2e4 "]
)
def test_a_move_that_is_not_legal_is_refused_and_changes_nothing(move):
    position = ChessPosition()
    before = (position.fen(), position.key)

    with pytest.raises(ValueError, match="not a legal move here"):
        position.play(move)
    with pytest.raises(ValueError, match="not a legal move here"):
        position.gives_check(move)
    assert (position.fen(), position.key) == before
    with pytest.raises(BadInputError, match=r"^move 1, .* is not legal in 'rnbqkbnr/pppp"):
        read_position(moves=[move])


def test_a_move_that_is_not_unicode_is_refused():
    with pytest.raises(BadInputError, match=r"^move 1, '\\ud800', is not legal"):
        read_position(moves=["\ud800"])
