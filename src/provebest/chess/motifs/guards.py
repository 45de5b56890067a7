"""Guards that are captured, lured away, or have too much to do."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from provebest.chess.motifs.deed import ChessDeed, MotifKind
from provebest.chess.motifs.double_attacks import fork_targets
from provebest.chess.motifs.exchange import VALUES, exchange, exchange_on
from provebest.chess.motifs.line import Line, Ply
from provebest.chess.motifs.motif import Motif
from provebest.chess.motifs.squares import piece_on


def find_captured_defenders(line: Line) -> Iterator[Motif]:
    """Captured defender: a move captures the guard of a piece, the next one captures that piece.

    The captured guard attacked the square of the second capture. The second capture is
    made by another piece than the first. It wins material, more than it would have won before and
    more than the first capture wins by itself. It is not mate, and it does not capture the piece
    that has just recaptured.
    """
    for ply in line.plies:
        following, guard = line.reply(ply, 2), ply.capture_square
        if following is None or guard is None or following.captured in {None, chess.PAWN}:
            continue
        target = following.square
        if (
            _stayed(ply, following)
            and ply.before.attacks_mask(guard) & chess.BB_SQUARES[target]
            and following.move.from_square != ply.square
            and not following.after.is_checkmate()
            and exchange(following.before, following.move).value
            > max(0, exchange_on(ply.before, target).value, exchange(ply.before, ply.move).value)
        ):
            pieces = (piece_on(ply.before, target),)
            deed = ChessDeed(MotifKind.CAPTURED_DEFENDER, pieces)
            yield Motif(deed, ply.index, ply.by_us, (guard, target))


def find_lured_guards(line: Line) -> Iterator[Motif]:
    """Deflection and overload: a guard must leave, and then what it guarded is taken.

    A move gives check or is captured. The guard makes the reply and no longer attacks a square that
    it attacked before. The next move captures there with gain, promotes there or mates there, which
    it could not do so well with the guard in its place. It is an overload if the first move
    captures something that the guard recaptures: then the guard had two things to guard. It is a
    deflection if the first move gives up more than it captures. A king that is driven into mate is
    not a guard, nor is one that a fork drives away from a piece that falls with it or without it.
    """
    for ply in line.plies:
        following = line.reply(ply, 2)
        if following is None:
            continue
        reply = line.plies[ply.index + 1]
        recaptured = reply.square == ply.square
        if not (recaptured or ply.after.is_check()) or not _needed_guard(ply, reply, following):
            continue
        guard = (piece_on(ply.after, reply.move.from_square),)
        squares = (ply.square, reply.move.from_square, following.square)
        if recaptured and ply.captured is not None and _guarded_first(ply, reply):
            yield Motif(ChessDeed(MotifKind.OVERLOAD, guard), ply.index, ply.by_us, squares)
        if ply.captured is None or VALUES[ply.captured] < VALUES[ply.piece]:
            yield Motif(ChessDeed(MotifKind.DEFLECTION, guard), ply.index, ply.by_us, squares)


def _guarded_first(ply: Ply, reply: Ply) -> bool:
    """Whether the guard attacked what the first move captures before it was captured."""
    attacks = ply.before.attacks_mask(reply.move.from_square)
    return bool(attacks & chess.BB_SQUARES[ply.square])


def _needed_guard(ply: Ply, reply: Ply, following: Ply) -> bool:
    """Whether the reply took away a guard without whom the following move is better."""
    target = following.square
    there = chess.BB_SQUARES[target]
    if target in {reply.square, ply.square}:
        return False
    if reply.piece == chess.KING and (
        following.after.is_checkmate() or target in fork_targets(ply)
    ):
        return False
    if not ply.after.attacks_mask(reply.move.from_square) & there:
        return False
    if following.before.attacks_mask(reply.square) & there:
        return False
    guarded = following.before.copy(stack=False)
    piece = ply.after.piece_at(reply.move.from_square)
    guarded.remove_piece_at(reply.square)
    guarded.set_piece_at(reply.move.from_square, piece)
    before, after = (_worth(board, following.move) for board in (guarded, following.before))
    return after > max(0, before)


def _worth(board: chess.Board, move: chess.Move) -> int:
    """What a move wins by the exchange that it begins; mate is worth a king."""
    if not board.is_legal(move):
        return 0
    after = board.copy(stack=False)
    after.push(move)
    return VALUES[chess.KING] if after.is_checkmate() else exchange(board, move).value


def _stayed(ply: Ply, following: Ply) -> bool:
    """Whether the piece that the following move captures has stood there since before the ply."""
    target = following.square
    piece = ply.before.piece_at(target)
    stayed = piece is not None and piece == following.before.piece_at(target)
    return stayed and target != ply.square
