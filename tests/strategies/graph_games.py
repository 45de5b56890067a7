"""Games that are written down as graphs: who moves where, which moves lead where, what is sure."""

import random

from provebest import Game, Interval


class GraphGame(Game):
    """States are names. ``turn`` has "max" or "min" by state; leaves have a value alone."""

    def __init__(self, moves, turn, value, bounds=None, passed=None, start="root"):
        self.after, self.turn, self.worth = moves, turn, value
        self.sure, self.passes, self.first = bounds or {}, passed or {}, start

    def start(self):
        return self.first

    def moves(self, state):
        return list(range(len(self.after.get(state, ()))))

    def play(self, state, move):
        return self.after[state][move]

    def max_to_move(self, state):
        return self.turn[state] == "max"

    def value(self, state):
        return self.worth[state]

    def passed(self, state):
        return self.passes.get(state)

    def bounds(self, state):
        if not self.sure:
            return super().bounds(state)
        if state in self.sure:
            return Interval(*self.sure[state])
        value = self.worth[state]
        return Interval(value, value) if not self.after.get(state) else Interval(-99, 99)


def random_graph(seed, *, cyclic=False):
    """A game whose players move in any order, with true values by state and bounds that hold.

    States are shared, bounds are not nested, several moves may lead to one state; some games have
    a pass to hope by, which is no bound at all. None where a cycle leaves the values open.
    """
    drawn = random.Random(f"graph {seed} {cyclic}")
    count = drawn.randint(2, 14)
    after, turn = {}, {}
    for state in range(count):
        below = range(count) if cyclic else range(state + 1, count)
        many = drawn.choice([1, 2, 3, 4]) if state == 0 else drawn.choice([0, 1, 2, 3, 6])
        after[state] = [drawn.choice(below) for _ in range(many)] if below else []
        turn[state] = drawn.choice(["max", "min"])
    true = {state: 0 if after[state] else drawn.randint(-6, 6) for state in after}
    for _ in range(count if cyclic else 1):
        for state in reversed(after):
            true[state] = best_of(true, after, turn, state)
    if any(true[state] != best_of(true, after, turn, state) for state in after):
        return None
    spread = drawn.choice([0, 1, 3, 8])
    bounds = {
        state: (true[state] - drawn.randint(0, spread), true[state] + drawn.randint(0, spread))
        for state in after
        if after[state]
    }
    guess = {state: true[state] + (drawn.randint(-4, 4) if after[state] else 0) for state in after}
    kind = drawn.choice(["bounds", "pass", "both"])
    passed = {state: drawn.randrange(count) for state in after} if kind != "bounds" else {}
    game = GraphGame(after, turn, guess, bounds if kind != "pass" else {}, passed, start=0)
    game.true = true
    return game


def best_of(true, after, turn, state):
    """Plain minimax, one ply."""
    if not after[state]:
        return true[state]
    return (max if turn[state] == "max" else min)(true[below] for below in after[state])
