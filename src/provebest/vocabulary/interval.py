"""A value known only to lie between two bounds."""

from __future__ import annotations

from dataclasses import dataclass

from provebest.vocabulary.errors import BadInputError


@dataclass(frozen=True, slots=True)
class Interval:
    """A value known only to lie in ``[lo, hi]``: a cost, or a game value for MAX.

    The bounds are an assumption: what is proved from an interval is proved *given these bounds*.
    Infinite bounds are allowed, NaN is not.
    """

    lo: float
    hi: float

    def __post_init__(self) -> None:
        if not self.lo <= self.hi:  # also catches NaN
            raise BadInputError(
                f"bounds must be numbers, the lower one first, got [{self.lo}, {self.hi}]"
            )

    def __contains__(self, value: float) -> bool:
        return self.lo <= value <= self.hi

    def __neg__(self) -> Interval:
        return Interval(-self.hi, -self.lo)

    def __str__(self) -> str:
        return f"[{self.lo}, {self.hi}]"

    @property
    def is_exact(self) -> bool:
        """Whether lo == hi."""
        return self.lo == self.hi

    @property
    def width(self) -> float:
        """The width hi - lo; 0 if they are equal, even if infinite."""
        return 0 if self.is_exact else self.hi - self.lo
