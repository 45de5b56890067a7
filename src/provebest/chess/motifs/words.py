"""Pieces and sides in words."""

from __future__ import annotations

from collections.abc import Iterable

import chess

from provebest.argument.prose import listed
from provebest.chess.motifs.exchange import VALUES

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def side_name(side: chess.Color) -> str:
    """White or Black."""
    return "White" if side == chess.WHITE else "Black"


def count_of(number: int, noun: str) -> str:
    """A number of things: "a pawn", "two pawns"."""
    if number == 1:
        return f"a {noun}"
    return f"{_NUMBERS[number] if number < len(_NUMBERS) else number} {noun}s"


def named_pieces(pieces: Iterable[chess.PieceType]) -> str:
    """Piece types, the most valuable first: "king and rook", "two knights"."""
    ordered = sorted(pieces, key=lambda piece: (-VALUES[piece], piece))
    names = list(dict.fromkeys(map(chess.piece_name, ordered)))
    counts = {name: sum(chess.piece_name(piece) == name for piece in ordered) for name in names}
    return listed([name if n == 1 else count_of(n, name) for name, n in counts.items()]).text
