"""Opening books and endgame tablebases, both read by python-chess."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import chess
import chess.polyglot
import chess.syzygy

from provebest.vocabulary import BadInputError, shorten

RESULTS = {2: "won", 1: "won, but drawn by the fifty-move rule", 0: "drawn"}
RESULTS |= {-1: "lost, but drawn by the fifty-move rule", -2: "lost"}
VERDICTS = {2: "win by tablebase", 0: "draw by tablebase", -2: "loss by tablebase"}
VERDICTS |= dict.fromkeys((1, -1), "draw by tablebase, because of the fifty-move rule")


@dataclass(frozen=True, slots=True)
class Advice:
    """Moves to choose from, and a remark that says where they come from."""

    moves: tuple[str, ...]
    remark: str
    settled: bool
    """The move can be played without a search."""
    result: int | None = None
    """Of a tablebase, for the side to move: a key of ``VERDICTS``."""


class Knowledge:
    """An opening book and tablebases; either may be missing."""

    def __init__(self) -> None:
        self._book: chess.polyglot.MemoryMappedReader | None = None
        self._tables: chess.syzygy.Tablebase | None = None
        self.tables = 0
        """Number of tablebase files found."""

    @property
    def is_empty(self) -> bool:
        """Whether there is neither a book nor a tablebase to ask."""
        return self._book is None and self._tables is None

    def open_book(self, path: str) -> None:
        """Opens a Polyglot book in place of the current one; an empty path only closes that.

        Raises:
            BadInputError: if the book cannot be read.
        """
        book = None
        if path:
            try:
                book = chess.polyglot.open_reader(Path(path))
            except (OSError, ValueError) as error:
                why = getattr(error, "strerror", None) or str(error)
                raise BadInputError(f"cannot read the book {shorten(path)}: {why}") from None
        if self._book is not None:
            self._book.close()
        self._book = book

    def open_tables(self, path: str) -> None:
        """Opens folders of Syzygy files, separated by ``:``; an empty path only closes them.

        Raises:
            BadInputError: if a folder cannot be read.
        """
        tables, found = chess.syzygy.Tablebase(), 0
        for folder in path.split(":") if path else ():
            try:
                found += tables.add_directory(folder)
            except (OSError, ValueError) as error:
                why = getattr(error, "strerror", None) or "it is not the name of a folder"
                raise BadInputError(
                    f"cannot read the tablebases in {shorten(folder)}: {why}"
                ) from None
        self.close_tables()
        self._tables, self.tables = (tables, found) if found else (None, 0)

    def close_tables(self) -> None:
        """Closes the tablebase files."""
        if self._tables is not None:
            self._tables.close()
        self._tables = None

    def advice(self, board: chess.Board) -> Advice | None:
        """The moves of the book, or else of the tablebases; None if neither has the position."""
        return self._from_book(board) or self._from_tables(board)

    def result(self, board: chess.Board) -> int | None:
        """The tablebases' result for the side to move, a key of ``VERDICTS``; None if unknown."""
        tables = self._tables
        if tables is None or board.castling_rights or len(board.piece_map()) > _MOST_PIECES:
            return None
        try:
            return tables.probe_wdl(board)
        except Exception:  # noqa: BLE001 - whatever python-chess makes of a file that is no table
            return None

    def _from_book(self, board: chess.Board) -> Advice | None:
        """The move with the greatest weight; among equals, the first in the book."""
        if self._book is None:
            return None
        try:
            entries = list(self._book.find_all(board))
        except Exception:  # noqa: BLE001 - whatever python-chess makes of a file that is no book
            return None
        if not entries:
            return None
        best = max(entries, key=lambda entry: entry.weight)
        total = sum(entry.weight for entry in entries)
        move = best.move.uci()
        return Advice((move,), f"book: {move} has weight {best.weight} of {total}", settled=True)

    def _from_tables(self, board: chess.Board) -> Advice | None:
        """Moves that keep the result; if won, those with the fewest moves to a zeroing move.

        A zeroing move is a capture or a pawn move.
        """
        tables = self._tables
        if tables is None or board.castling_rights or len(board.piece_map()) > _MOST_PIECES:
            return None
        ranks: dict[str, tuple[int, int]] = {}
        try:
            for move in board.legal_moves:
                board.push(move)
                try:
                    ranks[move.uci()] = _rank(board, tables)
                finally:
                    board.pop()
        except Exception:  # noqa: BLE001 - whatever python-chess makes of a file that is no table
            return None
        if not ranks:
            return None
        best = max(ranks.values())
        moves = tuple(move for move, rank in ranks.items() if rank == best)
        return Advice(moves, f"tablebases: {RESULTS[best[0]]}", settled=False, result=best[0])


_MOST_PIECES = 7


def _rank(board: chess.Board, tables: chess.syzygy.Tablebase) -> tuple[int, int]:
    """A sort key for the side that has just moved: its result, then the way to a zeroing move.

    If won, the shorter way is better; if lost, the longer one.
    """
    if board.is_checkmate():
        return 2, 1
    result = -tables.probe_wdl(board)
    if result == 0:
        return 0, 0
    distance = 0 if board.halfmove_clock == 0 else abs(tables.probe_dtz(board))
    return result, -distance if result > 0 else distance
