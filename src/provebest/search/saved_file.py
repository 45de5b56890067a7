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

from provebest.vocabulary import BadInputError
from provebest.vocabulary.files import writing

VERSION = 1
"""Raised when a file of the old form could be misread; other versions are refused."""

Encode = Callable[[Any], Any]
"""Turns a state or a move into something JSON can hold."""
Decode = Callable[[Any], Any]
"""Turns it back; equal states must come back equal."""
Line = dict[str, Any]

LONGEST_HEAD = 1_000_000
"""Characters of the first line."""
DAMAGED = (KeyError, IndexError, TypeError, ValueError, AttributeError)
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
    if head.get("version") != VERSION:
        theirs = head.get("version")
        raise BadInputError(
            f"{str(file)!r} was saved in format version {theirs!r}; this program reads {VERSION}"
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
        with Path(file).open(encoding="utf-8") as lines:
            head = json.loads(lines.readline(LONGEST_HEAD))
    except OSError as error:
        raise BadInputError(f"cannot read {str(file)!r}: {error.strerror}") from None
    except (ValueError, RecursionError):
        head = None
    if not isinstance(head, dict) or "format" not in head:
        raise BadInputError(f"{str(file)!r} is not a saved search")
    return head


def _first_and_others(file: Path, kind: str) -> tuple[Line, list[Line], str]:
    """The first line, the others, and the digest of the text of all but the last."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInputError(f"cannot read {str(file)!r}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInputError(f"{str(file)!r} is not a saved search: it is not text") from None
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
    return BadInputError(f"{str(file)!r} is damaged at line {line}: {type(error).__name__} {error}")


def number(value: float | Fraction) -> float | str:
    """A number in a form that JSON can hold; fractions and infinities become text.

    ``read_number(number(x)) == x`` exactly and of the same type (int, float or Fraction), because
    arithmetic with it must round as before.
    """
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    return value if math.isfinite(value) else str(value)


def read_number(value: Any) -> float:
    """The number that ``number`` wrote; ValueError or TypeError if it is not one."""
    if isinstance(value, str):
        found: Any = Fraction(value) if "/" in value else float(value)
        return found  # type: ignore[no-any-return]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{value!r} is not a number")
    return value
