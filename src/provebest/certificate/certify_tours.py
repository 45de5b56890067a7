"""The certificate of a bandwidth search for tours: the cost of the tour, and a lower bound.

Every tour begins with one of the listed partial tours, and costs at least the bound stated there.
So the least of these bounds is a lower bound on the cost of every tour.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from provebest.certificate.certificate import (
    Certificate,
    NoCertificateError,
    Record,
    number,
    refuse_if_long,
)
from provebest.problems.tours import Tour, Tours, linear_law, proportional_to_depth
from provebest.search.bandwidth.band import TOLERANCE, Band, surely_less
from provebest.search.bandwidth.result import BandwidthResult
from provebest.vocabulary import as_fraction


def certify_tour(
    problem: Tours,
    result: BandwidthResult[Tour, int],
    *,
    e: str | None,
    d: str = "0",
    weight: str = "d/n",
) -> Certificate:
    """Returns a certificate of how far this tour can be from the best.

    ``e``, ``d`` and ``weight`` must be those of the search.

    Raises:
        NoCertificateError: if there is no tour, or the declared error turned out to be false.
    """
    if result.cost is None or result.optimum is None:
        raise NoCertificateError(
            "there is no tour to certify"
            if result.cost is None
            else "the declared error turned out to be false, so nothing can be certified"
        )
    matrix: list[list[Any]] = [[as_fraction(cost) for cost in row] for row in problem.matrix]
    exact = Tours(
        matrix,
        heuristic="h1" if problem.heuristic == "h1" else "h0",
        weight=linear_law(*weight.split(":", 1)) if ":" in weight else proportional_to_depth,
        mirror=problem.mirror,
    )
    cost = Fraction(exact.tour_cost(result.path[-1]))
    least, leaves = _cover(exact, Band(exact, e, d), _wanted(result.optimum.lo, cost))
    claim: Record = {
        "tour": list(result.path[-1]),
        "cost": number(cost),
        "optimum_at_least": number(least),
        "at_most_above": number(cost - least),
        "proved": least >= cost,
    }
    world: Record = {
        "problem": "tour",
        "matrix": problem.matrix,
        "mirror": problem.mirror,
    }
    estimate: Record = {
        "prober": problem.heuristic,
        "weight": _law(weight) if problem.heuristic == "h1" else None,
        "e": None if e is None else str(as_fraction(e, "e")),
    }
    return Certificate("tour", world, claim, [estimate, {"prober": "the tour itself"}], leaves)


def _wanted(bound: float, cost: Fraction) -> Fraction:
    """Returns the bound that the records are to reach; one that is a float was rounded.

    If it is the tour's cost up to rounding, it is to be that cost exactly, or the truth less.
    """
    if bound == int(bound):
        return Fraction(int(bound))
    if not surely_less(bound, float(cost)):
        return cost
    return Fraction(bound - TOLERANCE * abs(bound))


def _cover(problem: Tours, band: Band[Tour], bound: Fraction) -> tuple[Fraction, list[Record]]:
    """Returns the least bound and the shortest partial tours whose bounds reach ``bound``."""
    scale = problem.scale
    wanted = scale * bound
    least: Fraction | None = None
    leaves: list[Record] = []
    waiting: list[tuple[Tour, float]] = [(problem.start(), 0)]
    while waiting:
        state, g = waiting.pop()
        is_goal = problem.is_goal(state)
        lower = scale * g if is_goal else band.of(state, g).lower
        if not is_goal and lower < wanted:
            waiting.extend((after, g + cost) for _, after, cost in problem.successors(state)[::-1])
            continue
        exact = Fraction(lower) / scale
        least = exact if least is None else min(least, exact)
        leaves.append(
            {"tour": list(state), "at_least": number(exact), "source": 1 if is_goal else 0}
        )
        refuse_if_long(leaves)
    if least is None:
        raise NoCertificateError("there is no tour to certify")
    return least, leaves


def _law(weight: str) -> str:
    """Returns H1's weight law with exact numbers."""
    first, colon, last = weight.partition(":")
    return f"{as_fraction(first)}:{as_fraction(last)}" if colon else weight
