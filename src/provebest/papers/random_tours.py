"""Tests Harris's theory on random tour problems whose true error is found exhaustively."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction

from provebest.problems import Tours, linear_law, proportional_to_depth
from provebest.problems.tours import Tour, WeightLaw
from provebest.search import find_path_within
from provebest.vocabulary import Stopped

LAWS: tuple[WeightLaw, ...] = (
    proportional_to_depth,
    linear_law(0, 1),
    linear_law(Fraction(1, 2), 1),
    linear_law(Fraction(1, 2), Fraction(1, 2)),
    linear_law(-1, 1),
)


@dataclass(frozen=True, slots=True)
class Check:
    """Which of the claims hold on one problem."""

    first_within_e: bool
    optimal: bool
    optimal_without_dropping: bool
    share_of_e: Fraction
    """(first goal - optimum) / e: the share of the allowed error that was used."""


def random_matrix(seed: int) -> list[list[int]]:
    """A symmetric integer matrix of five or six cities: uniform, or points in the plane."""
    rng = random.Random(f"tours {seed}")
    n = 5 + seed % 2
    if seed % 4 < 2:
        half = {(i, j): rng.randint(1, 100) for i in range(n) for j in range(i)}
    else:
        points = [complex(rng.uniform(0, 100), rng.uniform(0, 100)) for _ in range(n)]
        half = {(i, j): round(abs(points[i] - points[j])) for i in range(n) for j in range(i)}
    return [[0 if i == j else half[max(i, j), min(i, j)] for j in range(n)] for i in range(n)]


def true_costs(problem: Tours) -> dict[Tour, float]:
    """The true remaining cost of every reachable node, by exhaustive search."""
    costs: dict[Tour, float] = {}

    def cost(state: Tour) -> float:
        if state not in costs:
            steps = [step + cost(child) for _, child, step in problem.successors(state)]
            costs[state] = 0 if problem.is_goal(state) else min(steps, default=float("inf"))
        return costs[state]

    cost(problem.start())
    return costs


def true_e(problem: Tours, costs: dict[Tour, float]) -> Fraction:
    """The least e for which H1 <= h + e on every node, exactly."""
    return max(
        Fraction(0),
        *(
            Fraction(problem.estimate(state)) / problem.scale - Fraction(cost)
            for state, cost in costs.items()
            if cost < float("inf")
        ),
    )


def check_guarantee(seed: int) -> Check:
    """Tests Harris's claims on one problem, with the true e declared."""
    problem = Tours(random_matrix(seed), weight=LAWS[seed % len(LAWS)])
    costs = true_costs(problem)
    e, optimum = true_e(problem, costs), costs[problem.start()]
    first = find_path_within(problem, e)
    proved = find_path_within(problem, e, prove_optimal=True)
    kept = find_path_within(problem, e, prove_optimal=True, drop=False)
    above = Fraction(
        first.first_goal_cost if first.first_goal_cost is not None else 10**9
    ) - Fraction(optimum)
    return Check(
        first_within_e=above <= e,
        optimal=proved.stopped is Stopped.PROVED and proved.cost == optimum,
        optimal_without_dropping=kept.stopped is Stopped.PROVED and kept.cost == optimum,
        share_of_e=above / e if e else Fraction(0),
    )
