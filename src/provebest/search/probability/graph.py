"""The positions of a search, shared where several move orders reach them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from provebest.search.probability.node import Node

AnyNode = Node[Any, Any]


class Graph:
    """Nodes by position, in an order in which parents come before their children.

    A move back to a position on its own path, or to one of the game before the root, is a draw and
    gets a leaf of its own; so there is no cycle among the nodes [BM95-22].
    """

    def __init__(self, root: AnyNode, *, share: bool) -> None:
        self.root = root
        self.share = share
        self._by_state: dict[Any, AnyNode] = {root.state: root}
        self._order: list[AnyNode] = [root]
        self._in_order = True

    def __len__(self) -> int:
        return len(self._order)

    def known(self, state: Any) -> AnyNode | None:
        """The node of this position, if positions are shared."""
        return self._by_state.get(state) if self.share else None

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
        self._link(parent, move, child)
        self._order.append(child)
        if self.share and not private:
            self._by_state[child.state] = child

    def join(self, parent: AnyNode, move: Any, child: AnyNode) -> None:
        """Another way to a node that is there already."""
        self._link(parent, move, child)
        self._in_order = False

    @staticmethod
    def _link(parent: AnyNode, move: Any, child: AnyNode) -> None:
        parent.moves.append(move)
        parent.children.append(child)
        child.parents.append(parent)

    def children_first(self) -> Iterator[AnyNode]:
        """Every node after all its children."""
        if not self._in_order:
            self._order = _parents_first(self.root)
            self._in_order = True
        return reversed(self._order)

    def below(self, node: AnyNode) -> list[AnyNode]:
        """The nodes that can be reached from here, this one first, parents before children."""
        return _parents_first(node)


def _parents_first(root: AnyNode) -> list[AnyNode]:
    """A depth-first order turned round: every node before all its children."""
    finished: list[AnyNode] = []
    seen = {id(root)}
    stack: list[tuple[AnyNode, Iterator[AnyNode]]] = [(root, iter(root.children))]
    while stack:
        node, rest = stack[-1]
        for child in rest:
            if id(child) not in seen:
                seen.add(id(child))
                stack.append((child, iter(child.children)))
                break
        else:
            finished.append(node)
            stack.pop()
    finished.reverse()
    return finished
