"""Iterative deepening: alpha-beta again and again, each time one ply deeper."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Generic

from provebest.games.protocol import Game, Move, State
from provebest.search.alphabeta import AlphaBeta, Order
from provebest.search.alphabeta_result import AlphaBetaResult, check_depth, too_deep, verdict
from provebest.vocabulary import Limits, Progress, Stopped, run


class Deepening(Generic[State, Move]):
    """Alpha-beta to depth 1, 2, 3 and so on as a search object: one iteration is one step.

    Limits are looked at between iterations only, so the last one can go beyond them; the answer
    is always that of a whole iteration. It ends before ``depth`` where every line has ended.
    """

    def __init__(
        self,
        game: Game[State, Move],
        depth: int,
        *,
        fail_soft: bool = True,
        order: Order[State, Move] | None = None,
    ) -> None:
        check_depth(depth)
        self._search = AlphaBeta(game, fail_soft=fail_soft, order=order)
        self.tally = self._search.tally
        self.stopped: Stopped | None = None
        self.most, self.depth = depth, 0
        self._start = game.start()
        self.value, self.line = self._search.look(self._start, 0, -math.inf, math.inf)
        self._moves = list(self._search.ordered(self._start, game.moves(self._start)))
        self._settle()

    def step(self, at_most: int = 1) -> None:  # noqa: ARG002 - an iteration is not divided
        """Looks one ply deeper than before."""
        self._search.saw_horizon = False
        window = -math.inf, math.inf  # [EH63-3]
        try:
            found = self._search.choose(self._start, self._moves, self.depth + 1, *window)
        except RecursionError as error:
            raise too_deep(self.depth + 1) from error
        self.depth += 1
        self.value, self.line = found
        # [EH63-4] What was best is tried first: its value narrows the window for the others.
        self._moves.remove(self.line[0])
        self._moves.insert(0, self.line[0])
        self._settle()

    def stored(self) -> int:
        """Only the line being looked at is held."""
        return self.depth + 1

    def headline(self) -> str:
        """The answer so far, for a progress bar."""
        return f"depth {self.depth}: value {self.value:g}"

    def result(self, stopped: Stopped) -> AlphaBetaResult[Move]:
        """The answer of the last iteration; of depth 0, the start's own value, if there is none."""
        horizon = self._search.saw_horizon
        whole, reason = verdict(self.depth, played=bool(self._moves), saw_horizon=horizon)
        if stopped not in (whole, Stopped.DEPTH_LIMIT):
            reason = f"stopped by a limit ({stopped.value}); {reason}"
        move = self.line[0] if self.line else None
        counters = self.tally.frozen()
        return AlphaBetaResult(move, self.value, self.line, self.depth, stopped, reason, counters)

    def _settle(self) -> None:
        if not self._search.saw_horizon:
            self.stopped = Stopped.PROVED
        elif self.depth >= self.most:
            self.stopped = Stopped.DEPTH_LIMIT


def deepening(
    game: Game[State, Move],
    depth: int,
    *,
    fail_soft: bool = True,
    order: Order[State, Move] | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen, so one shared default is safe
    on_progress: Callable[[Progress], None] | None = None,
) -> AlphaBetaResult[Move]:
    """Iterative deepening in one call; ``Deepening`` says how limits are kept.

    Raises:
        BadInputError: as ``alphabeta`` does.
    """
    most = depth if limits.depth is None else min(depth, limits.depth)
    return run(Deepening(game, most, fail_soft=fail_soft, order=order), limits, on_progress)
