"""Believers whose values are drawn once and for all from a seed: small worlds for the control."""

import random
from dataclasses import dataclass, field

from provebest.search.probability.beliefs import Belief


@dataclass
class Scripted:
    """A world of numbered positions. A state is (ply, number), or (side, number) if ``cyclic``.

    ``labels`` positions to a ply: few of them make many transpositions; with ``labels=None`` every
    position has one way to it. Games end at ``plies``, and here and there before.
    """

    seed: int = 0
    width: int = 3
    plies: int = 5
    labels: int | None = None
    cyclic: bool = False
    replies: int = 2
    """How many different answers there are: few make large reply groups."""
    ends: float = 0.05
    scale: int = 100
    expanded: list = field(default_factory=list)
    asked: list = field(default_factory=list)
    probes: int = 0

    def start(self):
        return (0, 0) if self.labels is not None or self.cyclic else (0, ())

    def player_moves_first(self):
        return True

    def _random(self, *what):
        return random.Random(repr((self.seed, *what)))

    def over(self, state):
        if state == self.start():
            return False
        ends = self._random("over", state).random() < self.ends
        return ends or (not self.cyclic and state[0] >= self.plies)

    def successors(self, state):
        """(move, state) in a fixed order; moves to the same position are made once."""
        if self.over(state):
            return []
        drawn = self._random("moves", state)
        count = drawn.randint(1 if self.ends else self.width, self.width)
        if state == self.start():
            count = max(2, count)
        if self.cyclic:
            numbers = drawn.sample(range(self.labels), min(count, self.labels))
            return [(number, (1 - state[0], number)) for number in numbers]
        if self.labels is None:
            return [(number, (state[0] + 1, (*state[1], number))) for number in range(count)]
        numbers = drawn.sample(range(self.labels), min(count, self.labels))
        return [(number, (state[0] + 1, number)) for number in numbers]

    def real(self, state):
        """For the Player."""
        return float(self._random("real", state).randint(-self.scale, self.scale))

    def hope(self, state):
        """For the side that moved to this state, not less than its real value."""
        mover = 1 if state[0] % 2 else -1
        margin = self._random("hope", state).choice([0, 5, 20, self.scale, 3 * self.scale])
        return mover * self.real(state) + margin

    def expand(self, state, depth, *, hopes):
        self.expanded.append(state)
        mover = 1 if state[0] % 2 == 0 else -1
        beliefs = []
        for move, after in self.successors(state):
            over = self.over(after)
            hope = self.hope(after) if hopes and not over else None
            reply = self._random("reply", after).randrange(self.replies) if self.replies else None
            beliefs.append(Belief(move, after, mover * self.real(after), hope, reply, over))
        self.probes += len(beliefs) * (1 + hopes)
        return beliefs

    def hopes(self, asked):
        self.asked.append(list(asked))
        self.probes += len(asked)
        return [self.hope(after) for _, _, after, _, _ in asked]

    def work(self):
        return self.probes, 10 * self.probes


class Listed:
    """A tree typed in by hand: children by name, then real and hope of each, for the mover."""

    def __init__(self, moves, real, hope=None, over=(), reply=None):
        self.moves, self.values = moves, real
        self.hope, self.ends, self.reply = hope or {}, over, reply or {}
        self.expanded, self.asked = [], []

    def start(self):
        return "root"

    def player_moves_first(self):
        return True

    def _hope(self, name):
        return self.hope.get(name, self.values[name])

    def expand(self, state, depth, *, hopes):
        self.expanded.append(state)
        return [
            Belief(
                name,
                name,
                self.values[name],
                self._hope(name) if hopes and name not in self.ends else None,
                self.reply.get(name),
                name in self.ends,
            )
            for name in self.moves.get(state, ())
        ]

    def hopes(self, asked):
        self.asked.append([after for _, _, after, _, _ in asked])
        return [self._hope(after) for _, _, after, _, _ in asked]

    def work(self):
        return len(self.expanded), len(self.expanded)
