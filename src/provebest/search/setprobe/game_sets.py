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
    """A ``SetProber`` over the plain alpha-beta of ``search.alphabeta``, without a table.

    The best move of a probe is tried first in the next one, whichever set that is for [EH63-4];
    probes share nothing else. Values speak for the side to move at the start.
    """

    def __init__(
        self, game: Game[State, Move], cancel: Event | None = None, *, state: State | None = None
    ) -> None:
        self._game, self._cancel = checked(game), cancel
        self._start = root_of(self._game, state)
        self._max_moves = self._game.max_to_move(self._start)
        self._order: list[Move] = []
        """The root's moves, the best of the last probe first; empty before the first probe."""
        self._reached: dict[frozenset[Move], int] = {}
        """The depth of the last probe that was finished, by set."""
        self._most: float = math.inf
        """The value of ``nodes()`` at which the present probe is cut off."""
        self._search = AlphaBeta(
            self._game, before_expansion=self._count, before_evaluation=self._count
        )

    def probe(
        self, moves: Sequence[Move], depth: int, *, nodes: int | None, seconds: float | None
    ) -> SetValue[Move]:
        """The best of these moves (of all, if none are given) at this depth.

        Each move is searched with the window above the best so far, so the value is exact and the
        others' are upper bounds; of equal moves the one tried first is the best. If a limit cuts it
        off, the answer is the best of the moves that were finished; the last probe's best is tried
        first, if it is in the set. With none finished the depth is 0 and the value means nothing.

        Raises:
            BadInputError: if the depth is not a whole number, 0 or more, or deeper than Python can
                follow.
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
            best=best,
            value=value if values else 0.0,
            line=tuple(line),
            depth=self._reached.get(frozenset(among), 0) if values else 0,
            finished=finished,
            at_most={move: bound for move, bound in values.items() if move != best},
            ended=finished and not self._search.saw_horizon,
        )

    def nodes(self) -> int:
        """States looked at so far: expanded or evaluated."""
        tally = self._search.tally
        return tally.expanded + tally.evaluated

    def _look(self, move: Move, depth: int, at_least: float) -> Found[Move]:
        """The value of a move for the side to move at the start, if it exceeds ``at_least``.

        If it does not, an upper bound that is at most ``at_least`` (fail-soft).
        """
        after, depth = self._game.play(self._start, move), max(0, depth - 1)
        if self._max_moves:
            value, line = self._search.look(after, depth, at_least, math.inf)
            return float(value), line
        value, line = self._search.look(after, depth, -math.inf, -at_least)
        return -float(value), line

    def _count(self) -> None:
        """Called before every node: raises once the probe has used its nodes."""
        if self.nodes() >= self._most:
            raise LimitReachedError(Stopped.NODE_LIMIT, guard())


def _raise_if_not_kept_by(limits: Guard, error: LimitReachedError) -> None:
    """Raises the error again if it is not the probe's own limit but that of a search around it."""
    if error.kept_by is not limits:
        raise error
