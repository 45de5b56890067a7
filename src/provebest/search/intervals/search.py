"""What every search over a tree of intervals shares: expanding, backing up, limits, the result.

The searches differ only in which leaf they expand next: a strategy is a subclass with ``select``.
Rules ``[B79-n]`` are listed in ``docs/papers/berliner1979.md``.

What holds between two steps, if the bounds of the leaves are true: the value of every node lies
within its bounds. So whatever ``select`` chooses, a move that is called proved is a best one.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from copy import deepcopy
from typing import ClassVar, Generic, Self

from provebest.games.checked import checked, root_of
from provebest.games.mirrored import Mirrored
from provebest.games.names import named
from provebest.games.protocol import Child, Game, Move, State
from provebest.search.intervals.node import IntervalNode
from provebest.search.intervals.result import BStarResult, bstar_result, headline
from provebest.search.intervals.strategy import RootView
from provebest.vocabulary import BadInputError, Interval, Stopped, Tally, number_text


class IntervalSearch(ABC, Generic[State, Move]):
    """A tree of intervals, expanded one leaf at a time until one root arc is separated.

    It begins at ``state``, or at the game's start, and chooses for the side to move there. In the
    tree this side is called MAX, and bounds speak for it; the result speaks for the game's MAX.
    """

    hashes_states: ClassVar[bool] = False
    """Whether states are looked up, so that they must be hashable."""

    def __init__(
        self,
        game: Game[State, Move],
        *,
        state: State | None = None,
        max_depth: int | None = None,
        max_nodes: int | None = None,
    ) -> None:
        asked = checked(game, hashed=self.hashes_states)
        start = root_of(asked, state)
        self.game = game
        self.max_chooses = asked.max_to_move(start)
        """Whether the game's MAX is the one who chooses."""
        self._asked = asked if self.max_chooses else Mirrored(asked)
        self._replaces = game.bounds_may_be_false
        self._max_depth, self._max_nodes = max_depth, max_nodes
        self.tally = Tally()
        self._work_before = self._asked.work()
        self.stopped: Stopped | None = None
        self.violations = 0
        """How often bounds were seen to contradict each other."""
        self.root: IntervalNode[State, Move] = unknown_root(start)
        if asked is game:  # it answers at once; any other is first asked inside a step
            self._hear_of_root(asked.bounds(start))
        self.nodes = 1
        self.deepest = 0
        """Depth of the deepest node made."""
        self.leaf = self.root
        """The leaf to expand next."""
        self.arc_changed = False
        """Whether the last expansion moved a bound of a root arc, or made the arcs."""
        self._limit(self.root)

    def step(self, at_most: int = 1) -> None:  # noqa: ARG002 - one is what plain Python makes
        """Makes one expansion and finds the next leaf."""
        self._expand(self.leaf)
        self._go_on()

    @abstractmethod
    def select(self) -> IntervalNode[State, Move] | None:
        """The leaf to expand next: a node without children whose bounds have not met.

        Asked after each expansion while no arc of the root is separated from all others; ``leaf``
        is still the node that was just expanded. None says that the arcs are separated, if they
        are.
        """

    def stored(self) -> int:
        """Nodes made; none is forgotten."""
        return self.nodes

    def headline(self) -> str:
        """The best arc so far and what stands against it."""
        return headline(self.root, max_chooses=self.max_chooses)

    def result(self, stopped: Stopped) -> BStarResult[Move]:
        """The best arc so far, and whether it is proved."""
        return named(bstar_result(self, stopped), self.game, self.root.state)

    def _go_on(self) -> None:
        """Ends the search if an arc is separated or a limit comes next, or finds the next leaf."""
        if self.arc_changed and RootView(self.root).separated:
            self._separated()
            return
        leaf = self.select()
        if leaf is None and RootView(self.root).separated:
            self._separated()
            return
        self.leaf = self._checked(leaf)
        self._limit(self.leaf)

    def _checked(self, leaf: object) -> IntervalNode[State, Move]:
        where = f"{type(self).__name__}.select()"
        if not isinstance(leaf, IntervalNode):
            raise BadInputError(f"{where} must return the leaf to expand next, got {leaf!r}")
        if not self._is_own(leaf):
            raise BadInputError(f"{where} returned a node that is not in this tree: {leaf.move!r}")
        if leaf.children is not None:
            raise BadInputError(f"{where} returned a node that was expanded already: {leaf.move!r}")
        if leaf.lo == leaf.hi:
            raise BadInputError(f"{where} returned a node whose value is known: {leaf.move!r}")
        return leaf

    def _is_own(self, leaf: IntervalNode[State, Move]) -> bool:
        """Whether the node is in this tree; the package's own strategies are trusted with that."""
        if type(self).__module__.startswith("provebest."):
            return True
        node = leaf
        while node.parent is not None:
            node = node.parent
        return node is self.root

    def __copy__(self) -> Self:
        """A search with a tree of its own: two cannot go on with one."""
        return deepcopy(self)

    def _separated(self) -> None:
        """Ends the search: proved, unless a bound was seen to be false on the way."""
        self.stopped = Stopped.BOUNDS_FALSE if self.violations else Stopped.PROVED

    def _expand(self, node: IntervalNode[State, Move]) -> None:
        """Makes the children and backs up; nothing is changed before the game has said it all."""
        if node is self.root:
            said = self._asked.bounds(node.state)
            children = self._asked.expand(node.state)
            self._hear_of_root(said)
        else:
            children = self._asked.expand(node.state)
        if not children:
            raise self._nothing_below(node)
        made = [self._made(child, node) for child in children]
        self.tally.expanded += 1
        self.tally.generated += len(made)
        self.tally.evaluated += len(made)
        self._count_work()
        self.nodes += len(made)
        self.deepest = max(self.deepest, node.depth + 1)
        node.children = made
        self._back_up(node)

    def _hear_of_root(self, said: Interval) -> None:
        self.root.lo, self.root.hi = self.root.said_lo, self.root.said_hi = said.lo, said.hi

    def _made(
        self, child: Child[Move, State], parent: IntervalNode[State, Move]
    ) -> IntervalNode[State, Move]:
        move, state, lo, hi = child
        # Who moves is asked at every node that can be expanded: players need not alternate.
        max_moves = self._asked.max_to_move(state) if lo < hi else not parent.max_moves
        return IntervalNode(state, move, parent, lo, hi, max_moves=max_moves)

    def _nothing_below(self, node: IntervalNode[State, Move]) -> BadInputError:
        if node is self.root:
            return BadInputError("the game is over at the root: there is no move to choose")
        return self._inexact_end(node)

    def _inexact_end(self, node: IntervalNode[State, Move]) -> BadInputError:
        return BadInputError(
            f"no moves and no exact value for {self._asked.show(node.state)!r}: "
            f"its bounds are [{number_text(node.lo)}, {number_text(node.hi)}]"
        )

    def _count_work(self) -> None:
        """Probes that the game has made for its bounds since the search began."""
        probes, nodes = self._asked.work()
        self.tally.probes = probes - self._work_before[0]
        self.tally.probe_nodes = nodes - self._work_before[1]

    def _back_up(self, node: IntervalNode[State, Move]) -> None:
        """[B79-1] Carries new bounds towards the root, as far as anything changes."""
        self.arc_changed = node is self.root
        at = node
        while True:
            lo, hi = at.lo, at.hi
            changed = self._update(at)
            if at.depth == 1 and (at.lo != lo or at.hi != hi):
                self.arc_changed = True
            if not changed or at.parent is None:
                break
            at = at.parent
        self._backed_up_to(at)

    def _backed_up_to(self, node: IntervalNode[State, Move]) -> None:
        """Told the node at which backing up ended: the first that did not change, or the root."""

    def _update(self, node: IntervalNode[State, Move]) -> bool:
        """Bounds from the children; whether the parent must look again."""
        before = node.lo, node.hi, node.dlo, node.dhi
        self._take(node, *node.from_children())
        return before != (node.lo, node.hi, node.dlo, node.dhi)

    def _take(
        self, node: IntervalNode[State, Move], lo: float, hi: float, dlo: int, dhi: int
    ) -> None:
        """What the children say, together with what was said of the node itself."""
        if not self._replaces:
            self.violations += not node.take(lo, hi, dlo, dhi)
            return
        # [B79-16] Bounds are known to be false at times: what is found below counts alone.
        if lo < node.lo or hi > node.hi:
            self.violations += 1
        node.lo, node.hi, node.dlo, node.dhi = lo, hi, dlo, dhi

    def _limit(self, leaf: IntervalNode[State, Move]) -> None:
        """Stops before an expansion that would pass a limit: the paper's "intractable"."""
        if self._max_depth is not None and leaf.depth >= self._max_depth:
            self.stopped = Stopped.DEPTH_LIMIT
        elif self._max_nodes is not None:
            width = len(self._asked.moves(leaf.state))
            if self.nodes + width > self._max_nodes:
                self.stopped = Stopped.NODE_LIMIT


def unknown_root(state: State) -> IntervalNode[State, Move]:
    """A root of whose value nothing has been said yet."""
    return IntervalNode(state, None, None, -math.inf, math.inf, max_moves=True)
