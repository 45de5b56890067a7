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

    The best move of a probe, or the move that reached a bound, is tried first in the next one,
    whichever set that is for [EH63-4]; probes share nothing else. Values speak for the
    side to move at the start.
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
        among, tried, finished = self._try(moves, depth, None, nodes=nodes, seconds=seconds)
        if finished:
            self._reached[frozenset(among)] = depth
        known_to = self._reached.get(frozenset(among), 0) if tried else 0
        found = self._answer(among, tried, known_to, finished=finished)
        self._try_first(found.best)
        return found

    def reaches(
        self,
        moves: Sequence[Move],
        bound: float,
        depth: int,
        *,
        nodes: int | None,
        seconds: float | None,
    ) -> SetValue[Move]:
        """Whether one of these moves is worth the bound: each is asked that alone, until one is.

        The window of every move is null, so the values are bounds. If a limit cuts it off, the
        depth is 0.

        Raises:
            BadInputError: as ``probe`` does.
        """
        if bound == -math.inf:  # there is no window below it, and every value reaches it
            return self.probe(moves, depth, nodes=nodes, seconds=seconds)
        among, tried, finished = self._try(moves, depth, bound, nodes=nodes, seconds=seconds)
        found = self._answer(among, tried, depth if finished else 0, finished=finished)
        if finished and found.value >= bound:
            self._try_first(found.best)
        return found

    def _try(
        self,
        moves: Sequence[Move],
        depth: int,
        bound: float | None,
        *,
        nodes: int | None,
        seconds: float | None,
    ) -> tuple[list[Move], dict[Move, Found[Move]], bool]:
        """The set in the order to try, what was found of its moves, and whether that is all.

        With a bound, a move that is worth it ends the search.
        """
        check_depth(depth)
        if not self._order:
            self._order = list(self._game.moves(self._start))
        among = [move for move in self._order if not moves or move in moves]
        self._search.saw_horizon = False
        self._most = math.inf if nodes is None else self.nodes() + nodes
        deadline = math.inf if seconds is None else time.perf_counter() + seconds
        tried: dict[Move, Found[Move]] = {}
        above, enough = -math.inf, math.inf
        if bound is not None:
            above, enough = math.nextafter(bound, -math.inf), bound
        with guarding(deadline, self._cancel) as limits:
            try:
                for move in among:
                    tried[move] = self._look(move, depth, above, enough)
                    value = tried[move][0]
                    if bound is None:
                        above = max(above, value)
                    elif value >= bound:
                        return among, tried, True
            except LimitReachedError as error:
                _raise_if_not_kept_by(limits, error)
            except RecursionError as error:
                if is_too_deep(error):
                    raise too_deep(depth) from error
                raise
        return among, tried, len(tried) == len(among)

    def _answer(
        self, among: list[Move], tried: dict[Move, Found[Move]], depth: int, *, finished: bool
    ) -> SetValue[Move]:
        """The best of what was found."""
        best = max(tried, key=lambda move: tried[move][0], default=among[0])
        value, below = tried.get(best, (0.0, ()))
        return SetValue(
            best=best,
            value=value,
            line=(best, *below),
            depth=depth,
            finished=finished,
            at_most={move: found[0] for move, found in tried.items() if move != best},
            ended=finished and not self._search.saw_horizon,
        )

    def _try_first(self, move: Move) -> None:
        self._order.remove(move)
        self._order.insert(0, move)

    def nodes(self) -> int:
        """States looked at so far: expanded or evaluated."""
        tally = self._search.tally
        return tally.expanded + tally.evaluated

    def _look(self, move: Move, depth: int, above: float, enough: float) -> Found[Move]:
        """The value of a move for the side to move at the start, if it lies between these two.

        If not, an upper bound that is at most ``above``, or a lower one that is at least ``enough``
        (fail-soft).
        """
        after, depth = self._game.play(self._start, move), max(0, depth - 1)
        if self._max_moves:
            value, line = self._search.look(after, depth, above, enough)
            return float(value), line
        value, line = self._search.look(after, depth, -enough, -above)
        return -float(value), line

    def _count(self) -> None:
        """Called before every node: raises once the probe has used its nodes or its time."""
        guard().check()
        if self.nodes() >= self._most:
            raise LimitReachedError(Stopped.NODE_LIMIT, guard())


def _raise_if_not_kept_by(limits: Guard, error: LimitReachedError) -> None:
    """Raises the error again if it is not the probe's own limit but that of a search around it."""
    if error.kept_by is not limits:
        raise error
