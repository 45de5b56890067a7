"""Regret: how much better than the chosen move another one can still be, by the bounds alone.

The regret of a choice is what the best move is worth beyond it. Given the bounds it is at most the
greatest hi of the other arcs less the lo of the chosen one. Nothing here is an estimate: if the
bounds hold, the bound of the regret holds. Bounds speak for the side that chooses.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from fractions import Fraction

from provebest.vocabulary import BadInputError, shorten
from provebest.vocabulary.answers import as_number

Bounds = tuple[float, float]
"""lo and hi."""


def checked_regret(regret: object) -> float:
    """The largest regret as the user gave it.

    Raises:
        BadInputError: if it is not a finite number, 0 or more.
    """
    number = None if isinstance(regret, bool) else as_number(regret)
    if number is None or not 0 <= number <= sys.float_info.max:
        raise BadInputError(
            f"the largest regret must be a finite number, 0 or more, got {shorten(regret)}"
        )
    return number


def regret_between(rivals_hi: float, own_lo: float) -> float:
    """The bound of the regret: ``rivals_hi - own_lo``, or 0 if that is less.

    Whole numbers and fractions are exact. A float is rounded up, never down, so that the bound
    holds; so for a float ``x`` the result is at most ``x`` exactly if the difference is.
    """
    if rivals_hi <= own_lo:
        return 0
    if math.inf in (rivals_hi, -own_lo):
        return math.inf
    if float not in (type(rivals_hi), type(own_lo)):
        return rivals_hi - own_lo
    exact = Fraction(rivals_hi) - Fraction(own_lo)
    try:
        nearest = float(exact)
    except OverflowError:
        return math.inf
    return nearest if nearest >= exact else math.nextafter(nearest, math.inf)


def least_regret(arcs: Sequence[Bounds]) -> tuple[int, float]:
    """The place of the arc with the least bound of its regret, and this bound.

    Ties go to the greatest lo, then the greatest hi, then the earlier arc. It need not be the arc
    with the greatest lo: [0, 100] may lose 11 to [10, 11], which may lose 90 to it.
    """
    top = max(range(len(arcs)), key=lambda arc: arcs[arc][1])
    others = [arc for arc in range(len(arcs)) if arc != top]
    if not others:
        return top, 0
    # Every other arc has the same rival, so among them the surest has the least regret.
    surest = max(others, key=lambda arc: arcs[arc])
    strongest = max(arcs[arc][1] for arc in others)
    regrets = {
        top: regret_between(strongest, arcs[top][0]),
        surest: regret_between(arcs[top][1], arcs[surest][0]),
    }
    chosen = min(regrets, key=lambda arc: (regrets[arc], -arcs[arc][0], -arcs[arc][1], arc))
    return chosen, regrets[chosen]
