"""Endings that are won less often than the values of a search say: what a coach would add."""

from __future__ import annotations

import chess

from provebest.chess.explain.blocked import is_blocked
from provebest.games.boards import board_from
from provebest.games.chess_values import MATES_FROM

UNCLEAR = 50.0
"""Hundredths of a pawn: a value nearer to 0 says already that it may be a draw."""
HELD = "A draw: the other king holds the corner, which the bishop does not control."
MINOR_PIECES = "A draw: neither side can force mate."
BLOCKED = (
    "No pawn can move, and no king gets through: it is a draw unless a sacrifice opens a way, "
    "whatever the value says."
)
FAR = 3
"""Steps between the queen's king and the pawn, at least: from nearer it helps to mate."""
QUEEN_AND_PAWN = (
    "Against a pawn on the seventh rank of the a, c, f or h file, with its king beside it, a queen "
    "often cannot win, whatever the value says."
)
ROOKS_PAWN = "Rook and rook's pawn against rook is often a draw, whatever the value says."
KING_BEFORE = (
    "With the other king before the pawn, rook and pawn against rook is mostly a draw, whatever "
    "the value says."
)
ROOKS = "Rook against rook is a draw, unless a rook is lost at once."
LUCENA = (
    "This is the Lucena position, which is won: the rook goes to its fourth rank, after a check if "
    "the other king is near, and there it shields its king from checks (the bridge)."
)
"""Both advice and fact, in a position in which values alone show no way to win."""
WON = 250.0
"""Hundredths of a pawn: the least value of such a position, or something hangs."""
WRONG_BISHOP = (
    "The bishop does not control the corner in which its rook's pawn promotes: a draw if the other "
    "king gets there, whatever the value says."
)


def caution_about(fen: str, value: float) -> str:
    """What must be known of such a position beside its value; empty for a mate, and for most."""
    if abs(value) >= MATES_FROM:
        return ""
    board = board_from(fen, chess960=False)
    for side in chess.COLORS:
        if _has_wrong_bishop(board, side):
            return HELD if _holds_the_corner(board, side) else WRONG_BISHOP
        if _has_one(board, side, board.queens) and _has_pawn_on_seventh(board, not side):
            return QUEEN_AND_PAWN if abs(value) >= UNCLEAR else ""
    minor = board.knights | board.bishops
    if abs(value) >= UNCLEAR and is_blocked(board):
        return BLOCKED
    if all(_has_one(board, side, minor) for side in chess.COLORS):
        return MINOR_PIECES
    rooks = all(len(board.pieces(chess.ROOK, side)) == 1 for side in chess.COLORS)
    return _of_rooks(board, value) if rooks else ""


def _has_one(board: chess.Board, side: chess.Color, kind: chess.Bitboard) -> bool:
    """Whether a side has one man of this kind, and nothing else but its king."""
    men = board.occupied_co[side] & ~board.kings
    return men.bit_count() == 1 and men == men & kind


def _has_pawn_on_seventh(board: chess.Board, side: chess.Color) -> bool:
    """Whether it has only such a pawn, on a file where stalemate helps, and its king beside it.

    The other king is too far away to help.
    """
    men = board.occupied_co[side] & ~board.kings
    files = chess.BB_FILE_A | chess.BB_FILE_C | chess.BB_FILE_F | chess.BB_FILE_H
    seventh = chess.BB_RANK_7 if side == chess.WHITE else chess.BB_RANK_2
    king = board.king(side)
    if men.bit_count() != 1 or not men & board.pawns & files & seventh or king is None:
        return False
    other, pawn = board.king(not side), chess.msb(men)
    near = other is not None and chess.square_distance(other, pawn) < FAR
    return chess.square_distance(king, pawn) == 1 and not near


def _of_rooks(board: chess.Board, value: float) -> str:
    """Of one rook each, and at most one pawn."""
    others = board.occupied & ~(board.kings | board.rooks)
    if not others:
        return ROOKS
    if others.bit_count() > 1 or others & ~board.pawns:
        return ""
    if abs(value) < UNCLEAR:
        return ""
    if others & (chess.BB_FILE_A | chess.BB_FILE_H):
        return ROOKS_PAWN
    pawn = chess.msb(others)
    ahead = value if board.turn == board.color_at(pawn) else -value
    if ahead >= WON and _is_lucena(board, pawn):
        return LUCENA
    return KING_BEFORE if _stands_before(board, pawn) else ""


def _stands_before(board: chess.Board, pawn: chess.Square) -> bool:
    """Whether the other king is on the pawn's file, nearer to the square where it promotes."""
    side = board.color_at(pawn)
    king = board.king(not side)
    if king is None or chess.square_file(king) != chess.square_file(pawn):
        return False
    return (king > pawn) == (side == chess.WHITE)


def _is_lucena(board: chess.Board, pawn: chess.Square) -> bool:
    """Whether the pawn is one step from promotion, its king before it, and the other king cut off.

    The rook that cuts it off stands on a file between.
    """
    side = board.color_at(pawn)
    last = chess.BB_RANK_8 if side == chess.WHITE else chess.BB_RANK_1
    ours, theirs = board.king(bool(side)), board.king(not side)
    file = chess.square_file(pawn)
    if ours is None or theirs is None or chess.square_file(ours) != file:
        return False
    before = chess.BB_SQUARES[ours] & last and chess.square_distance(ours, pawn) == 1
    (rook,) = board.pieces(chess.ROOK, bool(side))
    low, high = sorted((file, chess.square_file(theirs)))
    return bool(before) and low < chess.square_file(rook) < high


def _has_wrong_bishop(board: chess.Board, side: chess.Color) -> bool:
    """Whether a side has pawns on one rook's file and bishops that do not control their corner.

    It has no other pieces, and the other side has a bare king.
    """
    ours = board.occupied_co[side] & ~board.kings
    pawns, bishops = ours & board.pawns, ours & board.bishops
    bare = board.occupied_co[not side].bit_count() == 1
    corner = _corner_of(pawns, side)
    if not bishops or ours != pawns | bishops or not bare or not corner:
        return False
    light = corner & chess.BB_LIGHT_SQUARES
    return not bishops & (chess.BB_LIGHT_SQUARES if light else chess.BB_DARK_SQUARES)


def _holds_the_corner(board: chess.Board, side: chess.Color) -> bool:
    """Whether the other king is in the corner or beside it, so that it cannot be driven away."""
    corner = _corner_of(board.occupied_co[side] & board.pawns, side)
    king = board.king(not side)
    return king is not None and chess.square_distance(king, chess.msb(corner)) <= 1


def _corner_of(pawns: chess.Bitboard, side: chess.Color) -> chess.Bitboard:
    """Where pawns promote that are all on the a or all on the h file; else nothing."""
    last = chess.BB_RANK_8 if side == chess.WHITE else chess.BB_RANK_1
    files = (file for file in (chess.BB_FILE_A, chess.BB_FILE_H) if pawns and not pawns & ~file)
    return next((file & last for file in files), chess.BB_EMPTY)
