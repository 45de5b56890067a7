"""A node of an interval search: bounds, and where each bound comes from.

Backing up and the order of arcs are here, since every variant uses them and the compiled twin must
agree with them to the last tie.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Generic

from provebest.games.protocol import Move, State
from provebest.vocabulary.argued import presenter


class IntervalNode(Generic[State, Move]):
    """A state with bounds of its value, and the depth of the leaf that supplies each.

    Bounds speak for the side that chooses at the root, which is called MAX throughout the tree.
    ``lo <= hi`` unless the game gave false bounds. ``said_lo`` and ``said_hi`` are the game's own
    bounds of the state, from when the node was made; ``dlo`` and ``dhi`` are depths below the root
    and equal ``depth`` while the node's own bound is the one in force.

    ``children`` is None for a leaf. An expansion makes all of them at once, in the game's order,
    and ties are broken by that order.
    """

    __slots__ = (
        "children",
        "depth",
        "dhi",
        "dlo",
        "hi",
        "lo",
        "max_moves",
        "memo",
        "move",
        "parent",
        "said_hi",
        "said_lo",
        "state",
    )

    def __init__(
        self,
        state: State,
        move: Move | None,
        parent: IntervalNode[State, Move] | None,
        lo: float,
        hi: float,
        *,
        max_moves: bool,
    ) -> None:
        self.state = state
        self.move = move
        self.parent = parent
        self.lo = self.said_lo = lo
        self.hi = self.said_hi = hi
        self.max_moves = max_moves
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.dlo = self.dhi = self.depth
        self.children: list[IntervalNode[State, Move]] | None = None
        self.memo: Any = None
        """Free for the strategy. Grid proof numbers keep their works here; B* leaves it None."""

    def subtree(self) -> Iterator[IntervalNode[State, Move]]:
        """This node and all below it, every node before its children; not in the game's order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(node.children or ())

    def best_and_alternative(
        self,
    ) -> tuple[IntervalNode[State, Move], IntervalNode[State, Move] | None]:
        """The mover's two most optimistic arcs: greatest hi for MAX, least lo for MIN. [B79-2].

        Ties go to the smaller range, then to the earlier arc: counts of expansions are compared
        with another program, so the tie matters. The second is None if there is only one arc.
        """
        children = self.children or ()
        best = second = None
        best_key = second_key = None
        for child in children:
            width = child.hi - child.lo if child.lo < child.hi else 0  # both may be infinite
            key = (-child.hi, width) if self.max_moves else (child.lo, width)
            # Strict, in the game's order: among equal keys the earlier arc stays ahead.
            if best_key is None or key < best_key:
                best, best_key, second, second_key = child, key, best, best_key
            elif second_key is None or key < second_key:
                second, second_key = child, key
        if best is None:
            raise ValueError("a node without children has no best arc")
        return best, second

    def from_children(self) -> tuple[float, float, int, int]:
        """``lo, hi, dlo, dhi`` as the children have them, backed up. [B79-1].

        For MAX the greatest lo and the greatest hi, for MIN the least of each; the two may come
        from different children. On equal bounds the shallowest leaf counts as the one that
        supplies it. The node itself is not changed.
        """
        first, *others = self.children or [self]
        lo, hi, dlo, dhi = first.lo, first.hi, first.dlo, first.dhi
        if self.max_moves:
            for child in others:
                if child.lo > lo or (child.lo == lo and child.dlo < dlo):
                    lo, dlo = child.lo, child.dlo
                if child.hi > hi or (child.hi == hi and child.dhi < dhi):
                    hi, dhi = child.hi, child.dhi
        else:
            for child in others:
                if child.lo < lo or (child.lo == lo and child.dlo < dlo):
                    lo, dlo = child.lo, child.dlo
                if child.hi < hi or (child.hi == hi and child.dhi < dhi):
                    hi, dhi = child.hi, child.dhi
        return lo, hi, dlo, dhi

    def take(self, lo: float, hi: float, dlo: int, dhi: int) -> bool:
        """Intersects the bounds from below with the game's own; returns False if they contradict.

        Afterwards ``self.lo == max(said_lo, lo)`` and ``self.hi == min(said_hi, hi)``. If that
        would be empty, a bound was false: ``said_lo`` and ``said_hi`` are then forgotten for good
        (set to infinity), because more is known below, and the bounds are those from below.

        On equal bounds the leaf below counts as the supplier, not this node.
        """
        holds = max(lo, self.said_lo) <= min(hi, self.said_hi)
        if not holds:
            self.said_lo, self.said_hi = -math.inf, math.inf
        if lo >= self.said_lo:
            self.lo, self.dlo = lo, dlo
        else:
            self.lo, self.dlo = self.said_lo, self.depth
        if hi <= self.said_hi:
            self.hi, self.dhi = hi, dhi
        else:
            self.hi, self.dhi = self.said_hi, self.depth
        return holds

    def _repr_svg_(self) -> str:
        """The picture of the tree below this node that a notebook shows."""
        return presenter().interval_tree(self)
