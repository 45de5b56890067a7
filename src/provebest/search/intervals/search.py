"""What every search over a tree of intervals shares: expanding, backing up, limits, the result.

The searches differ only in which leaf they expand next: a strategy is a subclass with ``select``.
Rules ``[B79-n]`` are listed in ``docs/papers/berliner1979.md``.

What holds between two steps, if the bounds of the leaves are true:

- the value of every node lies within its bounds, so whatever ``select`` chooses, a move that is
  called proved is a best one, and one within a regret is at most that much worse than the best;
- a node's bounds are those of its children backed up, intersected with the game's own, so they
  only become narrower as the tree grows (unless the game declares that its bounds may be false);
- ``leaf`` is the node that the next ``step()`` expands, or ``stopped`` is set.
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
from provebest.search.intervals.regret import least_regret
from provebest.search.intervals.result import BStarResult, bstar_result, headline
from provebest.search.intervals.strategy import RootView
from provebest.vocabulary import BadInputError, Interval, Stopped, Tally, number_text


class IntervalSearch(ABC, Generic[State, Move]):
    """A tree of intervals, expanded one leaf at a time until one root arc is separated.

    It begins at ``state``, or at the game's start, and chooses for the side to move there. In the
    tree this side is called MAX, and bounds speak for it; the result speaks for the game's MAX.

    ``max_depth`` and ``max_nodes`` end the search before the expansion that would pass them; None
    is no limit. A step costs one expansion, the way to the root, and what ``select`` needs.
    """

    hashes_states: ClassVar[bool] = False
    """Whether this search looks states up, so that they must be hashable."""
    largest_regret: float = 0
    """The search ends once some move is at most this much worse than any other, given the bounds.

    With 0 it ends when a move is proved best. It decides only when the search ends, never which
    leaf is next, so it must be set before the first step."""

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
        """The game that is searched: every answer checked, and the chooser called MAX."""
        self._replaces = game.bounds_may_be_false
        """Whether bounds from below replace a node's own instead of being intersected with it."""
        self._max_depth, self._max_nodes = max_depth, max_nodes
        self.tally = Tally()
        self._work_before = self._asked.work()
        self.stopped: Stopped | None = None
        self.violations = 0
        """How often bounds were seen to contradict each other."""
        self.root: IntervalNode[State, Move] = unknown_root(start)
        # The package's own games answer at once. A user's game is first asked for bounds inside a
        # step, so that the limits of ``run`` hold for that call too.
        if asked is game:
            self._set_root_bounds(asked.bounds(start))
        self.nodes = 1
        """Nodes in memory: what ``max_nodes`` limits. Here all that were made."""
        self.deepest = 0
        """Depth of the deepest node made."""
        self.leaf = self.root
        """The leaf to expand next."""
        self.arc_changed = False
        """Whether the last expansion moved a bound of a root arc, or made the arcs."""
        self._limit(self.root)

    def step(self, at_most: int = 1) -> None:  # noqa: ARG002 - one is what plain Python makes
        """Makes one expansion and finds the next leaf. Not to be called once ``stopped`` is set.

        If the game raises while it is expanded, the step can be made again.
        """
        self._expand(self.leaf)
        self._find_next()

    @abstractmethod
    def select(self) -> IntervalNode[State, Move] | None:
        """The leaf to expand next: a node with ``children is None`` and ``lo < hi``.

        Called after each expansion while no arc of the root is separated from all others; ``leaf``
        is still the node that was just expanded. Such a leaf exists: of an unresolved node the
        most optimistic child is unresolved too. A strategy may return None if the arcs are
        separated after all; None at any other time is an error.
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

    def _find_next(self) -> None:
        """Ends the search if the root is settled or a limit comes next, or finds the next leaf.

        The root is looked at only if one of its arcs has changed, for nothing else can settle it;
        it comes before the limits, so a proof found by the last expansion counts.
        """
        if self.arc_changed:
            self.stopped = self._verdict()
        if self.stopped is None:
            leaf = self.select()
            if leaf is None:
                self.stopped = self._verdict()
            if self.stopped is None:
                self.leaf = self._check_leaf(leaf)
                self._limit(self.leaf)

    def _check_leaf(self, leaf: object) -> IntervalNode[State, Move]:
        """The leaf as ``select`` returned it; BadInputError if it cannot be expanded."""
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
        """Whether the node is in this tree; for the package's own strategies this is assumed."""
        if type(self).__module__.startswith("provebest."):
            return True
        node = leaf
        while node.parent is not None:
            node = node.parent
        return node is self.root

    def __copy__(self) -> Self:
        """A search with a tree of its own: two searches cannot continue with one tree."""
        return deepcopy(self)

    def _verdict(self) -> Stopped | None:
        """Why the search may end, by the bounds of the root's arcs; None if it must go on.

        Nothing is proved, and no regret is known, if a bound was seen to be false on the way.
        """
        if RootView(self.root).separated:
            return Stopped.BOUNDS_FALSE if self.violations else Stopped.PROVED
        if self.largest_regret > 0:
            arcs = [(arc.lo, arc.hi) for arc in self.root.children or ()]
            if least_regret(arcs)[1] <= self.largest_regret:
                return Stopped.BOUNDS_FALSE if self.violations else Stopped.WITHIN_REGRET
        return None

    def _expand(self, node: IntervalNode[State, Move]) -> None:
        """Makes the children and backs up.

        Every question to the game (bounds, children, who moves) comes before the first change but
        for the root's own bounds. So an exception of the game, or a limit inside a probe, leaves
        the tree as it was.
        """
        if node is self.root:
            said = self._asked.bounds(node.state)
            children = self._asked.expand(node.state)
            self._set_root_bounds(said)
        else:
            children = self._asked.expand(node.state)
        if not children:
            raise self._no_moves_error(node)
        made = [self._make_node(child, node) for child in children]
        self.tally.expanded += 1
        self.tally.generated += len(made)
        self.tally.evaluated += len(made)
        self._count_work()
        self.nodes += len(made)
        self.deepest = max(self.deepest, node.depth + 1)
        node.children = made
        self._back_up(node)

    def _set_root_bounds(self, said: Interval) -> None:
        self.root.lo, self.root.hi = self.root.said_lo, self.root.said_hi = said.lo, said.hi

    def _make_node(
        self, child: Child[Move, State], parent: IntervalNode[State, Move]
    ) -> IntervalNode[State, Move]:
        move, state, lo, hi = child
        # Players need not alternate, so the game is asked who moves, unless the value is known:
        # such a node is never expanded, and what stands there is not read.
        max_moves = self._asked.max_to_move(state) if lo < hi else not parent.max_moves
        return IntervalNode(state, move, parent, lo, hi, max_moves=max_moves)

    def _no_moves_error(self, node: IntervalNode[State, Move]) -> BadInputError:
        if node is self.root:
            return BadInputError("the game is over at the root: there is no move to choose")
        return self._inexact_end_error(node)

    def _inexact_end_error(self, node: IntervalNode[State, Move]) -> BadInputError:
        return BadInputError(
            f"no moves and no exact value for {self._asked.show(node.state)!r}: "
            f"its bounds are [{number_text(node.lo)}, {number_text(node.hi)}]"
        )

    def _count_work(self) -> None:
        """Sets the tally to the probes that the game has made for its bounds in this search."""
        probes, nodes = self._asked.work()
        self.tally.probes = probes - self._work_before[0]
        self.tally.probe_nodes = nodes - self._work_before[1]

    def _back_up(self, node: IntervalNode[State, Move]) -> None:
        """[B79-1] Carries new bounds towards the root, as far as anything changes.

        Afterwards ``arc_changed`` says whether a bound of an arc of the root differs from before
        (a changed depth alone does not count), or the root itself was expanded.
        """
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
        """Called with the node at which backing up ended: the first unchanged one, or the root."""

    def _update(self, node: IntervalNode[State, Move]) -> bool:
        """Takes bounds and depths from the children; True if the parent must be updated too."""
        before = node.lo, node.hi, node.dlo, node.dhi
        self._take(node, *node.from_children())
        return before != (node.lo, node.hi, node.dlo, node.dhi)

    def _take(
        self, node: IntervalNode[State, Move], lo: float, hi: float, dlo: int, dhi: int
    ) -> None:
        """Sets the node's bounds from its children's and counts a violation if one was false.

        After a violation the search can no longer end as proved, only with bounds false.
        """
        if not self._replaces:
            self.violations += not node.take(lo, hi, dlo, dhi)
            return
        # [B79-16] The game's bounds may be false: those found below replace the node's own.
        if lo < node.lo or hi > node.hi:
            self.violations += 1
        node.lo, node.hi, node.dlo, node.dhi = lo, hi, dlo, dhi

    def _limit(self, leaf: IntervalNode[State, Move]) -> None:
        """Stops before an expansion that would pass a limit: the paper's "intractable".

        So no node deeper than ``max_depth`` is made, and after every expansion
        ``nodes <= max_nodes``.
        """
        if self._max_depth is not None and leaf.depth >= self._max_depth:
            self.stopped = Stopped.DEPTH_LIMIT
        elif self._max_nodes is not None:
            width = len(self._asked.moves(leaf.state))
            if self.nodes + width > self._max_nodes:
                self.stopped = Stopped.NODE_LIMIT


def unknown_root(state: State) -> IntervalNode[State, Move]:
    """A root with bounds from minus to plus infinity: nothing is known of its value yet."""
    return IntervalNode(state, None, None, -math.inf, math.inf, max_moves=True)
