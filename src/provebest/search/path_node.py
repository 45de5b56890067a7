"""A node of a one-person search tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from provebest.problems.protocol import Action, State
from provebest.search.copying import Loose

if TYPE_CHECKING:
    from provebest.search.look_ahead import LookNode


class PathNode(Loose, Generic[State, Action]):
    """A state, the way it was reached, and what the search thinks of it."""

    __slots__ = (
        "action", "closed", "depth", "f", "g", "h", "links", "looked_from", "met", "parent",
        "remaining", "state", "step_cost", "tree",
    )  # fmt: skip
    TIES = ("parent", "links")

    def __init__(
        self,
        state: State,
        parent: PathNode[State, Action] | None,
        action: Action | None,
        step_cost: float,
        h: float,
        met: int | None,
    ) -> None:
        self.state = state
        self.parent = parent
        self.action = action
        self.depth: int = 0
        self.step_cost = step_cost
        """Cost of the step from the parent."""
        self.g: float = 0
        """Cost from the start; more than the way recorded costs if a gain is not handed on yet."""
        self.h = h
        """Estimate of what remains, times the problem's scale."""
        self.f: float = 0
        """Priority, given by the search; the node with the least is expanded next."""
        self.met = met
        """Steps to a goal that look-ahead met, if it did."""
        self.looked_from: State | None = None
        """Where the node was reached from when look-ahead evaluated it; the parent may change."""
        self.closed = False
        self.remaining: list[tuple[Action, State, float]] | None = None
        """Operators not yet applied, for a node that is partially developed."""
        self.links: list[tuple[Action, PathNode[State, Action], float]] | None = None
        """Everything this node leads to, where the duplicate rule needs it."""
        self.tree: LookNode[State, Action] | None = None
        if parent is not None:
            self.g = parent.g + step_cost
            self.depth, self.looked_from = parent.depth + 1, parent.state

    def way(self) -> list[PathNode[State, Action]]:
        """The nodes from the start to this one."""
        nodes = []
        node: PathNode[State, Action] | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]
