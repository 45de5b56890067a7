"""What lines do, for arguments that are made by hand, and as a text."""

import chess

from provebest.chess.motifs.deed import ChessDeed, Material, MotifKind

WINS_A_PAWN = ChessDeed(MotifKind.MATERIAL, material=Material((chess.PAWN,)))
WINS_A_PIECE = ChessDeed(MotifKind.MATERIAL, material=Material((chess.BISHOP,)))
MATES_AT_ONCE = ChessDeed(MotifKind.MATE, moves=1)


def deed_in_words(deed):
    """The participle; empty if there is no deed."""
    return "" if deed is None else deed.participle
