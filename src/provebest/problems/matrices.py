"""Cost matrices: reads them from files, and checks every matrix."""

from __future__ import annotations

import math
import numbers
import re
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, cast

from provebest.vocabulary import BadInputError, shorten
from provebest.vocabulary.files import quoted_name, read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Matrix = list[list[float]]
"""Rows of a square matrix, 0 on the diagonal; whole costs are ``int``, so their sums are exact."""

MIN_CITIES = 3  # fewer cities have only one tour
MAX_CITIES = 500
MAX_BYTES = 64_000_000
MAX_COST = 10**15  # a tour of 500 such legs still fits 64 bits

_SEPARATORS = re.compile(r"[\s,;]+")
_CONTROL_BYTES = re.compile(rb"[\x00-\x08\x0e-\x1f]")


def read_matrix(path: str | Path) -> Matrix:
    """Reads a cost matrix from a file: costs from the row's city to the column's city.

    The file has one row per line, with entries separated by spaces, tabs, commas or semicolons. The
    first line may instead hold the number of cities, or that and the optimum. Text after a ``#`` is
    skipped, and the diagonal is ignored. A file that begins with a TSPLIB keyword is read as
    TSPLIB.

    Raises:
        BadInputError: if it is not such a file. The message names the line and what is expected.
    """
    from provebest.problems import tsplib  # noqa: PLC0415 - it needs this module's checks

    what = f"matrix file {quoted_name(path)}"
    text = _read_text(path, what)
    lines = _useful_lines(text, what)
    if re.split(r"[\s:]", lines[0][1], maxsplit=1)[0].upper() in tsplib.KEYWORDS:
        return tsplib.parse_tsplib(text, str(path))
    if len(lines) > MAX_CITIES + 1:
        raise BadInputError(
            f"{what} has {len(lines)} rows; at most {MAX_CITIES} cities are supported"
        )
    # At most one word more than a row may have is split off, so a line of millions is cheap.
    rows = [_SEPARATORS.split(line.strip(" \t,;"), MAX_CITIES) for _, line in lines]
    numbered = [number for number, _ in lines]
    if _has_header(rows, numbered[0], what):
        rows, numbered = rows[1:], numbered[1:]
    return check_matrix(rows, what, numbered)


def check_matrix(
    rows: Iterable[Iterable[object]], what: str, lines: Sequence[int] | None = None
) -> Matrix:
    """Returns a copy of the rows as a cost matrix; its diagonal is set to 0.

    Entries may be numbers or text. ``lines`` holds the line of the file that each row is on.

    Raises:
        BadInputError: unless it is square, of 3 to 500 cities, and every cost off the diagonal is
            a number from 0 to ``MAX_COST``. The message calls the matrix ``what``.
    """
    try:
        table = [list(row) for row in rows]
    except TypeError:
        raise BadInputError(f"{what} must be a list of rows, each a list of numbers") from None
    n = len(table)
    if n < MIN_CITIES:
        raise BadInputError(f"{what} has {n} rows; a tour needs at least {MIN_CITIES} cities")
    if n > MAX_CITIES:
        raise BadInputError(f"{what} has {n} rows; at most {MAX_CITIES} cities are supported")
    for i, row in enumerate(table):
        if len(row) != n:
            where = f"{what}, row {i + 1}" if lines is None else f"{what}, line {lines[i]}"
            count = f"more than {MAX_CITIES}" if len(row) > MAX_CITIES else str(len(row))
            raise BadInputError(f"{where} has {count} entries; with {n} rows it must have {n}")
    checked: Matrix = []
    for i, row in enumerate(table):
        line = "" if lines is None else f"line {lines[i]}, "
        checked.append(
            [
                0 if i == j else check_cost(entry, f"{what}, {line}row {i + 1}, column {j + 1}")
                for j, entry in enumerate(row)
            ]
        )
    return checked


def check_cost(entry: object, where: str) -> float:
    """Returns the entry as a cost: an ``int`` if it is whole, otherwise a ``float``.

    Raises:
        BadInputError: if it is not a number from 0 to ``MAX_COST``. The message begins with
            ``where``.
    """
    cost = as_number(entry)
    if cost is None:
        raise BadInputError(
            f"{where}: {shorten(entry, 30)} is not a number; expected a cost such as 12"
        )
    if not math.isfinite(cost):
        raise BadInputError(
            f"{where}: {shorten(entry, 30)} is not finite; a cost is a finite number"
        )
    if cost < 0:
        raise BadInputError(f"{where}: {shorten(entry, 30)} is negative; a cost is 0 or more")
    if cost > MAX_COST:
        raise BadInputError(
            f"{where}: {shorten(entry, 30)} is too large; a cost is at most {MAX_COST}"
        )
    return cost


def as_number(entry: object) -> float | None:
    """Converts a number or its text to ``int`` if it is whole, else ``float``; None if neither.

    A ``Fraction`` that is not whole stays one.
    """
    if isinstance(entry, numbers.Rational):
        fraction = Fraction(entry)
        return int(fraction) if fraction.denominator == 1 else cast("float", fraction)
    if isinstance(entry, str):
        if re.fullmatch(r"[+-]?[0-9]{1,30}", entry):
            return int(entry)
        if "_" in entry:
            return None
    elif not isinstance(entry, numbers.Real):
        return None
    try:
        number = float(entry)
    except (ValueError, OverflowError):
        return None
    return int(number) if number.is_integer() else number


def _read_text(path: str | Path, what: str) -> str:
    raw = read_bytes(path, most=MAX_BYTES)
    if _CONTROL_BYTES.search(raw):
        raise BadInputError(f"{what} is binary; a matrix file is plain text, one row per line")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")  # comments may name cities in an older encoding
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _useful_lines(text: str, what: str) -> list[tuple[int, str]]:
    """Returns the lines that are not only comments, each with its number; at least one."""
    pairs = enumerate(text.split("\n"), 1)
    lines = [(number, useful) for number, line in pairs if (useful := line.split("#")[0].strip())]
    if not lines:
        raise BadInputError(f"{what} is empty; a matrix file has one row per line")
    return lines


def _has_header(rows: list[list[str]], line: int, what: str) -> bool:
    """Returns whether the first row is ``n`` or ``n optimum`` and not a row of the matrix."""
    first, following = rows[0], len(rows) - 1
    if len(first) > 2 or not re.fullmatch(r"[0-9]{1,9}", first[0]):
        return False
    announced = int(first[0])
    if announced != following:
        if announced >= MIN_CITIES and following and len(rows[1]) > 2:
            raise BadInputError(
                f"{what}, line {line} announces {announced} cities, but {following} rows follow"
            )
        return False
    if len(first) == 2 and as_number(first[1]) is None:
        raise BadInputError(
            f"{what}, line {line}: {shorten(first[1], 30)} is not a number; expected the optimum"
        )
    return True
