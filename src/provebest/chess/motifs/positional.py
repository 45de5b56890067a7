"""Words for quiet gains: the opposition, open files, and the bishop pair."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from provebest.chess.motifs.deed import ChessDeed, MotifKind
from provebest.chess.motifs.exchange import is_safe
from provebest.chess.motifs.line import Line
from provebest.chess.motifs.material import settled_end
from provebest.chess.motifs.motif import Motif
from provebest.chess.motifs.squares import king_of


def find_oppositions(line: Line) -> Iterator[Motif]:
    """Opposition: in a pawn ending a king move puts the kings opposite each other.

    Only kings and pawns are on the board. After the move the kings stand on one file or rank with
    one, three or five squares between them, all of them empty, and the other side is to move. One
    square between them is the opposition, more are the distant opposition.
    """
    for ply in line.plies:
        if ply.piece != chess.KING or ply.after.occupied != ply.after.kings | ply.after.pawns:
            continue
        kings = king_of(ply.after, ply.side), king_of(ply.after, not ply.side)
        distance = chess.square_distance(*kings)
        if ply.after.pawns and distance in {2, 4, 6} and _are_opposite(ply.after, *kings):
            deed = ChessDeed(MotifKind.OPPOSITION, steps=distance)
            yield Motif(deed, ply.index, ply.by_us, kings)


def _are_opposite(board: chess.Board, one: chess.Square, other: chess.Square) -> bool:
    on_a_line = chess.square_file(one) == chess.square_file(other) or (
        chess.square_rank(one) == chess.square_rank(other)
    )
    return on_a_line and not chess.between(one, other) & board.occupied


def find_open_files(line: Line) -> Iterator[Motif]:
    """Open file: a rook goes to a file without pawns, and no enemy rook or queen stands on it.

    It comes from another file, stands safely, captures nothing and does not check, and stays on the
    file until the end of the line. There must be at least four pawns on the board: in an ending
    with few pawns every file is open.
    """
    for ply in line.plies:
        square = ply.square
        own_file = chess.BB_FILES[chess.square_file(square)]
        heavy = ply.after.occupied_co[not ply.side] & (ply.after.rooks | ply.after.queens)
        if (
            ply.piece == chess.ROOK
            and ply.captured is None
            and not ply.after.is_check()
            and not own_file & chess.BB_SQUARES[ply.move.from_square]
            and not own_file & (ply.after.pawns | heavy)
            and ply.after.pawns.bit_count() >= 4
            and is_safe(ply.after, square)
            and own_file & line.end.rooks & line.end.occupied_co[ply.side]
        ):
            deed = ChessDeed(MotifKind.OPEN_FILE, file=chess.square_file(square))
            yield Motif(deed, ply.index, ply.by_us, (square,))


def find_bishop_pairs(line: Line) -> Iterator[Motif]:
    """Bishop pair: a side captures a bishop, and then it alone has bishops of both colours.

    It did not before the line, and still does at the settled end. The motif stands at its last
    capture of a bishop.
    """
    end = settled_end(line)
    for side in chess.COLORS:
        if _has_pair_alone(line.start, side) or not _has_pair_alone(end, side):
            continue
        captures = [p for p in line.plies if p.side == side and p.captured == chess.BISHOP]
        if captures:
            last = captures[-1]
            squares = (last.square, *end.pieces(chess.BISHOP, side))
            yield Motif(ChessDeed(MotifKind.BISHOP_PAIR), last.index, last.by_us, squares)


def _has_pair_alone(board: chess.Board, side: chess.Color) -> bool:
    return _has_pair(board, side) and not _has_pair(board, not side)


def _has_pair(board: chess.Board, side: chess.Color) -> bool:
    bishops = board.bishops & board.occupied_co[side]
    return bool(bishops & chess.BB_LIGHT_SQUARES) and bool(bishops & chess.BB_DARK_SQUARES)
