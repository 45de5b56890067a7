"""What a line does, in chess words: found on the board by code, without any search.

    >>> import chess
    >>> from provebest.chess.motifs import describe_line
    >>> from provebest.games.boards import board_from
    >>> board = board_from("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", chess960=False)
    >>> describe_line(board, [chess.Move.from_uci("d5c7")]).phrase
    'forking king and rook'

``docs/motifs.md`` has the definition of every word and how often it agrees with other people's.
"""

from provebest.chess.motifs.deed import ChessDeed, MotifKind
from provebest.chess.motifs.motif import LineStory, Motif
from provebest.chess.motifs.story import describe_line

__all__ = ["ChessDeed", "LineStory", "Motif", "MotifKind", "describe_line"]
