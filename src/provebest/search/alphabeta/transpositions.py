"""A table of transpositions: what alpha-beta knows of states that several lines lead to.

A value belongs to a state and to the number of plies that were looked ahead from it, and is used
for exactly that number: so a search with a table has the value that it has without, in games with
cycles too. The moves of a state and what they lead to are kept as well, so the game is asked for
them once while the state stays in the table.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Generic

from provebest.games.protocol import Move, State
from provebest.vocabulary import BadInputError, shorten

DEFAULT_STATES = 100_000
"""States that a table holds by default: some tens of megabytes if states are small."""


class Known(Generic[State, Move]):
    """What is known of a state: its moves, and bounds of its value ``depth`` plies deep.

    ``lo <= m <= hi`` for the minimax value m at exactly ``depth`` plies. An end of the game has no
    moves and ``lo == hi``, whatever the depth.
    """

    __slots__ = ("_after", "best", "depth", "hi", "line", "lo", "max_moves", "met_horizon", "moves")

    def __init__(self, moves: Sequence[Move], *, max_moves: bool) -> None:
        self.moves, self.max_moves = moves, max_moves
        self._after: dict[Move, State] = {}
        self.best: Move | None = None
        """The best move of the last search of this state, at any depth, to be tried first."""
        self.depth = 0
        self.lo, self.hi = -math.inf, math.inf
        self.line: tuple[Move, ...] = ()
        """Best play as far as it is known; it belongs to the value if ``lo == hi``."""
        self.met_horizon = False
        """Whether the bounds may rest on estimates; if False, they rest on ends of the game alone.

        It is the whole search's flag at the time, so True may be said of a subtree without any."""

    def best_first(self) -> Sequence[Move]:
        """The moves, the best of the last search first; the others keep their order. [EH63-4]."""
        best = self.best
        if best is None or best == self.moves[0]:
            return self.moves
        return [best, *(move for move in self.moves if move != best)]

    def after(
        self, state: State, moves: Sequence[Move], play: Callable[[State, Move], State]
    ) -> Iterator[tuple[Move, State]]:
        """The moves and the states after them, lazily; the game plays each move only once."""
        reached = self._after
        for move in moves:
            if move not in reached:
                reached[move] = play(state, move)
            yield move, reached[move]

    def learn(
        self,
        depth: int,
        window: tuple[float, float],
        value: float,
        line: tuple[Move, ...],
        *,
        met_horizon: bool,
    ) -> None:
        """Narrows the bounds by the value that a search with this window returned.

        By both contracts ``value > alpha`` implies ``m >= value``, and ``value < beta`` implies
        ``m <= value``. Bounds of another depth, or of another kind (estimates or not), are given up
        first: the two may not be mixed.
        """
        if depth != self.depth or met_horizon != self.met_horizon:
            self.depth, self.met_horizon = depth, met_horizon
            self.lo, self.hi, self.line = -math.inf, math.inf, ()
        alpha, beta = window
        if value > alpha:
            self.lo = max(self.lo, value)
        if value < beta:
            self.hi = min(self.hi, value)
        if line:
            self.line, self.best = line, line[0]


class Transpositions(Generic[State, Move]):
    """What is known of at most ``most`` states (2 or more); the least recently met are forgotten.

    States that compare equal must be the same position in every respect. There are two halves:
    when the young one is full, the old one is forgotten and the young one becomes the old. So every
    operation is O(1), and a state met since the last exchange is never forgotten by the next.
    """

    def __init__(self, most: int = DEFAULT_STATES) -> None:
        self._half = max(1, most // 2)
        self._young: dict[State, Known[State, Move]] = {}
        self._old: dict[State, Known[State, Move]] = {}

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    def get(self, state: State) -> Known[State, Move] | None:
        """What is known of a state; None if it is not in the table. It counts as met.

        Raises:
            BadInputError: for a state that cannot be hashed.
        """
        try:
            known = self._young.get(state)
        except TypeError:
            _check_hashable(state)
            raise
        if known is None and self._old:
            known = self._old.pop(state, None)
            if known is not None:
                self.add(state, known)
        return known

    def add(self, state: State, known: Known[State, Move]) -> None:
        """Keeps a state that is not in the table."""
        if len(self._young) >= self._half:
            self._young, self._old = {}, self._young
        self._young[state] = known


def _check_hashable(state: object) -> None:
    try:
        hash(state)
    except TypeError:
        raise BadInputError(
            f"a table needs states that can be hashed, such as tuples; {shorten(state)} cannot be"
        ) from None


def table_of(asked: object) -> Transpositions[State, Move] | None:
    """The table for an argument ``table=``: False for none, True for the default size, or a size.

    Raises:
        BadInputError: if it is neither True, False nor a number of states.
    """
    if not isinstance(asked, int) or asked < 0:
        raise BadInputError(f"table must be True, False or a number of states, got {asked!r}")
    if not asked:
        return None
    return Transpositions(DEFAULT_STATES if asked is True else asked)
