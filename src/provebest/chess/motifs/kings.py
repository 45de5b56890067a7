"""Mates and draws: how a line ends the game."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from provebest.chess.motifs.deed import ChessDeed, MotifKind
from provebest.chess.motifs.line import Line, Ply
from provebest.chess.motifs.motif import Motif
from provebest.chess.motifs.squares import king_of


def find_mates(line: Line) -> Iterator[Motif]:
    """Mate: the last move of the line is checkmate.

    Back-rank mate: moreover the king stands on its own back rank and is checked along it. Its own
    pieces stand on all squares in front of it, and they alone shut it in: none of these squares is
    attacked.
    """
    if not line.plies or not line.end.is_checkmate():
        return
    ply = line.plies[-1]
    king = king_of(line.end, line.end.turn)
    squares = (ply.square, king)
    moves = ply.index // 2 + 1
    kinds = [MotifKind.MATE, *([MotifKind.BACK_RANK] if _is_back_rank(ply, king) else [])]
    for kind in kinds:
        yield Motif(ChessDeed(kind, moves=moves), ply.index, ply.by_us, squares)


def _is_back_rank(ply: Ply, king: chess.Square) -> bool:
    board, loser = ply.after, not ply.side
    rank = 0 if loser == chess.WHITE else 7
    front = chess.BB_RANKS[1 if loser == chess.WHITE else 6] & chess.BB_KING_ATTACKS[king]
    return (
        chess.square_rank(king) == rank
        and front & ~board.occupied_co[loser] == 0
        and not any(board.is_attacked_by(ply.side, square) for square in chess.SquareSet(front))
        and any(chess.square_rank(checker) == rank for checker in board.checkers())
    )
