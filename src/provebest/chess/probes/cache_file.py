"""The file of a probe cache: an SQLite database with one table of questions and answers."""

from __future__ import annotations

import sqlite3
import stat
import time
import weakref
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from provebest.vocabulary import BadInputError, CannotWriteError, ProvebestError
from provebest.vocabulary.files import why_not_writable
from provebest.vocabulary.outside import visible

VERSION = 2
"""Version 1 stored the number of repetitions instead of the earlier positions."""
PATIENCE = 5.0
"""Seconds to wait for another process that locks the file."""
LONGEST_TEXT = 1_000_000
"""Bytes of a question or an answer; nothing longer is read."""
NO_CACHE = " cannot be used as a probe cache: "
TRIES, BETWEEN_TRIES = 20, 0.05  # seconds
TABLE = "CREATE TABLE answers (question TEXT PRIMARY KEY, answer TEXT NOT NULL)"


class CacheFailedError(Exception):
    """A probe cache cannot be used now; the text says why, and can be shown to anyone.

    It is not a ``ProvebestError``: the analysis goes on without the cache.
    """


class CacheFile:
    """An open probe cache, which several processes may use at once; made with its first answer.

    Every ``write`` is one transaction of a write-ahead log: a process that is killed loses at most
    the one it was writing, and the file stays intact. A file of another program is never changed.

    Raises:
        BadInputError: if the file is not a probe cache, or has another version.
        CannotWriteError: if the file does not exist and cannot be made.
        CacheFailedError: if it cannot be used now: it is locked, damaged or cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._name = path, visible(path)
        self._database: sqlite3.Connection | None = None
        with _failing():
            if not _is_blank(path, self._name):
                self._open(blank=False)
            elif cause := why_not_writable(path):
                raise CannotWriteError(f"{self._name}{NO_CACHE}{cause}")

    def read(self, questions: Sequence[str]) -> list[object]:
        """What is stored for each question, as bytes; None if nothing is."""
        with _failing():
            database = self._while_it_is_made(make=False)
            if database is None:
                return [None] * len(questions)
            return [_look_up(database, question) for question in questions]

    def write(self, rows: Sequence[tuple[str, str]]) -> None:
        """Stores these questions and answers, all or none."""
        if not rows:
            return
        with _failing():
            database = self._while_it_is_made(make=True)
            if database is not None:
                with database:
                    database.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?)", rows)

    def close(self) -> None:
        """Closes the file; everything written is in it."""
        with _failing():
            if self._database is not None:
                self._database.close()

    def _while_it_is_made(self, *, make: bool) -> sqlite3.Connection | None:
        """The open cache; None if there is none yet and it is not to be made.

        Another process may be making it at this moment: then it is locked, or has no table yet.
        """
        tries = TRIES
        while True:
            try:
                blank = self._is_blank()
                return self._opened(blank=blank) if make or not blank else None
            except (sqlite3.OperationalError, CacheFailedError):
                tries -= 1
                if self._database is not None or not tries:
                    raise
                time.sleep(BETWEEN_TRIES)

    def _is_blank(self) -> bool:
        """Whether nobody, not even another process, has made the cache yet."""
        if self._database is not None:
            return False
        try:
            return _is_blank(self._path, self._name)
        except ProvebestError as error:  # it has changed since it was opened
            raise CacheFailedError(str(error).removeprefix(f"{self._name}{NO_CACHE}")) from None

    def _opened(self, *, blank: bool) -> sqlite3.Connection:
        return self._open(blank=blank) if self._database is None else self._database

    def _open(self, *, blank: bool) -> sqlite3.Connection:
        database = _connect(self._path, "rwc")
        weakref.finalize(self, database.close)  # closes the file at the latest then
        if blank:
            _create(database)
        database.execute("PRAGMA synchronous=NORMAL")
        self._database = database
        return database


def _create(database: sqlite3.Connection) -> None:
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("BEGIN IMMEDIATE")
    with database:
        database.execute(TABLE.replace("TABLE", "TABLE IF NOT EXISTS", 1))
        database.execute(f"PRAGMA user_version={VERSION}")


def _look_up(database: sqlite3.Connection, question: str) -> object:
    select = "SELECT answer FROM answers WHERE question = ?"
    try:
        row = database.execute(select, (question,)).fetchone()
    except sqlite3.DataError:  # longer than LONGEST_TEXT
        return None
    return None if row is None else row[0]


@contextmanager
def _failing() -> Iterator[None]:
    """Says in one way what SQLite says in many."""
    try:
        yield
    except sqlite3.Error as error:
        raise CacheFailedError(visible(error)) from None
    except UnicodeError:  # a message of SQLite quotes damaged text
        raise CacheFailedError("it is damaged") from None


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection that believes nothing in the file."""
    address = f"{path.absolute().as_uri()}?mode={mode}"
    database = sqlite3.connect(address, uri=True, timeout=PATIENCE, check_same_thread=False)
    try:
        database.text_factory = bytes
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_TEXT)
        database.execute("PRAGMA trusted_schema=OFF")
        database.execute("PRAGMA cell_size_check=ON")
    except BaseException:
        database.close()
        raise
    return database


def _is_blank(path: Path, name: str) -> bool:
    """Whether a cache has still to be made there. Nothing is changed.

    Raises:
        BadInputError: if there is something else.
    """
    try:
        status = path.stat()
        begun = Path(f"{path}-wal").exists()
    except FileNotFoundError:
        return True
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        cause = error.strerror if isinstance(error, OSError) else "it is not the name of a file"
        raise CannotWriteError(f"{name}{NO_CACHE}{cause}") from None
    if not stat.S_ISREG(status.st_mode):
        kind = "a folder" if stat.S_ISDIR(status.st_mode) else "not a regular file"
        raise BadInputError(f"{name}{NO_CACHE}it is {kind}")
    if status.st_size == 0 and not begun:
        return True
    # Without a log, the file alone says everything, and need not be locked.
    with closing(_connect(path, "ro" if begun else "ro&immutable=1")) as database:
        try:
            (version,) = database.execute("PRAGMA user_version").fetchone()
        except sqlite3.DatabaseError as error:
            if _code(error) == sqlite3.SQLITE_NOTADB:
                raise BadInputError(f"{name}{NO_CACHE}{error}") from None
            raise
        (owner,) = database.execute("PRAGMA application_id").fetchone()
        schema = database.execute(
            "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL LIMIT 2"
        ).fetchall()
    if owner or schema not in ([], [(TABLE.encode(),)]):
        raise BadInputError(f"{name}{NO_CACHE}it is the database of another program")
    if version not in {0, VERSION}:
        raise BadInputError(
            f"{name} is a probe cache of version {version}, but this program reads "
            f"version {VERSION}; delete it, or name another file"
        )
    return not schema or not version


def _code(error: sqlite3.Error) -> int:
    """SQLite's code of an error, without its details; 0 if it has none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
