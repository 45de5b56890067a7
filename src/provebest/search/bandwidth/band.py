"""The declared error of an estimate: Harris's bandwidth condition.

``h(n) - d <= H2(n)`` and ``H1(n) <= h(n) + e`` for the true remaining cost h, with both estimates
exact on goals [H74-1]. What the search proves is proved given this declaration.

Estimates and bounds are kept times the problem's ``scale``, a whole number, so that weighted
estimates of whole-number costs stay whole; g is kept as the problem has it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Generic, NamedTuple

from provebest.problems.checked import checked, renewal
from provebest.problems.protocol import Action, Problem, State
from provebest.vocabulary import BadInputError, as_fraction, guard

Declared = float | str | Fraction | Callable[[State], float]
"""An error in units of the problem's costs, as a number (text is read exactly) or by state."""

TOLERANCE = 1e-9
"""Relative slack in comparisons of floats. Without it rounding drops optimal paths, because the
true error often equals the declared one. Whole numbers and fractions are compared exactly."""


def surely_less(a: float, b: float) -> bool:
    """Whether a is less than b by more than rounding can explain.

    Every decision to drop, stop or call the band false goes through here; ``not surely_less(a, b)``
    means a >= b up to rounding.
    """
    exact = isinstance(a, int | Fraction) and isinstance(b, int | Fraction)
    if exact or math.isinf(a) or math.isinf(b):
        return a < b
    return a < b - TOLERANCE * max(abs(a), abs(b))


class Bounds(NamedTuple):
    """What is known of the cheapest goal below a node, times the problem's scale.

    Given the band, ``lower <= cost of the cheapest goal below <= upper``; ``lower`` may be minus
    infinity and ``upper`` plus infinity.
    """

    f1: float
    """g + H1, by which the open nodes are ordered."""
    lower: float
    """No goal below costs less: f1 - e."""
    upper: float
    """Some goal below costs no more: g + H2 + d; infinite if no H2 is known."""


class Band(Generic[State]):
    """The error e and d that the user declares for a problem's estimates.

    ``e`` may be a number, a function of the state, or None for what the problem itself guarantees
    (0 for an admissible estimate). ``d`` is a number or a function. With ``one_estimate`` the same
    estimate serves for both bounds; otherwise the upper one is the problem's ``upper_estimate``.

    Raises:
        BadInputError: for a negative or unreadable error, or if e is None and the problem
            guarantees nothing.
    """

    def __init__(
        self,
        problem: Problem[State, Action],
        e: Declared[State] | None,
        d: Declared[State] = 0,
        *,
        one_estimate: bool = False,
    ) -> None:
        asked = self._problem = checked(problem)
        self._renew = renewal(asked)
        self._one_estimate = one_estimate
        if e is None and asked.overestimate(asked.start()) is None:
            raise BadInputError(
                "this estimate may exceed the true cost: declare by how much with e"
            )
        self._e = None if e is None else self._reader(e, "e")
        self._d = self._reader(d, "d")

    def of(self, state: State, g: float) -> Bounds:
        """The bounds of a node reached at cost g. [H74-2] [H74-4].

        They depend on the state and g alone, so a node's bounds never change.
        """
        problem = self._problem
        if self._renew is not None:
            self._renew()
        so_far = problem.scale * g
        h1 = problem.estimate(state)
        e = problem.overestimate(state) if self._e is None else self._e(state)
        h2 = h1 if self._one_estimate else problem.upper_estimate(state)
        return Bounds(
            f1=so_far + h1,
            lower=-math.inf if e is None or e == math.inf else so_far + h1 - e,
            upper=math.inf if h2 is None else so_far + h2 + self._d(state),
        )

    def _reader(self, declared: Declared[State], name: str) -> Callable[[State], float]:
        """A function that gives the declared error of a state, times scale; always 0 or more."""
        scale = self._problem.scale
        if callable(declared):
            by_state = declared

            def declared_for(state: State) -> float:
                guard().check()
                value: Any = by_state(state)
                if not isinstance(value, int | float | Fraction) or not value >= 0:  # or NaN
                    raise BadInputError(f"{name} must be 0 or more, got {value!r} for {state!r}")
                return scale * value

            return declared_for
        number = as_fraction(declared, name) * scale
        if number < 0:
            raise BadInputError(f"{name} must be 0 or more, got {declared!r}")
        # A whole number stays one: comparisons with whole-number costs are exact and quick.
        return _Constant(number.numerator if number.denominator == 1 else number)


class _Constant:
    """One number for all states; unlike a lambda it can be pickled."""

    def __init__(self, number: float | Fraction) -> None:
        self._number: Any = number

    def __call__(self, _state: object) -> float:
        return self._number  # type: ignore[no-any-return]
