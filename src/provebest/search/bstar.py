"""B*: best-first search that stops when one move is proved better than every other.

Berliner (1979) in the checked reading; rules ``[B79-n]`` are listed in
``docs/papers/berliner1979.md``, in the same order. Bounds speak for MAX. At the root, and only
there, a strategy is chosen: raise the best arc (PROVEBEST) or lower its rivals (DISPROVEREST).
From there each side follows its own most optimistic arc; after an expansion the bounds are backed
up, and the search returns to the root as soon as an arc of the root has changed.
"""

from __future__ import annotations

import math
from typing import Generic

from provebest.games.protocol import Game, Move, State
from provebest.search.bstar_node import IntervalNode
from provebest.search.bstar_result import BStarResult, bstar_result
from provebest.search.bstar_strategy import RootView, Strategy, disproves
from provebest.vocabulary import BadInputError, Stopped, Tally


class BStarSearch(Generic[State, Move]):
    """The search as an object with ``step()``. Most users want ``bstar``."""

    def __init__(
        self,
        game: Game[State, Move],
        strategy: Strategy,
        *,
        max_depth: int | None = None,
        max_nodes: int | None = None,
    ) -> None:
        self.game, self.strategy = game, strategy
        self._max_depth, self._max_nodes = max_depth, max_nodes
        self.tally = Tally()
        self.stopped: Stopped | None = None
        self.violations = 0
        """Expansions whose children showed a bound to have been false."""
        state = game.start()
        bounds = game.bounds(state)
        self.root: IntervalNode[State, Move] = IntervalNode(
            state, None, None, bounds.lo, bounds.hi, max_moves=True
        )
        if not game.max_to_move(state):
            raise BadInputError("B* chooses for MAX: MAX must be to move at the root")
        self._nodes = 1
        self._current = self.root
        self._proving = True
        self._aspiration: float = 0
        self._outside: list[tuple[float, float]] = []
        """For each node on the path, the best that MAX and MIN can have elsewhere."""

    def step(self, at_most: int = 1) -> None:  # noqa: ARG002 - one is what plain Python makes
        """Makes one expansion, then follows the rules to the next node to expand."""
        self._expand(self._current)
        if self.stopped is None:
            self._walk()

    def stored(self) -> int:
        """Nodes made; none is forgotten."""
        return self._nodes

    def headline(self) -> str:
        """The best arc so far and what stands against it."""
        if not self.root.children:
            return ""
        view = RootView(self.root)
        rival = -math.inf if view.alternative is None else view.alternative.hi
        return f"{view.best.move} [{view.best.lo:g}, {view.best.hi:g}] against {rival:g}"

    def result(self, stopped: Stopped) -> BStarResult[Move]:
        """The best arc so far, and whether it is proved."""
        return bstar_result(self, stopped)

    def _expand(self, node: IntervalNode[State, Move]) -> None:
        children = self.game.expand(node.state)
        self.tally.expanded += 1
        self.tally.generated += len(children)
        self.tally.evaluated += len(children)
        self._nodes += len(children)
        if not children:
            if node is self.root:
                raise BadInputError("the game is over at the root: there is no move to choose")
            raise BadInputError(
                f"no moves and no exact value for {self.game.show(node.state)!r}: "
                f"its bounds are [{node.lo:g}, {node.hi:g}]"
            )
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
        """Carries new bounds towards the root; ``_arc_changed`` says if an arc of it has moved."""
        self._arc_changed = False
        at: IntervalNode[State, Move] | None = node
        while at is not None:
            lo, hi = at.lo, at.hi
            if not at.back_up():
                return
            if at.lo < lo or at.hi > hi:
                self.violations += 1  # a bound below reaches beyond the bound stated above
            if at.depth == 1 and (at.lo != lo or at.hi != hi):
                self._arc_changed = True
            at = at.parent

    def _walk(self) -> None:
        """From the node just expanded to the next leaf to expand, by rules 1 to 5."""
        at_root = self._arc_changed or self._current is self.root
        while True:
            if at_root:
                view = RootView(self.root)
                if view.separated:
                    self.stopped = Stopped.PROVED if not self.violations else Stopped.BOUNDS_FALSE
                    return
                self._choose(view)
                at_root = False
            node = self._current
            if node.children is None and node.lo < node.hi:
                self._limit(node)
                return
            if self._settled(node):
                parent = node.parent
                self._outside.pop()
                if parent is None or parent is self.root:
                    at_root = True
                else:
                    self._current = parent
                continue
            self._descend(node)

    def _choose(self, view: RootView[State, Move]) -> None:
        """[B79-7] Strategy, aspiration and outside options, fixed until the root is seen again."""
        alternative = view.alternative
        rival = -math.inf if alternative is None else alternative.hi
        self._proving = not disproves(self.strategy, view)
        target = view.best if self._proving or alternative is None else alternative
        for_max, for_min = (rival, view.max_lo) if self._proving else (view.max_lo, rival)
        self._aspiration = (view.max_lo + rival) / 2 if self.strategy.middle else for_max
        self._outside = [(for_max, for_min)]
        self._current = target

    def _settled(self, node: IntervalNode[State, Move]) -> bool:
        """Whether nothing below this node can matter now: rules 1 to 5 of the paper."""
        max_elsewhere, min_elsewhere = self._outside[-1]
        return (
            node.lo == node.hi  # [B79-8] rule 1: resolved
            or node.hi < max_elsewhere  # [B79-9] rules 2 and 4: MAX has better elsewhere
            or node.lo > min_elsewhere  # [B79-10] rules 2 and 4: MIN has better elsewhere
            or (self._proving and node.lo >= self._aspiration)  # [B79-11] rule 3: proved enough
            or (not self._proving and node.hi <= self._aspiration)  # [B79-12] rule 5
        )

    def _descend(self, node: IntervalNode[State, Move]) -> None:
        """[B79-13] To the mover's most optimistic arc; its second becomes his outside option."""
        for_max, for_min = self._outside[-1]
        best, second = node.best_and_alternative()
        if second is not None:
            if node.max_moves:
                for_max = max(for_max, second.hi)
            else:
                for_min = min(for_min, second.lo)
        self._outside.append((for_max, for_min))
        self._current = best

    def _limit(self, node: IntervalNode[State, Move]) -> None:
        """Stops before an expansion that would pass a limit: the paper's "intractable"."""
        if self._max_depth is not None and node.depth >= self._max_depth:
            self.stopped = Stopped.DEPTH_LIMIT
        elif self._max_nodes is not None:
            width = len(self.game.moves(node.state))
            if self._nodes + width > self._max_nodes:
                self.stopped = Stopped.NODE_LIMIT
