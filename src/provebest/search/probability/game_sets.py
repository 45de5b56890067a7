"""Set-probes of any game that has a value: alpha-beta over some of the root's moves."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from threading import Event
from typing import Generic

from provebest.games.checked import root_of
from provebest.games.mirrored import Mirrored
from provebest.games.protocol import Game, Move, State
from provebest.search.alphabeta import AlphaBeta
from provebest.search.alphabeta_result import check_depth, too_deep
from provebest.search.probability.set_prober import SetProber, SetValue
from provebest.vocabulary import LimitReachedError

STATES_A_GLANCE = 256
"""States between two looks at the clock and at the cancelling."""


class GameSets(SetProber[Move], Generic[State, Move]):
    """A ``SetProber`` over the plain alpha-beta of ``search.alphabeta``: it has no table.

    What was best is tried first the next time, in whatever set it is asked for [EH63-4]; a probe
    leaves nothing else to another. Values speak for the side to move at the start.
    """

    def __init__(
        self,
        game: Game[State, Move],
        cancel: Event | None = None,
        *,
        state: State | None = None,
    ) -> None:
        self._start = root_of(game, state)
        self._game = game if game.max_to_move(self._start) else Mirrored(game)
        self._order = list(game.moves(self._start))
        self._reached: dict[frozenset[Move], int] = {}
        """The last depth that was completed, by set."""
        self._search = _Stoppable(self._game, self.nodes, cancel)

    def probe(
        self, moves: Sequence[Move], depth: int, *, nodes: int | None, seconds: float | None
    ) -> SetValue[Move]:
        """The best of these moves (none: of all) at this depth, or as far as the limits allow.

        Cut off, it is the best of those that were looked at so deep, if there is any: the best of
        the last time is always the first of them.

        Raises:
            BadInputError: if the depth is no whole number, or deeper than Python can follow.
        """
        check_depth(depth)
        among = [move for move in self._order if not moves or move in moves]
        self._search.begin(nodes, seconds)
        values: dict[Move, float] = {}
        best, value, line = among[0], -math.inf, among[:1]
        try:
            for move in among:
                after = self._game.play(self._start, move)
                found, below = self._search.look(after, max(0, depth - 1), value, math.inf)
                if found > value or not values:
                    best, value, line = move, found, [move, *below]
                values[move] = found
        except (_CutOffError, LimitReachedError):
            pass
        except RecursionError as error:
            raise too_deep(depth) from error
        finished = len(values) == len(among)
        if finished:
            self._reached[frozenset(among)] = depth
        self._order.remove(best)
        self._order.insert(0, best)
        return SetValue(
            best,
            value if values else 0.0,
            tuple(line),
            self._reached.get(frozenset(among), 0) if values else 0,
            finished,
            {move: bound for move, bound in values.items() if move != best},
            ended=finished and not self._search.saw_horizon,
        )

    def nodes(self) -> int:
        """States looked at so far."""
        tally = self._search.tally
        return tally.expanded + tally.evaluated


class _CutOffError(Exception):
    """A limit was reached in the midst of a search."""


class _Stoppable(AlphaBeta[State, Move]):
    """Alpha-beta that looks at its limits before each state."""

    def __init__(
        self, game: Game[State, Move], nodes: Callable[[], int], cancel: Event | None
    ) -> None:
        super().__init__(game)
        self._nodes, self._cancel = nodes, cancel
        self._most = self._until = math.inf
        self._looks = 0

    def begin(self, nodes: int | None, seconds: float | None) -> None:
        """So much may be spent from now on."""
        self.saw_horizon = False
        self._most = math.inf if nodes is None else self._nodes() + nodes
        self._until = math.inf if seconds is None else time.perf_counter() + seconds

    def look(
        self, state: State, depth: int, alpha: float, beta: float
    ) -> tuple[float, tuple[Move, ...]]:
        """As alpha-beta has it, or not at all."""
        self._looks += 1
        if self._nodes() >= self._most or (self._looks % STATES_A_GLANCE == 0 and self._is_late()):
            raise _CutOffError
        return super().look(state, depth, alpha, beta)

    def _is_late(self) -> bool:
        cancelled = self._cancel is not None and self._cancel.is_set()
        return cancelled or time.perf_counter() >= self._until
