"""Positions that nothing but a sacrifice can open: all pawns are blocked, and no king gets by."""

from __future__ import annotations

import chess

LEAST_PAWNS = 6
"""Fewer leave a king a way round them."""


def is_blocked(board: chess.Board) -> bool:
    """Whether only a sacrifice can open the position.

    Each pawn stands before a pawn of the other side and can take nothing. There is one bishop at
    most besides, and neither it nor a king reaches a pawn that no other pawn guards.
    """
    pieces = board.occupied & ~(board.kings | board.pawns)
    if pieces & ~board.bishops or pieces.bit_count() > 1:
        return False
    if board.pawns.bit_count() < LEAST_PAWNS or not _stand_face_to_face(board):
        return False
    return not any(_gets_through(board, side) for side in chess.COLORS)


def _stand_face_to_face(board: chess.Board) -> bool:
    """Whether no pawn can move, now or later, unless another is taken."""
    white, black = (board.pawns & board.occupied_co[side] for side in (chess.WHITE, chess.BLACK))
    taken = any(
        _guarded(board, side) & board.occupied_co[not side] & ~board.kings for side in chess.COLORS
    )
    return chess.shift_up(white) == black and not taken and not board.has_legal_en_passant()


def _gets_through(board: chess.Board, side: chess.Color) -> bool:
    """Whether a king or a bishop of this side can take a pawn that no pawn guards."""
    guarded = _guarded(board, not side)
    loose = board.pawns & board.occupied_co[not side] & ~guarded
    (king,) = board.pieces(chess.KING, side)
    walk, new = chess.BB_EMPTY, chess.BB_SQUARES[king]
    while new:
        walk |= new
        near = chess.BB_EMPTY
        for square in chess.scan_forward(new):
            near |= chess.BB_KING_ATTACKS[square]
        if near & loose:
            return True
        new = near & ~(guarded | board.pawns | walk)
    bishop = board.bishops & board.occupied_co[side]
    colours = (chess.BB_LIGHT_SQUARES, chess.BB_DARK_SQUARES)
    return any(bishop & colour and loose & colour for colour in colours)


def _guarded(board: chess.Board, side: chess.Color) -> chess.Bitboard:
    """The squares that pawns of this side attack."""
    squares = chess.BB_EMPTY
    for pawn in board.pieces(chess.PAWN, side):
        squares |= chess.BB_PAWN_ATTACKS[side][pawn]
    return squares
