"""Down the tree to the leaf that is expanded next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from provebest.search.probability.backup import Seen
from provebest.search.probability.node import Node
from provebest.search.probability.settings import Dithering
from provebest.search.probability.values import Values

AnyNode = Node[Any, Any]
Path = list[AnyNode]
Option = tuple[AnyNode, Seen]
"""A child, and what it is worth on the path that leads to it."""


def options(path: Sequence[AnyNode], values: Values) -> list[Option]:
    """The children of the path's last node that are not settled."""
    pairs = zip(path[-1].children, values.seen(path), strict=True)
    return [(child, seen) for child, seen in pairs if not seen.settled]


def contending(
    path: Sequence[AnyNode], values: Values, least: float, dithering: Dithering
) -> list[Option]:
    """The children that the Forcer may still try, with effort taken into account [BM95-12]."""
    weigh, of = dithering.weigh, path[-1].effort
    return [
        (child, seen)
        for child, seen in options(path, values)
        if weigh(seen.p, child.effort, of) >= least
    ]


def descend(
    path: Path, among: list[Option], values: Values, dithering: Dithering, *, player_forces: bool
) -> Path | None:
    """The Forcer takes the best chance, the Obstructor the best RealVal [BM95-14].

    Ties go to the better RealVal for the chooser, then to the earlier move. Chances and values are
    those that hold on the path itself [BM95-23].
    """
    while among:
        node = path[-1]
        sign = 1.0 if node.player_to_move else -1.0
        best, key = among[0][0], (-1.0, 0.0)
        for child, seen in among:
            value = sign * seen.real
            if node.player_to_move != player_forces:  # the Obstructor chooses
                found = 0.0, value
            else:
                found = dithering.weigh(seen.p, child.effort, node.effort), value
            if found > key:
                best, key = child, found
        path = [*path, best]
        if not best.children:
            return path
        among = options(path, values)
    return None
