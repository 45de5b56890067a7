"""Beliefs about any game that has a value: from shallow alpha-beta, and from passing a move.

Probes see values for MAX, as the game gives them; a belief speaks for the side that makes the move.
``mover`` says throughout whether that side is MAX.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Generic, NamedTuple

from provebest.games.checked import checked, root_of
from provebest.games.protocol import Game, Move, NoBoundsError, State
from provebest.search.alphabeta.functions import AlphaBeta
from provebest.search.alphabeta.result import check_depth
from provebest.search.probability.beliefs import Belief
from provebest.vocabulary import BadInputError, Tally, guard


class GameBeliefs(Generic[State, Move]):
    """Answers for any game: a move's RealVal is the mean of two probes, its hope that of a pass.

    RealVal: the mean of the values ``depth`` plies after the move and one ply less. Estimates tend
    to favour the side that moved last; the mean of an odd horizon and an even one can be compared
    with others at any depth of the tree.

    Hope: the same mean with ``hope_depth`` if the mover could move again, provided the game knows
    how to pass (``Game.passed``); otherwise the mover's end of the game's own bounds. Without
    either, asking for hopes is an error, or with ``hopes_needed=False`` a hope equals the RealVal.

    A value that was followed to the end of the game, a win and a loss are facts.

    ``state`` is where the search begins, if that is not the game's start. With ``sure`` every move
    has the game's own bounds, if it gives any: then a choice can be proved. ``hashed`` is for
    searches that look states up: it refuses states that cannot be hashed. Nothing is remembered:
    every question is probed again.
    """

    def __init__(
        self,
        game: Game[State, Move],
        depth: int = 1,
        hope_depth: int = 1,
        *,
        hopes_needed: bool = True,
        state: State | None = None,
        sure: bool = True,
        hashed: bool = True,
    ) -> None:
        check_depth(depth)
        check_depth(hope_depth)
        self.game, self.depth, self.hope_depth = game, depth, hope_depth
        self.hopes_needed, self.sure = hopes_needed, sure
        self.tally = Tally()
        self._asked = checked(game, hashed=hashed)
        self._state = state
        self._bounded = not game.bounds_may_be_false
        """Whether the game may have bounds that can be relied upon; False once it has said no."""
        self._work_before = self._asked.work()

    def start(self) -> State:
        """The state where the search begins."""
        return root_of(self._asked, self._state)

    def player_moves_first(self) -> bool:
        """True: the Player is the side to move at the start."""
        return True

    def expand(self, state: State, depth: int, *, hopes: bool) -> Sequence[Belief[State, Move]]:  # noqa: ARG002 - nothing here depends on the depth
        """Every legal move with its belief, for the side to move, in the game's order."""
        moves = self._asked.moves(state)
        if not moves:
            return []
        mover = self._asked.max_to_move(state)
        return [self._belief(state, move, mover=mover, hopes=hopes) for move in moves]

    def hopes(self, asked: Sequence[tuple[State, Move, State, float, int]]) -> Sequence[float]:
        """The mover's optimism for moves that were expanded without it: ``hope >= real`` each."""
        return [
            self._hope(
                after,
                real,
                mover=(mover := self._asked.max_to_move(before)),
                moves_again=self._asked.max_to_move(after) == mover,
            )
            for before, _, after, real, _ in asked
        ]

    def work(self) -> tuple[int, int]:
        """Probes made and the states they looked at, those for the game's own bounds included."""
        probes, nodes = self._asked.work()
        before = self._work_before
        return (
            self.tally.probes + probes - before[0],
            self.tally.probe_nodes + nodes - before[1],
        )

    def _belief(self, state: State, move: Move, *, mover: bool, hopes: bool) -> Belief[State, Move]:
        """The belief of one move; a fact needs no hope, so none is probed for it."""
        after = self._asked.play(state, move)
        seen = self._look(after, self.depth)
        real = float(seen.value if mover else -seen.value)  # a belief; what is sure stays exact
        if seen.is_fact:
            facts = self._facts(seen, mover=mover)
            return Belief(move, after, real, None, seen.reply, over=True, bounds=facts)
        again = self._asked.max_to_move(after) == mover
        hope = self._hope(after, real, mover=mover, moves_again=again) if hopes else None
        sure = self._sure(after, mover=mover)
        return Belief(move, after, real, hope, seen.reply, moves_again=again, bounds=sure)

    def _hope(self, after: State, real: float, *, mover: bool, moves_again: bool) -> float:
        """What the mover might get if it were his turn again; at least ``real``.

        If it is his turn again (``moves_again``), that is the state after the move itself.
        """
        passed = self._asked.passed(after)
        if passed is None:
            try:
                bounds = self._asked.bounds(after)
            except NoBoundsError:
                if self.hopes_needed:
                    raise
                return real
            hope = self._at_most_the_range(bounds.hi if mover else -bounds.lo, mover=mover)
            if hope == math.inf and not self.hopes_needed:
                return real
            if hope == math.inf:
                raise BadInputError(
                    f"probability-based B* needs finite bounds to hope by, and those of "
                    f"{self._asked.show(after)!r} have no end; a finite value_range will do"
                )
        else:
            value = self._look(after if moves_again else passed, self.hope_depth).value
            hope = value if mover else -value
        return max(hope, real)

    def _at_most_the_range(self, hope: float, *, mover: bool) -> float:
        """The hope, cut to the mover's best value in the game's ``value_range``."""
        least, greatest = self._asked.value_range
        return min(hope, greatest if mover else -least)

    # --- what is sure -----------------------------------------------------------------------------

    def _sure(self, after: State, *, mover: bool) -> tuple[float, float] | None:
        """The game's own bounds, cut to its ``value_range``, for the mover; None if not wanted.

        Exact: they stay the game's numbers, whatever their type.
        """
        if not self.sure:
            return None
        lo, hi = self._asked.value_range
        if self._bounded:
            try:
                bounds = self._asked.bounds(after)
            except NoBoundsError:
                self._bounded = False
            else:
                lo, hi = max(lo, bounds.lo), min(hi, bounds.hi)
        return (lo, hi) if mover else (-hi, -lo)

    def _facts(self, seen: _Seen[Move], *, mover: bool) -> tuple[float, float]:
        """Sure bounds of a fact, for the mover.

        The value itself if it rests on ends of the game alone. A win or loss seen at a horizon is
        sure, but not how great it is: then ``[least_win, end of the range]``, or its mirror image.
        """
        if seen.to_the_end:
            lo = hi = seen.value
        else:
            lo, hi = self._asked.value_range
            win = self._asked.least_win
            lo, hi = (max(lo, win), hi) if seen.value > 0 else (lo, min(hi, -win))
        return (lo, hi) if mover else (-hi, -lo)

    # --- probes -----------------------------------------------------------------------------------

    def _look(self, state: State, depth: int) -> _Seen[Move]:
        """The mean of two horizons, or a fact; the reply is the deeper probe's."""
        seen = self._probe(state, depth)
        if seen.is_fact or depth == 0:
            return seen
        nearer = self._probe(state, depth - 1)
        return seen._replace(value=(seen.value + nearer.value) / 2)

    def _probe(self, state: State, depth: int) -> _Seen[Move]:
        """The value at one horizon by a full-window search; a probe that is cut off counts too."""
        count = guard().count_probe_node
        search = AlphaBeta(self._asked, before_expansion=count, before_evaluation=count)
        self.tally.probes += 1
        try:
            value, line = search.look(state, depth, -math.inf, math.inf)
        finally:
            self.tally.probe_nodes += search.tally.expanded + search.tally.evaluated
        ended = not search.saw_horizon
        is_fact = ended or abs(value) >= self._asked.least_win
        reply = line[0] if line else None
        return _Seen(value, reply, is_fact=is_fact, to_the_end=ended)


class _Seen(NamedTuple, Generic[Move]):
    """What a probe found out about a state; the value speaks for MAX."""

    value: float
    reply: Move | None
    """The best move of the side to move there; None if the game is over or was not looked into."""
    is_fact: bool
    """Whether ``to_the_end``, or the value is a win or a loss."""
    to_the_end: bool
    """Whether every line that matters was followed to the end of the game."""
