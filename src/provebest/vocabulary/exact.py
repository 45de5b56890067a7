"""Exact numbers, the same on every machine: a rounding error could break a tie differently.

Weights are read exactly: 0.1 means one tenth, not the nearest double.
"""

import math
import re
from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from operator import add

from provebest.vocabulary.errors import BadInputError

LONGEST = 99  # characters
GREATEST_EXPONENT = 330  # every float can be read, but no number that would fill the memory


def as_fraction(number: float | str | Fraction, what: str = "number") -> Fraction:
    """Returns the exact value of the number as written in decimal: 0.1 is 1/10.

    Raises:
        BadInputError: if it is not a finite number. The message calls it ``what``.
    """
    if isinstance(number, str | float) and not _has_sane_size(str(number)):
        raise BadInputError(
            f"{what} is too long or has too large an exponent: {str(number)[:40]!r}"
        )
    try:
        return number if isinstance(number, Fraction) else Fraction(str(number))
    except (ValueError, ZeroDivisionError):
        raise BadInputError(f"{what} must be a finite number, got {number!r}") from None


def _has_sane_size(text: str) -> bool:
    """Returns whether the number can be written out in digits; 1e999999999 cannot."""
    if len(text) > LONGEST:
        return False
    exponent = re.search(r"[eE][+-]?(\d+)\s*$", text)
    return exponent is None or int(exponent[1]) <= GREATEST_EXPONENT


def common_denominator(numbers: Iterable[Fraction]) -> int:
    """Returns the least whole number n such that n times each number is whole."""
    return math.lcm(*(number.denominator for number in numbers))


def number_text(number: float | Fraction) -> str:
    """Returns a number as text in a few digits, for people; Fractions too."""
    return f"{float(number) + 0.0:g}"  # + 0.0 avoids "-0"


def counted(number: int, thing: str) -> str:
    """A number and a noun, in the plural unless the number is 1."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def at_most_text(number: float | Fraction) -> str:
    """Returns a finite number as text for "at most": a few digits, if they do not make it less.

    Read again as a float, the text is never less than the number.
    """
    try:
        nearest = float(number)
    except OverflowError:  # a whole number or a fraction beyond every float
        return str(math.ceil(number))
    short = number_text(nearest)
    if float(short) >= number:
        return short
    return repr(nearest if nearest >= number else math.nextafter(nearest, math.inf))


def added(numbers: Iterable[float]) -> float:
    """Returns the sum, rounded after each addition in order, as compiled code does.

    From Python 3.12 on, ``sum`` rounds differently.
    """
    return reduce(add, numbers, 0.0)
