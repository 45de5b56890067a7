"""B*-squared: a small B* at every new node, so that far fewer nodes are held.

Anema's memory-efficient B*. The tree that is kept, the first level, is searched in Anema's flow.
A node new in it is not taken at its static bounds: a second B* starts from it, and only the bounds
of its root and the depths they come from are kept. Rules ``[SQ-n]`` are listed in
``docs/papers/beyond_bstar.md``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from provebest.games.mirrored import Mirrored
from provebest.games.protocol import Child, Game, Move, State
from provebest.search.bstar_node import IntervalNode
from provebest.search.bstar_result import BStarResult, deepest
from provebest.search.disprove_best import FLOWS, Flow, FlowSearch
from provebest.vocabulary import BadInputError, Interval, Stopped


@dataclass(frozen=True, slots=True)
class Square:
    """A variant: how each level chooses, and how large the second may grow."""

    first: Flow
    second: Flow
    middle: float | None = None
    """Where the logistic rule gives half of "max"; None is the rule "max" itself."""
    slope: float = 50_000

    def second_size(self, nodes: int, max_nodes: int | None) -> float:
        """[SQ-3] L: what the second level may hold beside a first level of this size."""
        size: float = nodes
        if self.middle is not None:
            # At 700 the share is nothing in any case, and exp() would soon overflow.
            size /= 1 + math.exp(min(700.0, (self.middle - nodes) / self.slope))
        return size if max_nodes is None else min(size, max_nodes - nodes)


SQUARES = {
    "SQ": Square(FLOWS["AR"], FLOWS["ALT"], middle=500_000),
    "SQ-ALT": Square(FLOWS["ALT"], FLOWS["PB"], middle=500_000),
    "SQ-MAX": Square(FLOWS["AR"], FLOWS["ALT"]),
    "SQ-MAX-ALT": Square(FLOWS["ALT"], FLOWS["PB"]),
}


class RefoundFlow(FlowSearch[State, Move]):
    """A search in Anema's flow whose bounds are forgotten and found again, perhaps wider."""

    def _update(self, node: IntervalNode[State, Move]) -> bool:
        before = self.violations
        changed = super()._update(node)
        self.violations = before  # wider than before is not false; see _check
        return changed

    def _check(self, node: IntervalNode[State, Move]) -> None:
        """[SQ-5] False is only a node whose children reach beyond what the game says of it.

        Must be asked while the children still have the game's own bounds.
        """
        claimed = self.game.bounds(node.state)
        children = node.children or [node]
        pick = max if node.max_moves else min
        lo, hi = pick(child.lo for child in children), pick(child.hi for child in children)
        if lo < claimed.lo or hi > claimed.hi:
            self.violations += 1


class SquaredSearch(RefoundFlow[State, Move]):
    """B*-squared as an object with ``step()``: one expansion a step, on either level."""

    def __init__(
        self,
        game: Game[State, Move],
        square: Square = SQUARES["SQ-MAX"],
        *,
        max_depth: int | None = None,
        max_nodes: int | None = None,
    ) -> None:
        if max_nodes is not None and max_nodes < 1:
            raise BadInputError(f"the limit on nodes must be 1 or more, got {max_nodes}")
        super().__init__(game, square.first, max_depth=max_depth, max_nodes=max_nodes)
        self.square = square
        self.peak_stored = 1
        """The most nodes that the two levels held at once."""
        self._deepest = 0
        self._new: list[IntervalNode[State, Move]] = []
        """Children still to be searched, the next one last."""
        self._second: _SecondLevel[State, Move] | None = None

    def step(self, at_most: int = 1) -> None:  # noqa: ARG002 - one is what plain Python makes
        """Makes one expansion on the level that is at work and finds the next leaf there."""
        if self._second is None:
            self._expand(self.leaf)
        else:
            self._second.step()
        self.peak_stored = max(self.peak_stored, self.stored())
        if not self._second_at_work():
            super()._back_up(self.leaf)
            self._select()
            if self.stopped is None:
                self._limit(self.leaf)

    def stored(self) -> int:
        """Nodes of both levels."""
        return self.nodes + (0 if self._second is None else self._second.nodes)

    def result(self, stopped: Stopped) -> BStarResult[Move]:
        """The best arc so far; the depth is that of the deepest node of either level."""
        result = super().result(stopped)
        return replace(result, depth=max(result.depth, self._deepest))

    def _back_up(self, node: IntervalNode[State, Move]) -> None:
        """[SQ-1] The first level waits until every new child has its second-level bounds."""
        self._check(node)
        self._new = [child for child in node.children or () if child.lo < child.hi][::-1]

    def _second_at_work(self) -> bool:
        """Whether a second level has the next expansion; ends and starts them as it finds them."""
        while True:
            if self._second is not None:
                if not self._second.done:
                    return True
                self._take(self._second)
                self._second = None
            if not self._new:
                return False
            self._second = self._started(self._new.pop())

    def _started(self, child: IntervalNode[State, Move]) -> _SecondLevel[State, Move]:
        room = None if self._max_nodes is None else max(0, self._max_nodes - self.nodes)
        second = _SecondLevel(
            _FromHere(self.game, child),
            self.square.second,
            size=self.square.second_size(self.nodes, self._max_nodes),
            max_depth=None if self._max_depth is None else self._max_depth - child.depth,
            max_nodes=room,
        )
        second.tally = self.tally  # every expansion counts, on whichever level
        return second

    def _take(self, second: _SecondLevel[State, Move]) -> None:
        """[SQ-4] The bounds of its root and their depths; the tree itself is forgotten."""
        root, child = second.root, second.view.child
        depth, dlo, dhi = child.depth, root.dlo, root.dhi
        if child.max_moves:
            child.lo, child.hi = root.lo, root.hi
        else:
            child.lo, child.hi, dlo, dhi = -root.hi, -root.lo, dhi, dlo
        child.dlo, child.dhi = depth + dlo, depth + dhi
        self._deepest = max(self._deepest, depth + deepest(root))
        self.violations += second.violations


class _SecondLevel(FlowSearch[State, Move]):
    """[SQ-2] B* rooted at a new node, until it is separated there or has grown too large."""

    def __init__(
        self,
        view: _FromHere[State, Move],
        flow: Flow,
        *,
        size: float,
        max_depth: int | None,
        max_nodes: int | None,
    ) -> None:
        super().__init__(view, flow, max_depth=max_depth, max_nodes=max_nodes)
        self.view = view
        self._size = size
        self._limit(self.root)

    @property
    def done(self) -> bool:
        """Its size is looked at only when the search is back at its root."""
        at_root = self._current is self.root
        return self.stopped is not None or (at_root and self.nodes > self._size)

    def _update(self, node: IntervalNode[State, Move]) -> bool:
        changed = super()._update(node)
        children = node.children or [node]
        node.dlo = max(child.dlo for child in children if child.lo == node.lo)
        return changed


class _FromHere(Game[State, Move]):
    """The same game from a node on, seen by whoever moves there: that side is MAX here."""

    def __init__(self, game: Game[State, Move], child: IntervalNode[State, Move]) -> None:
        known = Interval(child.lo, child.hi)
        self._game = game if child.max_moves else Mirrored(game)
        self._known = known if child.max_moves else -known
        self.child = child

    def start(self) -> State:
        return self.child.state

    def moves(self, state: State) -> Sequence[Move]:
        return self._game.moves(state)

    def play(self, state: State, move: Move) -> State:
        return self._game.play(state, move)

    def max_to_move(self, state: State) -> bool:
        return self._game.max_to_move(state)

    def bounds(self, state: State) -> Interval:
        return self._known if state is self.child.state else self._game.bounds(state)

    def expand(self, state: State) -> list[Child[Move, State]]:
        return self._game.expand(state)

    def show(self, state: State) -> str:
        return self._game.show(state)
