"""Keeping the look-ahead trees of promising nodes instead of growing them again. [R72-11].

The paper only suggests it: "extra bookkeeping involved in order to erase subtrees no longer
thought to be useful". Here a fixed number of trees is kept, those of the open nodes with the least
priority. The values found are the same whether trees are kept or not; only the counts of states
made and evaluated fall.
"""

from __future__ import annotations

from heapq import heappush, heappushpop
from typing import TYPE_CHECKING, Generic

from provebest.problems.protocol import Action, State

if TYPE_CHECKING:
    from provebest.search.path.look_ahead import LookNode
    from provebest.search.path.node import PathNode


class KeptTrees(Generic[State, Action]):
    """At most ``room`` look-ahead trees, those of the nodes that will be developed soonest."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._worst_first: list[tuple[float, int, PathNode[State, Action]]] = []
        """A heap by greatest f, then by age; the number also keeps nodes from being compared."""
        self._order = 0

    def keep(self, node: PathNode[State, Action], tree: LookNode[State, Action]) -> None:
        """Keeps this node's tree; if there is no room, the least promising node's tree is erased.

        Nodes developed meanwhile hold a place until they are the worst: that erases a tree early at
        times, and never changes a value.
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
        """The kept trees of the children of a node that is now developed; None if not kept.

        They leave the node: each is kept again, if there is room, when its own node is made.
        """
        tree, node.tree = node.tree, None
        return None if tree is None else tree.steps
