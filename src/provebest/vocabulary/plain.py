"""Frozen dataclasses as plain data, and back: for other processes, other machines, and files.

The types of the fields say what is read back: text, numbers, flags, None, tuples, other frozen
dataclasses, and ``Any`` for one such value that is not made of others.
"""

from __future__ import annotations

import math
import types
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Made = TypeVar("Made")
SIMPLE = (str, bool, int, float, type(None))


def as_plain(value: Any) -> Any:
    """The value as JSON has it: dataclasses as objects, tuples as lists."""
    if is_dataclass(value):
        return {one.name: as_plain(getattr(value, one.name)) for one in fields(value)}
    return [as_plain(one) for one in value] if isinstance(value, tuple) else value


def from_plain(kind: type[Made], data: Any) -> Made:
    """The dataclass of which ``as_plain`` made this; a field that has a default may be missing.

    Raises:
        ValueError: for anything else.
    """
    made: Made = _read(kind, data)
    return made


def _read(kind: Any, data: Any) -> Any:
    made: Any = data
    if is_dataclass(kind):
        made = _read_fields(kind, data)
    elif get_origin(kind) is tuple:
        made = _read_items(get_args(kind), data)
    elif get_origin(kind) in {Union, types.UnionType}:
        (kind,) = (one for one in get_args(kind) if one is not type(None))
        made = data if data is None else _read(kind, data)
    else:
        _check(kind, data)
    return made


def _read_fields(kind: Any, data: Any) -> Any:
    known = _fields(kind)
    if not isinstance(data, dict) or not data.keys() <= known.keys():
        raise ValueError("not these fields")
    if any(needed and name not in data for name, (_, needed) in known.items()):
        raise ValueError("a field is missing")
    return kind(**{name: _read(known[name][0], value) for name, value in data.items()})


@cache
def _fields(kind: Any) -> dict[str, tuple[Any, bool]]:
    """The type of each field, and whether it has no default."""
    hints = get_type_hints(kind)
    return {
        one.name: (hints[one.name], one.default is MISSING and one.default_factory is MISSING)
        for one in fields(kind)
    }


def _read_items(kinds: tuple[Any, ...], data: Any) -> tuple[Any, ...]:
    if type(data) not in {list, tuple}:
        raise ValueError("not a list")
    if kinds[1:] == (...,):
        return tuple(_read(kinds[0], one) for one in data)
    return tuple(_read(kind, one) for kind, one in zip(kinds, data, strict=True))


def _check(kind: Any, value: Any) -> None:
    """Raises ValueError for another type; a whole number is a float, too, but a flag is none."""
    allowed = SIMPLE if kind is Any else (int, float) if kind is float else (kind,)
    if type(value) not in allowed:
        raise ValueError("a value of another type")
    if isinstance(value, str):
        value.encode()  # JSON can spell halves of characters, which cannot be written
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("not a finite number")
