"""Random small games as tables, with the true value of every state, for the laws of ``tests/laws``.

A table says where each state's moves lead, who moves, what each state is worth (exactly where the
game is over, an estimate elsewhere) and what bounds are stated. Everything is drawn from one seed.
Numbers are whole until ``Dress.number`` makes floats, fractions or infinities of them in an
order-preserving way, so what is best in whole numbers is best in any.
"""

import math
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from random import Random

MOST_STATES = 16
DRAW = 0
"""What a play is worth that never ends."""
MOST_NODES = 160
"""Nodes of the tree that a game without cycles unfolds to."""

SHAPES = ("tree", "shared", "cycles")
TURNS = ("in turn", "several in a row")
ROOTS = ("any", "one move", "no move", "one state", "MIN moves", "later")
BOUNDS = ("wide", "loose", "close", "endless", "false")
NUMBERS = ("whole", "quarters", "tenths", "thirds", "endless")
STATES = ("number", "tuple", "frozen", "list", "board", "bare")
MUTABLE = ("list", "board", "bare")
PLAYS = ("copied", "same object", "changed and copied", "nothing returned")
MOVES = ("list", "tuple", "range", "generator", "text", "keys")
PAIRS = ("interval", "tuple", "list")
OPTIONAL = (
    *("shared", "cycles", "several in a row", "one move", "no move", "one state", "MIN moves"),
    *("later", "not nested", "false", "endless", "fractions", "unhashable", "in place"),
    *("generator", "pairs", "least win"),
)
"""Traits that a game may be drawn without, to see what the others find."""


@dataclass(frozen=True)
class Dress:
    """How a table looks to a search: the types of its states, moves, bounds and numbers."""

    numbers: str = "whole"
    states: str = "number"
    play: str = "copied"
    moves: str = "list"
    pairs: str = "interval"

    def number(self, whole, span):
        """The number that stands for a whole one between ``-span`` and ``span``."""
        if math.isinf(whole) or self.numbers == "whole":
            return whole
        if self.numbers == "endless":
            return whole if abs(whole) < span else math.copysign(math.inf, whole)
        if self.numbers == "thirds":
            return Fraction(whole, 3)
        return whole / 4 if self.numbers == "quarters" else whole * 0.1

    @property
    def hashes(self):
        return self.states not in {"list", "board"}

    @property
    def shows(self):
        """Whether two equal states look the same, as certificates need it."""
        return self.states != "bare"


@dataclass(frozen=True)
class Table:
    """A game written down; state 0 is its start and ``root`` the state to choose in."""

    moves: tuple[tuple[int, ...], ...]
    max_moves: tuple[bool, ...]
    value: tuple[int, ...]
    bounds: tuple[tuple[float, float], ...]
    span: int
    root: int = 0
    knows_wins: bool = False
    """Whether the game says from which value on it is won; estimates lie below that."""
    dress: Dress = field(default_factory=Dress)

    @cached_property
    def true(self):
        return true_values(self.moves, self.max_moves, self.value)

    @cached_property
    def reachable(self):
        seen, waiting = {self.root}, [self.root]
        while waiting:
            new = set(self.moves[waiting.pop()]) - seen
            seen |= new
            waiting += new
        return seen

    @cached_property
    def nodes(self):
        """Nodes of the tree that the root unfolds to; infinite if play can go on for ever."""
        return unfolded(self.moves, self.root)

    @property
    def has_infinite_bounds(self):
        bounds = [bound for state in self.reachable for bound in self.bounds[state]]
        return any(math.isinf(self.dress.number(bound, self.span)) for bound in bounds)

    @property
    def bounds_hold(self):
        return all(lo <= self.true[s] <= hi for s in self.reachable for lo, hi in [self.bounds[s]])


def true_values(moves, max_moves, value):
    """What each state is worth to MAX with best play by both. Plain minimax, if play must end."""

    def minimax(state):
        if not moves[state]:
            return value[state]
        pick = max if max_moves[state] else min
        return pick(minimax(after) for after in moves[state])

    if all(math.isfinite(unfolded(moves, state)) for state in range(len(moves))):
        return [minimax(state) for state in range(len(moves))]
    return values_with_cycles(moves, max_moves, value)


def values_with_cycles(moves, max_moves, value):
    """The same where play may go on for ever: the greatest value that MAX can force."""
    every = set(range(len(moves)))
    ends = {state for state in every if not moves[state]}

    def forced(goal, *, by_max):
        while True:
            more = {
                state
                for state in every - goal - ends
                if (any if max_moves[state] == by_max else all)(t in goal for t in moves[state])
            }
            if not more:
                return goal
            goal = goal | more

    def at_least(least):
        if least > DRAW:  # a play without end is not enough: MAX must reach such an end
            return forced({end for end in ends if value[end] >= least}, by_max=True)
        return every - forced({end for end in ends if value[end] < least}, by_max=False)

    thresholds = sorted({DRAW, *(value[end] for end in ends)})
    shown = [(least, at_least(least)) for least in thresholds]
    return [max(least for least, states in shown if state in states) for state in every]


def unfolded(moves, root):
    """Nodes of the tree below a state; infinite if there is a cycle."""
    sizes, open_states = {}, set()

    def size(state):
        if state in open_states:
            return math.inf
        if state not in sizes:
            open_states.add(state)
            sizes[state] = 1 + sum(size(after) for after in moves[state])
            open_states.discard(state)
        return sizes[state]

    return size(root)


def drawn(seed, without=()):
    """The table of this seed, with none of the traits that it is to be ``without``."""
    rng, off = Random(seed), set(without)

    def one(names, weights, plain):
        name = rng.choices(names, weights)[0]
        return plain if name in off else name

    shape = one(SHAPES, (3, 4, 3), "tree")
    turns = one(TURNS, (2, 3), "in turn")
    root = one(ROOTS, (12, 1, 1, 2, 5, 4), "any")
    bounds = one(BOUNDS, (5, 4, 1, 2, 4), "loose")
    if "not nested" in off:
        bounds = "wide"
    span = rng.choice((1, 2, 4, 20))
    moves, max_moves = _skeleton(rng, shape, turns, root)
    value = tuple(
        rng.randint(-span, span) if not below else rng.randint(1 - span, span - 1)
        for below in moves
    )
    stated = bounds_drawn(rng, bounds, moves, true_values(moves, max_moves, value), span)
    table = Table(
        moves,
        max_moves,
        value,
        stated,
        span,
        knows_wins=rng.random() < 0.3 and "least win" not in off,
        dress=_dress(rng, one, off),
    )
    if root == "later":
        later = [state for state in range(1, len(moves)) if moves[state]]
        table = replace(table, root=rng.choice(later or [0]))
    return table


def _dress(rng, one, off):
    numbers = one(NUMBERS, (4, 1, 1, 2, 1), "whole")
    states = one(STATES, (10, 4, 2, 3, 3, 2), "number")
    moves = one(MOVES, (4, 1, 1, 2, 1, 1), "list")
    pairs = one(PAIRS, (4, 2, 1), "interval")
    play = "copied"
    if states in MUTABLE:
        play = rng.choices(PLAYS, (7, 1, 1, 1))[0]
    if "in place" in off:
        play = "copied"
    if "unhashable" in off and states in MUTABLE:
        states, play = "number", "copied"
    return Dress(
        "whole" if "fractions" in off and numbers == "thirds" else numbers,
        states,
        play,
        moves,
        "interval" if "pairs" in off else pairs,
    )


def _skeleton(rng, shape, turns, root):
    """Where moves lead and who moves. In turn: a move leads to a state of the other parity."""
    count, most = rng.randint(2, MOST_STATES), rng.choice((1, 2, 2, 2, 3, 3, 4, 6))
    moves = [[] for _ in range(count)]
    if root != "no move":
        _lead(rng, moves, most, shape, step=2 if turns == "in turn" else 1)
    if root == "one move":
        del moves[0][1:]
    elif root == "one state" and moves[0]:
        moves[0] = [moves[0][0]] * max(2, len(moves[0]))
    while any(MOST_NODES < unfolded(moves, state) < math.inf for state in range(count)):
        moves[rng.choice([state for state in range(count) if len(moves[state]) > 1])].pop()
    first = root != "MIN moves"
    max_moves = [
        (state % 2 == 0) == first if turns == "in turn" else rng.random() < 0.5
        for state in range(count)
    ]
    max_moves[0] = first
    return tuple(map(tuple, moves)), tuple(max_moves)


def _lead(rng, moves, most, shape, *, step):
    """Draws where moves lead to; with a step of 2 it is to places of the other parity."""
    count = len(moves)
    if shape == "tree":
        for after in range(1, count):
            parents = [s for s in range(after - 1, -1, -step) if len(moves[s]) < most]
            if parents:
                moves[rng.choice(parents[:4])].append(after)
        return
    for state in range(count):
        first = state + 1 if shape == "shared" else (state + 1) % step
        afters = range(first, count, step)
        if afters:
            least = 0 if rng.random() < 0.3 else 1
            moves[state] = rng.choices(afters, k=rng.randint(least, most))


def bounds_drawn(rng, kind, moves, true, span):
    """Bounds for every state: exact where the game is over; they hold, unless ``false``."""
    stated = []
    for below, v in zip(moves, true, strict=True):
        lo, hi = v - rng.randint(0, 2 * span), v + rng.randint(0, 2 * span)
        if not below:
            lo = hi = v
        elif kind == "wide":
            lo, hi = -span, span
        elif kind == "close":
            lo, hi = v - rng.choice((0, 0, 1)), v + rng.choice((0, 0, 1))
        elif kind == "endless":
            lo, hi = rng.choice((lo, -math.inf)), rng.choice((hi, math.inf))
        elif kind == "false" and rng.random() < 0.3:
            away = rng.choice((-1, 1)) * (hi - lo + rng.randint(1, span))
            lo, hi = lo + away, hi + away
        stated.append((lo, hi))
    return tuple(stated)
