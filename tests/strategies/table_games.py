"""A table of ``random_games`` as a ``Game``, written the ways in which users write theirs."""

import math
from dataclasses import dataclass

from provebest import Game, Interval

NAMES = "abcdef"
MOST_QUESTIONS = 300_000
"""No search of a game this small needs as many; one that asks more will not end."""


class EndlessError(AssertionError):
    """A search has asked so much that it cannot be going to end."""


@dataclass
class Board:
    """A mutable state: it cannot be hashed."""

    place: int


@dataclass(frozen=True)
class Frozen:
    place: int


class Bare:
    """A mutable state that says nothing of itself: equal ones are neither equal nor look alike."""

    __slots__ = ("place",)

    def __init__(self, place):
        self.place = place


class TableGame(Game):
    """The game of a table; ``start`` may be another state than its own."""

    def __init__(self, table, start=0):
        self.table, self.dress, self._start = table, table.dress, start
        self.questions = 0
        self.value_range = self._number(-table.span), self._number(table.span)
        if table.knows_wins:
            self.least_win = self._number(table.span)

    def state(self, place):
        """The state that stands at this place of the table."""
        made = {"tuple": lambda n: ("state", n), "frozen": Frozen, "list": lambda n: [n]}
        made |= {"board": Board, "bare": Bare}
        return made.get(self.dress.states, int)(place)

    def place(self, state):
        if isinstance(state, int):
            return state
        return state.place if isinstance(state, Board | Frozen | Bare) else state[-1]

    def start(self):
        return self.state(self._start)

    def moves(self, state):
        self._count()
        names = self.names(self.place(state))
        kind = self.dress.moves
        if kind == "generator":
            return (name for name in names)
        if kind == "keys":
            return dict.fromkeys(names).keys()
        return {"list": list, "tuple": tuple}.get(kind, lambda names: names)(names)

    def names(self, place):
        """The names of the moves of a state."""
        count = len(self.table.moves[place])
        return range(count) if self.dress.moves == "range" else NAMES[:count]

    def play(self, state, move):
        self._count()
        index = move if isinstance(move, int) else NAMES.index(move)
        after = self.table.moves[self.place(state)][index]
        if self.dress.play == "copied":
            return self.state(after)
        if isinstance(state, Board | Bare):
            state.place = after
        else:
            state[-1] = after
        if self.dress.play == "nothing returned":
            return None
        return state if self.dress.play == "same object" else self.state(after)

    def max_to_move(self, state):
        return self.table.max_moves[self.place(state)]

    def value(self, state):
        self._count()
        return self._number(self.table.value[self.place(state)])

    def bounds(self, state):
        self._count()
        lo, hi = map(self._number, self.table.bounds[self.place(state)])
        return {"tuple": (lo, hi), "list": [lo, hi]}.get(self.dress.pairs) or Interval(lo, hi)

    def true(self, place):
        """What a state is truly worth to MAX."""
        return self._number(self.table.true[place])

    def _number(self, whole):
        return self.dress.number(whole, self.table.span)

    def _count(self):
        self.questions += 1
        if self.questions > MOST_QUESTIONS:
            raise EndlessError


def in_words(table):
    """A table so that people can read it, and Python too."""
    lines = [f"root {table.root}, {table.dress}, knows_wins={table.knows_wins}, span {table.span}"]
    for state in sorted({0, *table.reachable}):
        below, (lo, hi) = table.moves[state], table.bounds[state]
        who = "MAX" if table.max_moves[state] else "MIN"
        true = table.true[state]
        false = "" if lo <= true <= hi else " (false)"
        what = f"{who} to {list(below)}, estimate {table.value[state]}" if below else "over"
        lines.append(f"  {state}: {what}, bounds [{lo}, {hi}]{false}, worth {true}")
    return "\n".join(lines)


def in_place(table):
    """Whether playing a move of the root changes the root itself, so that it must be refused."""
    moves = table.moves[table.root]
    plain = table.dress.play == "copied"
    shown = table.dress.play != "changed and copied" or any(t != table.root for t in moves)
    return bool(moves) and not plain and shown


def same(found, expected):
    """Whether two values are the same number, but for the rounding of fractions."""
    if math.isinf(expected) or math.isinf(found):
        return found == expected
    return math.isclose(found, expected, rel_tol=1e-12, abs_tol=1e-12)
