"""Alpha-beta on any game, as in Edwards and Hart, "The alpha-beta heuristic" (1963); and minimax.

Rules ``[EH63-n]`` are listed in ``docs/papers/edwards1963.md``. Values speak for MAX, the window is
``alpha < beta``, and *m* is the minimax value at the same depth. What a search returns, *v*:

- fail-hard, the memo's: ``v == min(max(m, alpha), beta)``, and ``v == m`` where nothing was played;
- fail-soft: ``v <= alpha`` implies ``m <= v``; ``alpha < v < beta`` implies ``m == v``;
  ``v >= beta`` implies ``m >= v``.

With the whole window both are minimax: same value, same first best move, same principal line.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Generic

from provebest.games.protocol import Game, Move, State
from provebest.search.alphabeta_result import AlphaBetaResult, check_depth, too_deep, verdict
from provebest.vocabulary import BadInputError, Stopped, Tally

Order = Callable[[State, Sequence[Move]], Iterable[Move]]
"""The moves of a state, all of them, in the order to try: the likely best first."""


class AlphaBeta(Generic[State, Move]):
    """The memo's functions with their counts. Players need not alternate."""

    def __init__(
        self,
        game: Game[State, Move],
        *,
        fail_soft: bool = True,
        order: Order[State, Move] | None = None,
    ) -> None:
        self.game, self.fail_soft, self.order = game, fail_soft, order
        self.tally = Tally()
        self.saw_horizon = False
        """Whether a state was evaluated where the game was not over."""

    def look(
        self, state: State, depth: int, alpha: float, beta: float
    ) -> tuple[float, tuple[Move, ...]]:
        """The memo's vmax and vmin: value and principal line of a state."""
        # [EH63-1] Final is the horizon, or the end of the game: evaluate.
        if depth == 0:
            self.saw_horizon = self.saw_horizon or bool(self.game.moves(state))
            return self._evaluate(state), ()
        moves = self.game.moves(state)
        if not moves:
            return self._evaluate(state), ()
        return self.choose(state, self.ordered(state, moves), depth, alpha, beta)

    def choose(
        self, state: State, moves: Iterable[Move], depth: int, alpha: float, beta: float
    ) -> tuple[float, tuple[Move, ...]]:
        """The value of having these moves, tried in this order."""
        self.tally.expanded += 1
        pick = self._greatest if self.game.max_to_move(state) else self._least
        return pick(state, moves, depth, alpha, beta)

    def ordered(self, state: State, moves: Sequence[Move]) -> Iterable[Move]:
        """The moves in the order to try. [EH63-4]."""
        return moves if self.order is None else self.order(state, moves)

    def _greatest(
        self, state: State, moves: Iterable[Move], depth: int, alpha: float, beta: float
    ) -> tuple[float, tuple[Move, ...]]:
        """The memo's vlmax."""
        best = -math.inf
        line: tuple[Move, ...] = ()
        for move in moves:
            self.tally.generated += 1
            value, below = self.look(self.game.play(state, move), depth - 1, alpha, beta)
            best = max(best, value)
            # A move worth -inf is a move too: it counts while there is no other.
            if value > alpha or (alpha == -math.inf and not line):
                alpha, line = value, (move, *below)
            if value >= beta:  # [EH63-2] MIN has better elsewhere: the rest cannot matter
                return best if self.fail_soft else beta, line
        return best if self.fail_soft else alpha, line

    def _least(
        self, state: State, moves: Iterable[Move], depth: int, alpha: float, beta: float
    ) -> tuple[float, tuple[Move, ...]]:
        """The memo's vlmin, the mirror image."""
        best = math.inf
        line: tuple[Move, ...] = ()
        for move in moves:
            self.tally.generated += 1
            value, below = self.look(self.game.play(state, move), depth - 1, alpha, beta)
            best = min(best, value)
            if value < beta or (beta == math.inf and not line):
                beta, line = value, (move, *below)
            if value <= alpha:  # [EH63-2] MAX has better elsewhere
                return best if self.fail_soft else alpha, line
        return best if self.fail_soft else beta, line

    def _evaluate(self, state: State) -> float:
        self.tally.evaluated += 1
        value = self.game.value(state)
        if math.isnan(value):
            raise BadInputError(f"the value of {self.game.show(state)!r} is not a number")
        return value


def alphabeta(
    game: Game[State, Move],
    depth: int,
    *,
    fail_soft: bool = True,
    alpha: float = -math.inf,
    beta: float = math.inf,
    order: Order[State, Move] | None = None,
) -> AlphaBetaResult[Move]:
    """The value and the best move of the game's start, ``depth`` plies deep.

    [EH63-3] The window is everything, unless a narrower one is asked for; a value outside it is
    only a bound, as the contracts at the head of this file say.

    Raises:
        BadInputError: if the depth is not 0 or more, the window is empty, or the tree is deeper
            than Python can follow.
    """
    check_depth(depth)
    if not alpha < beta:
        raise BadInputError(f"the window must have alpha < beta, got {alpha!r} and {beta!r}")
    search = AlphaBeta(game, fail_soft=fail_soft, order=order)
    try:
        value, line = search.look(game.start(), depth, alpha, beta)
    except RecursionError as error:
        raise too_deep(depth) from error
    played = search.tally.expanded > 0
    if played and -math.inf < alpha and value <= alpha:
        why = Stopped.FOUND, f"the value is at most {value:g}: it lies outside the window"
    elif played and value >= beta and beta < math.inf:
        why = Stopped.FOUND, f"the value is at least {value:g}: it lies outside the window"
    else:
        why = verdict(depth, played=played, saw_horizon=search.saw_horizon)
    move = line[0] if line else None
    return AlphaBetaResult(move, value, line, depth, *why, search.tally.frozen())


def minimax(game: Game[State, Move], depth: int) -> AlphaBetaResult[Move]:
    """The same without cuts: the memo's functions with their second clause dropped. The oracle.

    Raises:
        BadInputError: as ``alphabeta`` does.
    """
    check_depth(depth)
    tally, saw_horizon = Tally(), False

    def look(state: State, depth: int) -> tuple[float, tuple[Move, ...]]:
        nonlocal saw_horizon
        moves = game.moves(state)
        if depth == 0 or not moves:
            saw_horizon = saw_horizon or bool(moves)
            tally.evaluated += 1
            return game.value(state), ()
        tally.expanded += 1
        tally.generated += len(moves)
        pick = max if game.max_to_move(state) else min
        tried = [(move, *look(game.play(state, move), depth - 1)) for move in moves]
        move, value, line = pick(tried, key=lambda one: one[1])  # the first of equals
        return value, (move, *line)

    try:
        value, line = look(game.start(), depth)
    except RecursionError as error:
        raise too_deep(depth) from error
    why = verdict(depth, played=tally.expanded > 0, saw_horizon=saw_horizon)
    return AlphaBetaResult(line[0] if line else None, value, line, depth, *why, tally.frozen())
