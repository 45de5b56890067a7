"""Numbers that are the same everywhere: ties decide results, so a last bit can choose a node.

Weights are read exactly: 0.1 means one tenth, not a double near it.
"""

import math
import re
from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from operator import add

from provebest.vocabulary.errors import BadInputError

LONGEST = 99  # characters of a number that people write
GREATEST_EXPONENT = 330  # every float can be read, and nothing that would fill the memory


def as_fraction(number: float | str | Fraction, what: str = "number") -> Fraction:
    """The number as its decimal spelling reads: 0.1 is 1/10.

    Raises:
        BadInputError: if it is not a finite number; the sentence calls it ``what``.
    """
    if isinstance(number, str | float) and not _is_of_sane_size(str(number)):
        raise BadInputError(f"{what} must be a number of ordinary size, got {str(number)[:40]!r}")
    try:
        return number if isinstance(number, Fraction) else Fraction(str(number))
    except (ValueError, ZeroDivisionError):
        raise BadInputError(f"{what} must be a finite number, got {number!r}") from None


def _is_of_sane_size(text: str) -> bool:
    """Whether the number can be written out in digits; 1e999999999 cannot."""
    if len(text) > LONGEST:
        return False
    exponent = re.search(r"[eE][+-]?(\d+)\s*$", text)
    return exponent is None or int(exponent[1]) <= GREATEST_EXPONENT


def common_denominator(numbers: Iterable[Fraction]) -> int:
    """The least whole number that makes every one of them whole when multiplied by it."""
    return math.lcm(*(number.denominator for number in numbers))


def number_text(number: float | Fraction) -> str:
    """A number for people, in a few digits; fractions too, which cannot be formatted themselves."""
    return f"{float(number) + 0.0:g}"  # nothing is ever "-0"


def added(numbers: Iterable[float]) -> float:
    """Their sum, rounded after each addition from the first to the last.

    ``sum`` rounds otherwise from Python 3.12 on, and compiled code as here.
    """
    return reduce(add, numbers, 0.0)
