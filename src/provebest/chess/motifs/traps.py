"""Pieces that cannot be saved, and pieces that nobody guards."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from provebest.chess.motifs.certain import ends_with_attack
from provebest.chess.motifs.deed import ChessDeed, MotifKind
from provebest.chess.motifs.exchange import VALUES, exchange_on, immediate_gain, with_turn
from provebest.chess.motifs.line import Line, Ply
from provebest.chess.motifs.motif import Motif
from provebest.chess.motifs.squares import piece_on


def find_traps(line: Line) -> Iterator[Motif]:
    """Trapped piece: an attacked piece has no square where it is not lost.

    After a move that does not give check, the piece (a knight, bishop, rook or queen) can be
    captured with gain, and after each of its legal moves, too, by more than the move itself
    captures. A pinned piece is pinned, not trapped. If the line goes on with two more moves, the
    piece is captured in the next move of the side, wherever it is then. If the line ends before
    that, no reply may save it (``certain.py``).
    """
    for ply in line.plies:
        if ply.after.is_check() or ply.after.is_game_over():
            continue
        pieces = ply.after.occupied_co[not ply.side] & ~ply.after.pawns & ~ply.after.kings
        for square in chess.SquareSet(pieces):
            if is_trapped(ply.after, square) and _is_taken(line, ply, square):
                deed = ChessDeed(MotifKind.TRAPPED_PIECE, (piece_on(ply.after, square),))
                yield Motif(deed, ply.index, ply.by_us, (ply.square, square))


def is_trapped(board: chess.Board, square: chess.Square) -> bool:
    """Whether the side to move loses the piece on this square, stay it or go."""
    if board.is_pinned(board.turn, square):
        return False
    if exchange_on(with_turn(board, not board.turn), square).value <= 0:
        return False
    for move in board.generate_legal_moves(from_mask=chess.BB_SQUARES[square]):
        after = board.copy(stack=False)
        after.push(move)
        if exchange_on(after, move.to_square).value <= immediate_gain(board, move):
            return False
    return True


def _is_taken(line: Line, ply: Ply, square: chess.Square) -> bool:
    if line.reply(ply, 2) is None:
        return ends_with_attack(line, ply, (square,))
    return line.captures(ply, square)


def find_hanging_pieces(line: Line) -> Iterator[Motif]:
    """Hanging piece: the first move captures a piece (not a pawn) that nothing guards.

    No enemy piece attacks its square, and the move is not itself a recapture (the last move of the
    board's move stack, if it has one, did not capture on this square). What is captured stays won
    in the next two moves.
    """
    ply = line.plies[0] if line.plies else None
    if ply is None or ply.captured in {None, chess.PAWN} or ply.capture_square is None:
        return
    if line.recaptures:
        return
    if ply.after.attackers_mask(not ply.side, ply.square):
        return
    reply = line.reply(ply)
    if reply is not None and reply.captured is not None and line.reply(ply, 2) is not None:
        following = line.plies[2]
        if following.captured is None or VALUES[following.captured] < VALUES[reply.captured]:
            return
    deed = ChessDeed(MotifKind.HANGING_PIECE, (piece_on(ply.before, ply.capture_square),))
    yield Motif(deed, ply.index, ply.by_us, (ply.square,))


def find_recaptures(line: Line) -> Iterator[Motif]:
    """Recapture: the first move captures the piece that captured in the move before the line.

    The move before the line must be in the board's move stack.
    """
    for ply in line.plies[:1]:
        if line.recaptures:
            deed = ChessDeed(MotifKind.RECAPTURE, (piece_on(ply.before, ply.square),))
            yield Motif(deed, ply.index, ply.by_us, (ply.square,))
