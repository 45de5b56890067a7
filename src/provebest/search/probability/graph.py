"""The positions of a search, shared if several move orders reach them.

What always holds between two expansions: ``nodes[n].number == n``; an edge leads to a node of
greater rank, or stays within one component; without the ``closing`` edges there is no cycle; and
two nodes are in the same component exactly if each can reach the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from provebest.search.probability.cycles import Component
from provebest.search.probability.node import Node

AnyNode = Node[Any, Any]


class Graph:
    """Nodes by position [BM95-22]; cycles are kept, and their nodes form components [BM95-23].

    A position counts as the same only if the same side's move led to it. Members of a component
    share one rank. ``share=False`` makes a tree: then no position is looked up.
    """

    def __init__(
        self, root: AnyNode, *, share: bool, draw: float = 0.0, cycle_budget: int = 1000
    ) -> None:
        self.root = root
        self.share = share
        self.draw, self.cycle_budget = draw, cycle_budget
        self.nodes: list[AnyNode] = [root]
        """In the order in which they were made; a node's number is its place here."""
        self.components: list[Component] = []
        self.closing: set[tuple[int, int]] = set()
        """Edges that closed a cycle when they were made: the parent's number, the child's place.

        Without them there is no cycle.
        """
        self._by_state: dict[Any, AnyNode] = {(root.player_moved, root.state): root}
        self._parents_first: list[AnyNode] | None = self.nodes
        """The answer of ``parents_first``: ``nodes`` itself while that is in order, None if it has
        to be sorted again."""

    def __len__(self) -> int:
        return len(self.nodes)

    def known(self, state: Any, *, player_moved: bool) -> AnyNode | None:
        """The shared node of this position, or None; repetitions are never shared."""
        return self._by_state.get((player_moved, state)) if self.share else None

    def above(self, node: AnyNode) -> dict[int, AnyNode]:
        """This node and all from which it can be reached, by number: O(those nodes)."""
        found = {node.number: node}
        waiting = [node]
        while waiting:
            for parent in waiting.pop().parents:
                if parent.number not in found:
                    found[parent.number] = parent
                    waiting.append(parent)
        return found

    def add(self, parent: AnyNode, move: Any, child: AnyNode, *, private: bool = False) -> None:
        """Adds a new node below ``parent``; ``private`` keeps it from being found by position."""
        child.number, child.rank = len(self.nodes), parent.rank + 1
        self.nodes.append(child)
        if self._parents_first is not None and self._parents_first is not self.nodes:
            self._parents_first.append(child)
        if self.share and not private:
            self._by_state[child.player_moved, child.state] = child
        _link(parent, move, child)

    def join(self, parent: AnyNode, move: Any, child: AnyNode, *, closes: bool = False) -> None:
        """Adds another way to a node that is there already.

        ``closes``: the child can reach the parent. Ranks and components are wrong until
        ``settle_order`` is called, once for all new edges of the parent.
        """
        if closes:
            self.closing.add((parent.number, len(parent.children)))
        _link(parent, move, child)
        in_order = self._parents_first is self.nodes and parent.number < child.number
        if not in_order:
            self._parents_first = None

    def settle_order(self, node: AnyNode, above: dict[int, AnyNode]) -> None:
        """Puts components and ranks right after new edges from ``node``.

        ``above`` is ``self.above(node)``, taken before or after: edges that leave a node do not
        change what can reach it. Called after every expansion, before any value is backed up.
        """
        if any(child.number in above for child in node.children):
            self._merge(node, above)
        own = node.component
        self._raise(
            (child, node.rank + 1)
            for child in node.children
            if own is None or child.component is not own
        )

    def _merge(self, node: AnyNode, above: dict[int, AnyNode]) -> None:
        """Makes one component of ``node`` and all nodes on a way from it back to it.

        Components that lie on such a way are taken in; the new one is exact only if they all were.
        """
        members: dict[int, AnyNode] = {}
        waiting = [node]
        while waiting:
            member = waiting.pop()
            if member.number not in members:
                members[member.number] = member
                waiting.extend(child for child in member.children if child.number in above)
        component = Component(list(members.values()), self.draw, self.cycle_budget)
        old = {id(one.component): one.component for one in members.values() if one.component}
        component.exact = component.exact and all(part.exact for part in old.values())
        self.components = [part for part in self.components if id(part) not in old]
        self.components.append(component)
        rank = max(member.rank for member in component.members)
        for member in component.members:
            member.component, member.rank = component, rank
        self._raise(
            (child, rank + 1)
            for member in component.members
            for child in member.children
            if child.component is not component
        )
        self._parents_first = None

    def _raise(self, ranks: Iterable[tuple[AnyNode, int]]) -> None:
        """Raises nodes to at least these ranks, whole components at a time, and all below them.

        It ends because between components there is no cycle.
        """
        waiting = list(ranks)
        while waiting:
            node, rank = waiting.pop()
            if node.rank >= rank:
                continue
            own = node.component
            for member in own.members if own is not None else (node,):
                member.rank = rank
                waiting.extend(
                    (child, rank + 1)
                    for child in member.children
                    if own is None or child.component is not own
                )

    def restore(
        self,
        nodes: list[AnyNode],
        private: list[bool],
        closing: set[tuple[int, int]],
        inexact: set[int],
    ) -> None:
        """Takes over the nodes of a saved graph, with their ranks, moves and children.

        Parents, numbers and components are found again. ``inexact`` holds the first member of each
        component that was not exact.

        Raises:
            ValueError: if an edge that should close a cycle does not, or another does.
        """
        self.nodes, self.closing, self._parents_first = nodes, closing, None
        self._by_state = {
            (node.player_moved, node.state): node
            for node, alone in zip(nodes, private, strict=True)
            if not alone
        }
        for number, node in enumerate(nodes):
            node.number, node.parents = number, []
        for node in nodes:
            for child in node.children:
                child.parents.append(node)
        for number, place in sorted(closing):
            node, back = nodes[number], nodes[number].children[place]
            if node.component is not None and node.component is back.component:
                continue  # so each can reach the other
            above = self.above(node)
            if back.number not in above:
                raise ValueError(f"{number}, {place} closes no cycle")
            self._merge(node, above)
        _check_ranks(nodes)
        for component in self.components:
            component.exact = component.exact and component.members[0].number not in inexact

    def parents_first(self) -> list[AnyNode]:
        """All nodes, each before its children, except those in its own component.

        Sorted only if an edge has upset the order since; not to be changed by the caller.
        """
        if self._parents_first is None:
            self._parents_first = sorted(self.nodes, key=lambda node: node.rank)
        return self._parents_first


def _link(parent: AnyNode, move: Any, child: AnyNode) -> None:
    parent.moves.append(move)
    parent.children.append(child)
    child.parents.append(parent)


def _check_ranks(nodes: Iterable[AnyNode]) -> None:
    """Raises ValueError if a child outside its parent's component does not have a greater rank."""
    for node in nodes:
        own = node.component
        for child in node.children:
            if child.rank <= node.rank and (own is None or own is not child.component):
                raise ValueError(f"the ranks of {node.number} and {child.number} are wrong")
