"""Bounds for a game that gives only a value, made by shallow alpha-beta probes.

A state is probed to depth d and to depth d + 1, one horizon odd and one even, since estimates tend
to favour the side that moved last. With values v and w and margin m the bounds are
``[min(v, w) - m, max(v, w) + m]``, cut to the game's ``value_range`` if it declares one. If a probe
saw no horizon, only ends of the game, its value is exact, and so are the bounds.

Nothing makes such bounds valid: a true value beyond the margin is not seen. ``validity`` measures
how often they hold on a game small enough to be solved.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from provebest.games.checked import checked, root_of
from provebest.games.protocol import Game, Move, State
from provebest.search.alphabeta.functions import AlphaBeta
from provebest.search.alphabeta.result import check_depth
from provebest.vocabulary import BadInputError, Interval, Tally, guard


class ProbedBounds(Game[State, Move]):
    """The same game with bounds, probed to ``depth`` and one ply deeper.

    ``margin`` is in units of the game's value; the default is a tenth of the width of
    ``game.value_range``. A margin of the whole range makes every bound valid and useless; with a
    margin of 0 two probes that agree by chance count as an exact value.

    The limits of a search that asks for bounds hold inside a probe too, ``Limits.probe_nodes``
    among them; outside a search a probe has no limit. A probe is not remembered: asking for the
    same state twice probes it twice.
    """

    def __init__(
        self, game: Game[State, Move], depth: int = 2, margin: float | None = None
    ) -> None:
        check_depth(depth)
        self.game, self.depth = game, depth
        self._checked = checked(game)
        self.depth_limit, self.node_limit = game.depth_limit, game.node_limit
        self.least_win = game.least_win
        self.value_range: tuple[float, float] = getattr(game, "value_range", (-math.inf, math.inf))
        least, greatest = self.value_range
        self.margin = (greatest - least) / 10 if margin is None else margin
        if margin is None and self.margin == math.inf:
            raise BadInputError("a game that declares no value_range needs a margin")
        if not 0 <= self.margin < math.inf:
            raise BadInputError(f"margin must be a finite number, 0 or more, got {margin!r}")
        self.tally = Tally()
        """``probes`` and ``probe_nodes``: the searches made and the states they looked at."""

    def start(self) -> State:
        """The start of the game that was given."""
        return self._checked.start()

    def moves(self, state: State) -> Sequence[Move]:
        """The moves of the game that was given."""
        return self._checked.moves(state)

    def play(self, state: State, move: Move) -> State:
        """The state after a move."""
        return self._checked.play(state, move)

    def passed(self, state: State) -> State | None:
        """The state after passing, or None, as the given game has it."""
        return self._checked.passed(state)

    def max_to_move(self, state: State) -> bool:
        """Whether MAX is to move."""
        return self._checked.max_to_move(state)

    def value(self, state: State) -> float:
        """The value that the given game returns; nothing is probed."""
        return self._checked.value(state)

    def bounds(self, state: State) -> Interval:
        """Bounds from the two probes, ``lo <= hi``; exact if one of them saw only ends of the game.

        The shallower probe comes first; if it is exact, the deeper one is not made.
        """
        # The first state is where a search begins: `root_of` checks that playing from it leaves it
        # as it is.
        if not self.tally.probes:
            root_of(self._checked, state)
        values = []
        for depth in (self.depth, self.depth + 1):
            value, is_exact = self._probe(state, depth)
            if is_exact:
                return Interval(value, value)
            values.append(value)
        return Interval(self._cut(min(values) - self.margin), self._cut(max(values) + self.margin))

    def show(self, state: State) -> str:
        """The state as text, as the given game shows it."""
        return self._checked.show(state)

    def show_move(self, state: State, move: Move) -> str:
        """A move as text, as the given game shows it."""
        return self._checked.show_move(state, move)

    def work(self) -> tuple[int, int]:
        """Probes made so far, and the states they looked at; a probe cut off by a limit counts."""
        return self.tally.probes, self.tally.probe_nodes

    def _probe(self, state: State, depth: int) -> tuple[float, bool]:
        """The value of a full-window search, and whether it saw no horizon, so that it is exact."""
        search = AlphaBeta(
            self._checked,
            before_expansion=self._count_state,
            before_evaluation=self._count_state,
        )
        self.tally.probes += 1
        value, _ = search.look(state, depth, -math.inf, math.inf)
        return value, not search.saw_horizon

    def _count_state(self) -> None:
        # The guard first: if it raises, the state is not looked at, and not counted.
        guard().count_probe_node()
        self.tally.probe_nodes += 1

    def _cut(self, value: float) -> float:
        least, greatest = self.value_range
        return min(max(value, least), greatest)


def validity(game: Game[State, Move], wrapped: Game[State, Move], states: Iterable[State]) -> float:
    """The share (0 to 1) of the states whose true value lies in the bounds that ``wrapped`` gives.

    The true value is that of ``game`` played to its end by both sides; each state is solved once,
    so states must be hashable, and the game must be finite and small.

    Raises:
        BadInputError: if there are no states.
    """
    game = checked(game)
    solved: dict[State, float] = {}
    holds = [_solve(game, state, solved) in wrapped.bounds(state) for state in states]
    if not holds:
        raise BadInputError("validity needs at least one state")
    return sum(holds) / len(holds)


def _solve(game: Game[State, Move], state: State, solved: dict[State, float]) -> float:
    known = solved.get(state)
    if known is not None:
        return known
    moves = game.moves(state)
    if moves:
        pick = max if game.max_to_move(state) else min
        value = pick(_solve(game, game.play(state, move), solved) for move in moves)
    else:
        value = game.value(state)
    solved[state] = value
    return value
