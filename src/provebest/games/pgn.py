"""Reads games in PGN, whatever is in them. No game is written to a log: its errors stay with it."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import chess.pgn

from provebest.vocabulary import BadInputError


class _Reader(chess.pgn.GameBuilder[chess.pgn.Game]):
    """Keeps what is wrong with a game instead of writing it to a log."""

    def __init__(self) -> None:
        super().__init__(Game=chess.pgn.Game)

    def handle_error(self, error: Exception) -> None:
        """Keeps the error in ``game.errors``."""
        self.game.errors.append(error)


def games_of(text: str, name: str) -> Iterator[chess.pgn.Game]:
    """The games of a PGN text, one after the other; what is wrong with a game is in its ``errors``.

    Raises:
        BadInputError: for a game that cannot be read at all. The message calls the text ``name``.
    """
    stream, number = StringIO(text), 0
    while True:
        number += 1
        try:
            game = chess.pgn.read_game(stream, Visitor=_Reader)
        except (ValueError, IndexError, AssertionError, RecursionError) as error:
            raise BadInputError(f"{name}, game {number} cannot be read: {error}") from None
        if game is None:
            return
        yield game
