"""Reading and writing files: bounded reads, and files that are written whole or not at all.

Every reader and writer of this package goes through here, so that a device, a pipe, a huge file, a
full disk or a strange name gives one sentence, and an existing file is never left half written.
"""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from provebest.vocabulary.errors import BadInputError, CannotWriteError, shorten

MOST_BYTES = 64_000_000
"""What a reader takes unless it says otherwise."""
LONGEST_NAME = 300
"""Characters of the name of a file in a message; a longer name is cut."""
LONGEST_LINE = 1_000_000
"""Bytes of a line of a file that is read line by line."""


def quoted_name(file: Path | str) -> str:
    """The name of a file in quotes, for a message."""
    return shorten(str(file), LONGEST_NAME)


def read_bytes(file: Path | str, *, most: int = MOST_BYTES) -> bytes:
    """The whole file.

    Memory and time are bounded by ``most``: a device or a pipe is refused before it is read.

    Raises:
        BadInputError: if it cannot be read, is not a regular file, or has more bytes.
    """
    name = quoted_name(file)
    with _opened(file) as stream:
        size = os.fstat(stream.fileno()).st_size
        raw = stream.read(most + 1) if size <= most else b""
    if max(size, len(raw)) > most:
        raise BadInputError(f"{name} is too large: more than {most / 1e6:g} MB")
    return raw


def read_text(file: Path | str, *, most: int = MOST_BYTES, errors: str = "strict") -> str:
    """The whole file as UTF-8, without a byte order mark.

    Raises:
        BadInputError: as ``read_bytes``, and with ``errors="strict"`` if it is not UTF-8.
    """
    try:
        return read_bytes(file, most=most).decode("utf-8", errors).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise BadInputError(
            f"{quoted_name(file)} is not UTF-8 text: byte {error.start + 1} cannot be read"
        ) from None


def read_old_text(file: Path | str, *, most: int = MOST_BYTES) -> tuple[str, str]:
    """The whole file, and a sentence if it is not all UTF-8; else an empty string.

    Lines that are not UTF-8 are read as Latin-1, with the letters that Windows adds to it. Many
    chess programs write that, and no text of names is both.

    Raises:
        BadInputError: as ``read_bytes``.
    """
    raw = read_bytes(file, most=most)
    try:
        return raw.decode().removeprefix("\ufeff"), ""
    except UnicodeDecodeError:
        text = "\n".join(map(_old_line, raw.split(b"\n"))).removeprefix("\ufeff")
        return text, f"{quoted_name(file)} is not UTF-8 throughout; the rest is read as Latin-1"


def _old_line(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def read_lines(file: Path | str, *, longest: int = LONGEST_LINE) -> Generator[str, None, None]:
    """The lines of a file as UTF-8, one at a time and with their ends, without a byte order mark.

    Memory is bounded by ``longest``, however large the file is.

    Raises:
        BadInputError: as ``read_text``, and for a line of more bytes than ``longest``.
    """
    with _opened(file) as stream:
        number = 0
        while raw := stream.readline(longest + 1):
            number += 1
            where = f"{quoted_name(file)}, line {number}"
            if len(raw) > longest:
                raise BadInputError(f"{where} is too long: more than {longest / 1e6:g} MB")
            try:
                line = raw.decode()
            except UnicodeDecodeError:
                raise BadInputError(f"{where} is not UTF-8 text") from None
            yield line.removeprefix("\ufeff") if number == 1 else line


@contextmanager
def _opened(file: Path | str) -> Iterator[IO[bytes]]:
    """Opens a regular file; failures to open or to read it are BadInputErrors."""
    try:
        with os.fdopen(open_regular(file, verb="read"), "rb") as stream:
            yield stream
    except OSError as error:
        raise BadInputError(f"cannot read {quoted_name(file)}: {error.strerror}") from None


@contextmanager
def writing(file: Path | str) -> Iterator[IO[str]]:
    """Opens a file for text; it gets its name when everything is written and on disk.

    Until then, and if anything fails, a file of that name stays as it was. A link is followed, and
    what is not a regular file (a terminal, ``/dev/null``) is written to directly.

    Raises:
        CannotWriteError: if the file cannot be written.
    """
    with _writing(file, "w", "utf-8") as out:
        yield out


def write_text(file: Path | str, text: str) -> None:
    """Writes a file whole or not at all.

    Raises:
        CannotWriteError: if it cannot be written.
    """
    with writing(file) as out:
        out.write(text)


def write_bytes(file: Path | str, data: bytes) -> None:
    """Writes a file whole or not at all.

    Raises:
        CannotWriteError: if it cannot be written.
    """
    with _writing(file, "wb", None) as out:
        out.write(data)


def check_writable(file: Path | str) -> None:
    """Refuses a file that cannot be written, before the work for it is done.

    Raises:
        CannotWriteError: if that is known already.
    """
    cause = why_not_writable(file)
    if cause:
        raise CannotWriteError(f"cannot write {quoted_name(file)}: {cause}")


def why_not_writable(file: Path | str) -> str:
    """Why this file cannot be written; empty if nothing is known against it."""
    cause = ""
    try:
        try:
            mode = Path(file).stat().st_mode
        except FileNotFoundError:
            mode = stat.S_IFREG  # it will be one
        folder = Path(os.path.realpath(file)).parent
        if stat.S_ISDIR(mode):
            cause = os.strerror(errno.EISDIR)
        elif stat.S_ISREG(mode) and not folder.is_dir():
            cause = "its folder does not exist"
        elif not os.access(folder if stat.S_ISREG(mode) else file, os.W_OK):
            cause = os.strerror(errno.EACCES)
    except OSError as error:
        cause = error.strerror or str(error)
    except UnicodeEncodeError:
        cause = "it is not valid Unicode"
    except ValueError:  # a NUL
        cause = "it is not the name of a file"
    return cause


def is_special(file: Path | str) -> bool:
    """Whether it exists and is not a regular file: a device, a pipe, a folder."""
    return os.path.exists(file) and not os.path.isfile(file)  # noqa: PTH110, PTH113 - no errors


@contextmanager
def _writing(file: Path | str, mode: str, encoding: str | None) -> Iterator[IO[Any]]:
    name = quoted_name(file)
    try:
        if b"\0" in os.fsencode(file):
            raise CannotWriteError(f"cannot write {name}: it is not the name of a file")
        if is_special(file):
            with Path(file).open(mode, encoding=encoding) as out:
                yield out
            return
        target = Path(os.path.realpath(file))
        handle, written = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:60]}.")
        try:
            with os.fdopen(handle, mode, encoding=encoding) as out:
                yield out
                out.flush()
                os.fchmod(out.fileno(), _mode_of(target))
                os.fsync(out.fileno())
            os.replace(written, target)  # noqa: PTH105 - closed: some disks fail only then
        except BaseException:
            with suppress(OSError):
                os.unlink(written)  # noqa: PTH108
            raise
        sync_folder(target)
    except OSError as error:
        raise CannotWriteError(f"cannot write {name}: {error.strerror or error}") from None
    except UnicodeEncodeError:
        raise CannotWriteError(f"cannot write {name}: it is not valid Unicode") from None


def _mode_of(target: Path) -> int:
    """The permissions that the file has, or that a new file gets."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def sync_folder(path: Path) -> None:
    """A new name is found again after a power cut only if its folder is on disk too."""
    with suppress(OSError):  # some file systems cannot
        folder = os.open(path.resolve().parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def open_regular(file: Path | str, flags: int = os.O_RDONLY, *, verb: str = "use") -> int:
    """A descriptor of a regular file; a device, a pipe or a folder is refused and not waited for.

    The message of an error says that one cannot ``verb`` the file.

    Raises:
        BadInputError: if it is not a regular file, or cannot be the name of one.
        OSError: if it cannot be opened.
    """
    cannot = f"cannot {verb} {quoted_name(file)}"
    try:
        # Without O_NONBLOCK a pipe that nobody writes to would be waited for.
        handle = os.open(file, flags | os.O_NONBLOCK, 0o666)
    except ValueError:  # a NUL in the name, or half of a pair
        raise BadInputError(f"{cannot}: it is not the name of a file") from None
    try:
        mode = os.fstat(handle).st_mode
    except OSError:
        os.close(handle)
        raise
    if not stat.S_ISREG(mode):
        os.close(handle)
        kind = "a folder" if stat.S_ISDIR(mode) else "not a regular file"
        raise BadInputError(f"{cannot}: it is {kind}")
    return handle
