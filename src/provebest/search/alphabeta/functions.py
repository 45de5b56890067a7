"""Alpha-beta on any game, as in Edwards and Hart, "The alpha-beta heuristic" (1963); and minimax.

Rules ``[EH63-n]`` are listed in ``docs/papers/edwards1963.md``. Values speak for MAX, the window is
``alpha < beta``, and *m* is the minimax value at the same depth. What a search returns, *v*:

- fail-hard, the memo's: ``v == min(max(m, alpha), beta)``, and ``v == m`` where nothing was played;
- fail-soft: ``v <= alpha`` implies ``m <= v``; ``alpha < v < beta`` implies ``m == v``;
  ``v >= beta`` implies ``m >= v``.

With the whole window both are minimax: same value, same first best move, same principal line. With
a table the value is the same too; of moves that are equally good another may be the one that is
named, and the line may end early.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import Generic

from provebest.games.checked import checked
from provebest.games.protocol import Game, Move, State
from provebest.search.alphabeta.result import (
    RootValues,
)
from provebest.search.alphabeta.transpositions import Known, Transpositions
from provebest.vocabulary import BadInputError, Tally, guard

Order = Callable[[State, Sequence[Move]], Iterable[Move]]
"""The moves of a state, all of them, in the order to try: the likely best first."""

Found = tuple[float, tuple[Move, ...]]
"""The value of a state for MAX, and its principal line."""


class AlphaBeta(Generic[State, Move]):
    """The memo's functions with their counts. Players need not alternate.

    ``before_expansion`` and ``before_evaluation`` are called before the work they are named after.
    What they raise comes out and leaves everything as it is: that is how limits are kept.
    """

    def __init__(
        self,
        game: Game[State, Move],
        *,
        fail_soft: bool = True,
        order: Order[State, Move] | None = None,
        table: Transpositions[State, Move] | None = None,
        before_expansion: Callable[[], None] | None = None,
        before_evaluation: Callable[[], None] | None = None,
    ) -> None:
        self.game = checked(game)
        self.fail_soft, self.order, self.table = fail_soft, order, table
        self.before_expansion, self._before_evaluation = before_expansion, before_evaluation
        self._moves, self._play, self._value = self.game.moves, self.game.play, self.game.value
        self.tally = Tally()
        self.saw_horizon = False
        """Whether a state was evaluated where the game was not over."""

    def look(
        self,
        state: State,
        depth: int,
        alpha: float,
        beta: float,
        tried: RootValues[Move] | None = None,
    ) -> Found[Move]:
        """The memo's vmax and vmin: value and principal line of a state."""
        # [EH63-1] Final is the horizon, or the end of the game: evaluate.
        if depth == 0:
            if not self.saw_horizon:
                self.saw_horizon = bool(self._moves(state))
            if self._before_evaluation is None:  # as evaluate() does, and a call less
                self.tally.evaluated += 1
                return self._value(state), ()
            return self.evaluate(state), ()
        if self.table is not None:
            return self._look_up(self.table, state, depth, alpha, beta, tried)
        moves = self._moves(state)
        if not moves:
            return self.evaluate(state), ()
        return self.choose(state, self.ordered(state, moves), depth, alpha, beta, tried)

    def choose(
        self,
        state: State,
        moves: Sequence[Move],
        depth: int,
        alpha: float,
        beta: float,
        tried: RootValues[Move] | None = None,
    ) -> Found[Move]:
        """The value of having these moves, tried in this order."""
        if self.table is not None:
            known = self._known(self.table, state)
            return self._choose_known(known, state, moves, depth, alpha, beta, tried)
        if self.before_expansion is not None:
            self.before_expansion()
        self.tally.expanded += 1
        max_moves = self.game.max_to_move(state)
        if tried is not None:
            tried.max_moves = max_moves
        after = map(self._play, repeat(state), moves)  # one by one, as they are needed
        pick = self._greatest if max_moves else self._least
        return pick(zip(moves, after, strict=False), depth - 1, alpha, beta, tried)

    def evaluate(self, state: State) -> float:
        """What the game says that the state is worth."""
        if self._before_evaluation is not None:
            self._before_evaluation()
        self.tally.evaluated += 1
        return self._value(state)

    def ordered(self, state: State, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves in the order to try. [EH63-4].

        Raises:
            BadInputError: if the order leaves out moves or invents some.
        """
        if self.order is None:
            return moves
        guard().check()
        found = list(self.order(state, moves))
        if len(found) != len(moves) or set(found) != set(moves):
            raise BadInputError(
                f"order must give back the moves that it is given, each once: "
                f"of {list(moves)!r} it made {found!r}"
            )
        return found

    def _greatest(
        self,
        moves: Iterable[tuple[Move, State]],
        depth: int,
        alpha: float,
        beta: float,
        tried: RootValues[Move] | None,
    ) -> Found[Move]:
        """The memo's vlmax, for moves and what they lead to."""
        best = -math.inf
        line: tuple[Move, ...] = ()
        tally, look = self.tally, self.look
        for move, after in moves:
            tally.generated += 1
            value, below = look(after, depth, alpha, beta)
            if tried is not None:
                tried.values[move] = value
            if value > best:  # noqa: PLR1730 - max() takes three times as long
                best = value
            # A move worth -inf is a move too: it counts while there is no other.
            if value > alpha or (alpha == -math.inf and not line):
                alpha, line = value, (move, *below)
            if value >= beta:  # [EH63-2] MIN has better elsewhere: the rest cannot matter
                return best if self.fail_soft else beta, line
        return best if self.fail_soft else alpha, line

    def _least(
        self,
        moves: Iterable[tuple[Move, State]],
        depth: int,
        alpha: float,
        beta: float,
        tried: RootValues[Move] | None,
    ) -> Found[Move]:
        """The memo's vlmin, the mirror image."""
        best = math.inf
        line: tuple[Move, ...] = ()
        tally, look = self.tally, self.look
        for move, after in moves:
            tally.generated += 1
            value, below = look(after, depth, alpha, beta)
            if tried is not None:
                tried.values[move] = value
            if value < best:  # noqa: PLR1730 - min() does
                best = value
            if value < beta or (beta == math.inf and not line):
                beta, line = value, (move, *below)
            if value <= alpha:  # [EH63-2] MAX has better elsewhere
                return best if self.fail_soft else alpha, line
        return best if self.fail_soft else beta, line

    def _look_up(
        self,
        table: Transpositions[State, Move],
        state: State,
        depth: int,
        alpha: float,
        beta: float,
        tried: RootValues[Move] | None,
    ) -> Found[Move]:
        """The same by the table, if it can tell; if not, it learns."""
        known = self._known(table, state)
        if not known.moves:
            return known.lo, ()
        # Bounds that rest on estimates are of use only once a horizon has been seen in this search:
        # before that, they would hide that there is none.
        if known.depth == depth and (self.saw_horizon or not known.met_horizon):
            lo, hi = known.lo, known.hi
            if lo >= beta or lo == hi:
                return lo if self.fail_soft else min(max(lo, alpha), beta), known.line
            if hi <= alpha:
                return hi if self.fail_soft else alpha, ()
        moves = known.best_first()
        value, line = self._choose_known(known, state, moves, depth, alpha, beta, tried)
        known.learn(depth, (alpha, beta), value, line, met_horizon=self.saw_horizon)
        return value, line

    def _choose_known(
        self,
        known: Known[State, Move],
        state: State,
        moves: Sequence[Move],
        depth: int,
        alpha: float,
        beta: float,
        tried: RootValues[Move] | None,
    ) -> Found[Move]:
        """As ``choose``, of a state in the table."""
        if self.before_expansion is not None:
            self.before_expansion()
        self.tally.expanded += 1
        if tried is not None:
            tried.max_moves = known.max_moves
        pick = self._greatest if known.max_moves else self._least
        return pick(known.after(state, moves, self._play), depth - 1, alpha, beta, tried)

    def _known(self, table: Transpositions[State, Move], state: State) -> Known[State, Move]:
        known = table.get(state)
        if known is None:
            moves = self._moves(state)
            if moves:
                max_moves = self.game.max_to_move(state)
                known = Known(self.ordered(state, moves), max_moves=max_moves)
            else:
                known = Known((), max_moves=True)
                known.lo = known.hi = self.evaluate(state)
            table.add(state, known)
        return known
