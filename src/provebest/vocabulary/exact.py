"""Weights read exactly: ties decide results, so 0.1 must mean one tenth, not a double near it."""

import math
from collections.abc import Iterable
from fractions import Fraction

from provebest.vocabulary.errors import BadInputError


def as_fraction(number: float | str | Fraction, what: str = "number") -> Fraction:
    """The number as its decimal spelling reads: 0.1 is 1/10.

    Raises:
        BadInputError: if it is not a finite number; the sentence calls it ``what``.
    """
    try:
        return number if isinstance(number, Fraction) else Fraction(str(number))
    except (ValueError, ZeroDivisionError):
        raise BadInputError(f"{what} must be a finite number, got {number!r}") from None


def common_denominator(numbers: Iterable[Fraction]) -> int:
    """The least whole number that makes every one of them whole when multiplied by it."""
    return math.lcm(*(number.denominator for number in numbers))
