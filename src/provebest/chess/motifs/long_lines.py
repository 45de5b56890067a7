"""Skewers and discoveries: what happens along the lines of bishops, rooks and queens."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from provebest.chess.motifs.certain import ends_with_attack
from provebest.chess.motifs.deed import ChessDeed, MotifKind
from provebest.chess.motifs.exchange import VALUES, exchange, is_safe
from provebest.chess.motifs.line import Line, Ply
from provebest.chess.motifs.motif import Motif
from provebest.chess.motifs.squares import piece_on

LONG = {chess.BISHOP, chess.ROOK, chess.QUEEN}


def find_skewers(line: Line) -> Iterator[Motif]:
    """Skewer: a bishop, rook or queen attacks a piece with a less valuable one behind it.

    The front piece is the king, or worth more than the skewering piece, which is safe. If the line
    goes on with two more moves, the front piece leaves and the one behind is captured with gain,
    but not with mate. If it ends before that, the one behind is not a pawn, and no reply saves both
    (``certain.py``).
    """
    for ply in line.plies:
        for front, back in skewered(ply):
            if _is_cashed(line, ply, front, back):
                pieces = (piece_on(ply.after, front), piece_on(ply.after, back))
                squares = (ply.square, front, back)
                yield Motif(ChessDeed(MotifKind.SKEWER, pieces), ply.index, ply.by_us, squares)


def skewered(ply: Ply) -> list[tuple[chess.Square, chess.Square]]:
    """The front and back squares that the piece which has moved looks through."""
    square, board = ply.square, ply.after
    piece = piece_on(board, square)
    if piece not in LONG or board.is_checkmate() or not is_safe(board, square):
        return []
    found = []
    for front in chess.SquareSet(board.attacks_mask(square) & board.occupied_co[not ply.side]):
        worth = VALUES[piece_on(board, front)]
        if worth <= VALUES[piece]:
            continue
        without = board.copy(stack=False)
        without.remove_piece_at(front)
        behind = without.attacks_mask(square) & ~board.attacks_mask(square)
        found += [
            (front, back)
            for back in chess.SquareSet(behind & board.occupied_co[not ply.side])
            if VALUES[piece_on(board, back)] < worth
        ]
    return found


def _is_cashed(line: Line, ply: Ply, front: chess.Square, back: chess.Square) -> bool:
    capture = chess.Move(ply.square, back)
    following = line.reply(ply, 2)
    if following is not None:
        answer = line.plies[ply.index + 1].move
        mates = following.after.is_checkmate()
        wins = not mates and exchange(following.before, following.move).value > 0
        return answer.from_square == front and following.move == capture and wins
    return piece_on(ply.after, back) != chess.PAWN and ends_with_attack(line, ply, (front, back))


def find_discoveries(line: Line) -> Iterator[Motif]:
    """Discovered attack: a piece moves off the line of its own bishop, rook or queen.

    Discovered check: that opens a check. Double check: two pieces give check at once.
    Discovered attack: the long-range piece captures a piece (not a pawn) over the square that was
    left, in the next move of the side and with gain. If the line ends before that, the attack must
    be open, and no reply may save the piece (``certain.py``).
    """
    for ply in line.plies:
        if ply.before.is_castling(ply.move):
            continue
        checkers = ply.after.checkers()
        hidden = [square for square in checkers if square != ply.square]
        if len(checkers) > 1:
            yield _discovery(ChessDeed(MotifKind.DOUBLE_CHECK), ply, hidden)
        if hidden:
            yield _discovery(ChessDeed(MotifKind.DISCOVERED_CHECK), ply, hidden)
        else:
            following = line.reply(ply, 2)
            found = _opened(line, ply) if following is None else _captured_over(ply, following)
            for long_range, target in found:
                pieces = (piece_on(ply.after, target),)
                deed = ChessDeed(MotifKind.DISCOVERED_ATTACK, pieces)
                yield _discovery(deed, ply, [long_range, target])


def _captured_over(ply: Ply, following: Ply) -> Iterator[tuple[chess.Square, chess.Square]]:
    """The squares of the next move of the side, if it captures over the square that was left."""
    start, target = following.move.from_square, following.square
    over = chess.between(start, target) & chess.BB_SQUARES[ply.move.from_square]
    stood = ply.before.color_at(target) == (not ply.side)
    if (
        over
        and stood
        and following.captured != chess.PAWN
        and ply.square not in {start, target}
        and ply.after.piece_at(target) == following.before.piece_at(target)
        and exchange(following.before, following.move).value > 0
    ):
        yield start, target


def _opened(line: Line, ply: Ply) -> Iterator[tuple[chess.Square, chess.Square]]:
    """Our long-range pieces and the enemy pieces (not pawns) that they attack with certain gain."""
    board = ply.after
    enemies = board.occupied_co[not ply.side] & ~board.pawns & ~board.kings
    for hidden in chess.SquareSet(board.occupied_co[ply.side]):
        if hidden == ply.square or piece_on(board, hidden) not in LONG:
            continue
        new = board.attacks_mask(hidden) & ~ply.before.attacks_mask(hidden) & enemies
        for target in chess.SquareSet(new):
            left = chess.BB_SQUARES[ply.move.from_square] & chess.between(hidden, target)
            if left and ends_with_attack(line, ply, (target,)):
                yield hidden, target


def _discovery(deed: ChessDeed, ply: Ply, concerned: list[chess.Square]) -> Motif:
    return Motif(deed, ply.index, ply.by_us, (ply.square, *concerned))
