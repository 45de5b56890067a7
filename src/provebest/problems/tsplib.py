"""Reads TSPLIB files: the part of the format used for small tours, with TSPLIB's rounding."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from provebest.problems.matrices import (
    MAX_CITIES,
    MAX_COST,
    MIN_CITIES,
    Matrix,
    as_number,
    check_matrix,
)
from provebest.vocabulary import BadInputError, shorten
from provebest.vocabulary.files import quoted_name

if TYPE_CHECKING:
    from collections.abc import Callable

Point = tuple[float, float]

EARTH_RADIUS = 6378.388  # kilometres; TSPLIB's optima need exactly this value and this PI
PI = 3.141592
GREATEST_COORDINATE = MAX_COST / 4  # so that no distance exceeds MAX_COST

SUPPORTED = {
    "TYPE": ("TSP", "ATSP"),
    "EDGE_WEIGHT_TYPE": ("EXPLICIT", "EUC_2D", "CEIL_2D", "MAN_2D", "MAX_2D", "GEO", "ATT"),
    "EDGE_WEIGHT_FORMAT": (
        "FULL_MATRIX",
        "UPPER_ROW",
        "LOWER_ROW",
        "UPPER_DIAG_ROW",
        "LOWER_DIAG_ROW",
    ),
    "NODE_COORD_TYPE": ("TWOD_COORDS", "NO_COORDS"),
}
"""The supported values of each keyword whose value changes the matrix."""

_HARMLESS = ("NAME", "COMMENT", "DISPLAY_DATA_TYPE")  # these say nothing about costs
_SECTIONS = ("NODE_COORD_SECTION", "EDGE_WEIGHT_SECTION", "DISPLAY_DATA_SECTION")
_READ = (*SUPPORTED, "DIMENSION", *_HARMLESS, *_SECTIONS, "EOF")
_REFUSED = (
    "CAPACITY",
    "EDGE_DATA_FORMAT",
    "DEPOT_SECTION",
    "DEMAND_SECTION",
    "EDGE_DATA_SECTION",
    "FIXED_EDGES_SECTION",
    "TOUR_SECTION",
)
KEYWORDS = frozenset((*_READ, *_REFUSED))
"""All keywords of the format, supported or not: a file that begins with one is a TSPLIB file."""


def parse_tsplib(text: str, name: str) -> Matrix:
    """Returns the cost matrix that a TSPLIB file describes; error messages call it ``name``.

    Raises:
        BadInputError: if the file is damaged, or uses something that is not supported here.
    """
    what = f"TSPLIB file {quoted_name(name)}"
    parts = _split(text, what)
    for keyword, allowed in SUPPORTED.items():
        value = parts.values.get(keyword)
        if value is not None and value not in allowed:
            read = ", ".join(allowed)
            raise BadInputError(
                f"{what}: {keyword} {shorten(value, 30)} is not supported; supported are {read}"
            )
    _require(parts, "TYPE", what)
    kind = _require(parts, "EDGE_WEIGHT_TYPE", what)
    n = _dimension(_require(parts, "DIMENSION", what), what)
    if kind == "EXPLICIT":
        layout = _require(parts, "EDGE_WEIGHT_FORMAT", what)
        return check_matrix(_weights(parts, n, layout, what), what)
    points = _points(parts, n, what)
    distance = _DISTANCES[kind]
    return check_matrix([[distance(a, b) for b in points] for a in points], what)


@dataclass(slots=True)
class _Parts:
    """The parts of a file: the first word of each value, and each section's numbered lines."""

    values: dict[str, str] = field(default_factory=dict)
    sections: dict[str, list[tuple[int, list[str]]]] = field(default_factory=dict)


def _split(text: str, what: str) -> _Parts:
    parts = _Parts()
    section: list[tuple[int, list[str]]] | None = None
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        keyword, *rest = re.split(r"[\s:]+", line, maxsplit=1)
        keyword = keyword.upper()
        if keyword not in KEYWORDS:
            if section is None:
                raise BadInputError(
                    f"{what}, line {number}: {shorten(keyword, 30)} is not a supported keyword; "
                    f"supported are {', '.join(_READ)}"
                )
            section.append((number, line.split()))
        elif keyword in _REFUSED:
            raise BadInputError(
                f"{what}, line {number}: {keyword} is not supported; "
                f"supported are {', '.join(_READ)}"
            )
        elif keyword == "EOF":
            break
        elif keyword in _SECTIONS:
            section = parts.sections.setdefault(keyword, [])
        else:
            section = None
            # TSPLIB's own files put remarks after the value: "TYPE: TSP (M.~Hofmeister)".
            parts.values[keyword] = (rest[0].split() or [""])[0] if rest else ""
    return parts


def _require(parts: _Parts, keyword: str, what: str) -> str:
    if keyword not in parts.values:
        wanted = f", one of {', '.join(SUPPORTED[keyword])}" if keyword in SUPPORTED else ""
        raise BadInputError(f"{what} has no {keyword} line{wanted or ', the number of cities'}")
    return parts.values[keyword]


def _dimension(word: str, what: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", word):
        raise BadInputError(
            f"{what}: DIMENSION {shorten(word, 30)} is not a whole number of cities"
        )
    if not MIN_CITIES <= int(word) <= MAX_CITIES:
        raise BadInputError(
            f"{what}: DIMENSION is {int(word)}; it must be {MIN_CITIES} to {MAX_CITIES}"
        )
    return int(word)


def _section(parts: _Parts, section: str, what: str) -> list[tuple[int, list[str]]]:
    if section not in parts.sections:
        raise BadInputError(f"{what} has no {section}, which its EDGE_WEIGHT_TYPE requires")
    return parts.sections[section]


def _weights(parts: _Parts, n: int, layout: str, what: str) -> list[list[str]]:
    """Returns the weights as written, in a square; half a matrix is mirrored to fill the other."""
    words = [word for _, line in _section(parts, "EDGE_WEIGHT_SECTION", what) for word in line]
    own = 1 if "DIAG" in layout else 0  # entries of a row that are on the diagonal
    places = [
        (i, j)
        for i in range(n)
        for j in {
            "FULL": range(n),
            "UPPER": range(i + 1 - own, n),
            "LOWER": range(i + own),
        }[layout.split("_", maxsplit=1)[0]]
    ]
    if len(words) != len(places):
        raise BadInputError(
            f"{what}: EDGE_WEIGHT_SECTION has {len(words)} weights; "
            f"{layout} of {n} cities must have {len(places)}"
        )
    square = [["0"] * n for _ in range(n)]
    for (i, j), word in zip(places, words, strict=True):
        square[i][j] = word
        if layout != "FULL_MATRIX":
            square[j][i] = word
    return square


def _points(parts: _Parts, n: int, what: str) -> list[Point]:
    """Returns the coordinates of cities 1 to n in that order; the lines can be in any order."""
    lines = _section(parts, "NODE_COORD_SECTION", what)
    if len(lines) != n:
        raise BadInputError(f"{what}: NODE_COORD_SECTION has {len(lines)} cities; DIMENSION is {n}")
    found: dict[int, Point] = {}
    for number, words in lines:
        where = f"{what}, line {number}"
        if len(words) != 3:
            raise BadInputError(f"{where} has {len(words)} words; expected 3: city x y")
        city, x, y = (_coordinate(word, where) for word in words)
        if city not in range(1, n + 1) or city in found:
            raise BadInputError(
                f"{where}: city {shorten(words[0], 30)} is repeated or not one of 1 to {n}"
            )
        found[int(city)] = (x, y)
    return [found[city] for city in range(1, n + 1)]


def _coordinate(word: str, where: str) -> float:
    value = as_number(word)
    if value is None or not abs(value) <= GREATEST_COORDINATE:  # also catches NaN
        raise BadInputError(
            f"{where}: {shorten(word, 30)} is not a coordinate; "
            f"expected a number from -{GREATEST_COORDINATE:g} to {GREATEST_COORDINATE:g}"
        )
    return value


def _nint(x: float) -> int:
    """Returns the nearest whole number, halves rounded up: the C idiom that TSPLIB uses."""
    return int(x + 0.5)


def _manhattan(a: Point, b: Point) -> int:
    return _nint(abs(a[0] - b[0]) + abs(a[1] - b[1]))


def _maximum(a: Point, b: Point) -> int:
    return max(_nint(abs(a[0] - b[0])), _nint(abs(a[1] - b[1])))


def _pseudo_euclidean(a: Point, b: Point) -> int:
    exact = math.sqrt(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) / 10.0)
    rounded = _nint(exact)
    return rounded + 1 if rounded < exact else rounded


def _geographical(a: Point, b: Point) -> int:
    latitude_a, longitude_a, latitude_b, longitude_b = (_radians(x) for x in (*a, *b))
    q1 = math.cos(longitude_a - longitude_b)
    q2 = math.cos(latitude_a - latitude_b)
    q3 = math.cos(latitude_a + latitude_b)
    cosine = 0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3)
    return int(EARTH_RADIUS * math.acos(max(-1.0, min(1.0, cosine))) + 1.0)


def _radians(x: float) -> float:
    """Converts degrees and minutes, written DDD.MM, to radians."""
    # Not rounded: TSPLIB's text says nint, but its published optima need the integer part.
    degrees = int(x)
    return PI * (degrees + 5.0 * (x - degrees) / 3.0) / 180.0


def _euclidean(a: Point, b: Point) -> float:
    return math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


_DISTANCES: dict[str, Callable[[Point, Point], int]] = {
    "EUC_2D": lambda a, b: _nint(_euclidean(a, b)),
    "CEIL_2D": lambda a, b: math.ceil(_euclidean(a, b)),
    "MAN_2D": _manhattan,
    "MAX_2D": _maximum,
    "GEO": _geographical,
    "ATT": _pseudo_euclidean,
}
