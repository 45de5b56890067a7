"""Checks a tour's cost, and the lower bound on the cost of every tour.

Nothing is trusted but the matrix, and an error of the estimate if one is declared. Every number is
a fraction, so there is no tolerance. Estimates are recomputed from the matrix: H0 is the greater of
the sums of row and of column minima, H1 a mean of the sums of minima and of second minima (Harris
1974).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice, pairwise
from math import lcm
from typing import Any

from provebest.certificate.reading import (
    GREATEST,
    CertificateParts,
    Fields,
    RefusedError,
    Shown,
    Work,
    read_number,
)
from provebest.problems.tours import Tours
from provebest.vocabulary import number_text

Tour = tuple[int, ...]
Row = list[tuple[int, int]]
"""The legs from a city, or those to it, as (cost, other city), the cheapest first."""


class _Cities:
    """The matrix in whole numbers, ``scale`` times the costs, and the bounds of partial tours."""

    def __init__(self, world: Fields, estimate: Fields, work: Work) -> None:
        world.exactly("problem", "matrix", "mirror")
        estimate.exactly("id", "prober", "weight", "e")
        costs = _matrix(world, work)
        self.n = n = len(costs)
        self.scale = _scale(world, costs)
        self.matrix = [[int(cost * self.scale) for cost in row] for row in costs]
        columns = [list(column) for column in zip(*self.matrix, strict=True)]
        self._leaving, self._entering = _cheapest_first(self.matrix), _cheapest_first(columns)
        self.work, self.mirror = work, world.flag("mirror")
        if self.mirror and self._leaving != self._entering:
            world.refuse("mirror", "the matrix is not symmetric")
        self.heuristic = estimate.text("prober")
        if self.heuristic not in ("h0", "h1"):
            estimate.refuse("prober", "the estimate must be h0 or h1")
        self.weights = _weights(estimate, n) if self.heuristic == "h1" else []
        if self.heuristic == "h0" and estimate.text_or_none("weight") is not None:
            estimate.refuse("weight", "h0 has no weight")
        stated = estimate.text_or_none("e")
        self.e = None if stated is None else _fraction(stated, f"{estimate.place}.e")
        if self.e is not None and self.e < 0:
            estimate.refuse("e", "an error is 0 or more")

    def tour(self, record: Fields) -> Tour:
        """Reads different cities, the first of them city 1."""
        tour = record.items("tour")
        self.work.spend(len(tour))
        seen: set[int] = set()
        for place, city in enumerate(tour):
            if type(city) is not int or not 1 <= city <= self.n or city in seen:
                where = f"{record.place}.tour[{place}]"
                raise RefusedError(where, f"{city!r:.20} is not a city, or is repeated")
            seen.add(city)
        if not tour or tour[0] != 1:
            record.refuse("tour", "a tour must start with city 1")
        return tuple(tour)

    def cost(self, tour: Tour) -> Fraction:
        """Returns the cost of the legs so far, and of the leg home if all cities are placed."""
        home = [(tour[-1], tour[0])] if len(tour) == self.n else []
        legs = (self.matrix[a - 1][b - 1] for a, b in (*pairwise(tour), *home))
        return Fraction(sum(legs), self.scale)

    def lower(self, tour: Tour) -> Fraction:
        """Returns a lower bound on tours with this beginning: proved, or given the declared e."""
        left, last = set(range(1, self.n + 1)).difference(tour), tour[-1]
        home = left | {1}  # a city that is left may be followed by city 1, the last one may not
        rows = [self._least(self._leaving[city], home) for city in left]
        rows.append(self._least(self._leaving[last], left))
        first = sum(row[0] for row in rows)
        columns = sum(self._least(self._entering[city], left | {last})[0] for city in left)
        columns += self._least(self._entering[1], left)[0]
        h0 = Fraction(max(first, columns), self.scale)
        guide = h0
        if self.heuristic == "h1":
            weight, second = self.weights[len(tour) - 1], sum(row[-1] for row in rows)
            guide = (weight * first + (1 - weight) * second) / self.scale
        return self.cost(tour) + (min(guide, h0) if self.e is None else guide - self.e)

    def _least(self, row: Row, allowed: set[int]) -> list[int]:
        """The two least costs of a row among the legs to these cities; one if there is one."""
        self.work.spend(4)
        return list(islice(self._among(row, allowed), 2))

    def _among(self, row: Row, allowed: set[int]) -> Iterator[int]:
        for cost, city in row:
            if city in allowed:
                yield cost
            else:
                self.work.spend(1)

    def next(self, length: int) -> range:
        """The cities that may follow so many; one of two mirrored tours has city n late."""
        return range(2, self.n if self.mirror and 2 * length < self.n else self.n + 1)


def check_tour(parts: CertificateParts, given: Any) -> Shown:
    """Checks the tour's cost and the lower bound on all tours."""
    claim = parts.claim
    claim.exactly("tour", "cost", "optimum_at_least", "at_most_above", "proved")
    if parts.world.text("problem") != "tour" or len(parts.sources) != 2:
        parts.world.refuse("problem", "this kind of certificate is about a tour")
    cities = _Cities(parts.world, parts.sources[0], parts.work)
    if given is not None and (not isinstance(given, Tours) or not _is_same(given, cities)):
        parts.world.refuse("matrix", "the certificate is about another matrix than the given one")
    parts.sources[1].exactly("id", "prober")
    tour = cities.tour(claim)
    if len(tour) != cities.n:
        claim.refuse("tour", f"a tour must have {cities.n} cities")
    cost = cities.cost(tour)
    if claim.number("cost") != cost:
        claim.refuse("cost", f"the legs cost {number_text(cost)}")
    leaves = [_leaf(node, cities) for node in parts.nodes]
    if not leaves:
        raise RefusedError("$.nodes", "there are no partial tours here")
    _check_all_covered([leaf for leaf, _ in leaves], cities)
    least = min(bound for _, bound in leaves)
    if claim.number("optimum_at_least") != least:
        claim.refuse("optimum_at_least", f"the least bound of the records is {number_text(least)}")
    above = cost - least
    if claim.number("at_most_above") != above:
        claim.refuse("at_most_above", f"cost minus bound is {number_text(above)}")
    if claim.flag("proved") != (above <= 0):
        claim.refuse("proved", "this does not follow from cost and bound")
    sentence = (
        f"the tour costs {number_text(cost)}, and every tour at least {number_text(least)}: "
        f"it is at most {number_text(above)} above the cheapest"
    )
    if cities.e is None:
        trusted = "nothing but the matrix: every bound was recomputed"
    else:
        trusted = f"the declaration that {cities.heuristic} is at most {cities.e} too high"
    return Shown(_about(cities), sentence, above <= 0, (trusted,), len(parts.nodes))


def _leaf(node: Fields, cities: _Cities) -> tuple[Tour, Fraction]:
    node.exactly("id", "tour", "at_least", "source")
    tour = cities.tour(node)
    complete = len(tour) == cities.n
    if node.whole("source") != (1 if complete else 0):
        node.refuse("source", "must be 1 for a complete tour, 0 for a partial one")
    found = cities.cost(tour) if complete else cities.lower(tour)
    if node.number("at_least") != found:
        node.refuse("at_least", f"the matrix gives {number_text(found)}")
    return tour, found


def _check_all_covered(leaves: Sequence[Tour], cities: _Cities) -> None:
    """Checks that every tour begins with exactly one of these.

    Where their tree branches, every city that may follow must do so.
    """
    waiting: list[tuple[Tour, _Branches]] = [((), _tree_of(leaves))]
    while waiting:
        tour, branches = waiting.pop()
        follows = cities.next(len(tour)) if tour else (1,)
        cities.work.spend(len(follows) + len(tour))
        missing = set(follows).difference(tour, branches)
        if missing:
            raise RefusedError(
                "$.nodes", f"tours that begin {_few((*tour, min(missing)))} are missing"
            )
        for city, below in branches.items():
            if city not in follows:
                raise RefusedError("$.nodes", f"{_few((*tour, city))} mirrors another tour")
            if below is not None:
                waiting.append(((*tour, city), below))


_Branches = dict[int, Any]
"""The cities that follow, each with its own branches; None where a partial tour ends."""


def _tree_of(leaves: Sequence[Tour]) -> _Branches:
    top: _Branches = {}
    for leaf in leaves:
        at = top
        for city in leaf[:-1]:
            below = at.setdefault(city, {})
            if below is None:
                raise RefusedError("$.nodes", f"{_few(leaf)} continues another partial tour")
            at = below
        if leaf[-1] in at:
            raise RefusedError("$.nodes", f"{_few(leaf)} is listed twice, or continued by another")
        at[leaf[-1]] = None
    return top


def _few(tour: Tour) -> str:
    return f"{list(tour)!r:.60}"


def _cheapest_first(rows: list[list[int]]) -> list[Row]:
    """For each city number, the legs to the other cities."""
    return [[]] + [
        sorted((cost, city) for city, cost in enumerate(row, 1) if city != own)
        for own, row in enumerate(rows, 1)
    ]


def _matrix(world: Fields, work: Work) -> list[list[Fraction]]:
    """Returns the costs; the diagonal is no leg, so it counts as 0."""
    rows: list[list[Fraction]] = []
    given = world.items("matrix")
    work.spend(8 * len(given) ** 2)
    for i, row in enumerate(given):
        if not isinstance(row, list) or len(row) != len(given):
            raise RefusedError(f"{world.place}.matrix[{i}]", "the matrix is not square")
        read = [_fraction(one, f"{world.place}.matrix[{i}][{j}]") for j, one in enumerate(row)]
        rows.append([Fraction(0) if i == j else cost for j, cost in enumerate(read)])
    if len(rows) < 3:
        world.refuse("matrix", "a tour needs at least three cities")
    return rows


def _scale(world: Fields, costs: list[list[Fraction]]) -> int:
    """Returns the least number that makes every cost whole."""
    scale = 1
    for one in {cost.denominator for row in costs for cost in row}:
        scale = lcm(scale, one)
        if scale > GREATEST:  # without a limit it could have millions of digits
            world.refuse("matrix", "the costs have no common denominator of a reasonable size")
    return scale


def _is_same(given: Tours, cities: _Cities) -> bool:
    return len(given.matrix) == cities.n and all(
        read_number(cost, "matrix") * cities.scale == cities.matrix[i][j]
        for i, row in enumerate(given.matrix)
        for j, cost in enumerate(row)
        if i != j
    )


def _about(cities: _Cities) -> str:
    rows = [" ".join(str(Fraction(cost, cities.scale)) for cost in row) for row in cities.matrix]
    digest = hashlib.sha256("\n".join(rows).encode()).hexdigest()[:16]
    return f"a tour of {cities.n:,} cities whose cost matrix has the digest {digest}"


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
