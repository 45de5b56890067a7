"""Alpha-beta on any game, as in Edwards and Hart, "The alpha-beta heuristic" (1963).

Rules ``[EH63-n]`` are listed in ``docs/papers/edwards1963.md``. Values speak for MAX, the window is
``alpha < beta``, and *m* is the minimax value at the same depth. What a search returns, *v*:

- fail-hard, the memo's: ``v == min(max(m, alpha), beta)``, and ``v == m`` if nothing was played;
- fail-soft: ``v <= alpha`` implies ``m <= v``; ``alpha < v < beta`` implies ``m == v``;
  ``v >= beta`` implies ``m >= v``.

Without a table both visit exactly the same states. With the whole window both are minimax: same
value, same first best move, same principal line. With a table the value is the same too; of several
best moves another may be named, and the line may end early.
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
"""Returns all moves of a state in the order to try them: the likely best first.

The order decides how much work there is, and which of several best moves is named; never the value.
"""

Found = tuple[float, tuple[Move, ...]]
"""The value of a state for MAX, and its principal line."""


class AlphaBeta(Generic[State, Move]):
    """The memo's functions with their counts. Players need not alternate.

    ``before_expansion`` and ``before_evaluation`` are called before the work they are named after,
    and before it is counted. Limits work by raising there: the search holds nothing but its
    counters and the table, whose entries stay true, so it can be abandoned at any such call.
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
        # Looked up once: these three calls are most of the time of a search in Python.
        self._moves, self._play, self._value = self.game.moves, self.game.play, self.game.value
        self.tally = Tally()
        self.saw_horizon = False
        """Whether a state was evaluated at which the game was not over.

        The caller sets it to False before a search; if it is still False after it, the value rests
        on ends of the game alone."""

    def look(
        self,
        state: State,
        depth: int,
        alpha: float,
        beta: float,
        tried: RootValues[Move] | None = None,
    ) -> Found[Move]:
        """The memo's vmax and vmin: value and principal line of a state, ``alpha < beta``.

        The value obeys the contract of fail-soft or fail-hard at the head of this file. The line is
        empty if the state is final or no move reaches into the window. ``tried`` is for the root:
        it collects the values of its moves.
        """
        # [EH63-1] Final is the horizon, or the end of the game: evaluate.
        if depth == 0:
            if not self.saw_horizon:
                self.saw_horizon = bool(self._moves(state))
            if self._before_evaluation is None:  # the same as evaluate(), without the call
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
        """The value if these are the moves, tried in this order; the state is expanded in any case.

        The table is used for the states below, not for the answer here: so a root always has the
        values of its moves in ``tried``. ``moves`` may not be empty and ``depth >= 1``.
        """
        if self.table is not None:
            known = self._known(self.table, state)
            return self._choose_known(known, state, moves, depth, alpha, beta, tried)
        if self.before_expansion is not None:
            self.before_expansion()
        self.tally.expanded += 1
        max_moves = self.game.max_to_move(state)
        if tried is not None:
            tried.max_moves = max_moves
        after = map(self._play, repeat(state), moves)  # lazy: after a cut no more moves are played
        pick = self._greatest if max_moves else self._least
        return pick(zip(moves, after, strict=False), depth - 1, alpha, beta, tried)

    def evaluate(self, state: State) -> float:
        """The game's value of the state, for MAX."""
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
        """The memo's vlmax, for moves and what they lead to.

        Strict comparisons: of equal moves the first stays the best, as in minimax.
        """
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
        """The memo's vlmin, the mirror image of ``_greatest``; every change is made in both."""
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
        """``look`` with a table: uses what is known of the state, else searches and remembers.

        Bounds are used only if they were found at exactly this depth, so that the value is the one
        that a search without a table returns. An end of the game is known at any depth.
        """
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
        """``choose`` for a state in the table, which knows who moves and what the moves lead to."""
        if self.before_expansion is not None:
            self.before_expansion()
        self.tally.expanded += 1
        if tried is not None:
            tried.max_moves = known.max_moves
        pick = self._greatest if known.max_moves else self._least
        return pick(known.after(state, moves, self._play), depth - 1, alpha, beta, tried)

    def _known(self, table: Transpositions[State, Move], state: State) -> Known[State, Move]:
        """The table's entry of the state, made if it is new.

        It is added only when it is complete: if the game raises, the table is as before. An end of
        the game has no moves and ``lo == hi``.
        """
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
