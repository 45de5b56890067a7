"""Checks a tour's cost, and the lower bound on the cost of every tour.

Estimates are recomputed from the matrix: H0 is the greater of the sums of row and of column
minima, H1 a mean of the sums of minima and of second minima (Harris 1974).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

from provebest.certificate.reading import (
    CertificateParts,
    Fields,
    Number,
    RefusedError,
    Shown,
    read_number,
)
from provebest.vocabulary import number_text

SLACK = Fraction(1, 10**9)
"""Relative tolerance; used only if costs are not whole, because their sums were rounded."""

Tour = tuple[int, ...]


class _Cities:
    """The matrix, and the bounds of partial tours."""

    def __init__(self, world: Fields, estimate: Fields) -> None:
        world.exactly("problem", "matrix", "mirror")
        estimate.exactly("id", "prober", "weight", "e")
        self.matrix = _matrix(world)
        self.n = len(self.matrix)
        self.cities = range(1, self.n + 1)
        self.whole = all(cost.denominator == 1 for row in self.matrix for cost in row)
        self.mirror = world.flag("mirror")
        if self.mirror and self.matrix != [
            list(column) for column in zip(*self.matrix, strict=True)
        ]:
            world.refuse("mirror", "the matrix is not symmetric")
        self.heuristic = estimate.text("prober")
        if self.heuristic not in ("h0", "h1"):
            estimate.refuse("prober", "the estimate must be h0 or h1")
        self.weights = _weights(estimate, self.n) if self.heuristic == "h1" else []
        if self.heuristic == "h0" and estimate.text_or_none("weight") is not None:
            estimate.refuse("weight", "h0 has no weight")
        stated = estimate.text_or_none("e")
        self.e = None if stated is None else _fraction(stated, f"{estimate.place}.e")
        if self.e is not None and self.e < 0:
            estimate.refuse("e", "an error is 0 or more")

    def cost(self, tour: Tour) -> Fraction:
        """Returns the cost of the legs so far, and of the leg home if all cities are placed."""
        legs = list(pairwise(tour))
        if len(tour) == self.n:
            legs.append((tour[-1], tour[0]))
        return sum((self.matrix[a - 1][b - 1] for a, b in legs), Fraction(0))

    def lower(self, tour: Tour) -> Fraction:
        """Returns a lower bound on tours with this beginning: proved, or given the declared e."""
        so_far, h0 = self.cost(tour), self._h0(tour)
        guide = self._h1(tour) if self.heuristic == "h1" else h0
        return so_far + (min(guide, h0) if self.e is None else guide - self.e)

    def next(self, tour: Tour) -> Iterator[int]:
        """Returns the cities that may follow; one of two mirrored tours has city n late."""
        place = len(tour) + 1
        last = self.n - 1 if self.mirror and 2 * place < self.n + 2 else self.n
        return (city for city in range(2, last + 1) if city not in tour)

    def same(self, stated: Number, found: Fraction) -> bool:
        """Returns whether the numbers are equal, up to rounding if costs are not whole."""
        if isinstance(stated, float):
            return False
        return abs(stated - found) <= (0 if self.whole else SLACK * max(abs(stated), abs(found)))

    def _rows(self, tour: Tour) -> list[list[Fraction]]:
        """Returns, for each city that must still be left, the costs of the legs from it."""
        left = [city for city in self.cities if city not in tour]
        rows = [[self._leg(a, b) for b in (1, *left) if b != a] for a in left]
        return [*rows, [self._leg(tour[-1], b) for b in left]]

    def _h0(self, tour: Tour) -> Fraction:
        left = [city for city in self.cities if city not in tour]
        columns = [[self._leg(a, b) for a in (tour[-1], *left) if a != b] for b in left]
        columns.append([self._leg(a, 1) for a in left])
        return max(_sum_of_least(self._rows(tour)), _sum_of_least(columns))

    def _h1(self, tour: Tour) -> Fraction:
        rows = [sorted(row) for row in self._rows(tour)]
        first = sum((row[0] for row in rows), Fraction(0))
        second = sum((row[1] if len(row) > 1 else row[0] for row in rows), Fraction(0))
        weight = self.weights[len(tour) - 1]
        return weight * first + (1 - weight) * second

    def _leg(self, a: int, b: int) -> Fraction:
        return self.matrix[a - 1][b - 1]


def check_tour(parts: CertificateParts, game: Any) -> Shown:  # noqa: ARG001 - needs only the matrix
    """Checks the tour's cost and the lower bound on all tours."""
    claim = parts.claim
    claim.exactly("tour", "cost", "optimum_at_least", "at_most_above", "proved")
    if parts.world.text("problem") != "tour" or len(parts.sources) != 2:
        parts.world.refuse("problem", "this kind of certificate is about a tour")
    cities = _Cities(parts.world, parts.sources[0])
    parts.sources[1].exactly("id", "prober")
    tour = _tour(claim, cities)
    if len(tour) != cities.n:
        claim.refuse("tour", f"a tour must have {cities.n} cities")
    cost = cities.cost(tour)
    if not cities.same(claim.number("cost"), cost):
        claim.refuse("cost", f"the legs cost {number_text(cost)}")
    leaves = [_leaf(node, cities) for node in parts.nodes]
    if not leaves:
        raise RefusedError("$.nodes", "there are no partial tours here")
    _check_all_covered({leaf for leaf, _ in leaves}, parts.nodes, cities)
    least = min(bound for _, bound in leaves)
    if claim.number("optimum_at_least") != least:
        claim.refuse("optimum_at_least", f"the least bound of the records is {number_text(least)}")
    above = claim.number("cost") - least
    if claim.number("at_most_above") != above:
        claim.refuse("at_most_above", f"cost minus bound is {number_text(above)}")
    if claim.flag("proved") != (above <= 0):
        claim.refuse("proved", "this does not follow from cost and bound")
    sentence = (
        f"the tour costs {number_text(cost)}, and every tour at least {number_text(least)}: "
        f"it is at most {number_text(above)} above the cheapest"
    )
    if cities.e is None:
        given = "nothing but the matrix: every bound was recomputed"
    else:
        given = f"the declaration that {cities.heuristic} is at most {cities.e} too high"
    return Shown(sentence, above <= 0, (given,), len(parts.nodes))


def _leaf(node: Fields, cities: _Cities) -> tuple[Tour, Fraction]:
    node.exactly("id", "tour", "at_least", "source")
    tour, stated = _tour(node, cities), node.number("at_least")
    complete = len(tour) == cities.n
    if node.whole("source") != (1 if complete else 0):
        node.refuse("source", "must be 1 for a complete tour, 0 for a partial one")
    found = cities.cost(tour) if complete else cities.lower(tour)
    if isinstance(stated, float) or not cities.same(stated, found):
        node.refuse("at_least", f"the matrix gives {number_text(found)}")
    return tour, stated


def _tour(record: Fields, cities: _Cities) -> Tour:
    """Reads different cities, the first of them city 1."""
    tour = record.items("tour")
    for place, city in enumerate(tour):
        if isinstance(city, bool) or city not in cities.cities or city in tour[:place]:
            raise RefusedError(
                f"{record.place}.tour[{place}]", f"{city!r:.20} is not a city, or is repeated"
            )
    if not tour or tour[0] != 1:
        record.refuse("tour", "a tour must start with city 1")
    return tuple(tour)


def _check_all_covered(leaves: set[Tour], nodes: list[Fields], cities: _Cities) -> None:
    """Checks that every tour begins with exactly one of these."""
    inner = {leaf[:length] for leaf in leaves for length in range(1, len(leaf))}
    if len(leaves) < len(nodes):
        raise RefusedError("$.nodes", "a partial tour is listed twice")
    for leaf in leaves & inner:
        raise RefusedError("$.nodes", f"{list(leaf)} is listed, and so is a continuation of it")
    needed = leaves | inner
    for tour in inner:
        allowed = set(cities.next(tour))
        for city in allowed:
            if (*tour, city) not in needed:
                raise RefusedError("$.nodes", f"tours that begin with {[*tour, city]} are missing")
    for tour in needed:
        if len(tour) > 1 and tour[-1] not in set(cities.next(tour[:-1])):
            raise RefusedError("$.nodes", f"{list(tour)} mirrors another tour")


def _sum_of_least(rows: list[list[Fraction]]) -> Fraction:
    return sum((min(row) for row in rows), Fraction(0))


def _matrix(world: Fields) -> list[list[Fraction]]:
    rows: list[list[Fraction]] = []
    for i, row in enumerate(world.items("matrix")):
        if not isinstance(row, list) or len(row) != len(world.items("matrix")):
            raise RefusedError(f"{world.place}.matrix[{i}]", "the matrix is not square")
        rows.append(
            [_fraction(one, f"{world.place}.matrix[{i}][{j}]") for j, one in enumerate(row)]
        )
    if len(rows) < 3:
        world.refuse("matrix", "a tour needs at least three cities")
    return rows


def _fraction(value: Any, place: str) -> Fraction:
    found = read_number(value, place)
    if isinstance(found, float):
        raise RefusedError(place, "should be finite")
    return found


def _weights(estimate: Fields, n: int) -> list[Fraction]:
    """Returns H1's weight at each depth: d/n, or linear from A to B."""
    law = estimate.text("weight")
    if law == "d/n":
        return [Fraction(depth, n) for depth in range(n)]
    first, _, last = law.partition(":")
    place = f"{estimate.place}.weight"
    a, b = _fraction(first, place), _fraction(last, place)
    return [a + (b - a) * Fraction(depth, n - 1) for depth in range(n)]
