"""Forks: one piece attacks several at once."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from provebest.chess.motifs.certain import ends_with_attack, uses_attack
from provebest.chess.motifs.deed import ChessDeed, MotifKind
from provebest.chess.motifs.exchange import exchange, is_safe, with_turn
from provebest.chess.motifs.line import Line, Ply
from provebest.chess.motifs.motif import Motif
from provebest.chess.motifs.squares import piece_on


def find_forks(line: Line) -> Iterator[Motif]:
    """Fork: a piece moves to a safe square from which it attacks at least two targets.

    A target is the king, or a piece (not a pawn) whose capture by the forking piece would win
    material. Safe means that the opponent wins nothing by capturing the piece. A king does not
    fork, and mate is not a fork. If the line goes on with two more moves, the next move of the side
    that forks must capture one of the targets, wherever it is then, with more gain than the reply
    has captured (a promotion does not count), and must not be mate. If the line ends before that,
    no reply may save all targets (``certain.py``).
    """
    for ply in line.plies:
        targets = fork_targets(ply)
        if len(targets) > 1 and _is_used(line, ply, targets):
            pieces = tuple(sorted(piece_on(ply.after, square) for square in targets))
            squares = (ply.square, *targets)
            yield Motif(ChessDeed(MotifKind.FORK, pieces), ply.index, ply.by_us, squares)


def fork_targets(ply: Ply) -> list[chess.Square]:
    """What the piece that has moved attacks with gain; nothing if it is not safe."""
    square = ply.square
    if ply.piece == chess.KING or ply.after.is_checkmate() or not is_safe(ply.after, square):
        return []
    ours = with_turn(ply.after, ply.side)
    attacked = chess.SquareSet(ours.attacks_mask(square) & ours.occupied_co[not ply.side])
    return [target for target in attacked if _is_target(ours, square, target)]


def _is_target(board: chess.Board, fork: chess.Square, target: chess.Square) -> bool:
    piece = board.piece_type_at(target)
    if piece == chess.KING:
        return True
    if piece == chess.PAWN:
        return False
    move = chess.Move(fork, target)
    if board.piece_type_at(fork) == chess.PAWN and chess.square_rank(target) in {0, 7}:
        move.promotion = chess.QUEEN
    return board.is_legal(move) and exchange(board, move).value > 0


def _is_used(line: Line, ply: Ply, targets: list[chess.Square]) -> bool:
    following = line.reply(ply, 2)
    if following is None:
        return ends_with_attack(line, ply, targets)
    return uses_attack(line, ply, targets) and not following.after.is_checkmate()
