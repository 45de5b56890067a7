"""Answers of the user's own code: what is wrong with one, in one sentence.

Every sentence names the call with what it was given, what came back, and what was expected.
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
        raise BadInputError(f"a {noun} is needed, and {name} is a class: write {name}()")
    if not isinstance(given, base):
        raise BadInputError(
            f"a {noun} is needed: an instance of a subclass of {shown_base}, got {shorten(given)}"
        )


def call_text(owner: str, method: str, *given: object) -> str:
    """A call of the user's method, for a sentence."""
    return f"{owner}.{method}({', '.join(map(shorten, given))})"


def wrong_answer(call: str, found: object, expected: str) -> BadInputError:
    """The sentence for an answer that cannot be used."""
    return BadInputError(f"{call} returned {shorten(found)}; expected {expected}")


def is_yes_or_no(found: object) -> bool:
    """Whether this is True or False; numpy's and 0 and 1 pass, None above all does not."""
    number = isinstance(found, Integral) or type(found).__name__ in {"bool", "bool_"}  # numpy's
    return number and found in (0, 1)


def as_number(found: Any) -> float | None:
    """The number that came back, None if it is not one or NaN.

    Numbers of other libraries become Python's own, which neither wrap nor overflow; a Fraction
    stays exact.
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
    """Whatever an object is made of, however deep: it shows whether the object was changed.

    What it works out once and keeps (``functools.cached_property``) is not part of it.
    """
    kinds = type(state).__mro__
    kept = {n for kind in kinds for n, part in vars(kind).items() if type(part) is cached_property}
    if kept:
        attributes = object.__getstate__(state)
        parts = attributes if isinstance(attributes, tuple) else (attributes,)
        state = [{name: part[name] for name in part if name not in kept} for part in parts if part]
    try:
        return pickle.dumps(state)
    except Exception:  # noqa: BLE001 - whatever a user's class raises, it cannot be pickled
        return _made_of(state, 6)


def _made_of(part: object, depth: int) -> object:
    """The parts of what cannot be pickled, such as an object of a class within a function."""
    if depth == 0 or part is None or isinstance(part, int | float | str | bytes):
        return repr(part)
    if isinstance(part, dict):
        return [(_made_of(key, depth - 1), _made_of(part[key], depth - 1)) for key in part]
    if isinstance(part, list | tuple | set | frozenset):
        return [_made_of(one, depth - 1) for one in part]
    attributes = object.__getstate__(part)
    return repr(part) if attributes is None else _made_of(attributes, depth - 1)


def is_constant(state: object) -> bool:
    """Whether a state cannot have been changed in place, so that a step may lead back to it."""
    if isinstance(state, tuple | frozenset):
        return all(map(is_constant, state))
    if is_dataclass(state) and not isinstance(state, type):
        frozen = vars(type(state))["__dataclass_params__"].frozen
        return frozen and all(is_constant(getattr(state, field.name)) for field in fields(state))
    return state is None or isinstance(state, int | float | complex | str | bytes | Enum)
