"""The values of a graph, kept right after every change."""

from __future__ import annotations

from typing import Any

from provebest.search.probability.backup import Aim, back_up, back_up_values, probabilities
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

    def update_above(self, node: AnyNode, *, including: bool = False) -> None:
        """New values however far up they percolate."""
        probabilities([child for child in node.children if not child.children], self.aim)
        waiting = [node] if including else list(node.parents)
        while waiting:
            changed = waiting.pop()
            if back_up(changed, self.aim, self.win):
                waiting.extend(changed.parents)

    def update_below(self, top: AnyNode, below: list[AnyNode]) -> None:
        """RealVal and both optimisms of a whole subgraph, which has ``top`` first."""
        for node in reversed(below):
            if node.children:
                back_up_values(node, self.win)
        self.update_above(top)

    def take_aim(self, aim: Aim) -> None:
        """Every OptPrb for another target or another Forcer [BM95-10]."""
        self.aim = aim
        probabilities(self.graph.children_first(), aim)
