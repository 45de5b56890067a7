"""Pins, skewers and discoveries: what happens along the lines of bishops, rooks and queens."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from provebest.chess.motifs.exchange import VALUES, exchange, is_safe, with_turn
from provebest.chess.motifs.line import Line, Ply
from provebest.chess.motifs.motif import Motif, MotifKind
from provebest.chess.motifs.squares import name_on, piece_on

LONG = {chess.BISHOP, chess.ROOK, chess.QUEEN}


def find_skewers(line: Line) -> Iterator[Motif]:
    """Skewer: a bishop, rook or queen attacks a piece with a less valuable one behind it.

    The front piece is the king, or worth more than the skewering piece; when it leaves, the
    capture of the piece behind wins material. The skewering piece is safe. If the line goes on with
    two more moves, the front piece leaves and the piece behind is captured with gain; if it ends
    before that, the skewering move must not capture a piece, because then the capture is the point.
    """
    for ply in line.plies:
        pairs = skewered(ply)
        following = line.reply(ply, 2)
        if following is None:
            pairs = pairs if ply.captured in {None, chess.PAWN} else []
        else:
            answer = line.plies[ply.index + 1].move
            pairs = [
                (front, back)
                for front, back in pairs
                if answer.from_square == front
                and following.move == chess.Move(ply.move.to_square, back)
                and exchange(following.before, following.move).value > 0
            ]
        for front, back in pairs:
            names = [name_on(ply.after, square) for square in (front, back)]
            squares = (ply.move.to_square, front, back)
            phrase = f"skewering {names[0]} and {names[1]}"
            yield Motif(MotifKind.SKEWER, ply.index, ply.by_us, squares, phrase)


def skewered(ply: Ply) -> list[tuple[chess.Square, chess.Square]]:
    """The front and back squares that the piece which has moved skewers."""
    square, board = ply.move.to_square, ply.after
    piece = piece_on(board, square)
    if piece not in LONG or board.is_checkmate() or not is_safe(board, square):
        return []
    found = []
    for front in chess.SquareSet(board.attacks_mask(square) & board.occupied_co[not ply.side]):
        front_piece = piece_on(board, front)
        if VALUES[front_piece] <= VALUES[piece]:
            continue
        without = with_turn(board, ply.side).copy(stack=False)
        without.remove_piece_at(front)
        for back in chess.SquareSet(without.attacks_mask(square) & ~board.attacks_mask(square)):
            back_piece = without.piece_type_at(back)
            if (
                without.color_at(back) == (not ply.side)
                and back_piece not in {None, chess.PAWN, chess.KING}
                and VALUES[back_piece or 0] < VALUES[front_piece]
                and _wins(without, square, back, king=(front_piece == chess.KING, front))
            ):
                found.append((front, back))
    return found


def _wins(
    board: chess.Board, square: chess.Square, target: chess.Square, king: tuple[bool, chess.Square]
) -> bool:
    """Whether the capture wins; a king that was lifted off guards what is next to it."""
    if king[0] and chess.square_distance(king[1], target) == 1:
        return False
    move = chess.Move(square, target)
    return board.is_pseudo_legal(move) and exchange(board, move).value > 0


def find_discoveries(line: Line) -> Iterator[Motif]:
    """Discovered attack: a piece moves off the line of its own bishop, rook or queen.

    Discovered check: that opens a check. Double check: the piece that moves gives check, too.
    Discovered attack: it opens an attack on a piece (not a pawn), and capturing that piece along
    the opened line would win material. If the line goes on with two more moves, a later move of the
    side does it; if it ends before that, the move that discovers must not capture a piece or mate.
    """
    for ply in line.plies:
        checkers = ply.after.checkers()
        hidden = [square for square in checkers if square != ply.move.to_square]
        if len(checkers) > 1:
            yield _discovery(MotifKind.DOUBLE_CHECK, ply, hidden, "giving double check")
        if hidden and not _castles(ply):
            yield _discovery(MotifKind.DISCOVERED_CHECK, ply, hidden, "giving discovered check")
        elif not _castles(ply):
            yield from _discovered_attacks(line, ply)


def _discovered_attacks(line: Line, ply: Ply) -> Iterator[Motif]:
    ours = with_turn(ply.after, ply.side)
    for hidden, target in _opened(ply):
        move = chess.Move(hidden, target)
        if not ours.is_legal(move) or exchange(ours, move).value <= 0:
            continue
        if line.reply(ply, 2) is None:
            if ply.after.is_checkmate() or ply.captured not in {None, chess.PAWN}:
                continue
        elif not any(
            each.move.from_square == hidden and each.move.to_square == target
            for each in line.later(ply)
        ):
            continue
        name = name_on(ply.after, target)
        phrase = f"discovering an attack on the {name}"
        yield _discovery(MotifKind.DISCOVERED_ATTACK, ply, [hidden, target], phrase)


def _opened(ply: Ply) -> Iterator[tuple[chess.Square, chess.Square]]:
    """Our long-range pieces and the enemy pieces (not pawns) that they attack only now."""
    enemies = ply.after.occupied_co[not ply.side] & ~ply.after.pawns & ~ply.after.kings
    for hidden in chess.SquareSet(ply.after.occupied_co[ply.side]):
        if hidden == ply.move.to_square or ply.after.piece_type_at(hidden) not in LONG:
            continue
        new = ply.after.attacks_mask(hidden) & ~ply.before.attacks_mask(hidden) & enemies
        for target in chess.SquareSet(new):
            if chess.BB_SQUARES[ply.move.from_square] & chess.between(hidden, target):
                yield hidden, target


def _discovery(kind: MotifKind, ply: Ply, concerned: list[chess.Square], phrase: str) -> Motif:
    return Motif(kind, ply.index, ply.by_us, (ply.move.to_square, *concerned), phrase)


def _castles(ply: Ply) -> bool:
    return ply.before.is_castling(ply.move)
