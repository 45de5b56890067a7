"""Bounds for a game that gives only a value, made by shallow alpha-beta probes.

A state is probed to depth d and to depth d + 1, one horizon odd and one even, since estimates tend
to favour whoever moved last. The bounds are the least of the two values minus a margin and the
greatest plus it, cut to the game's ``value_range`` where it declares one. Where a probe met nothing
but ends of the game, its value is exact, and so are the bounds.

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

    ``margin`` is in units of the game's value; without one it is a tenth of what lies between the
    ends of ``game.value_range``. A margin of the whole range makes every bound valid and says
    little; a margin of 0 says too much wherever the two probes agree by chance.

    A search that asks for bounds keeps its limits inside a probe too, ``Limits.probe_nodes`` among
    them; without a search around it a probe has no limit.
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
        """The start of the game within."""
        return self._checked.start()

    def moves(self, state: State) -> Sequence[Move]:
        """The moves of the game within."""
        return self._checked.moves(state)

    def play(self, state: State, move: Move) -> State:
        """The state after a move."""
        return self._checked.play(state, move)

    def passed(self, state: State) -> State | None:
        """As the game within has it."""
        return self._checked.passed(state)

    def max_to_move(self, state: State) -> bool:
        """Whether MAX is to move."""
        return self._checked.max_to_move(state)

    def value(self, state: State) -> float:
        """The value of the game within; the probes are not asked."""
        return self._checked.value(state)

    def bounds(self, state: State) -> Interval:
        """From the two probes; exact if one of them met nothing but ends of the game."""
        if not self.tally.probes:  # the first is where a search begins: it must not be changed
            root_of(self._checked, state)
        values = []
        for depth in (self.depth, self.depth + 1):
            value, is_exact = self._probe(state, depth)
            if is_exact:
                return Interval(value, value)
            values.append(value)
        return Interval(self._cut(min(values) - self.margin), self._cut(max(values) + self.margin))

    def show(self, state: State) -> str:
        """The state as the game within shows it."""
        return self._checked.show(state)

    def show_move(self, state: State, move: Move) -> str:
        """A move as the game within shows it."""
        return self._checked.show_move(state, move)

    def work(self) -> tuple[int, int]:
        """Probes made so far, and the states they looked at; one that was cut off counts too."""
        return self.tally.probes, self.tally.probe_nodes

    def _probe(self, state: State, depth: int) -> tuple[float, bool]:
        search = AlphaBeta(
            self._checked,
            before_expansion=self._count_state,
            before_evaluation=self._count_state,
        )
        self.tally.probes += 1
        value, _ = search.look(state, depth, -math.inf, math.inf)
        return value, not search.saw_horizon

    def _count_state(self) -> None:
        guard().count_probe_node()
        self.tally.probe_nodes += 1

    def _cut(self, value: float) -> float:
        least, greatest = self.value_range
        return min(max(value, least), greatest)


def validity(game: Game[State, Move], wrapped: Game[State, Move], states: Iterable[State]) -> float:
    """The share of the states whose true value lies in the bounds that ``wrapped`` gives.

    The true value is that of ``game`` played to its end; each state is solved once.

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
