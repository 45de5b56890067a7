"""A match file, which only grows: a head, then one line for every finished game.

A game is in the file completely or not at all: a line that was cut off by a crash is dropped
before the next one is written. A game that is in the file twice counts once.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from provebest.match.record import GameRecord
from provebest.vocabulary import BadInputError, CannotWriteError, shorten

FORMAT = "provebest match"


class Store:
    """The finished games of a match; with a file, every game in ``games`` is also in the file."""

    def __init__(self, file: Any = None) -> None:
        self._file = file
        self.games: dict[int, GameRecord] = {}

    def add(self, game: GameRecord) -> None:
        """Adds a game; it is on disk when this returns."""
        if game.game in self.games:
            return
        if self._file is not None:
            self._file.write(_line(game.as_json()))
            self._file.flush()
            os.fsync(self._file.fileno())
        self.games[game.game] = game

    def in_order(self) -> list[GameRecord]:
        """The games by number."""
        return [self.games[number] for number in sorted(self.games)]


@contextmanager
def open_store(path: Path | None, head: dict[str, Any]) -> Iterator[Store]:
    """Opens the file of a match, new or to be continued; without a path, keeps games in memory.

    Raises:
        BadInputError: for a file that is not a match file, is of another match, or is in use.
        CannotWriteError: for a file that cannot be opened or written.
    """
    if path is None:
        yield Store()
        return
    try:
        with path.open("a+b") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BadInputError(f"{shorten(str(path))} is in use by another match") from None
            store = Store(file)
            file.seek(0)
            known, games, end = _read(file.read(), path)
            file.truncate(end)
            file.seek(end)
            if known is None:
                file.write(_line({"format": FORMAT, **head}))
                file.flush()
            else:
                _refuse_other(known, head, path)
            store.games = games
            yield store
    except OSError as error:
        raise CannotWriteError(f"cannot use {shorten(str(path))}: {error.strerror}") from None


def read_store(path: Path) -> tuple[dict[str, Any], list[GameRecord]]:
    """The head and the games of a match file, which may be in use.

    Raises:
        BadInputError: for a file that cannot be read or is not a match file.
    """
    try:
        head, games, _ = _read(path.read_bytes(), path)
    except OSError as error:
        raise BadInputError(f"cannot read {shorten(str(path))}: {error.strerror}") from None
    if head is None:
        raise BadInputError(f"{shorten(str(path))} is empty, not a match file")
    return head, [games[number] for number in sorted(games)]


def _line(entry: dict[str, Any]) -> bytes:
    return (json.dumps(entry, separators=(",", ":")) + "\n").encode()


def _read(raw: bytes, path: Path) -> tuple[dict[str, Any] | None, dict[int, GameRecord], int]:
    """The head, the games, and the length in bytes up to the end of the last whole line."""
    end = raw.rfind(b"\n") + 1
    lines = raw[:end].splitlines()
    games: dict[int, GameRecord] = {}
    if not lines and raw and not b'{"format":"provebest match"'.startswith(raw[:27]):
        raise BadInputError(f"{shorten(str(path))} is not a match file")
    if not lines:
        return None, games, 0
    try:
        head = json.loads(lines[0])
    except ValueError:
        head = None
    if not isinstance(head, dict) or head.pop("format", None) != FORMAT:
        raise BadInputError(f"{shorten(str(path))} is not a match file")
    for number, line in enumerate(lines[1:], start=2):
        try:
            game = GameRecord.from_json(json.loads(line))
        except ValueError:
            raise BadInputError(f"{shorten(str(path))} is damaged at line {number}") from None
        games.setdefault(game.game, game)
    return head, games, end


def _refuse_other(known: dict[str, Any], head: dict[str, Any], path: Path) -> None:
    plain = json.loads(json.dumps(head))
    for name in known:
        if known.get(name) != plain.get(name):
            raise BadInputError(
                f"{shorten(str(path))} belongs to another match: its {name} is "
                f"{shorten(known.get(name))}, not {shorten(plain.get(name))}"
            )
