"""What every search over a tree of intervals shares: expanding, backing up, limits, the result.

The searches differ only in which leaf they expand next. Rules ``[B79-n]`` are listed in
``docs/papers/berliner1979.md``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic

from provebest.games.names import named
from provebest.games.protocol import Game, Move, State
from provebest.search.bstar_node import IntervalNode
from provebest.search.bstar_result import BStarResult, bstar_result, headline
from provebest.vocabulary import BadInputError, Stopped, Tally


class IntervalSearch(ABC, Generic[State, Move]):
    """A tree of intervals for MAX, expanded one leaf at a time until one root arc is separated."""

    def __init__(
        self,
        game: Game[State, Move],
        *,
        max_depth: int | None = None,
        max_nodes: int | None = None,
    ) -> None:
        self.game = game
        self._max_depth, self._max_nodes = max_depth, max_nodes
        self.tally = Tally()
        self.stopped: Stopped | None = None
        self.violations = 0
        """Expansions whose children showed a bound to have been false."""
        state = game.start()
        if not game.max_to_move(state):
            raise BadInputError("these searches choose for MAX: MAX must be to move at the root")
        bounds = game.bounds(state)
        self.root: IntervalNode[State, Move] = IntervalNode(
            state, None, None, bounds.lo, bounds.hi, max_moves=True
        )
        self.nodes = 1
        self.leaf = self.root
        """The leaf to expand next."""
        self.arc_changed = False
        """Whether the last expansion moved a bound of a root arc."""
        self._limit(self.root)

    def step(self, at_most: int = 1) -> None:  # noqa: ARG002 - one is what plain Python makes
        """Makes one expansion and finds the next leaf."""
        self._expand(self.leaf)
        self._select()
        if self.stopped is None:
            self._limit(self.leaf)

    @abstractmethod
    def _select(self) -> None:
        """Sets ``leaf`` to the next one to expand, or ends the search with ``_separated``."""

    def stored(self) -> int:
        """Nodes made; none is forgotten."""
        return self.nodes

    def headline(self) -> str:
        """The best arc so far and what stands against it."""
        return headline(self.root)

    def result(self, stopped: Stopped) -> BStarResult[Move]:
        """The best arc so far, and whether it is proved."""
        return named(bstar_result(self, stopped), self.game, self.root.state)

    def _separated(self) -> None:
        """Ends the search: proved, unless a bound was seen to be false on the way."""
        self.stopped = Stopped.BOUNDS_FALSE if self.violations else Stopped.PROVED

    def _expand(self, node: IntervalNode[State, Move]) -> None:
        children = self.game.expand(node.state)
        if not children:
            if node is self.root:
                raise BadInputError("the game is over at the root: there is no move to choose")
            raise BadInputError(
                f"no moves and no exact value for {self.game.show(node.state)!r}: "
                f"its bounds are [{node.lo:g}, {node.hi:g}]"
            )
        self.tally.expanded += 1
        self.tally.generated += len(children)
        self.tally.evaluated += len(children)
        self.nodes += len(children)
        below = not node.max_moves
        made = []
        for move, state, lo, hi in children:
            if not lo <= hi:
                raise BadInputError(
                    f"bounds of {self.game.show(state)!r} cross or are no numbers: [{lo}, {hi}]"
                )
            made.append(IntervalNode(state, move, node, lo, hi, max_moves=below))
        node.children = made
        self._back_up(node)

    def _back_up(self, node: IntervalNode[State, Move]) -> None:
        """Carries new bounds towards the root, as far as anything changes."""
        self.arc_changed = False
        at: IntervalNode[State, Move] | None = node
        while at is not None:
            lo, hi = at.lo, at.hi
            if not at.back_up():
                return
            if at.lo < lo or at.hi > hi:
                self.violations += 1  # a bound below reaches beyond the bound stated above
            if at.depth == 1 and (at.lo != lo or at.hi != hi):
                self.arc_changed = True
            at = at.parent

    def _limit(self, leaf: IntervalNode[State, Move]) -> None:
        """Stops before an expansion that would pass a limit: the paper's "intractable"."""
        if self._max_depth is not None and leaf.depth >= self._max_depth:
            self.stopped = Stopped.DEPTH_LIMIT
        elif self._max_nodes is not None:
            width = len(self.game.moves(leaf.state))
            if self.nodes + width > self._max_nodes:
                self.stopped = Stopped.NODE_LIMIT
