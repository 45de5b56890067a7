"""df-B*: B* depth-first, in memory that does not grow with the search.

Anema's other memory-efficient B*. Only the path to the leaf at work is held, with the children of
every node on it, and a table of bounds of fixed size. Two thresholds tell each node when to give
up its turn. What was forgotten is expanded again, and counted again. Rules ``[DF-n]`` are listed in
``docs/papers/beyond_bstar.md``.

The paper's MID is a recursion; here its stack is ``_path``, so that the search can stop between any
two expansions. Going down the path the thresholds only come closer: ``t`` never rises and ``tau``
never falls.
"""

from __future__ import annotations

from provebest.games.protocol import Game, Move, State
from provebest.search.intervals.disprove_best import FLOWS, Flow
from provebest.search.intervals.node import IntervalNode
from provebest.search.intervals.squared import RefoundFlow
from provebest.search.intervals.strategy import RootView
from provebest.vocabulary import BadInputError

DEPTH_FIRST = {"DF": FLOWS["AR"], "DF-ALT": FLOWS["ALT"]}

ROOT_SHARE = 0.1
"""sigma: the part of an arc's range that it must give before the root chooses again."""
CHILD_SHARE = 0.3
"""eps: by what part of its own range the best child may fall behind the second."""
FIRST_DEPTH = 10
"""Plies: the depth limit of the first descent. Each time it is met it becomes one greater."""

Entry = tuple[State, float, float, int]
"""A state, its bounds, and how far below it the leaf lies that supplies the upper one."""


class DepthFirstSearch(RefoundFlow[State, Move]):
    """df-B* as an object with ``step()``. ``table`` is its number of entries, a power of two.

    Memory is the path with its siblings, at most ``peak_stack`` nodes, and ``table`` entries;
    so there is no ``max_nodes``. The root's arcs are always held.
    """

    hashes_states = True

    def __init__(
        self,
        game: Game[State, Move],
        flow: Flow = DEPTH_FIRST["DF"],
        *,
        state: State | None = None,
        table: int = 2**20,
        sigma: float = ROOT_SHARE,
        eps: float = CHILD_SHARE,
        max_depth: int | None = None,
    ) -> None:
        if table < 1 or table & (table - 1):
            raise BadInputError(f"the table's size must be a power of two, got {table}")
        if not (0 < sigma <= 1 and 0 < eps <= 1):
            raise BadInputError(f"sigma and eps must lie in (0, 1], got {sigma} and {eps}")
        if flow.disprove_best is not None:
            raise BadInputError("df-B* chooses by PB, ALT, AD or AR, not by Disprove-Best")
        super().__init__(game, flow, state=state, max_depth=max_depth)
        self.peak_stack = 1
        """The most nodes held on the path and beside it."""
        self.depth_limit = FIRST_DEPTH
        """Plies below the root that this search may go now; ``max_depth`` ends it instead."""
        self._sigma, self._eps = sigma, eps
        self._mask = table - 1
        self._table: dict[int, Entry[State]] = {}
        self._path: list[tuple[IntervalNode[State, Move], float, float]] = []
        """Nodes below the root, each with t and tau: it is left at ``lo >= t or hi <= tau``."""

    @property
    def table_used(self) -> int:
        """Entries of the table that hold something."""
        return len(self._table)

    def stored(self) -> int:
        """Nodes on the stack and entries of the table."""
        return self.nodes + len(self._table)

    def _back_up(self, node: IntervalNode[State, Move]) -> None:
        """[DF-1] New children take bounds from the table if it has them.

        Only the expanded node is updated, not its ancestors: each of them is when the path comes
        back to it (``_leave``).
        """
        self.peak_stack = max(self.peak_stack, self.nodes)
        for child in node.children or ():
            entry = self._table.get(hash(child.state) & self._mask)
            # The state itself is compared: an equal place in the table proves nothing.
            if entry is not None and entry[0] == child.state:
                _, child.lo, child.hi, below = entry
                child.dhi = child.depth + below
        self._renew(node)

    def select(self) -> IntervalNode[State, Move] | None:
        """Down to a leaf by thresholds, leaving nodes that have reached theirs on the way.

        It ends: a node that is entered has ``lo < t`` and ``hi > tau``, and is left only after one
        of its bounds has moved or the depth limit has grown.
        """
        while True:
            if not self._path:
                if self._verdict() is not None:  # [DF-2] not by max lo, which would stop unproved
                    return None
                self._path.append(self._from_root_with_thresholds(RootView(self.root)))
            node, t, tau = self._path[-1]
            if node.lo >= t or node.hi <= tau or node.lo == node.hi:
                self._leave()
            elif node.children is not None:
                self._path.append(self._child_with_thresholds(node, t, tau))
            elif node.depth < self.depth_limit:
                return node
            else:
                self.depth_limit += 1  # [DF-6] too deep for now: one more, and back to the root
                while self._path:
                    self._leave()

    def _from_root_with_thresholds(
        self, view: RootView[State, Move]
    ) -> tuple[IntervalNode[State, Move], float, float]:
        """[DF-3] The best or its rival, until its range has shrunk by a tenth (``sigma``)."""
        arc = self._from_root(view)
        second_hi = sorted(other.hi for other in view.arcs)[-2]
        part = self._sigma * (arc.hi - arc.lo)
        return (
            arc,
            _raised(arc.lo, arc.lo + part, at_most=second_hi),
            _lowered(arc.hi, arc.hi - part, at_least=view.max_lo),
        )

    def _child_with_thresholds(
        self, node: IntervalNode[State, Move], t: float, tau: float
    ) -> tuple[IntervalNode[State, Move], float, float]:
        """[DF-4] The mover's most optimistic child, until the second is better by some margin.

        The margin is ``eps`` of the child's own range. Only the threshold at which the mover would
        turn to his second child comes closer; the other is inherited, as both are if there is one
        child.
        """
        children = node.children or [node]
        if node.max_moves:
            first, *others = sorted(children, key=lambda child: (-child.hi, -child.lo))
            if others:
                part = self._eps * (first.hi - first.lo)
                tau = _lowered(first.hi, others[0].hi - part, at_least=tau)
        else:
            first, *others = sorted(children, key=lambda child: (child.lo, child.hi))
            if others:
                part = self._eps * (first.hi - first.lo)
                t = _raised(first.lo, others[0].lo + part, at_most=t)
        return first, t, tau

    def _leave(self) -> None:
        """Gives the last node's bounds to the table and to its parent; its children are lost.

        If a bound of the parent has thereby reached its threshold, ``select`` leaves that one next.
        """
        node, _, _ = self._path.pop()
        self._store(node)
        self.nodes -= len(node.children or ())
        node.children = None
        self._renew(self._path[-1][0] if self._path else self.root)

    def _update(self, node: IntervalNode[State, Move]) -> bool:
        """[DF-7] A node never becomes wider than it was, or the search could repeat itself forever.

        Afterwards ``lo >= lo before`` and ``hi <= hi before``. Its children may be wider, if the
        table has lost what was known of them. If new and old bounds exclude each other, one was
        false: the node then gets the end of its old bounds that is nearest to the new ones.
        """
        lo, hi, dhi = node.lo, node.hi, node.dhi
        changed = super()._update(node)
        if node.hi < lo or node.lo > hi:
            self.violations += 1
            node.lo = node.hi = lo if node.hi < lo else hi
            return True
        if node.hi > hi:
            node.hi, node.dhi = hi, dhi
        node.lo = max(lo, node.lo)
        return changed

    def _renew(self, node: IntervalNode[State, Move]) -> None:
        """Takes bounds from the children and drops those that can no longer matter.

        A child outside the node's own bounds cannot supply either of them. ``nodes`` counts what
        is left.
        """
        self._update(node)
        if node is self.root or node.children is None:
            return  # the root's arcs are all part of the answer
        kept = [c for c in node.children if c.lo <= node.hi and c.hi >= node.lo]
        if not kept:  # every child is excluded by what is known of the node: some bound is false
            self.violations += 1
            node.lo = node.hi
        self.nodes -= len(node.children) - len(kept)
        node.children = kept

    def _store(self, node: IntervalNode[State, Move]) -> None:
        """[DF-5] Another state in the place is replaced; of the same state the narrower is kept."""
        place = hash(node.state) & self._mask
        entry = self._table.get(place)
        if entry is not None and entry[0] == node.state:
            _, lo, hi, _ = entry
            if hi - lo <= node.hi - node.lo:
                return
        self._table[place] = (node.state, node.lo, node.hi, node.dhi - node.depth)


def _raised(lo: float, wanted: float, *, at_most: float) -> float:
    """``min(wanted, at_most)``, but ``at_most`` if ``wanted`` does not lie above ``lo``.

    Rounding can give ``wanted == lo``, and such a node would be left before it has moved.
    """
    return wanted if lo < wanted < at_most else at_most


def _lowered(hi: float, wanted: float, *, at_least: float) -> float:
    """``max(wanted, at_least)``, but ``at_least`` if ``wanted`` does not lie below ``hi``."""
    return wanted if at_least < wanted < hi else at_least
