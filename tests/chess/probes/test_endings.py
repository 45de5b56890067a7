"""Endings that are known: king and pawn against king exactly, the others by named rules."""

import itertools

import chess
import pytest
from kpk_oracle import all_won, legal_positions

from provebest.chess.probes import evaluate


def board_of(white_moves, **pieces):
    board = chess.Board(None)
    board.set_piece_map({at: chess.Piece.from_symbol(name) for name, at in pieces.items()})
    board.turn = white_moves
    return board


@pytest.mark.parametrize("file", [0, 2])
def test_king_and_pawn_against_king_is_exact(file):
    for pawn, won in all_won(file).items():
        for position in legal_positions(pawn)[::5]:
            white_moves, white, black = position
            value = evaluate(board_of(white_moves, K=white, k=black, P=pawn).fen()).for_white

            assert value > 300 if position in won else value == 0, position


def test_a_pawn_that_wins_is_worth_less_than_the_queen_it_becomes():
    worth = {"P": [], "Q": []}
    for white, black in itertools.product(chess.SQUARES[::3], chess.SQUARES[::2]):
        for name, square in (("P", chess.E7), ("P", chess.B7), ("Q", chess.E8), ("Q", chess.B8)):
            if len({white, black, square}) < 3:
                continue
            board = board_of(name == "P", K=white, k=black, **{name: square})
            if board.is_valid() and not board.is_attacked_by(chess.BLACK, square):
                worth[name].append(evaluate(board.fen()).for_white)

    assert max(worth["P"]) < min(worth["Q"])


KPK = [
    ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", True, "the king on the sixth rank wins with either move"),
    ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", True, "the king on the sixth rank wins with either move"),
    ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", False, "Black has the opposition"),
    ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", True, "White has the opposition"),
    ("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", False, "no key square is reached"),
    ("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1", True, "Black must give way"),
    ("8/8/8/8/k7/8/P7/K7 w - - 0 1", False, "a rook's pawn, and the king is in time"),
    ("1k6/8/1K6/P7/8/8/8/8 w - - 0 1", False, "a rook's pawn, and the king in the corner"),
    ("7k/8/8/P7/8/8/8/K7 w - - 0 1", True, "outside the square of the pawn"),
    ("k7/2K5/8/1P6/8/8/8/8 w - - 0 1", True, "b6 at once"),
]


@pytest.mark.parametrize(("fen", "won", "why"), KPK)
def test_key_squares_and_the_opposition(fen, won, why):
    known = evaluate(fen)

    assert known.ending == f"king and pawn against king: {'won' if won else 'drawn'}" or (
        not won and known.value == 0
    ), why
    assert (known.for_white > 300) == won, why


RULES = [
    (
        "rook ending, the king stands before the only pawn",
        "4k3/R7/8/3KP3/8/1r6/8/8 b - - 0 1",  # the third-rank defence
        "1K6/1P1k4/8/8/8/8/r7/2R5 w - - 0 1",  # the bridge
    ),
    (
        "rook ending, the king is cut off from the only pawn",
        "1K6/1P1k4/8/8/8/8/r7/2R5 w - - 0 1",
        "4k3/R7/8/3KP3/8/1r6/8/8 b - - 0 1",
    ),
    (
        "rook ending, two pawns more",
        "8/5pk1/6p1/8/P4P2/1r4P1/4RP2/6K1 w - - 0 1",
        "8/5pkp/6p1/8/P4P2/1r4P1/4RP2/6K1 w - - 0 1",
    ),
    (
        "one pawn more, and all pawns on one wing",
        "8/5pkp/6p1/8/5P2/r5P1/4RP1P/6K1 w - - 0 1",
        "8/5pkp/6p1/8/P7/r5P1/4RP1P/6K1 w - - 0 1",
    ),
    (
        "one pawn more, and all pawns on one wing",
        "8/5pkp/6p1/8/5P2/q5P1/4QP1P/6K1 w - - 0 1",
        "k7/5p1p/6p1/8/5P2/q5P1/4QP1P/6K1 w - - 0 1",
    ),
    (
        "bishops of opposite colour",
        "8/5pkp/4b1p1/8/5P2/4B1P1/5PKP/8 w - - 0 1",
        "8/5pkp/3b2p1/8/5P2/4B1P1/5PKP/8 w - - 0 1",
    ),
    (
        "rook's pawn, and no bishop that controls its corner",
        "k7/8/8/P7/8/8/8/K1B5 w - - 0 1",
        "k7/8/8/P7/8/8/8/KB6 w - - 0 1",
    ),
    (
        "rook's pawn, and no bishop that controls its corner",
        "8/3k4/8/8/P7/8/8/2K1B3 w - - 0 1",
        "8/8/3K4/1P6/8/8/8/2k1B3 w - - 0 1",
    ),
    (
        "knight and rook's pawn on the seventh rank",
        "k7/P7/8/1K1N4/8/8/8/8 w - - 0 1",
        "k7/8/P7/1K1N4/8/8/8/8 w - - 0 1",
    ),
    (
        "knight and rook's pawn on the seventh rank",
        "K7/P1k5/8/8/8/8/3N4/8 w - - 0 1",
        "8/P1k5/K7/8/8/8/3N4/8 w - - 0 1",
    ),
    (
        "queen against a pawn on the seventh rank of the a, c, f or h file",
        "8/8/8/4K3/3Q4/8/p7/1k6 w - - 0 1",
        "8/8/8/4K3/3Q4/8/1p6/k7 w - - 0 1",
    ),
    (
        "queen against a pawn on the seventh rank of the a, c, f or h file",
        "8/8/8/6K1/8/4Q3/2p5/1k6 w - - 0 1",
        "8/8/8/8/1K6/4Q3/2p5/1k6 w - - 0 1",
    ),
    (
        "rook against an advanced pawn, the king too far away",
        "7K/8/8/8/8/1kp5/8/2R5 w - - 0 1",
        "8/8/8/8/8/1kp5/4K3/2R5 w - - 0 1",
    ),
    (
        "two knights cannot force mate",
        "8/8/4k3/4p3/8/8/8/KNN5 w - - 0 1",
        "8/8/4k3/4p3/8/8/8/KBN5 w - - 0 1",
    ),
    (
        "a minor piece more, but no pawn",
        "8/8/4k3/r7/4K3/3B4/8/7R b - - 0 1",
        "8/8/4k3/r7/4K3/3B4/P7/7R b - - 0 1",
    ),
    (
        "rook against a minor piece, and no pawn",
        "8/8/4k3/4n3/3K4/8/8/R7 w - - 0 1",
        "8/8/4k3/4n3/3K4/8/8/Q7 w - - 0 1",
    ),
    (
        "the last pawn, and a minor piece to give for it",
        "8/4k3/8/3nP3/4KN2/8/8/8 w - - 0 1",
        "8/4k3/8/3nP3/4KR2/8/8/8 w - - 0 1",
    ),
    (
        "too little material to win",
        "8/8/4k3/8/8/4KN2/8/8 w - - 0 1",
        "8/8/4k3/8/8/4KR2/8/8 w - - 0 1",
    ),
    (
        "pawn ending",
        "8/8/3k4/3p4/3P4/3K1P2/8/8 w - - 0 1",
        "8/8/3k4/3p4/3P4/3K3P/8/1n6 w - - 0 1",
    ),
    (
        "pawn ending",
        "8/8/3k4/3p4/3P4/3K1P2/8/8 w - - 0 1",
        "8/8/3k4/3p3P/3P4/3K4/8/8 w - - 0 1",  # a pawn that cannot be stopped
    ),
]


@pytest.mark.parametrize(("rule", "inside", "outside"), RULES)
def test_a_rule_holds_where_it_is_defined_and_only_there(rule, inside, outside):
    for fen, expected in ((inside, True), (outside, False)):
        board = chess.Board(fen)
        assert board.is_valid()
        for seen in (board, board.mirror(), board.transform(chess.flip_horizontal)):
            assert (evaluate(seen.fen()).ending == rule) is expected, seen.fen()


def test_what_is_drawn_is_near_nothing_and_what_is_won_is_not():
    assert abs(evaluate("4k3/R7/8/3KP3/8/1r6/8/8 b - - 0 1").value) < 60
    assert evaluate("1K6/1P1k4/8/8/8/8/r7/2R5 w - - 0 1").value > 300
    assert evaluate("8/8/8/3k4/8/8/8/1RN1K2r w - - 0 1").value < 40


def test_all_of_an_advantage_counts_in_the_middlegame():
    start = evaluate(chess.STARTING_FEN)

    assert (start.scale, start.ending) == (1.0, None)
