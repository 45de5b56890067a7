"""Saved searches as files: lines of JSON with a head and an end, written whole or not at all.

What is wrong with a file is said in one sentence. The formats are in ``docs/saved-search.md``.
"""

from __future__ import annotations

import json
import math
import os
import tempfile
from collections.abc import Callable, Iterable
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

from provebest.vocabulary import BadInputError, CannotWriteError

VERSION = 1

Encode = Callable[[Any], Any]
"""A state or a move as something JSON can hold."""
Decode = Callable[[Any], Any]
"""And back: equal states must come back equal."""
Line = dict[str, Any]

LONGEST_HEAD = 1_000_000
"""Characters of the first line."""
DAMAGED = (KeyError, IndexError, TypeError, ValueError, AttributeError)
"""What reading a damaged line may raise."""


def write_lines(file: Path | str, lines: Iterable[Line]) -> None:
    """Writes the lines; a file of that name is replaced at once or not at all.

    The last line has an ``end``, and gets the digest of all before it: what is changed is noticed.

    Raises:
        CannotWriteError: if the file cannot be written.
        BadInputError: if JSON cannot hold what was given.
    """
    target = Path(file)
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=target.parent, prefix=f".{target.name}.", delete=False
        ) as out:
            try:
                digest = sha256()
                for line in lines:
                    if "end" in line:
                        line["digest"] = digest.hexdigest()
                    text = json.dumps(line, allow_nan=False, separators=(",", ":")) + "\n"
                    digest.update(text.encode())
                    out.write(text)
                out.flush()
                os.fsync(out.fileno())
                Path(out.name).replace(target)
            except BaseException:
                Path(out.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise CannotWriteError(f"cannot write {str(file)!r}: {error.strerror}") from None
    except (TypeError, ValueError) as error:
        raise BadInputError(f"cannot save a state or a move as JSON: {error}") from None


def read_lines(file: Path | str, kind: str) -> tuple[Line, list[Line], Line]:
    """The head, the lines between, and the end of a saved search of this kind.

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
    """The first line, the others, and the digest of all but the last."""
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
    """The sentence for a line that cannot be what was saved."""
    return BadInputError(f"{str(file)!r} is damaged at line {line}: {type(error).__name__} {error}")


def number(value: float | Fraction) -> float | str:
    """A number that JSON can hold; fractions and infinities are written out.

    It comes back exactly and as the same kind: arithmetic with it must round as before.
    """
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    return value if math.isfinite(value) else str(value)


def read_number(value: Any) -> float:
    """The number that was written; ValueError or TypeError if it is not one."""
    if isinstance(value, str):
        found: Any = Fraction(value) if "/" in value else float(value)
        return found  # type: ignore[no-any-return]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{value!r} is not a number")
    return value
