"""B*-squared: a small B* at every new node, so that far fewer nodes are held.

Anema's memory-efficient B*. The tree that is kept, the first level, is searched in Anema's flow.
A node new in it is not taken at its static bounds: a second B* starts from it, and only the bounds
of its root and the depths they come from are kept. Rules ``[SQ-n]`` are listed in
``docs/papers/beyond_bstar.md``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from provebest.games.mirrored import Mirrored
from provebest.games.protocol import Child, Game, Move, State
from provebest.search.intervals.disprove_best import FLOWS, Flow, FlowSearch
from provebest.search.intervals.node import IntervalNode
from provebest.vocabulary import BadInputError, Interval


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

    def _take(
        self, node: IntervalNode[State, Move], lo: float, hi: float, dlo: int, dhi: int
    ) -> None:
        """[SQ-5] False is only what contradicts the game's own word, not what is wider than before.

        So is, in a game that is known to give false bounds, what reaches beyond that word.
        """
        if not self._replaces:
            super()._take(node, lo, hi, dlo, dhi)
            return
        self.violations += lo < node.said_lo or hi > node.said_hi
        node.lo, node.hi, node.dlo, node.dhi = lo, hi, dlo, dhi


class SquaredSearch(RefoundFlow[State, Move]):
    """B*-squared as an object with ``step()``: one expansion a step, on either level."""

    def __init__(
        self,
        game: Game[State, Move],
        square: Square = SQUARES["SQ-MAX"],
        *,
        state: State | None = None,
        max_depth: int | None = None,
        max_nodes: int | None = None,
    ) -> None:
        if max_nodes is not None and max_nodes < 1:
            raise BadInputError(f"the limit on nodes must be 1 or more, got {max_nodes}")
        super().__init__(game, square.first, state=state, max_depth=max_depth, max_nodes=max_nodes)
        self.square = square
        self.peak_stored = 1
        """The most nodes that the two levels held at once."""
        self._new: list[IntervalNode[State, Move]] = []
        """Children still to be searched, the next one last."""
        self._second: _SecondLevel[State, Move] | None = None

    def step(self, at_most: int = 1) -> None:  # noqa: ARG002 - one is what plain Python makes
        """Makes one expansion on the level that is at work and finds the next leaf there."""
        if self._second is not None:
            self._second.step()
        elif self.leaf.children is None:
            self._expand(self.leaf)
        self.peak_stored = max(self.peak_stored, self.stored())
        if not self._second_at_work():
            super()._back_up(self.leaf)
            self._go_on()

    def stored(self) -> int:
        """Nodes of both levels."""
        return self.nodes + (0 if self._second is None else self._second.nodes)

    def _back_up(self, node: IntervalNode[State, Move]) -> None:
        """[SQ-1] The first level waits until every new child has its second-level bounds."""
        self._new = [child for child in node.children or () if child.lo < child.hi][::-1]

    def _second_at_work(self) -> bool:
        """Whether a second level has the next expansion; ends and starts them as it finds them."""
        while True:
            if self._second is not None:
                if not self._second.done:
                    return True
                self._adopt(self._second)
                self._second = None
            if not self._new:
                return False
            self._second = self._started(self._new[-1])
            self._new.pop()

    def _started(self, child: IntervalNode[State, Move]) -> _SecondLevel[State, Move]:
        room = None if self._max_nodes is None else max(0, self._max_nodes - self.nodes)
        second = _SecondLevel(
            _FromHere(self._asked, child),
            self.square.second,
            size=self.square.second_size(self.nodes, self._max_nodes),
            max_depth=None if self._max_depth is None else self._max_depth - child.depth,
            max_nodes=room,
        )
        # Every expansion and every probe counts, on whichever level.
        second.tally, second._work_before = self.tally, self._work_before  # noqa: SLF001 - its own kind
        return second

    def _adopt(self, second: _SecondLevel[State, Move]) -> None:
        """[SQ-4] The bounds of its root and their depths; the tree itself is forgotten."""
        root, child = second.root, second.view.child
        depth, dlo, dhi = child.depth, root.dlo, root.dhi
        if child.max_moves:
            child.lo, child.hi = root.lo, root.hi
        else:
            child.lo, child.hi, dlo, dhi = -root.hi, -root.lo, dhi, dlo
        child.dlo, child.dhi = depth + dlo, depth + dhi
        self.deepest = max(self.deepest, depth + second.deepest)
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
        known = view.bounds(view.start())
        self.root.lo, self.root.hi = known.lo, known.hi

    @property
    def done(self) -> bool:
        """Its size is looked at only when the search is back at its root."""
        at_root = self._current is self.root
        return self.stopped is not None or (at_root and self.nodes > self._size)

    def _nothing_below(self, node: IntervalNode[State, Move]) -> BadInputError:
        """Its root is a node like any other."""
        return self._inexact_end(node)

    def _lower_depth(self, node: IntervalNode[State, Move], lo: float) -> int:
        """Here both depths are wanted, for the level above."""
        return max(child.dlo for child in node.children or [node] if child.lo == lo)


class _FromHere(Game[State, Move]):
    """The same game from a node on, seen by whoever moves there: that side is MAX here."""

    vouched = True  # the game within has been checked

    def __init__(self, game: Game[State, Move], child: IntervalNode[State, Move]) -> None:
        known = Interval(child.lo, child.hi)
        self._game = game if child.max_moves else Mirrored(game)
        self._known = known if child.max_moves else -known
        self.child = child
        self.bounds_may_be_false = game.bounds_may_be_false

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

    def work(self) -> tuple[int, int]:
        return self._game.work()

    def show(self, state: State) -> str:
        return self._game.show(state)
