"""Down the tree to the leaf that is expanded next."""

from __future__ import annotations

from typing import Any

from provebest.search.probability.node import Node
from provebest.search.probability.policies import Dithering

AnyNode = Node[Any, Any]
Path = list[AnyNode]


def contending(node: AnyNode, least: float, dithering: Dithering) -> list[AnyNode]:
    """The children that the Forcer may still try, with effort taken into account."""
    weigh, of = dithering.weigh, node.effort
    return [
        child
        for child in node.children
        if not child.settled and weigh(child.p, child.effort, of) >= least
    ]


def descend(
    node: AnyNode, among: list[AnyNode], dithering: Dithering, *, player_forces: bool
) -> Path | None:
    """The Forcer takes the best chance, the Obstructor the best RealVal [BM95-14].

    Ties go to the better RealVal for the chooser, then to the earlier move.
    """
    path = [node]
    while among:
        sign = -1.0 if node.player_moved else 1.0
        best, key = among[0], (-1.0, 0.0)
        for child in among:
            value = sign * child.real
            if node.player_moved == player_forces:  # the Obstructor chooses
                found = 0.0, value
            else:
                found = dithering.weigh(child.p, child.effort, node.effort), value
            if found > key:
                best, key = child, found
        path.append(best)
        if not best.children:
            return path
        node = best
        among = [child for child in node.children if not child.settled]
    return None
