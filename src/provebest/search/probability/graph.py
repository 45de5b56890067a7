"""The positions of a search, shared where several move orders reach them."""

from __future__ import annotations

from typing import Any

from provebest.search.probability.node import Node

AnyNode = Node[Any, Any]


class Graph:
    """Nodes by position [BM95-22]. A node's rank is greater than those of its parents.

    A move back to a position on its own path, or to one of the game before the root, is a draw and
    gets a leaf of its own; so there is no cycle among the nodes.
    """

    def __init__(self, root: AnyNode, *, share: bool) -> None:
        self.root = root
        self.share = share
        self.nodes: list[AnyNode] = [root]
        """As they were made; a node's number is its place here."""
        self._by_state: dict[Any, AnyNode] = {(root.player_moved, root.state): root}
        self._parents_first: list[AnyNode] | None = self.nodes

    def __len__(self) -> int:
        return len(self.nodes)

    def known(self, state: Any, *, player_moved: bool) -> AnyNode | None:
        """The node of this position, if positions are shared."""
        return self._by_state.get((player_moved, state)) if self.share else None

    def closes_cycle(self, parent: AnyNode, child: AnyNode) -> bool:
        """Whether ``parent`` can be reached from ``child``."""
        seen: set[int] = set()
        waiting = [parent]
        while waiting:
            node = waiting.pop()
            if node is child:
                return True
            if id(node) not in seen:
                seen.add(id(node))
                waiting.extend(node.parents)
        return False

    def add(self, parent: AnyNode, move: Any, child: AnyNode, *, private: bool = False) -> None:
        """A new node under ``parent``."""
        child.number, child.rank = len(self.nodes), parent.rank + 1
        self.nodes.append(child)
        if self._parents_first is not None and self._parents_first is not self.nodes:
            self._parents_first.append(child)
        if self.share and not private:
            self._by_state[child.player_moved, child.state] = child
        self._link(parent, move, child)

    def join(self, parent: AnyNode, move: Any, child: AnyNode) -> None:
        """Another way to a node that is there already."""
        self._link(parent, move, child)
        if child.number < parent.number:
            self._parents_first = None
        raised = [(child, parent.rank + 1)]
        while raised:
            node, rank = raised.pop()
            if node.rank < rank:
                node.rank = rank
                raised.extend((below, rank + 1) for below in node.children)

    @staticmethod
    def _link(parent: AnyNode, move: Any, child: AnyNode) -> None:
        parent.moves.append(move)
        parent.children.append(child)
        child.parents.append(parent)

    def parents_first(self) -> list[AnyNode]:
        """Every node before all its children."""
        if self._parents_first is None:
            self._parents_first = sorted(self.nodes, key=lambda node: node.rank)
        return self._parents_first
