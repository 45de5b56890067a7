"""A node of an interval search: bounds, and where each bound comes from."""

from __future__ import annotations

from typing import Generic

from provebest.games.protocol import Move, State
from provebest.vocabulary.argued import picture_of_intervals


class IntervalNode(Generic[State, Move]):
    """A state with bounds of its value for MAX, and the depth of the leaf that supplies each."""

    __slots__ = (
        "children",
        "depth",
        "dhi",
        "dlo",
        "hi",
        "lo",
        "max_moves",
        "move",
        "parent",
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
        self.lo = lo
        self.hi = hi
        self.max_moves = max_moves
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.dlo = self.dhi = self.depth
        self.children: list[IntervalNode[State, Move]] | None = None

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
            width = child.hi - child.lo
            key = (-child.hi, width) if self.max_moves else (child.lo, width)
            if best_key is None or key < best_key:
                best, best_key, second, second_key = child, key, best, best_key
            elif second_key is None or key < second_key:
                second, second_key = child, key
        if best is None:
            raise ValueError("a node without children has no best arc")
        return best, second

    def back_up(self) -> bool:
        """Takes the bounds from the children; whether anything changed. [B79-1].

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
        if lo == self.lo and hi == self.hi and dlo == self.dlo and dhi == self.dhi:
            return False
        self.lo, self.hi, self.dlo, self.dhi = lo, hi, dlo, dhi
        return True

    def _repr_svg_(self) -> str:
        """How a notebook shows the tree from here on."""
        return picture_of_intervals(self)
