"""The values of a graph, kept right after every change."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from typing import Any

from provebest.search.probability.backup import (
    Aim,
    back_up,
    back_up_values,
    leaf_probability,
    probabilities,
)
from provebest.search.probability.graph import Graph
from provebest.search.probability.node import Node
from provebest.search.probability.policies import Policies

AnyNode = Node[Any, Any]


class Values:
    """Backs up what changes, and only that; everything when the aim changes."""

    def __init__(self, graph: Graph, policies: Policies) -> None:
        self.graph = graph
        self.win = policies.win
        self.aim = Aim(0.0, player_forces=True, grouped=policies.reply_groups)
        self.backups = 0
        """Nodes backed up one by one, for whoever wants to know what the control costs."""

    def update(self, changed: Iterable[AnyNode]) -> None:
        """New values of these nodes, however far up they percolate; each node once."""
        waiting: list[tuple[int, int, AnyNode]] = []
        queued: set[int] = set()

        def queue(nodes: Iterable[AnyNode]) -> None:
            for node in nodes:
                if node.number not in queued:
                    queued.add(node.number)
                    heappush(waiting, (-node.rank, node.number, node))

        queue(changed)
        while waiting:
            node = heappop(waiting)[2]
            if not node.children:
                node.p = leaf_probability(node, self.aim)
                queue(node.parents)
                continue
            self.backups += 1
            if back_up(node, self.aim, self.win):
                queue(node.parents)

    def back_up_all(self) -> None:
        """RealVal and both optimisms of the whole graph, in one pass."""
        for node in reversed(self.graph.parents_first()):
            if node.children:
                back_up_values(node, self.win)

    def take_aim(self, aim: Aim) -> None:
        """Every OptPrb for another target or another Forcer [BM95-10]."""
        self.aim = aim
        probabilities(reversed(self.graph.parents_first()), aim)
