"""Keeping the look-ahead trees of promising nodes instead of growing them again. [R72-11].

The paper only suggests it: "extra bookkeeping involved in order to erase subtrees no longer
thought to be useful". Here a fixed number of trees is kept, those of the open nodes with the least
priority; the values found are the same, kept or not.
"""

from __future__ import annotations

from heapq import heappush, heappushpop
from typing import TYPE_CHECKING, Generic

from provebest.problems.protocol import Action, State

if TYPE_CHECKING:
    from provebest.search.path.look_ahead import LookNode
    from provebest.search.path.node import PathNode


class KeptTrees(Generic[State, Action]):
    """At most ``room`` look-ahead trees, on the nodes where they will be wanted soonest."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._worst_first: list[tuple[float, int, PathNode[State, Action]]] = []
        self._order = 0

    def keep(self, node: PathNode[State, Action], tree: LookNode[State, Action]) -> None:
        """Keeps this node's tree; without room for it the least promising node's tree is erased.

        Nodes that were expanded meanwhile still hold a place until they turn out the worst: that
        erases a tree early at times, and never changes a value.
        """
        node.tree = tree
        self._order += 1
        entry = (-node.f, self._order, node)
        if len(self._worst_first) < self._room:
            heappush(self._worst_first, entry)
        else:
            heappushpop(self._worst_first, entry)[2].tree = None

    @staticmethod
    def take(node: PathNode[State, Action]) -> list[LookNode[State, Action]] | None:
        """The kept subtrees below a node that is now expanded; None if they were not kept."""
        tree, node.tree = node.tree, None
        return None if tree is None else tree.steps
