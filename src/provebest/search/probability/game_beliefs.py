"""Beliefs about any game that has a value: what shallow alpha-beta says, and what a pass says."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Generic

from provebest.games.protocol import Game, Move, State
from provebest.search.alphabeta import AlphaBeta
from provebest.search.alphabeta_result import check_depth
from provebest.search.probability.beliefs import Belief
from provebest.vocabulary import BadInputError, Tally


class GameBeliefs(Generic[State, Move]):
    """A move's RealVal is the mean of the values ``depth`` plies after it and one ply less.

    Estimates tend to favour whoever moved last; the mean of an odd horizon and an even one can be
    compared with others at any depth of the tree. A move's hope is the same mean ``hope_depth``
    plies on if the mover could move again, where the game knows what that is (``Game.passed``);
    otherwise the mover's end of the game's own bounds. What has been followed to the end of the
    game, and wins and losses, are facts. Where there is neither a pass nor bounds it is an error
    to ask for hopes, or with ``hopes_needed=False`` there are none: a hope is the RealVal.
    """

    def __init__(
        self,
        game: Game[State, Move],
        depth: int = 1,
        hope_depth: int = 1,
        *,
        hopes_needed: bool = True,
    ) -> None:
        check_depth(depth)
        check_depth(hope_depth)
        self.game, self.depth, self.hope_depth = game, depth, hope_depth
        self.hopes_needed = hopes_needed
        self.tally = Tally()

    def start(self) -> State:
        """The start of the game."""
        return self.game.start()

    def player_moves_first(self) -> bool:
        """The Player is whoever is to move at the start."""
        return True

    def expand(self, state: State, depth: int, *, hopes: bool) -> Sequence[Belief[State, Move]]:  # noqa: ARG002 - nothing here depends on the depth
        """Every legal move with what is believed of it, for the side to move."""
        mover = self.game.max_to_move(state)
        return [
            self._belief(state, move, mover=mover, hopes=hopes) for move in self.game.moves(state)
        ]

    def hopes(self, asked: Sequence[tuple[State, Move, State, float, int]]) -> Sequence[float]:
        """The mover's optimism for moves that were made without it."""
        return [
            self._hope(after, real, mover=self.game.max_to_move(before))
            for before, _, after, real, _ in asked
        ]

    def work(self) -> tuple[int, int]:
        """Alpha-beta searches made, and the states they looked at."""
        return self.tally.probes, self.tally.probe_nodes

    def _belief(self, state: State, move: Move, *, mover: bool, hopes: bool) -> Belief[State, Move]:
        after = self.game.play(state, move)
        value, line, is_fact = self._believed(after, self.depth)
        if line and self.game.max_to_move(after) == mover:
            raise BadInputError(
                f"probability-based B* needs players who move in turn: {self.game.show(after)!r}"
            )
        real = value if mover else -value
        hope = self._hope(after, real, mover=mover) if hopes and not is_fact else None
        return Belief(move, after, real, hope, line[0] if line else None, is_fact)

    def _hope(self, after: State, real: float, *, mover: bool) -> float:
        passed = self.game.passed(after)
        if passed is None:
            try:
                bounds = self.game.bounds(after)
            except BadInputError:
                if self.hopes_needed:
                    raise
                return real
            hope = bounds.hi if mover else -bounds.lo
        else:
            value, _, _ = self._believed(passed, self.hope_depth)
            hope = value if mover else -value
        return max(hope, real)

    def _believed(self, state: State, depth: int) -> tuple[float, tuple[Move, ...], bool]:
        """Value for MAX, principal line, and whether the value is a fact."""
        value, line, is_fact = self._probe(state, depth)
        if not is_fact and depth > 0:
            nearer, _, _ = self._probe(state, depth - 1)
            value = (value + nearer) / 2
        return value, line, is_fact

    def _probe(self, state: State, depth: int) -> tuple[float, tuple[Move, ...], bool]:
        """The same at one horizon."""
        search = AlphaBeta(self.game)
        value, line = search.look(state, depth, -math.inf, math.inf)
        self.tally.probes += 1
        self.tally.probe_nodes += search.tally.expanded + search.tally.evaluated
        return value, line, not search.saw_horizon or abs(value) >= self.game.least_win
