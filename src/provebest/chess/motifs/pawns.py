"""What pawns do: promote, break through, and stand doubled."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from provebest.chess.motifs.deed import ChessDeed, MotifKind
from provebest.chess.motifs.line import Line
from provebest.chess.motifs.material import settled_end
from provebest.chess.motifs.motif import Motif


def find_promotions(line: Line) -> Iterator[Motif]:
    """Promotion: a pawn becomes a piece."""
    for ply in line.plies:
        if ply.move.promotion:
            deed = ChessDeed(MotifKind.PROMOTION, (ply.move.promotion,))
            yield Motif(deed, ply.index, ply.by_us, (ply.square,))


def find_breakthroughs(line: Line) -> Iterator[Motif]:
    """Breakthrough: a pawn is offered to a pawn, and that makes way for a passed pawn.

    A pawn move that captures nothing puts a pawn where an enemy pawn can capture it; the enemy has
    only king and pawns. The side had no passed pawn within two files of it. By the end of the line
    one of its pawns there is passed and beyond the middle of the board, or has promoted.
    """
    for ply in line.plies:
        square, enemy = ply.square, not ply.side
        if ply.piece != chess.PAWN or ply.captured is not None or ply.move.promotion:
            continue
        if _pieces(ply.before, enemy) or not _attacked_by_pawn(ply.after, square, enemy):
            continue
        near = _files_near(square)
        if _passed(ply.before, ply.side) & near:
            continue
        promoted = any(
            each.move.promotion and chess.BB_SQUARES[each.move.from_square] & near
            for each in line.later(ply)
        )
        beyond = chess.BB_RANKS[4:] if ply.side == chess.WHITE else chess.BB_RANKS[:4]
        through = _passed(line.end, ply.side) & near & sum(beyond)
        if promoted or through:
            yield Motif(ChessDeed(MotifKind.BREAKTHROUGH), ply.index, ply.by_us, (square,))


def find_doubled_pawns(line: Line) -> Iterator[Motif]:
    """Doubled pawns: a capture is recaptured by a pawn that then stands behind or before another.

    The enemy pawn comes to a file that had exactly one pawn of its side, and at the settled end
    of the line there are still at least two.
    """
    for ply in line.plies:
        reply = line.reply(ply)
        if reply is None or ply.captured is None or reply.piece != chess.PAWN:
            continue
        square, own_file = ply.square, chess.BB_FILES[chess.square_file(ply.square)]
        if reply.square != square or reply.move.promotion:
            continue
        counts = [
            (board.pawns & board.occupied_co[reply.side] & own_file).bit_count()
            for board in (reply.before, settled_end(line))
        ]
        if counts[0] == 1 and counts[1] > 1:
            deed = ChessDeed(MotifKind.DOUBLED_PAWNS, side=reply.side)
            yield Motif(deed, ply.index, ply.by_us, (square,))


def _pieces(board: chess.Board, side: chess.Color) -> chess.Bitboard:
    return board.occupied_co[side] & ~board.pawns & ~board.kings


def _attacked_by_pawn(board: chess.Board, square: chess.Square, by: chess.Color) -> bool:
    return bool(board.attackers_mask(by, square) & board.pawns)


def _files_near(square: chess.Square) -> chess.Bitboard:
    file = chess.square_file(square)
    return sum(chess.BB_FILES[max(0, file - 2) : file + 3])


def _passed(board: chess.Board, side: chess.Color) -> chess.Bitboard:
    """The pawns of a side that no enemy pawn can stop: none before them or on the files beside."""
    enemies = board.pawns & board.occupied_co[not side]
    found = chess.BB_EMPTY
    for square in chess.SquareSet(board.pawns & board.occupied_co[side]):
        file, rank = chess.square_file(square), chess.square_rank(square)
        files = sum(chess.BB_FILES[max(0, file - 1) : file + 2])
        ahead = chess.BB_RANKS[rank + 1 :] if side == chess.WHITE else chess.BB_RANKS[:rank]
        if not enemies & files & sum(ahead):
            found |= chess.BB_SQUARES[square]
    return found
