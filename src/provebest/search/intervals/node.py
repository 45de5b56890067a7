"""A node of an interval search: bounds, and where each bound comes from."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Generic

from provebest.games.protocol import Move, State
from provebest.vocabulary.argued import presenter


class IntervalNode(Generic[State, Move]):
    """A state with bounds of its value, and the depth of the leaf that supplies each.

    Bounds speak for the side that chooses at the root, which is called MAX throughout the tree.
    ``said_lo`` and ``said_hi`` are what the game said of the state when the node was made.
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
        """Whatever a strategy wants to remember of the node."""

    def subtree(self) -> Iterator[IntervalNode[State, Move]]:
        """This node and all below it, every node before its children."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(node.children or ())

    def best_and_alternative(
        self,
    ) -> tuple[IntervalNode[State, Move], IntervalNode[State, Move] | None]:
        """The mover's two most optimistic arcs. [B79-2].

        Ties go to the smaller range, then to the earlier arc.
        """
        children = self.children or ()
        best = second = None
        best_key = second_key = None
        for child in children:
            width = child.hi - child.lo if child.lo < child.hi else 0  # both may be infinite
            key = (-child.hi, width) if self.max_moves else (child.lo, width)
            if best_key is None or key < best_key:
                best, best_key, second, second_key = child, key, best, best_key
            elif second_key is None or key < second_key:
                second, second_key = child, key
        if best is None:
            raise ValueError("a node without children has no best arc")
        return best, second

    def from_children(self) -> tuple[float, float, int, int]:
        """``lo, hi, dlo, dhi`` as the children have them, backed up. [B79-1].

        On equal bounds the shallowest leaf counts as the one that supplies it.
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
        """Bounds from below, together with what was said of this node; False if they contradict.

        After it ``lo == max(said_lo, lo below)`` and ``hi == min(said_hi, hi below)``. If that is
        empty, a bound was false; what was said here is then forgotten, for below more is known.
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
        """How a notebook shows the tree from here on."""
        return presenter().interval_tree(self)
