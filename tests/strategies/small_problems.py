"""Small graphs as problems of a user's own, with estimates that keep their promises or break them.

The oracle is Dijkstra's procedure in ten lines: too simple to be wrong.
"""

import math
import random
from fractions import Fraction
from heapq import heappop, heappush
from itertools import pairwise

from hypothesis import strategies as st

from provebest import Problem

SHARES = [Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(3, 4), Fraction(1)]
WAYS_TO_RETURN = [list, tuple, iter, lambda steps: (step for step in steps)]


def cheapest(problem, start):
    """The cost of a cheapest way from a state to a goal, infinite if there is none."""
    waiting, done, order = [(0, 0, start)], set(), 0
    while waiting:
        cost, _, state = heappop(waiting)
        if problem.is_goal(state):
            return cost
        if state not in done:
            done.add(state)
            for _, after, step in problem.successors(state):
                order += 1
                heappush(waiting, (cost + step, order, after))
    return math.inf


class SmallGraph(Problem):
    """States are numbers, 0 the start; everything is typed in."""

    def __init__(self, edges, goals, estimates, *, scale=1, admissible=False, form=list):
        self.edges, self.goals, self.estimates = edges, goals, estimates
        self.scale, self.admissible, self.form = scale, admissible, form
        self.uppers, self.ways_on = {}, {}

    def start(self):
        return 0

    def successors(self, state):
        return self.form(self.edges[state])

    def is_goal(self, state):
        return state in self.goals

    def estimate(self, state):
        return self.estimates.get(state, 0)

    def upper_estimate(self, state):
        return self.uppers.get(state)

    def completion(self, state):
        return self.ways_on.get(state)

    def truth(self):
        """What truly remains from each state, times the scale."""
        return {state: self.scale * cheapest(self, state) for state in self.edges}

    def __repr__(self):
        shown = {
            "edges": self.edges,
            "goals": self.goals,
            "estimates": self.estimates,
            "scale": self.scale,
            "admissible": self.admissible,
        }
        return f"SmallGraph({', '.join(f'{name}={value!r}' for name, value in shown.items())})"


def small_graph(rng):
    """Self-loops, parallel edges, steps for nothing, many goals or none; three kinds of number.

    In half of them steps lead to near numbers and the last is a goal: there paths are long.
    """
    size = rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    states, costs = range(size), rng.choice([[0, 1], [1], range(10), [0, 1, 9]])
    number, part = rng.choice([(int, 1), (int, 1), (float, 3), (float, 7), (Fraction, 3)])
    reach = rng.choice([2, 3, size, size])
    edges = {state: [] for state in states}
    for place in range(rng.randint(size, 4 * size) if reach < size else rng.randint(0, 3 * size)):
        here, cost = rng.choice(states), rng.choice(costs)
        there = rng.choice(states[max(0, here - reach) : here + reach + 1])
        edges[here].append((f"{place}", there, cost if part == 1 else number(cost) / part))
    goals = {size - 1} if reach < size else set(rng.choices(states, k=rng.choice([0, 1, 1, 2])))
    problem = SmallGraph(edges, frozenset(goals), {}, scale=rng.choice([1, 1, 3]))
    problem.form = rng.choice(WAYS_TO_RETURN)
    return problem


def shared(truth, share):
    """A share of what truly remains, in the same kind of number."""
    return truth if truth == math.inf else truth * (float(share) if float is type(truth) else share)


def below(truth, rng):
    """Some estimate that does not exceed the truth."""
    if truth == math.inf:
        return rng.choice([0, 2, 50, math.inf])
    return shared(truth, rng.choice(SHARES))


def estimated_graph(rng, kinds):
    """A small graph with an estimate of one of these kinds, and what it promises."""
    problem = small_graph(rng)
    truth = problem.truth()
    kind = rng.choice(kinds)
    problem.admissible = rng.random() < 0.7
    if kind == "consistent":
        share = rng.choice(SHARES[1:])
        problem.estimates = {state: shared(rest, share) for state, rest in truth.items()}
    elif kind != "none":
        problem.estimates = {state: below(rest, rng) for state, rest in truth.items()}
    if kind in ("too great", "falsely infinite"):
        for state in rng.sample(sorted(truth), rng.randint(1, len(truth))):
            wrong = [math.inf] if kind == "falsely infinite" else [1, 3, 50, Fraction(1, 2)]
            problem.estimates[state] = truth[state] + rng.choice(wrong)
    return problem


ESTIMATES = ("none", "admissible", "consistent", "too great", "falsely infinite")


def estimated_graphs(*kinds):
    """Small graphs with estimates of these kinds, or of every kind."""
    # From a seed: shrinking is of little use, and graphs that hypothesis draws are mostly trivial.
    seeds = st.integers(0, 2**64)
    return seeds.map(lambda seed: estimated_graph(random.Random(seed), kinds or ESTIMATES))


def banded_graph(rng):
    """A graph whose estimates err on both sides, and the e and d that truly cover them."""
    problem = small_graph(rng)
    scale, off, over = problem.scale, rng.randint(0, 6), rng.randint(0, 6)
    for state, rest in problem.truth().items():
        if rest == math.inf:
            problem.estimates[state] = rng.choice([0, 5, math.inf])
            continue
        problem.estimates[state] = max(0, rest + rng.randint(-off, over))
        if rng.random() < 0.4:
            problem.uppers[state] = rest + rng.randint(-off, 9)
    return problem, Fraction(over, scale), Fraction(off, scale)


def banded_graphs():
    """Problems with a true band."""
    return st.integers(0, 2**64).map(lambda seed: banded_graph(random.Random(seed)))


def near(a, b):
    """Whether two costs are one, up to the rounding of floats; exact numbers must be equal."""
    exact = isinstance(a, int | Fraction) and isinstance(b, int | Fraction)
    return a == b if exact else math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)


def at_most(a, b):
    """Whether a cost is no greater than another, up to the rounding of floats."""
    return a <= b or near(a, b)


def keeps_promise(problem):
    """Whether the estimate never exceeds the truth."""
    return all(at_most(problem.estimate(state), rest) for state, rest in problem.truth().items())


def steps_of(problem, result):
    """The costs of the steps of a path, which must be steps of the problem."""
    costs = []
    for (here, there), action in zip(pairwise(result.path), result.actions, strict=True):
        (cost,) = [c for name, to, c in problem.edges[here] if (name, to) == (action, there)]
        costs.append(cost)
    return costs


def remaining_on(problem, result):
    """For each state of a path, what remains of it: ``(state, cost)``."""
    costs = steps_of(problem, result)
    return [(state, sum(costs[place:])) for place, state in enumerate(result.path)]
