"""Shapes of JSON values, to check what is read from a file before it is used."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a range; ``whole`` if it must be an integer."""

    low: float
    high: float
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Mapping:
    """An object with any names, whose values all have this shape."""

    values: Any


@dataclass(frozen=True, slots=True)
class OneOf:
    """A value that has one of these shapes."""

    shapes: tuple[Any, ...]


COUNT = Number(0, 1e18, whole=True)
ANY_NUMBER = Number(-1e18, 1e18)


def fits(value: Any, shape: Any) -> bool:
    """Whether a value read from JSON has this shape.

    A shape is ``str``, ``bool``, None, a ``Number``, a ``Mapping``, a string (this string alone),
    a dict (an object with at least these fields), a list of one shape (a list of any length), a
    tuple (a list with these elements), or ``OneOf`` some shapes.

    >>> fits({"move": "e2e4", "nodes": 5}, {"move": str, "nodes": COUNT})
    True
    >>> fits([1, True], [COUNT])
    False
    """
    match shape:
        case OneOf():
            good = any(fits(value, one) for one in shape.shapes)
        case Number():
            good = _is_number(value, shape)
        case Mapping():
            good = isinstance(value, dict) and all(fits(v, shape.values) for v in value.values())
        case type():
            good = isinstance(value, shape) and (shape is not str or _is_text(str(value)))
        case dict():
            good = isinstance(value, dict) and all(
                name in value and fits(value[name], one) for name, one in shape.items()
            )
        case list():
            good = isinstance(value, list) and all(fits(one, shape[0]) for one in value)
        case tuple():
            good = isinstance(value, list) and len(value) == len(shape)
            good = good and all(map(fits, value, shape))
        case _:
            good = type(value) is type(shape) and value == shape
    return bool(good)


def _is_number(value: Any, shape: Number) -> bool:
    if isinstance(value, bool) or not isinstance(value, int if shape.whole else (int, float)):
        return False
    return math.isfinite(value) and shape.low <= value <= shape.high


def _is_text(value: str) -> bool:
    """Whether it can be written as UTF-8: JSON can spell halves of characters, which cannot."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
