"""A node of a one-person search tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from provebest.problems.protocol import Action, State
from provebest.search.copying import Loose

if TYPE_CHECKING:
    from provebest.search.path.look_ahead import LookNode


class PathNode(Loose, Generic[State, Action]):
    """A state, the cheapest way found to it, and its priority.

    ``parent``, ``action``, ``step_cost``, ``g`` and ``depth`` change together, when a cheaper way
    is found (``duplicates.py``); ``state`` and ``h`` never change.
    """

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
        """Cost from the start. Under "reopen" it may exceed the cost along the parents: an ancestor
        has gained since, and this node has not been reached again yet."""
        self.h = h
        """Estimate of what remains, times the problem's scale."""
        self.f: float = 0
        """Priority, given by the search; the node with the least is expanded next."""
        self.met = met
        """Steps to a goal that look-ahead met, if it did."""
        self.looked_from: State | None = None
        """The parent's state when look-ahead evaluated this node; the parent may change later."""
        self.closed = False
        """Whether it was developed completely, or need not be. "reopen" may set it back."""
        self.remaining: list[tuple[Action, State, float]] | None = None
        """Steps not yet made, if the node is partially developed; None if none was made."""
        self.links: list[tuple[Action, PathNode[State, Action], float]] | None = None
        """All steps made from here and their nodes, if the rule is "relink"; else None."""
        self.tree: LookNode[State, Action] | None = None
        """The look-ahead tree below this state, while it is kept."""
        if parent is not None:
            self.g = parent.g + step_cost
            self.depth, self.looked_from = parent.depth + 1, parent.state

    def way(self) -> list[PathNode[State, Action]]:
        """The nodes from the start to this one, both included."""
        nodes = []
        node: PathNode[State, Action] | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]
