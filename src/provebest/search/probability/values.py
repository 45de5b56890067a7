"""The values of a graph, kept right after every change.

"Right" means: OptPrb of every leaf is that of the present aim, and every other value is what the
rules of ``backup.py`` (on cycles, ``cycles.py``) make of the children's. Every public method leaves
them so, given that they were before; ``back_up_all`` alone leaves OptPrb to ``take_aim``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import Any

from provebest.search.probability.backup import (
    Aim,
    Seen,
    back_up,
    back_up_values,
    chance,
    inner_probability,
    leaf_probability,
)
from provebest.search.probability.cycles import Component
from provebest.search.probability.graph import Graph
from provebest.search.probability.node import Node
from provebest.search.probability.settings import ClassicSettings

AnyNode = Node[Any, Any]


class Values:
    """Backs up what changes, and only that; everything if the aim changes.

    Each node is backed up after all its children: from the greatest rank to the least, components
    as a whole. So one visit for each node is enough.
    """

    def __init__(self, graph: Graph, policies: ClassicSettings) -> None:
        self.graph = graph
        self.win = policies.win
        self.aim = Aim(0.0, player_forces=True, grouped=policies.reply_groups)
        self.backups = 0
        """Nodes backed up one by one so far, to measure what the control costs."""

    def update(self, changed: Iterable[AnyNode]) -> None:
        """Computes these nodes anew, and their ancestors as far as anything changes; each once.

        Of leaves only OptPrb is computed, and their parents always are: ``real``, ``hi`` and
        ``lo`` of a leaf may have been set by the caller.
        """
        waiting: list[tuple[int, int, AnyNode]] = []
        queued: set[int] = set()

        def queue(nodes: Iterable[AnyNode]) -> None:
            # Its first member stands for a component. Parents have lesser ranks, so none that was
            # visited is ever queued again. Ties by number: the order does not depend on chance.
            for each in nodes:
                node = each if each.component is None else each.component.members[0]
                if node.number not in queued:
                    queued.add(node.number)
                    heappush(waiting, (-node.rank, node.number, node))

        queue(changed)
        while waiting:
            node = heappop(waiting)[2]
            component = node.component
            if component is not None:
                for member in self._evaluate(component):
                    queue(up for up in member.parents if up.component is not component)
            elif not node.children:
                node.p = leaf_probability(node, self.aim)
                queue(node.parents)
            else:
                self.backups += 1
                if back_up(node, self.aim, self.win):
                    queue(node.parents)

    def back_up_all(self) -> None:
        """RealVal and both optimisms of the whole graph, in one pass: O(edges).

        For the beginning of a phase, when optimism was filled in everywhere.
        """
        done: set[int] = set()
        for node in reversed(self.graph.parents_first()):
            if node.component is not None:
                self._evaluate_once(node.component, done)
            elif node.children:
                back_up_values(node, self.win)

    def take_aim(self, aim: Aim) -> None:
        """Every OptPrb for another target or another Forcer, in one pass: O(edges) [BM95-10]."""
        self.aim = aim
        done: set[int] = set()
        for node in reversed(self.graph.parents_first()):
            if not node.children:
                node.p = chance(node.real, node.hi, node.lo, aim)
            elif node.component is None:
                node.p = inner_probability(node, aim)
            else:
                self._evaluate_once(node.component, done)

    def restore(self, aim: Aim) -> None:
        """For a saved search, whose values are right already, except on paths through cycles."""
        self.aim = aim
        for component in self.graph.components:
            self._evaluate(component)

    def seen(self, path: Sequence[AnyNode]) -> Sequence[Seen]:
        """The children of the path's last node with the values that hold on this path.

        In the order of the moves. The path begins at the root, or anywhere outside the component of
        its last node.
        """
        component = path[-1].component
        return path[-1].children if component is None else component.seen(path)

    def _evaluate_once(self, component: Component, done: set[int]) -> None:
        if id(component) not in done:
            done.add(id(component))
            self._evaluate(component)

    def _evaluate(self, component: Component) -> list[AnyNode]:
        return component.evaluate(self.aim, self.win, self.graph.closing)
