"""The pawns before a king."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from provebest.chess.motifs.deed import ChessDeed, MotifKind
from provebest.chess.motifs.line import Line, Ply
from provebest.chess.motifs.material import settled_end
from provebest.chess.motifs.motif import Motif
from provebest.chess.motifs.squares import king_of

CENTRE_FILES = {3, 4}


def find_weakened_kings(line: Line) -> Iterator[Motif]:
    """Weakened king: the shelter of the enemy king is opened by captures.

    The shelter is the king's pawns on the two ranks before it, on its file and the files beside it.
    The king stands on one of its first two ranks, not on the d- or e-file, and on the same square
    before and after the line. At the settled end its shelter has pawns on fewer of these files, and
    the side that weakens it still has its queen. The motif stands at that side's first capture of a
    shelter pawn, or that a shelter pawn recaptures.
    """
    end = settled_end(line)
    for side in chess.COLORS:
        king = king_of(line.start, not side)
        rank = chess.square_rank(king)
        home = rank if side == chess.BLACK else 7 - rank
        if home > 1 or chess.square_file(king) in CENTRE_FILES:
            continue
        if king_of(end, not side) != king or not end.pieces(chess.QUEEN, side):
            continue
        shelter, rest = (_shelter(board, king) for board in (line.start, end))
        if _files(rest) < _files(shelter):
            found = (p for p in line.plies if p.side == side and _opens(line, p, shelter))
            for ply in list(found)[:1]:
                squares = (ply.square, king)
                deed = ChessDeed(MotifKind.WEAKENED_KING, side=not side)
                yield Motif(deed, ply.index, ply.by_us, squares)


def _opens(line: Line, ply: Ply, shelter: chess.SquareSet) -> bool:
    """Whether the move captures a pawn of the shelter, or something that such a pawn recaptures."""
    square = ply.capture_square
    if square is None:
        return False
    reply = line.reply(ply)
    return square in shelter or (
        reply is not None and reply.square == ply.square and reply.move.from_square in shelter
    )


def _shelter(board: chess.Board, king: chess.Square) -> chess.SquareSet:
    side = bool(board.color_at(king))
    step = 1 if side == chess.WHITE else -1
    rank, file = chess.square_rank(king), chess.square_file(king)
    area = chess.SquareSet(
        chess.square(each, rank + step * ahead)
        for each in range(max(0, file - 1), min(7, file + 1) + 1)
        for ahead in (1, 2)
    )
    return board.pieces(chess.PAWN, side) & area


def _files(squares: chess.SquareSet) -> int:
    return len({chess.square_file(square) for square in squares})
