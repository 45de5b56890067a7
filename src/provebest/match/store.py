"""A match file: a store with one row for every finished game. A game in it twice counts once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from provebest.match.record import GameRecord
from provebest.work import store as work_store

KIND = work_store.Kind("provebest match", name="a match file", run="match")


class Store:
    """The finished games of a match; with a file, every game in ``games`` is also in the file."""

    def __init__(self) -> None:
        self.games: dict[int, GameRecord] = {}
        self.file: work_store.Store | None = None

    def add(self, game: GameRecord) -> None:
        """Adds a game; with a file, it is on disk when this returns.

        Raises:
            CannotWriteError: if it cannot be written.
        """
        if game.game in self.games:
            return
        if self.file is not None:
            self.file.add(game.as_json())
        self.games[game.game] = game

    def take(self, row: Any) -> None:
        """Takes a game from the file.

        Raises:
            ValueError: if the row is not a game.
        """
        game = GameRecord.from_json(row)
        self.games.setdefault(game.game, game)

    def in_order(self) -> list[GameRecord]:
        """The games by number."""
        return [self.games[number] for number in sorted(self.games)]


@contextmanager
def open_store(path: Path | None, head: dict[str, Any]) -> Iterator[Store]:
    """Opens the file of a match, new or to be continued; without a path, keeps games in memory.

    Raises:
        BadInputError: for a file that is not a match file, is of another match, is damaged, or is
            in use.
        CannotWriteError: for a file that cannot be opened or written.
    """
    store = Store()
    if path is None:
        yield store
        return
    with work_store.open_store(path, KIND, head, store.take) as store.file:
        yield store


def read_store(path: Path) -> tuple[dict[str, Any], list[GameRecord]]:
    """The head and the games of a match file, which may be in use.

    Raises:
        BadInputError: for a file that cannot be read, is not a match file, or is damaged.
    """
    store = Store()
    head = work_store.read_store(path, KIND, store.take)
    return head, store.in_order()
