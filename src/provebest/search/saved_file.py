"""Saved searches as files: lines of JSON with a head and an end, written completely or not at all.

The first line is the head (``format``, ``version``, ``nodes``), the last the end (``end``,
``digest``); between them is one line for each node. Every error message names the file and says in
one sentence what is wrong with it. The formats are in ``docs/saved-search.md``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

from provebest.vocabulary import BadInputError, shorten
from provebest.vocabulary.files import read_text, writing
from provebest.vocabulary.outside import visible

VERSION = 1
"""Raised when a file of the old form could be misread; other versions are refused."""

Encode = Callable[[Any], Any]
"""Turns a state or a move into something JSON can hold."""
Decode = Callable[[Any], Any]
"""Turns it back; equal states must come back equal."""
Line = dict[str, Any]

MOST_BYTES = 256_000_000
"""A larger file is not read."""
MOST = 2**53
"""No count in a file is greater."""
DAMAGED = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
"""The exceptions that reading a damaged line may raise, in ``Decode`` too."""


def write_lines(file: Path | str, lines: Iterable[Line]) -> None:
    """Writes the lines; an existing file is replaced completely or not at all.

    They are written to a temporary file in the same folder, which is then renamed; a reader sees
    the old file or the new one. The last line must have an ``end``; it gets the SHA-256 digest of
    all lines before it, so that a later change is noticed. ``lines`` is consumed one by one.

    Raises:
        CannotWriteError: if the file cannot be written.
        BadInputError: if JSON cannot hold what was given.
    """
    try:
        with writing(file) as out:
            digest = sha256()
            for line in lines:
                if "end" in line:
                    line["digest"] = digest.hexdigest()
                text = json.dumps(line, allow_nan=False, separators=(",", ":")) + "\n"
                digest.update(text.encode())
                out.write(text)
    except (TypeError, ValueError, RecursionError) as error:
        raise BadInputError(f"cannot save a state or a move as JSON: {error}") from None


def read_lines(file: Path | str, kind: str) -> tuple[Line, list[Line], Line]:
    """The head, the lines between, and the end of a saved search of this kind.

    Afterwards ``len(lines) == head["nodes"] >= 1``, the version is ours, and the digest is right if
    the file has one. What the lines contain is not checked here.

    Raises:
        BadInputError: if it cannot be read, is not such a file, is of another version, or cut off.
    """
    head, lines, digest = _first_and_others(Path(file), kind)
    theirs = head.get("version")
    if theirs != VERSION:
        which = shorten(theirs) if isinstance(theirs, int | float | str) else "without a number"
        raise BadInputError(
            f"{str(file)!r} was saved in format version {which}; this program reads {VERSION}"
        )
    body, end = lines[:-1], lines[-1] if lines else None
    if isinstance(end, dict) and end.get("digest", digest) != digest:
        raise BadInputError(f"{str(file)!r} was changed since it was written")
    if not isinstance(end, dict) or "end" not in end or len(body) != head.get("nodes") or not body:
        raise BadInputError(f"{str(file)!r} is cut off: it has no end, or lines are missing")
    return head, body, end


def read_head(file: Path | str) -> Line:
    """The first line of a saved search of any kind, which says what the file is.

    Raises:
        BadInputError: if it cannot be read, or is not a saved search.
    """
    try:
        head = json.loads(_text(file).partition("\n")[0])
    except (ValueError, RecursionError) as error:
        if isinstance(error, BadInputError):
            raise
        head = None
    if not isinstance(head, dict) or "format" not in head:
        raise BadInputError(f"{str(file)!r} is not a saved search")
    return head


def _text(file: Path | str) -> str:
    """The whole file; bytes that are not text become signs that no saved search has."""
    return read_text(file, most=MOST_BYTES, errors="replace")


def _first_and_others(file: Path, kind: str) -> tuple[Line, list[Line], str]:
    """The first line, the others, and the digest of the text of all but the last."""
    text = _text(file)
    lines: list[Any] = []
    for place, line in enumerate(text.splitlines()):
        try:
            lines.append(json.loads(line))
        except (ValueError, RecursionError):
            if place == 0:
                break
            raise BadInputError(
                f"{str(file)!r} is damaged or cut off at line {place + 1}"
            ) from None
    head = lines[0] if lines else None
    if not isinstance(head, dict) or head.get("format") != kind:
        raise BadInputError(f"{str(file)!r} is not a saved search")
    before, newline, _ = text.rstrip("\n").rpartition("\n")
    return head, lines[1:], sha256((before + newline).encode()).hexdigest()


def damaged(file: Path | str, line: int, error: Exception) -> BadInputError:
    """The error for a line that cannot be what was saved; lines are numbered from 1."""
    cause = visible(f"{type(error).__name__} {error}")
    return BadInputError(f"{str(file)!r} is damaged at line {line}: {cause}")


def number(value: float | Fraction) -> float | str:
    """A number in a form that JSON can hold; fractions and infinities become text.

    ``read_number(number(x)) == x`` exactly and of the same type (int, float or Fraction), because
    arithmetic with it must round as before.
    """
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    return value if math.isfinite(value) else str(value)


def read_number(value: Any) -> float:
    """The number that ``number`` wrote: a float, or a whole number or fraction that fits one.

    Raises:
        TypeError, ValueError, ArithmeticError: if it is not one, or is not a number (NaN).
    """
    if isinstance(value, str):
        found: Any = Fraction(value) if "/" in value else float(value)
    elif isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{shorten(value)} is not a number")
    elif math.isinf(value):
        raise ValueError("infinity is written as text")
    else:
        found = value
    if math.isnan(found):  # it also raises OverflowError for what no float can hold
        raise ValueError("NaN is not a number")
    return found  # type: ignore[no-any-return]


def read_whole(value: Any, least: int = 0, most: int = MOST) -> int:
    """A whole number from ``least`` to ``most``; TypeError or ValueError if it is not one."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{shorten(value)} is not a whole number")
    if not least <= value <= most:
        raise ValueError(f"{shorten(value)} is out of range")
    return value


def read_flag(value: Any) -> bool:
    """True or false; TypeError if it is neither."""
    if not isinstance(value, bool):
        raise TypeError(f"{shorten(value)} is not true or false")
    return value


def read_items(value: Any) -> list[Any]:
    """A list; TypeError if it is something else that can be gone through."""
    if not isinstance(value, list):
        raise TypeError(f"{shorten(value)} is not a list")
    return value


def read_record(value: Any, like: dict[str, Any]) -> dict[str, Any]:
    """An object with no other keys than ``like``, and values of the same types.

    Raises:
        TypeError, ValueError, ArithmeticError: if it is something else.
    """
    if not isinstance(value, dict) or not value.keys() <= like.keys():
        raise TypeError("it has unknown parts")
    return {name: _read_like(part, like[name]) for name, part in value.items()}


def _read_like(value: Any, like: Any) -> Any:
    if isinstance(like, dict):
        return read_record(value, like)
    if isinstance(like, bool):
        return read_flag(value)
    if isinstance(like, int):
        return read_whole(value)
    if isinstance(like, float):
        return float(read_number(value))
    if not isinstance(value, str):
        raise TypeError(f"{shorten(value)} is not text")
    return value
