"""Set-probes of any game that has a value: alpha-beta over some of the root's moves."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from threading import Event
from typing import Generic

from provebest.games.checked import checked, root_of
from provebest.games.protocol import Game, Move, State
from provebest.search.alphabeta.functions import AlphaBeta, Found
from provebest.search.alphabeta.result import check_depth, is_too_deep, too_deep
from provebest.search.setprobe.set_prober import SetProber, SetValue
from provebest.vocabulary import Guard, LimitReachedError, Stopped, guard
from provebest.vocabulary.guard import guarding


class GameSets(SetProber[Move], Generic[State, Move]):
    """A ``SetProber`` over the plain alpha-beta of ``search.alphabeta``: it has no table.

    What was best is tried first the next time, in whatever set it is asked for [EH63-4]; a probe
    leaves nothing else to another. Values speak for the side to move at the start.
    """

    def __init__(
        self, game: Game[State, Move], cancel: Event | None = None, *, state: State | None = None
    ) -> None:
        self._game, self._cancel = checked(game), cancel
        self._start = root_of(self._game, state)
        self._max_moves = self._game.max_to_move(self._start)
        self._order: list[Move] = []
        """The moves, the best of the last probe first; asked for by the first probe."""
        self._reached: dict[frozenset[Move], int] = {}
        """The last depth that was completed, by set."""
        self._most: float = math.inf
        """As many nodes as there may be when the present probe ends."""
        self._search = AlphaBeta(
            self._game, before_expansion=self._count, before_evaluation=self._count
        )

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
        if not self._order:
            self._order = list(self._game.moves(self._start))
        among = [move for move in self._order if not moves or move in moves]
        self._search.saw_horizon = False
        self._most = math.inf if nodes is None else self.nodes() + nodes
        deadline = math.inf if seconds is None else time.perf_counter() + seconds
        values: dict[Move, float] = {}
        best, value, line = among[0], -math.inf, among[:1]
        with guarding(deadline, self._cancel) as limits:
            try:
                for move in among:
                    found, below = self._look(move, depth, value)
                    if found > value or not values:
                        best, value, line = move, found, [move, *below]
                    values[move] = found
            except LimitReachedError as error:
                _raise_if_not_kept_by(limits, error)
            except RecursionError as error:
                if is_too_deep(error):
                    raise too_deep(depth) from error
                raise
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

    def _look(self, move: Move, depth: int, at_least: float) -> Found[Move]:
        """What a move is worth to whoever is to move at the start, if it is more than this."""
        after, depth = self._game.play(self._start, move), max(0, depth - 1)
        if self._max_moves:
            value, line = self._search.look(after, depth, at_least, math.inf)
            return float(value), line
        value, line = self._search.look(after, depth, -math.inf, -at_least)
        return -float(value), line

    def _count(self) -> None:
        if self.nodes() >= self._most:
            raise LimitReachedError(Stopped.NODE_LIMIT, guard())


def _raise_if_not_kept_by(limits: Guard, error: LimitReachedError) -> None:
    """A limit of the search that the probe runs inside of is not the probe's affair."""
    if error.kept_by is not limits:
        raise error
