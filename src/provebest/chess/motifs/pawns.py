"""What pawns do: promote, break through, and stand doubled."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from provebest.chess.motifs.line import Line
from provebest.chess.motifs.motif import Motif, MotifKind


def find_promotions(line: Line) -> Iterator[Motif]:
    """Promotion: a pawn becomes a piece."""
    for ply in line.plies:
        if ply.move.promotion:
            to = ply.move.to_square
            name = chess.piece_name(ply.move.promotion)
            phrase = "promoting a pawn" if name == "queen" else f"promoting a pawn to a {name}"
            yield Motif(MotifKind.PROMOTION, ply.index, ply.by_us, (to,), phrase)
