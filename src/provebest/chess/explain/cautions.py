"""Endings that are won less often than the values of a search say: what a coach would add."""

from __future__ import annotations

import chess

from provebest.games.boards import board_from
from provebest.games.chess_values import MATES_FROM

UNCLEAR = 50.0
"""Hundredths of a pawn: a value nearer to 0 says already that it may be a draw."""
ROOKS_PAWN = "Rook and rook's pawn against rook is often a draw, whatever the value says."
KING_BEFORE = (
    "With the other king before the pawn, rook and pawn against rook is mostly a draw, whatever "
    "the value says."
)
ROOKS = "Rook against rook is a draw, unless a rook or a mate is lost at once."
WRONG_BISHOP = (
    "The bishop does not control the corner in which its rook's pawn promotes: a draw if the other "
    "king gets there, whatever the value says."
)


def caution_about(fen: str, value: float) -> str:
    """What must be known of such a position beside its value; empty for a mate, and for most."""
    if abs(value) >= MATES_FROM:
        return ""
    board = board_from(fen, chess960=False)
    if any(_has_wrong_bishop(board, side) for side in chess.COLORS):
        return WRONG_BISHOP
    rooks = all(len(board.pieces(chess.ROOK, side)) == 1 for side in chess.COLORS)
    return _of_rooks(board, value) if rooks else ""


def _of_rooks(board: chess.Board, value: float) -> str:
    """Of one rook each, and at most one pawn."""
    others = board.occupied & ~(board.kings | board.rooks)
    if not others:
        return ROOKS
    if others.bit_count() > 1 or others & ~board.pawns:
        return ""
    if others & (chess.BB_FILE_A | chess.BB_FILE_H):
        return ROOKS_PAWN if abs(value) >= UNCLEAR else ""
    return KING_BEFORE if _stands_before(board, chess.msb(others)) else ""


def _stands_before(board: chess.Board, pawn: chess.Square) -> bool:
    """Whether the other king is on the pawn's file, nearer to the square where it promotes."""
    side = board.color_at(pawn)
    king = board.king(not side)
    if king is None or chess.square_file(king) != chess.square_file(pawn):
        return False
    return (king > pawn) == (side == chess.WHITE)


def _has_wrong_bishop(board: chess.Board, side: chess.Color) -> bool:
    """Whether a side has pawns on one rook's file and bishops that do not control their corner.

    It has no other pieces, and the other side has a bare king.
    """
    ours = board.occupied_co[side] & ~board.kings
    pawns, bishops = ours & board.pawns, ours & board.bishops
    bare = board.occupied_co[not side].bit_count() == 1
    if not pawns or not bishops or ours != pawns | bishops or not bare:
        return False
    last = chess.BB_RANK_8 if side == chess.WHITE else chess.BB_RANK_1
    for file in (chess.BB_FILE_A, chess.BB_FILE_H):
        if pawns & ~file == 0:
            light = file & last & chess.BB_LIGHT_SQUARES
            return not bishops & (chess.BB_LIGHT_SQUARES if light else chess.BB_DARK_SQUARES)
    return False
