"""Moves and values as chess players write them."""

from __future__ import annotations

from collections.abc import Sequence

import chess

from provebest.probes.prober import MATE, MATES_FROM


def san_line(board: chess.Board, moves: Sequence[str], *, at_most: int = 8) -> str:
    """Moves in SAN with their numbers, from this position; a move that cannot be made ends it."""
    board = board.copy(stack=False)
    words: list[str] = []
    for uci in moves[:at_most]:
        move = chess.Move.from_uci(uci)
        if move not in board.legal_moves:
            break
        if board.turn == chess.WHITE:
            words.append(f"{board.fullmove_number}.")
        elif not words:
            words.append(f"{board.fullmove_number}...")
        words.append(board.san(move))
        board.push(move)
    text = " ".join(words).replace(". ", ".")
    return f"{text} ..." if len(moves) > at_most else text


def san(board: chess.Board, uci: str) -> str:
    """One move in SAN."""
    return board.san(chess.Move.from_uci(uci))


def in_pawns(value: float) -> str:
    """Hundredths as pawns with a sign; a mate as the number of moves to it."""
    if value >= MATES_FROM:
        return f"mate in {max(1, round((MATE - value + 1) // 2))}"
    if value <= -MATES_FROM:
        return f"mated in {round((MATE + value) // 2)}"
    return f"{value / 100:+.2f}"
