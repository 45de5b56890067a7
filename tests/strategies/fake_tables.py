"""Tablebases without files: king and pawn against king by the oracle, and nothing else."""

from functools import cache

import chess
import chess.syzygy
from kpk_oracle import all_won


@cache
def won_on(file):
    return all_won(file)


class PawnTables(chess.syzygy.Tablebase):
    """Says that it found one file in any folder; answers for a white pawn on the e-file or none."""

    def add_directory(self, directory, **_):
        super().add_directory(directory)
        return 1

    def probe_wdl(self, board):
        men = board.piece_map()
        pawns = [at for at, piece in men.items() if piece == chess.Piece.from_symbol("P")]
        if len(men) == 2:
            return 0
        if len(men) != 3 or len(pawns) != 1 or chess.square_file(pawns[0]) != 4:
            raise chess.syzygy.MissingTableError(board.fen())
        kings = board.king(chess.WHITE), board.king(chess.BLACK)
        won = (board.turn, *kings) in won_on(4)[pawns[0]]
        return (2 if board.turn else -2) if won else 0

    def probe_dtz(self, board):
        return self.probe_wdl(board)
