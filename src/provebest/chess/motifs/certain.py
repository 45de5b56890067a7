"""Attacks that the next move uses, and for lines that end before that, those nothing answers."""

from __future__ import annotations

from collections.abc import Collection

import chess

from provebest.chess.motifs.exchange import VALUES, exchange, exchange_on, immediate_gain
from provebest.chess.motifs.line import Line, Ply


def uses_attack(line: Line, ply: Ply, targets: Collection[chess.Square]) -> bool:
    """Whether the next move of the side captures one of the targets, wherever it is then, and wins.

    It wins more than the reply has captured; what a promotion adds does not count.
    """
    following = line.reply(ply, 2)
    if following is None or following.captured is None:
        return False
    if not any(line.captures(ply, target) for target in targets):
        return False
    cost = immediate_gain(ply.after, line.plies[ply.index + 1].move)
    won = exchange(following.before, following.move).value
    return min(VALUES[following.captured], won) > cost


def ends_with_attack(line: Line, ply: Ply, targets: Collection[chess.Square]) -> bool:
    """Whether the line ends before the attack of this move can be used, and the attack is certain.

    It must not capture a piece or promote itself, because then that is the point, and it must not
    mate.
    It is certain if after every legal reply a capture of one of the targets, wherever it is then,
    wins more than the reply has captured.
    """
    if line.reply(ply, 2) is not None or ply.captured not in {None, chess.PAWN}:
        return False
    if ply.move.promotion:
        return False
    replies = list(ply.after.legal_moves)
    return bool(replies) and all(_wins_after(ply.after, reply, targets) for reply in replies)


def _wins_after(board: chess.Board, reply: chess.Move, targets: Collection[chess.Square]) -> bool:
    squares = {reply.to_square if square == reply.from_square else square for square in targets}
    after = board.copy(stack=False)
    after.push(reply)
    cost = immediate_gain(board, reply)
    return any(exchange_on(after, square).value > cost for square in squares)
