"""What every home of a probe cache can do: a file, a database, or one on another machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from provebest.chess.probes.cache_file import CacheFile
from provebest.chess.probes.cache_place import CachePlace, Database
from provebest.vocabulary import BadInputError

NO_DRIVER = "a probe cache in PostgreSQL needs psycopg: pip install 'provebest[postgres]'"


class CacheHome(Protocol):
    """Questions and their answers, for as long as it is open. One thread uses it at a time.

    Every method raises CacheFailedError if it cannot be used now.
    """

    def read(self, questions: Sequence[str]) -> list[object]:
        """What is stored for each question, as bytes; None if nothing is."""

    def write(self, rows: Sequence[tuple[str, str]]) -> None:
        """Stores these questions and answers, all or none; later ones replace earlier ones."""

    def close(self) -> None:
        """Lets go of it; everything written stays."""


def open_home(place: CachePlace) -> CacheHome:
    """The cache at this place, made if there is none.

    Raises:
        BadInputError: if there is something else, no server that lets us in, or no driver.
        CannotWriteError: if a file does not exist and cannot be made.
        CacheFailedError: if a file cannot be used now.
    """
    if not isinstance(place, Database):
        return CacheFile(place)
    try:
        from provebest.chess.probes.cache_database import (  # noqa: PLC0415 - an optional guest
            CacheDatabase,
        )
    except ImportError:
        raise BadInputError(NO_DRIVER) from None
    return CacheDatabase(place)
