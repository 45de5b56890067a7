"""What stands on a square that is known to be occupied."""

from __future__ import annotations

import chess


def piece_on(board: chess.Board, square: chess.Square) -> chess.PieceType:
    """The type of the piece on an occupied square.

    Raises:
        ValueError: if the square is empty.
    """
    piece = board.piece_type_at(square)
    if piece is None:
        raise ValueError(f"there is no piece on {chess.square_name(square)} in {board.fen()}")
    return piece


def king_of(board: chess.Board, side: chess.Color) -> chess.Square:
    """The square of a side's king.

    Raises:
        ValueError: if it has none.
    """
    square = board.king(side)
    if square is None:
        raise ValueError(f"there is a king missing in {board.fen()}")
    return square
