"""The travelling salesman problem as Harris (1974) searches it, with his three estimates.

The numbered rules ``[H74-n]`` are listed in ``docs/papers/harris1974.md``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Literal

from provebest.problems.matrices import check_matrix
from provebest.problems.protocol import Problem
from provebest.vocabulary import BadInputError, as_fraction, common_denominator, guard

Tour = tuple[int, ...]
"""The cities placed so far, in order; city 1 is always the first."""

Leg = tuple[int, Tour, float]
"""A step: the city placed, the tour after it, and the cost of the step."""

WeightLaw = Callable[[int, int], Fraction | float]
"""A function from the depth (cities placed, less one) and the number of cities to the weight wt."""

GREATEST_WEIGHT = 1_000_000  # beyond it H1 would say nothing about the cities


def proportional_to_depth(depth: int, n: int) -> Fraction:
    """Returns wt = depth/n: H1 weighs second minima most near the root, minima at the end."""
    return Fraction(depth, n)


def linear_law(at_root: float | str | Fraction, at_end: float | str | Fraction) -> WeightLaw:
    """Returns the linear law: ``at_root`` with one city placed, ``at_end`` with all placed."""
    first, last = as_fraction(at_root, "weight"), as_fraction(at_end, "weight")
    if max(abs(first), abs(last)) > GREATEST_WEIGHT:
        raise BadInputError(f"weight must be between -{GREATEST_WEIGHT:,} and {GREATEST_WEIGHT:,}")

    def law(depth: int, n: int) -> Fraction:
        return first + (last - first) * Fraction(depth, n - 1)

    return law


class Tours(Problem[Tour, int]):
    """Place the cities one by one after city 1; the last step also pays the leg home.

    ``matrix[i][j]`` is the cost from city i+1 to city j+1; the diagonal is ignored. ``heuristic``
    is the estimate that guides the search: "h0" never overestimates, "h1" may. ``weight`` is H1's
    weight law. ``mirror`` says whether one of each two mirrored tours is left out; None means that
    it is left out if the matrix is symmetric.

    If costs and weights are whole numbers or fractions, H1 is exact: ``scale`` makes its weights
    whole. Otherwise ``scale`` is 1. If some cost is a float, everything stated here holds up to
    rounding.

    Raises:
        BadInputError: if the matrix is not a cost matrix, if a weight is not a finite number, or if
            ``mirror=True`` and the matrix is not symmetric.
    """

    is_tree = True
    vouched = True

    def __init__(
        self,
        matrix: Sequence[Sequence[float]],
        *,
        heuristic: Literal["h0", "h1"] = "h1",
        weight: WeightLaw | None = None,
        mirror: bool | None = None,
    ) -> None:
        self.matrix = check_matrix(matrix, "matrix")
        self.n = len(self.matrix)
        columns = [list(column) for column in zip(*self.matrix, strict=True)]
        self.symmetric = self.matrix == columns
        if mirror and not self.symmetric:
            raise BadInputError(
                "mirror=True needs a symmetric matrix: a tour and its reverse differ here"
            )
        self.mirror = self.symmetric if mirror is None else mirror
        if heuristic not in ("h0", "h1"):
            raise BadInputError(f"heuristic must be 'h0' or 'h1', got {heuristic!r}")
        self.heuristic = heuristic
        self.admissible = heuristic == "h0"
        self._set_weights(weight or proportional_to_depth)
        self._leaving = _neighbours(self.matrix)
        self._entering = self._leaving if self.symmetric else _neighbours(columns)

    def _set_weights(self, law: WeightLaw) -> None:
        weights = [law(depth, self.n) for depth in range(self.n)]
        for depth, wt in enumerate(weights):
            if not math.isfinite(wt):
                raise BadInputError(
                    f"the weight at depth {depth} must be a finite number, got {wt!r}"
                )
        exact = [Fraction(wt) for wt in weights if not isinstance(wt, float)]
        exact_costs = not any(isinstance(cost, float) for row in self.matrix for cost in row)
        self._weights: list[float]
        if self.heuristic == "h1" and exact_costs and len(exact) == len(weights):
            self.scale = common_denominator(exact)
            self._weights = [int(wt * self.scale) for wt in exact]
        else:
            self.scale = 1
            self._weights = [float(wt) for wt in weights]

    def start(self) -> Tour:
        """Returns the tour that holds city 1 alone."""
        return (1,)

    def successors(self, state: Tour) -> list[Leg]:
        """Returns the tours with one more city, in increasing order of that city."""
        return [self._leg(state, city) for city in self._choices(state)]

    def is_goal(self, state: Tour) -> bool:
        """Returns whether every city is placed."""
        return len(state) == self.n

    def estimate(self, state: Tour) -> float:
        """Returns ``scale`` times the chosen estimate, H0 or H1."""
        guard().check()  # of many cities, the estimates of one expansion take seconds
        return self.h1(state) if self.heuristic == "h1" else self.h0(state)

    def h0(self, state: Tour) -> float:
        """Returns H0, which is at most the cost of any completion; not multiplied by ``scale``."""
        # [H74-7] H0 is the greater of the sums of row minima and of column minima.
        if self.is_goal(state):
            return 0
        shut, unvisited = self._reduced(state)
        last = state[-1]
        rows = sum(_least(self._leaving[city], shut) for city in unvisited)
        # City 1 can be entered only from an unvisited city: last -> 1 is barred.
        shut[1] = 1
        rows += _least(self._leaving[last], shut)
        columns = _least(self._entering[1], shut)
        shut[last] = 0
        columns += sum(_least(self._entering[city], shut) for city in unvisited)
        return max(rows, columns)

    def h1(self, state: Tour) -> float:
        """Returns ``scale`` times H1, an estimate that can be too low or too high."""
        # [H74-8] H1 = wt * sum of row minima + (1 - wt) * sum of second minima.
        if self.is_goal(state):
            return 0
        shut, unvisited = self._reduced(state)
        pairs = [_two_least(self._leaving[city], shut) for city in unvisited]
        shut[1] = 1
        pairs.append(_two_least(self._leaving[state[-1]], shut))
        wt = self._weights[len(state) - 1]
        first, second = sum(a for a, _ in pairs), sum(b for _, b in pairs)
        return wt * first + (self.scale - wt) * second

    def upper_estimate(self, state: Tour) -> float:
        """Returns ``scale`` times H2, the cost of ``completion``; >= the true remaining cost."""
        return self.scale * sum(cost for _, _, cost in self.completion(state))

    def completion(self, state: Tour) -> list[Leg]:
        """Returns steps that always go to the nearest city (lowest number on ties), then home."""
        # [H74-9] If the mirror rule bars the nearest city, the next nearest is taken, so every step
        # here is one that ``successors`` offers.
        shut, unvisited = self._reduced(state)
        shut[1] = 1
        legs: list[Leg] = []
        for _ in unvisited:
            greatest = self._greatest_choice(state)
            city = next(c for _, c in self._leaving[state[-1]] if not shut[c] and c <= greatest)
            shut[city] = 1
            legs.append(self._leg(state, city))
            state = legs[-1][1]
        return legs

    def overestimate(self, state: Tour) -> float:
        """Returns ``scale`` times a proved bound on how much ``estimate`` is too high here.

        The greatest of these over a tree is a valid e in Harris's sense for that tree.
        """
        return max(0, self.estimate(state) - self.scale * self.h0(state))

    def tour_cost(self, cities: Iterable[int]) -> float:
        """Returns the cost of the tour through these cities and back to the first.

        Raises:
            BadInputError: if some city is missing, repeated or unknown.
        """
        tour = list(cities)
        if sorted(tour) != list(range(1, self.n + 1)):
            raise BadInputError(f"a tour must visit each city from 1 to {self.n} once, got {tour}")
        return sum(
            self.matrix[here - 1][there - 1]
            for here, there in zip(tour, [*tour[1:], tour[0]], strict=True)
        )

    def show(self, state: Tour) -> str:
        """Returns the cities in order, like ``1-4-3``."""
        return "-".join(map(str, state))

    def _choices(self, state: Tour) -> list[int]:
        """Returns the cities that may be placed next, in increasing order."""
        placed = set(state)
        choices = range(2, self._greatest_choice(state) + 1)
        return [city for city in choices if city not in placed]

    def _greatest_choice(self, state: Tour) -> int:
        # [H74-10] City n may not stand at position p when 2p < n+2: p mirrors n+2-p.
        barred = self.mirror and 2 * (len(state) + 1) < self.n + 2
        return self.n - 1 if barred else self.n

    def _leg(self, state: Tour, city: int) -> Leg:
        cost = self.matrix[state[-1] - 1][city - 1]
        if len(state) == self.n - 1:
            cost += self.matrix[city - 1][0]
        return city, (*state, city), cost

    def _reduced(self, state: Tour) -> tuple[bytearray, list[int]]:
        """Returns which columns are closed (the visited cities but 1), and the unvisited cities."""
        shut = bytearray(self.n + 1)
        for city in state:
            shut[city] = 1
        unvisited = [city for city in range(2, self.n + 1) if not shut[city]]
        shut[1] = 0
        return shut, unvisited


def _neighbours(rows: list[list[float]]) -> list[list[tuple[float, int]]]:
    """Returns, for each city number, the other cities as (cost, city), in increasing order."""
    ordered = [
        sorted((cost, city) for city, cost in enumerate(row, 1) if city != own)
        for own, row in enumerate(rows, 1)
    ]
    return [[], *ordered]


def _least(neighbours: list[tuple[float, int]], shut: bytearray) -> float:
    return next(cost for cost, city in neighbours if not shut[city])


def _two_least(neighbours: list[tuple[float, int]], shut: bytearray) -> tuple[float, float]:
    """Returns the two least costs of a row; a row with one entry gives it twice."""
    open_costs = (cost for cost, city in neighbours if not shut[city])
    first = next(open_costs)
    return first, next(open_costs, first)
