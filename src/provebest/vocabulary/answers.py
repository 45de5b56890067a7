"""Checks what the user's own code returns, and describes what is wrong in one sentence.

The sentence names the call with its arguments, what it returned, and what was expected.
"""

from __future__ import annotations

import math
import pickle
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from numbers import Integral, Real
from typing import Any, cast

from provebest.vocabulary.errors import BadInputError, shorten

HASHABLE = "a state that can be hashed, such as a tuple"


def check_is_a(given: object, base: type, noun: str, shown_base: str) -> None:
    """Raises BadInputError unless this is an instance of the base, and not a class."""
    if isinstance(given, type):
        name = given.__name__
        raise BadInputError(f"expected a {noun}, but {name} is a class: write {name}()")
    if not isinstance(given, base):
        raise BadInputError(
            f"expected a {noun}, an instance of a subclass of {shown_base}, got {shorten(given)}"
        )


def call_text(owner: str, method: str, *given: object) -> str:
    """Returns a call of the user's method as text, for an error message."""
    return f"{owner}.{method}({', '.join(map(shorten, given))})"


def wrong_answer(call: str, found: object, expected: str) -> BadInputError:
    """Returns the error for an answer that cannot be used."""
    return BadInputError(f"{call} returned {shorten(found)}; expected {expected}")


def is_yes_or_no(found: object) -> bool:
    """Returns whether this is a bool, numpy's bool, 0 or 1; None is not."""
    number = isinstance(found, Integral) or type(found).__name__ in {"bool", "bool_"}  # numpy's
    return number and found in (0, 1)


def as_number(found: Any) -> float | None:
    """Converts a returned number to int, float or Fraction; None if it is not a number, or NaN.

    So numbers of other libraries, which may wrap or overflow, are not used. A Fraction stays exact.
    """
    kind = type(found)
    if kind is int or (kind is float and found == found):  # noqa: PLR0124 - NaN is not
        return found  # type: ignore[no-any-return]
    if isinstance(found, Integral):
        return int(found)
    if isinstance(found, Fraction):
        return cast("float", found)
    if isinstance(found, Real) and not math.isnan(found):
        return float(found)
    return None


def fingerprint(state: object) -> object:
    """Returns the content of an object: equal before and after unless the object was changed.

    Values cached by ``functools.cached_property`` are not part of it.
    """
    kinds = type(state).__mro__
    kept = {n for kind in kinds for n, part in vars(kind).items() if type(part) is cached_property}
    if kept:
        attributes = object.__getstate__(state)
        parts = attributes if isinstance(attributes, tuple) else (attributes,)
        state = [{name: part[name] for name in part if name not in kept} for part in parts if part]
    try:
        return pickle.dumps(state)
    except Exception:  # noqa: BLE001 - a user's class may raise anything
        return _content(state, 6)


def _content(part: object, depth: int) -> object:
    """Returns the parts of an object that cannot be pickled, such as one of a local class."""
    if depth == 0 or part is None or isinstance(part, int | float | str | bytes):
        return repr(part)
    if isinstance(part, dict):
        return [(_content(key, depth - 1), _content(part[key], depth - 1)) for key in part]
    if isinstance(part, list | tuple | set | frozenset):
        return [_content(one, depth - 1) for one in part]
    attributes = object.__getstate__(part)
    return repr(part) if attributes is None else _content(attributes, depth - 1)


def is_constant(state: object) -> bool:
    """Returns whether a state is immutable, so that a step may return the same object."""
    if isinstance(state, tuple | frozenset):
        return all(map(is_constant, state))
    if is_dataclass(state) and not isinstance(state, type):
        frozen = vars(type(state))["__dataclass_params__"].frozen
        return frozen and all(is_constant(getattr(state, field.name)) for field in fields(state))
    return state is None or isinstance(state, int | float | complex | str | bytes | Enum)
