"""A store: a file that only grows, with a head that says what it is and one line for every row.

Whatever happens to the program or the disk:

- A row that was added is in the file when ``add`` returns, and no row changes later.
- A row is in the file completely or not at all: one that was cut off is dropped before the next.
- Only one process writes to a store at a time.
- A file that is not a store of this kind and of this run is never written to.
"""

from __future__ import annotations

import fcntl
import json
import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn
from weakref import WeakSet

from provebest.vocabulary import BadInputError, CannotWriteError, shorten
from provebest.vocabulary.files import open_regular, sync_folder

MOST_BYTES = 1_000_000_000
LONGEST_LINE = 16_000_000
"""Bytes. A match of 1,000 games has about 20 MB; no row of any run comes near this length."""
LONGEST_NUMBER = 30
"""Digits of a whole number. Longer ones are damage, and could not be computed with as floats."""
CHUNK = 1 << 20

Row = dict[str, Any]
TakeRow = Callable[[Any], None]
"""Is called with every row that is read; raises ValueError if it is not one."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of store."""

    format: str
    """The first field of the head."""
    name: str
    """What its files are called, such as ``a match file``."""
    run: str
    """What writes one, such as ``match``."""
    is_row: Callable[[Any], bool] | None = None
    """Recognises the first row of stores from before they had a head; None if all have one."""


class Store:
    """A store that is open for writing."""

    def __init__(self, handle: int, path: Path) -> None:
        self._handle, self._name = handle, shorten(str(path))
        self.end = 0
        """Length in bytes of what is in the store; what follows in the file was cut off."""
        self._torn = True  # there may be bytes after the end
        _OPEN.add(self)

    def add(self, row: Row) -> None:
        """Adds a row; it is on disk when this returns. After an error it may be there or not.

        Raises:
            CannotWriteError: if it cannot be written; the rows before it are unchanged.
        """
        try:
            line = _as_line(row)
        except (ValueError, TypeError, RecursionError) as error:
            raise CannotWriteError(f"cannot write {self._name}: {error}") from None
        if len(line) > LONGEST_LINE or self.end + len(line) > MOST_BYTES:
            raise CannotWriteError(
                f"cannot write {self._name}: a store has at most {MOST_BYTES / 1e6:,.0f} MB, and "
                f"{LONGEST_LINE / 1e6:.0f} MB in a line"
            )
        try:
            if self._torn:
                os.ftruncate(self._handle, self.end)
            self._torn = True
            written = 0
            while written < len(line):
                written += os.pwrite(self._handle, line[written:], self.end + written)
            os.fsync(self._handle)
        except OSError as error:
            raise CannotWriteError(f"cannot write {self._name}: {error.strerror}") from None
        self.end += len(line)
        self._torn = False

    def close(self) -> None:
        """Releases the lock and closes the file."""
        with suppress(OSError, ValueError):
            fcntl.flock(self._handle, fcntl.LOCK_UN)  # even if a child has not closed it yet
        self.forget()

    def forget(self) -> None:
        """Closes the file in this process alone."""
        handle, self._handle = self._handle, -1
        if handle >= 0:
            os.close(handle)
        _OPEN.discard(self)


_OPEN: WeakSet[Store] = WeakSet()


def _close_in_child() -> None:
    """A forked worker shares the lock, and would keep the store in use after its parent's end."""
    for store in list(_OPEN):
        store.forget()


os.register_at_fork(after_in_child=_close_in_child)


@contextmanager
def open_store(path: Path, kind: Kind, head: Row, take: TakeRow) -> Iterator[Store]:
    """Opens a store, new or to be continued, and calls ``take`` with every row in it.

    A new one that is still empty when a run fails is removed.

    Raises:
        BadInputError: for a file that is not a store of this kind, belongs to another run, is
            damaged, or is in use.
        CannotWriteError: for a file that cannot be opened or written.
    """
    name, is_new = shorten(str(path)), not os.path.lexists(path)
    try:
        handle = open_regular(path, os.O_RDWR | os.O_CREAT)
    except OSError as error:
        raise CannotWriteError(f"cannot use {name}: {error.strerror}") from None
    store, empty, made = Store(handle, path), 0, False
    try:
        _lock(handle, name, kind)
        made = is_new
        known, end = _read(handle, name, kind, take)
        if known is None:
            store.add({"format": kind.format, **head})
            sync_folder(path)
            empty = store.end
        else:
            _refuse_another_run(known, head, name, kind)
            store.end = end
        yield store
    except Exception:
        if made and store.end == empty:
            with suppress(OSError):
                path.unlink()
        raise
    finally:
        store.close()


def read_store(path: Path, kind: Kind, take: TakeRow) -> Row:
    """The head of a store, which may be in use; calls ``take`` with every row.

    Raises:
        BadInputError: for a file that cannot be read, is not a store of this kind, or is damaged.
    """
    name = shorten(str(path))
    try:
        handle = open_regular(path, os.O_RDONLY)
    except OSError as error:
        raise BadInputError(f"cannot read {name}: {error.strerror}") from None
    try:
        head, _ = _read(handle, name, kind, take)
    finally:
        os.close(handle)
    if head is None:
        raise BadInputError(f"{name} is empty, not {kind.name}")
    return head


def _lock(handle: int, name: str, kind: Kind) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        was_removed = os.fstat(handle).st_nlink == 0
    except BlockingIOError:
        raise BadInputError(f"{name} is in use by another {kind.run}") from None
    except OSError as error:
        raise CannotWriteError(f"cannot use {name}: {error.strerror}") from None
    if was_removed:
        raise BadInputError(f"{name} was removed by another {kind.run} just now; try again")


def _read(handle: int, name: str, kind: Kind, take: TakeRow) -> tuple[Row | None, int]:
    """The head, None if there is none yet, and the length in bytes up to the last whole line."""
    head: Row | None = None
    end = 0
    for number, line in enumerate(_lines(handle, name), start=1):
        if end + len(line) > MOST_BYTES:
            raise BadInputError(f"{name} is too large: more than {MOST_BYTES / 1e6:,.0f} MB")
        whole = line.endswith(b"\n")
        if number == 1:
            if not whole and _is_cut_head(line, kind):
                return None, 0
            head, has_head = _read_head(line, whole=whole, name=name, kind=kind)
            if has_head:
                end += len(line)
                continue
        if not whole and len(line) <= LONGEST_LINE:
            break
        try:
            take(_from_line(line))
        except (ValueError, TypeError, KeyError, RecursionError):
            raise BadInputError(
                f"{name} is damaged at line {number}; delete that line to continue"
            ) from None
        end += len(line)
    return head, end


def _lines(handle: int, name: str) -> Iterator[bytes]:
    """The lines with their ends; what follows the last end, or a line that is too long, is last."""
    rest = b""
    place = 0
    while True:
        try:
            chunk = os.pread(handle, CHUNK, place)
        except OSError as error:
            raise BadInputError(f"cannot read {name}: {error.strerror}") from None
        place += len(chunk)
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield line + b"\n"
        if not chunk or len(rest) > LONGEST_LINE:
            break
    if rest:
        yield rest


def _read_head(line: bytes, *, whole: bool, name: str, kind: Kind) -> tuple[Row, bool]:
    """The head and whether this line is one: the first line of an old store is a row."""
    try:
        entry = _from_line(line) if whole else None
    except (ValueError, RecursionError):
        entry = None
    if isinstance(entry, dict) and entry.pop("format", None) == kind.format:
        return entry, True
    if entry is not None and kind.is_row is not None and kind.is_row(entry):
        return {}, False
    raise BadInputError(f"{name} is not {kind.name}")


def _is_cut_head(line: bytes, kind: Kind) -> bool:
    begin = _as_line({"format": kind.format})[: -len("}\n")]
    return begin.startswith(line[: len(begin)])


def _refuse_another_run(known: Row, head: Row, name: str, kind: Kind) -> None:
    """A field that the store does not have was added to the program later, and is not compared."""
    plain = json.loads(json.dumps(head))
    for field, value in known.items():
        if value != plain.get(field):
            raise BadInputError(
                f"{name} belongs to another {kind.run}: its {shorten(field).strip(chr(39))} is "
                f"{shorten(value)}, not {shorten(plain.get(field))}"
            )


def _as_line(row: Row) -> bytes:
    return (json.dumps(row, separators=(",", ":"), allow_nan=False) + "\n").encode()


def _whole_number(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError("a number is too long")
    return int(digits)


def _finite_number(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number is too large")
    return number


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a number")


_DECODER = json.JSONDecoder(
    parse_int=_whole_number, parse_float=_finite_number, parse_constant=_refuse_constant
)


def _from_line(line: bytes) -> Any:
    return _DECODER.decode(line.decode("utf-8"))
