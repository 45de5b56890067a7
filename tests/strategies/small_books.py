"""A Polyglot book with three entries."""

import struct

import chess
import chess.polyglot


def opening_book():
    """Its bytes: 1. e4 twice as often as 1. d4, and an answer to 1. e4."""
    after = chess.Board()
    after.push_uci("e2e4")
    entries = [
        (chess.polyglot.zobrist_hash(board), _polyglot(chess.Move.from_uci(move)), weight, 0)
        for board, move, weight in (
            (chess.Board(), "d2d4", 10),
            (chess.Board(), "e2e4", 20),
            (after, "c7c5", 1),
        )
    ]
    return b"".join(struct.pack(">QHHI", *entry) for entry in sorted(entries))


def _polyglot(move):
    """A move as Polyglot writes it, without promotions."""
    return move.to_square | move.from_square << 6
