"""Iterative deepening: alpha-beta again and again, each time one ply deeper.

Not in the memo. It gives an answer at any time, and each iteration tells the next which move of the
root to try first.
"""

from __future__ import annotations

import math
from typing import Generic

from provebest.games.checked import root_of
from provebest.games.names import named
from provebest.games.protocol import Game, Move, State
from provebest.search.alphabeta.functions import AlphaBeta, Order
from provebest.search.alphabeta.result import (
    AlphaBetaResult,
    RootValues,
    check_depth,
    is_too_deep,
    verdict,
)
from provebest.search.alphabeta.transpositions import table_of
from provebest.vocabulary import Limits, Listener, Stopped, check_limits, guard, number_text, run


class Deepening(Generic[State, Move]):
    """Alpha-beta to depth 1, 2, 3 and so on as a search object: one iteration is one step.

    An iteration can be cut off by a limit; the answer is always that of the last complete one. The
    value of the first state itself, depth 0, is asked for whatever the limits are. The search ends
    before ``depth`` if an iteration sees no horizon: the value is then proved. ``table`` is as for
    ``alphabeta``.
    """

    def __init__(
        self,
        game: Game[State, Move],
        depth: int,
        *,
        state: State | None = None,
        fail_soft: bool = True,
        order: Order[State, Move] | None = None,
        table: bool | int = False,
    ) -> None:
        check_depth(depth)
        self._search = AlphaBeta(game, fail_soft=fail_soft, order=order, table=table_of(table))
        self.tally = self._search.tally
        self.stopped: Stopped | None = None
        self.most, self.depth = depth, 0
        """The depth at which to end, and that of the last complete iteration."""
        self._is_too_deep = False
        self._start = root_of(self._search.game, state)
        moves = self._search.game.moves(self._start)
        self.value, self.line = self._search.evaluate(self._start), tuple[Move, ...]()
        self._moves = list(self._search.ordered(self._start, moves))
        self._tried: RootValues[Move] = RootValues()
        # Depth 0 sees the horizon itself, unless the game is over: then there is nothing to search.
        self._saw_horizon = bool(moves)
        self._settle()

    def step(self, at_most: int = 1) -> None:  # noqa: ARG002 - an iteration is not divided
        """Makes one complete iteration, one ply deeper than the last.

        If Python's stack is too small for it, the search ends with the answer it has.

        Raises:
            LimitReachedError: if a limit cut it off; the answer is as it was before.
        """
        search, tried = self._search, RootValues[Move]()
        search.saw_horizon, search.before_expansion = False, guard().count_expansion
        # Through `choose`, not `look`: the table must not answer for the root, whose moves are
        # tried in the order of the last iteration.
        window = -math.inf, math.inf  # [EH63-3]
        try:
            found = search.choose(self._start, self._moves, self.depth + 1, *window, tried)
        except RecursionError as error:
            if not is_too_deep(error):
                raise
            self._is_too_deep, self.stopped = True, Stopped.DEPTH_LIMIT
            return
        self.depth += 1
        self.value, self.line = found
        self._tried, self._saw_horizon = tried, search.saw_horizon
        # [EH63-4] What was best is tried first: its value narrows the window for the others. The
        # line is not empty: with the whole window some move is always the best.
        self._moves.remove(self.line[0])
        self._moves.insert(0, self.line[0])
        self._settle()

    def stored(self) -> int:
        """States held: those of the line being searched, and the table's if there is one."""
        table = self._search.table
        return self.depth + 1 + (0 if table is None else len(table))

    def headline(self) -> str:
        """The answer so far, for a progress bar."""
        return f"depth {self.depth}: value {number_text(self.value)}"

    def result(self, stopped: Stopped) -> AlphaBetaResult[Move]:
        """The answer of the last complete iteration; the start's own value if there is none."""
        played, horizon = bool(self._moves), self._saw_horizon
        whole, reason = verdict(self.depth, played=played, saw_horizon=horizon)
        if played and self.depth == 0 and stopped is not whole:
            reason = "no move was looked at; the value is the estimate of the state itself"
        if stopped not in (whole, Stopped.DEPTH_LIMIT):
            reason = f"stopped by a limit ({stopped.value}); {reason}"
        if self._is_too_deep:
            reason = f"{reason}; Python cannot follow the game deeper than that"
        counters = self.tally.frozen()
        result = self._tried.result(self.value, self.line, self.depth, stopped, reason, counters)
        return named(result, self._search.game, self._start)

    def _settle(self) -> None:
        """Ends the search if the last iteration proved its value or was the last one wanted."""
        if not self._saw_horizon:
            self.stopped = Stopped.PROVED
        elif self.depth >= self.most:
            self.stopped = Stopped.DEPTH_LIMIT


def deepening(
    game: Game[State, Move],
    depth: int,
    *,
    state: State | None = None,
    fail_soft: bool = True,
    order: Order[State, Move] | None = None,
    table: bool | int = False,
    limits: Limits = Limits(),  # noqa: B008 - frozen, so one shared default is safe
    on_event: Listener | None = None,
) -> AlphaBetaResult[Move]:
    """Iterative deepening in one call, to the lesser of ``depth`` and ``limits.depth``.

    A limit may stop it within an iteration; the answer is that of the last complete one.

    Raises:
        BadInputError: as ``alphabeta`` does.
    """
    check_depth(depth)
    check_limits(limits)
    most = depth if limits.depth is None else min(depth, limits.depth)
    search = Deepening(game, most, state=state, fail_soft=fail_soft, order=order, table=table)
    return run(search, limits, on_event)
