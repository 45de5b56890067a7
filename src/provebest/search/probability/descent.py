"""Down the tree to the leaf that is expanded next.

Both phases come here with the children of the first node already chosen; SELECT starts at the root,
VERIFY at the selected move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from provebest.search.probability.backup import Seen
from provebest.search.probability.node import Node
from provebest.search.probability.settings import Dithering
from provebest.search.probability.values import Values

AnyNode = Node[Any, Any]
Path = list[AnyNode]
Option = tuple[AnyNode, Seen]
"""A child, and its values on the path that leads to it."""


class View(Protocol):
    """What a descent sees of the graph."""

    def options(self, path: Sequence[AnyNode]) -> list[Option]:
        """The children of the path's last node that can be chosen, in the order of the moves."""

    def effort(self, node: AnyNode) -> int:
        """The expansions made on paths through this node."""


@dataclass(frozen=True, slots=True)
class Present(View):
    """The graph as it is: every child that is not settled can be chosen."""

    values: Values

    def options(self, path: Sequence[AnyNode]) -> list[Option]:
        """The children of the path's last node that are not settled, in the order of the moves."""
        pairs = zip(path[-1].children, self.values.seen(path), strict=True)
        return [(child, seen) for child, seen in pairs if not seen.settled]

    def effort(self, node: AnyNode) -> int:
        """The expansions made on paths through this node."""
        return node.effort


def contending(
    path: Sequence[AnyNode], view: View, least: float, dithering: Dithering
) -> list[Option]:
    """The children whose chance, lessened by effort, is at least ``least`` (MinAct) [BM95-12].

    Settled children are not among them. Equality counts as in contention.
    """
    weigh, of = dithering.weigh, view.effort(path[-1])
    return [
        (child, seen)
        for child, seen in view.options(path)
        if weigh(seen.p, view.effort(child), of) >= least
    ]


def descend(
    path: Path, among: list[Option], view: View, dithering: Dithering, *, player_forces: bool
) -> Path:
    """The path continued: by the Forcer's best chance, the Obstructor's best RealVal.

    [BM95-14] Ties go to the better RealVal for the chooser, then to the earlier move. Chances and
    values are those that hold on the path itself [BM95-23]. ``among`` are the options at the path's
    end; below, all that the view has. The end is a leaf, or a node without options: that happens
    only on cycles, where all children may be settled on this path while their parent is not, and
    in views that leave nodes out.
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
                found = dithering.weigh(seen.p, view.effort(child), view.effort(node)), value
            if found > key:
                best, key = child, found
        path = [*path, best]
        among = view.options(path) if best.children else []
    return path
