"""Pins to the king: made by a move, or used by it."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from provebest.chess.motifs.exchange import exchange_on, with_turn
from provebest.chess.motifs.line import Line, Ply
from provebest.chess.motifs.motif import Motif, MotifKind
from provebest.chess.motifs.squares import king_of, name_on


def find_pins(line: Line) -> Iterator[Motif]:
    """Pin: an enemy piece cannot leave a line because its king stands behind it, and that matters.

    It matters after a move if the pinned piece (not a pawn) can be captured with more gain than
    before the move, or if the piece that has moved stands safely on a square where the pinned piece
    could otherwise win it.
    The move pins if the piece was not pinned before; otherwise it uses the pin.
    """
    for ply in line.plies:
        for square in _pinned(ply.after, not ply.side):
            if not (_is_lost(ply, square) or _cannot_capture(ply, square)):
                continue
            new = not ply.before.is_pinned(not ply.side, square)
            name = name_on(ply.after, square)
            phrase = f"pinning the {name}" if new else f"using the pin on the {name}"
            squares = (ply.move.to_square, square)
            yield Motif(MotifKind.PIN, ply.index, ply.by_us, squares, phrase)


def _pinned(board: chess.Board, side: chess.Color) -> list[chess.Square]:
    return [
        square
        for square in chess.SquareSet(board.occupied_co[side])
        if board.is_pinned(side, square)
    ]


def _is_lost(ply: Ply, square: chess.Square) -> bool:
    if ply.after.piece_type_at(square) == chess.PAWN:
        return False
    if ply.after.is_check():
        return False
    threat = exchange_on(with_turn(ply.after, ply.side), square).value
    return threat > max(0, exchange_on(ply.before, square).value)


def _cannot_capture(ply: Ply, square: chess.Square) -> bool:
    """Whether the pinned piece could win the piece that has moved, were it not pinned."""
    mover = ply.move.to_square
    if not ply.after.attacks_mask(square) & chess.BB_SQUARES[mover]:
        return False
    if ply.after.is_legal(chess.Move(square, mover)):
        return False
    free = ply.after.copy(stack=False)
    king = king_of(free, not ply.side)
    for pinner in free.attackers(ply.side, square):
        if chess.between(pinner, king) & chess.BB_SQUARES[square]:
            free.remove_piece_at(pinner)
    return exchange_on(free, mover).value > exchange_on(ply.after, mover).value == 0
