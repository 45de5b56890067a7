"""Pins to the king: made by a move, or used by it."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from provebest.chess.motifs.certain import uses_attack
from provebest.chess.motifs.deed import ChessDeed, MotifKind
from provebest.chess.motifs.exchange import exchange, exchange_on, is_safe, with_turn
from provebest.chess.motifs.line import Line, Ply
from provebest.chess.motifs.motif import Motif
from provebest.chess.motifs.squares import king_of, piece_on


def find_pins(line: Line) -> Iterator[Motif]:
    """Pin: an enemy piece cannot leave a line because its king stands behind it, and that matters.

    It matters after a move in one of three cases. The pinned piece (not a pawn) can be captured
    with more gain than before the move, the pinning piece is safe, and the move does not give check
    and does not merely answer one; if the line goes on with two more moves, the next move of the
    side captures the pinned piece, wherever it is then, with more gain than the reply has captured.
    Or the piece that has moved stands where the pinned piece could otherwise win it, and gives
    check or is safe. Or the move mates, and the pinned piece could otherwise capture the checking
    piece or step between. The move pins if the piece was not pinned before; otherwise it uses the
    pin.
    """
    for ply in line.plies:
        for square in _pinned(ply.after, not ply.side):
            matters = _cannot_capture(ply, square) or _is_mated(ply, square)
            if not matters and not _is_taken(line, ply, square):
                continue
            kind = MotifKind.USED_PIN if _was_pinned(ply, square) else MotifKind.PIN
            deed = ChessDeed(kind, (piece_on(ply.after, square),))
            yield Motif(deed, ply.index, ply.by_us, (ply.square, square))


def _pinned(board: chess.Board, side: chess.Color) -> list[chess.Square]:
    own = chess.SquareSet(board.occupied_co[side] & ~board.kings)
    return [square for square in own if board.is_pinned(side, square)]


def _was_pinned(ply: Ply, square: chess.Square) -> bool:
    return ply.before.is_pinned(not ply.side, square)


def _is_taken(line: Line, ply: Ply, square: chess.Square) -> bool:
    used = line.reply(ply, 2) is None or uses_attack(line, ply, (square,))
    return used and _is_lost(ply, square)


def _is_lost(ply: Ply, square: chess.Square) -> bool:
    if ply.after.piece_type_at(square) == chess.PAWN:
        return False
    if ply.after.is_check() or (ply.before.is_check() and _was_pinned(ply, square)):
        return False
    if not all(is_safe(ply.after, pinner) for pinner in _pinners(ply.after, square)):
        return False
    threat = exchange_on(with_turn(ply.after, ply.side), square).value
    return threat > max(0, exchange_on(ply.before, square).value)


def _cannot_capture(ply: Ply, square: chess.Square) -> bool:
    mover = ply.square
    if not ply.after.attacks_mask(square) & chess.BB_SQUARES[mover]:
        return False
    if ply.after.is_legal(chess.Move(square, mover)):
        return False
    free = _without_pinner(ply.after, square)
    capture = chess.Move(square, mover)
    if not free.is_legal(capture) or exchange(free, capture).value <= 0:
        return False
    return bool(ply.after.checkers_mask() & chess.BB_SQUARES[mover]) or is_safe(ply.after, mover)


def _is_mated(ply: Ply, square: chess.Square) -> bool:
    if not ply.after.is_checkmate():
        return False
    free = _without_pinner(ply.after, square)
    return any(move.from_square == square for move in free.legal_moves)


def _without_pinner(board: chess.Board, square: chess.Square) -> chess.Board:
    """The board without the piece that pins the one on this square."""
    free = board.copy(stack=False)
    for pinner in _pinners(board, square):
        free.remove_piece_at(pinner)
    return free


def _pinners(board: chess.Board, square: chess.Square) -> list[chess.Square]:
    side = bool(board.color_at(square))
    king = king_of(board, side)
    return [
        pinner
        for pinner in board.attackers(not side, square)
        if chess.between(pinner, king) & chess.BB_SQUARES[square]
    ]
