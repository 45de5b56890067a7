"""B*-squared: a small B* at every new node, so that far fewer nodes are held.

Anema's memory-efficient B*. The tree that is kept, the first level, is searched in Anema's flow.
A new node of it does not keep the game's bounds: a second B* starts from it, and only the bounds
of its root and the depths they come from are kept. Rules ``[SQ-n]`` are listed in
``docs/papers/beyond_bstar.md``.

The price is expansions: when a node of the first level is expanded later, its children are made
again, and each gets a second level of its own. The gain is memory: about L nodes beside those of
the first level, with L given by ``Square.second_size``.
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
    """A variant of B*-squared: how each level chooses, and how large the second may grow."""

    first: Flow
    second: Flow
    middle: float | None = None
    """First-level nodes at which the logistic rule gives half of "max"; None: the rule "max"."""
    slope: float = 50_000
    """Over how many nodes the logistic rule rises."""

    def second_size(self, nodes: int, max_nodes: int | None) -> float:
        """[SQ-3] L: how many nodes the second level may hold beside ``nodes`` of the first.

        At most ``nodes``, and at most what ``max_nodes`` leaves. The first level never shrinks, so
        its size now is also the largest so far, which the rule asks for.
        """
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
        """[SQ-5] Bounds wider than before are not false; bounds outside the game's own are.

        If the game is valid, its bounds stay in force and only a contradiction counts. If its
        bounds may be false, those from below replace them, and reaching beyond them counts.
        """
        if not self._replaces:
            super()._take(node, lo, hi, dlo, dhi)
            return
        self.violations += lo < node.said_lo or hi > node.said_hi
        node.lo, node.hi, node.dlo, node.dhi = lo, hi, dlo, dhi


class SquaredSearch(RefoundFlow[State, Move]):
    """B*-squared as an object with ``step()``: one expansion a step, on either level.

    Between two steps either ``_second`` is at work on a child of ``leaf``, and the first level has
    not been backed up since ``leaf`` was expanded, or ``_second`` is None and ``leaf`` is new.
    """

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
        """Makes one expansion on the level that is at work and finds the next leaf there.

        If the game raised while a second level was being started, ``leaf`` is expanded already and
        no second level is at work: the step then goes on with the children that are left.
        """
        if self._second is not None:
            self._second.step()
        elif self.leaf.children is None:
            self._expand(self.leaf)
        self.peak_stored = max(self.peak_stored, self.stored())
        if not self._second_at_work():
            super()._back_up(self.leaf)
            self._find_next()

    def stored(self) -> int:
        """Nodes of both levels."""
        return self.nodes + (0 if self._second is None else self._second.nodes)

    def _back_up(self, node: IntervalNode[State, Move]) -> None:
        """[SQ-1] The first level waits until every new child has its second-level bounds.

        ``step`` calls the inherited method then. A child whose value is exact needs no search.
        """
        self._new = [child for child in node.children or () if child.lo < child.hi][::-1]

    def _second_at_work(self) -> bool:
        """Whether a second level makes the next expansion; ends finished ones and starts others.

        A child leaves ``_new`` only after its search was made, for that may raise.
        """
        while True:
            if self._second is not None:
                if not self._second.done:
                    return True
                self._adopt(self._second)
                self._second = None
            if not self._new:
                return False
            self._second = self._start_second(self._new[-1])
            self._new.pop()

    def _start_second(self, child: IntervalNode[State, Move]) -> _SecondLevel[State, Move]:
        """A second level rooted at the child, inside what this search's limits leave."""
        room = None if self._max_nodes is None else max(0, self._max_nodes - self.nodes)
        second = _SecondLevel(
            _FromHere(self._asked, child),
            self.square.second,
            size=self.square.second_size(self.nodes, self._max_nodes),
            max_depth=None if self._max_depth is None else self._max_depth - child.depth,
            max_nodes=room,
        )
        # One tally for both levels: every expansion and every probe counts.
        second.tally, second._work_before = self.tally, self._work_before  # noqa: SLF001 - its own kind
        return second

    def _adopt(self, second: _SecondLevel[State, Move]) -> None:
        """[SQ-4] Keeps the bounds of its root and their depths; the tree itself is forgotten.

        The second level speaks for the side to move at the child: if that is MIN, bounds and
        depths are exchanged. Its depths count from the child.
        """
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
    """[SQ-2] B* rooted at a new node, until it is separated there or has grown too large.

    Its root starts with the node's bounds as the first level holds them, turned if MIN moves there.
    """

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
        """Whether it has ended. Its size is tested only when backing up has reached its root."""
        at_root = self._current is self.root
        return self.stopped is not None or (at_root and self.nodes > self._size)

    def _no_moves_error(self, node: IntervalNode[State, Move]) -> BadInputError:
        """Its root is a node like any other: no move there means an end without exact value."""
        return self._inexact_end_error(node)

    def _lower_depth(self, node: IntervalNode[State, Move], lo: float) -> int:
        """The deepest leaf that supplies lo. Needed here: mirrored, it is the depth of a hi."""
        return max(child.dlo for child in node.children or [node] if child.lo == lo)


class _FromHere(Game[State, Move]):
    """The same game starting at a node; the side to move there is called MAX here."""

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
        # By identity: an equal state met again below is asked of the game like any other.
        return self._known if state is self.child.state else self._game.bounds(state)

    def expand(self, state: State) -> list[Child[Move, State]]:
        return self._game.expand(state)

    def work(self) -> tuple[int, int]:
        return self._game.work()

    def show(self, state: State) -> str:
        return self._game.show(state)
