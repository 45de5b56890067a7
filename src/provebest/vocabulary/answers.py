"""Answers of the user's own code: what is wrong with one, in one sentence.

Every sentence names the call with what it was given, what came back, and what was expected.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum

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
    return str(found) in {"True", "False", "0", "1"} and not isinstance(found, str)


def attributes_text(state: object) -> str:
    """The attributes of an object, in slots or not: they show whether it was changed."""
    return repr(object.__getstate__(state))


def is_constant(state: object) -> bool:
    """Whether a state cannot have been changed in place, so that a step may lead back to it."""
    if isinstance(state, tuple | frozenset):
        return all(map(is_constant, state))
    if is_dataclass(state) and not isinstance(state, type):
        frozen = vars(type(state))["__dataclass_params__"].frozen
        return frozen and all(is_constant(getattr(state, field.name)) for field in fields(state))
    return isinstance(state, int | float | complex | str | bytes | Enum)
