"""Static exchange: what a capture wins if both sides go on capturing on its square."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from provebest.chess.motifs.squares import piece_on

VALUES = {
    chess.PAWN: 100,
    chess.KNIGHT: 300,
    chess.BISHOP: 300,
    chess.ROOK: 500,
    chess.QUEEN: 900,
    chess.KING: 10_000,
}
"""In hundredths of a pawn. The king's only makes it the most valuable target."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """A capture and the recaptures that follow; no moves at all if capturing does not pay."""

    value: int = 0
    """What the side that begins wins, in hundredths of a pawn."""
    moves: tuple[chess.Move, ...] = ()


def exchange(board: chess.Board, move: chess.Move) -> Exchange:
    """The exchange that begins with a legal move; also with a move that captures nothing.

    Each side recaptures with its least valuable piece, by legal moves alone, so a pinned piece does
    not take part. Each side may stop when going on would cost material.
    """
    won = immediate_gain(board, move)
    after = board.copy(stack=False)
    after.push(move)
    answer = exchange_on(after, move.to_square)
    return Exchange(won - answer.value, (move, *answer.moves))


def exchange_on(board: chess.Board, square: chess.Square) -> Exchange:
    """The best that the side to move can win by capturing on a square, or nothing."""
    captures = list(board.generate_legal_captures(to_mask=chess.BB_SQUARES[square]))
    captures = [move for move in captures if move.promotion in {None, chess.QUEEN}]
    if not captures:
        return Exchange()
    cheapest = min(captures, key=lambda move: (_mover_value(board, move), move.from_square))
    found = exchange(board, cheapest)
    return found if found.value > 0 else Exchange()


def best_exchange(board: chess.Board) -> Exchange:
    """The most that the side to move can win by an exchange on any one square."""
    targets = {move.to_square for move in board.generate_legal_captures()}
    found = (exchange_on(board, square) for square in sorted(targets))
    return max(found, key=lambda each: each.value, default=Exchange())


def immediate_gain(board: chess.Board, move: chess.Move) -> int:
    """What one move captures, and what it gains by promotion."""
    captured = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    won = 0 if captured is None or board.is_castling(move) else VALUES[captured]
    return won + (VALUES[move.promotion] - VALUES[chess.PAWN] if move.promotion else 0)


def with_turn(board: chess.Board, side: chess.Color) -> chess.Board:
    """The board as if it were this side's turn, to see what it threatens."""
    if board.turn == side:
        return board
    turned = board.copy(stack=False)
    turned.turn = side
    turned.ep_square = None
    return turned


def is_safe(board: chess.Board, square: chess.Square) -> bool:
    """Whether the side to move, which is not the owner, wins nothing by capturing on the square."""
    return exchange_on(board, square).value <= 0


def _mover_value(board: chess.Board, move: chess.Move) -> int:
    return VALUES[piece_on(board, move.from_square)]
