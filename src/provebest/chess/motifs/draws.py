"""Draws that are saved: perpetual check and stalemate."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from provebest.chess.motifs.deed import ChessDeed, MotifKind
from provebest.chess.motifs.line import Line, Ply
from provebest.chess.motifs.material import lead
from provebest.chess.motifs.motif import Motif
from provebest.chess.motifs.squares import king_of, piece_on


def find_perpetuals(line: Line) -> Iterator[Motif]:
    """Perpetual check: a position of the line comes again, and one side checked all the time.

    Every move of that side from the first occurrence to the end of the line gives check, there are
    at least two of them, and not every move of the other side does. A side that stops checking has
    repeated the position and plays on. The motif stands at the first of these checks.
    """
    boards = [line.start, *(ply.after for ply in line.plies)]
    seen: dict[str, int] = {}
    for index, board in enumerate(boards):
        first = seen.setdefault(board.epd(), index)
        plies = line.plies[first:] if first < index else ()
        for own, other in ((plies[::2], plies[1::2]), (plies[1::2], plies[::2])):
            if len(own) > 1 and _all_check(own) and not _all_check(other):
                king = king_of(own[0].after, not own[0].side)
                squares = (own[0].square, king)
                deed = ChessDeed(MotifKind.PERPETUAL)
                yield Motif(deed, own[0].index, own[0].by_us, squares)
                return


def _all_check(plies: tuple[Ply, ...]) -> bool:
    return all(ply.after.is_check() for ply in plies)


def find_stalemates(line: Line) -> Iterator[Motif]:
    """Stalemate trick: the side with less material is saved by stalemate.

    Either the line ends with it, or a side's last move of the line offers a piece (not the king)
    that can be captured, and every capture of it is stalemate.
    """
    if line.plies and line.end.is_stalemate() and lead(line.end, line.end.turn) < 0:
        last = line.plies[-1]
        saving = line.plies[-2] if len(line.plies) > 1 else last
        king = king_of(line.end, line.end.turn)
        yield Motif(ChessDeed(MotifKind.STALEMATE), saving.index, not last.by_us, (king,))
        return
    for ply in line.plies[-2:]:
        if lead(ply.before, ply.side) < 0 and _is_stalemate_offer(ply):
            squares = (ply.square, king_of(ply.after, ply.side))
            deed = ChessDeed(MotifKind.STALEMATE, pieces=(piece_on(ply.after, ply.square),))
            yield Motif(deed, ply.index, ply.by_us, squares)


def _is_stalemate_offer(ply: Ply) -> bool:
    if ply.piece == chess.KING:
        return False
    there = chess.BB_SQUARES[ply.square]
    captures = [*ply.after.generate_legal_captures(to_mask=there)]
    queen = [move for move in captures if move.promotion in {None, chess.QUEEN}]
    for move in queen:
        after = ply.after.copy(stack=False)
        after.push(move)
        if not after.is_stalemate():
            return False
    return bool(queen)
