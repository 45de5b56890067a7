"""Kinds of openings, closed, semi-open and open, by which the 1995 paper divides its Table 3.

Its footnote 18: "Closed means no pawns have been captured or that two opposing center pawns abut;
Semi-Open means one of the two center pawns of one side has been captured, and Open means that at
least one center pawn of each side has been captured."
"""

from __future__ import annotations

import chess

KINDS = ("closed", "semi-open", "open")
CENTRE = chess.BB_FILE_D | chess.BB_FILE_E
ALL_PAWNS = 16


def kind_of(board: chess.Board) -> str:
    """The kind of an opening, from its pawns; the first rule of the footnote that holds decides.

    A side's centre pawns are those on the d- and e-file, wherever they came from: if there are
    fewer than two, one has been captured. If only wing pawns are gone, a case that the footnote
    does not name, the position is closed.
    """
    white, black = (board.pieces_mask(chess.PAWN, colour) for colour in chess.COLORS)
    if chess.popcount(white | black) == ALL_PAWNS or (white << 8) & black & CENTRE:
        return "closed"
    lost = sum(chess.popcount(pawns & CENTRE) < 2 for pawns in (white, black))
    return KINDS[lost]
