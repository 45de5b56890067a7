"""Down the tree to the leaf that is expanded next.

Both phases come here with the children of the first node already chosen; SELECT starts at the root,
VERIFY at the selected move.
"""

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
"""A child, and its values on the path that leads to it."""


def options(path: Sequence[AnyNode], values: Values) -> list[Option]:
    """The children of the path's last node that are not settled, in the order of the moves."""
    pairs = zip(path[-1].children, values.seen(path), strict=True)
    return [(child, seen) for child, seen in pairs if not seen.settled]


def contending(
    path: Sequence[AnyNode], values: Values, least: float, dithering: Dithering
) -> list[Option]:
    """The children whose chance, lessened by effort, is at least ``least`` (MinAct) [BM95-12].

    Settled children are not among them. Equality counts as in contention.
    """
    weigh, of = dithering.weigh, path[-1].effort
    return [
        (child, seen)
        for child, seen in options(path, values)
        if weigh(seen.p, child.effort, of) >= least
    ]


def descend(
    path: Path, among: list[Option], values: Values, dithering: Dithering, *, player_forces: bool
) -> Path | None:
    """The path continued to a leaf: by the Forcer's best chance, the Obstructor's best RealVal.

    [BM95-14] Ties go to the better RealVal for the chooser, then to the earlier move. Chances and
    values are those that hold on the path itself [BM95-23]. ``among`` are the options at the path's
    end; below, all that are not settled. None if no leaf can be reached: that happens only on
    cycles, where all children may be settled on this path while their parent is not.
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
