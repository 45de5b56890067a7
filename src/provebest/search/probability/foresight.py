"""Which leaves may be expanded next, by today's chances, while an expansion is under way.

A guess and no part of the procedure: the graph is read and never changed, and nothing that is
guessed decides what is expanded. So it can be used to ask for values in advance, and only for that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from provebest.search.probability.beliefs import Question
from provebest.search.probability.descent import Option, Path, View, contending, descend
from provebest.search.probability.node import Node
from provebest.search.probability.phases import Phase
from provebest.search.probability.verify import replies

if TYPE_CHECKING:
    from provebest.search.probability.control import ProbabilitySearch

AnyNode = Node[Any, Any]


def question(search: ProbabilitySearch[Any, Any], leaf: AnyNode) -> Question[Any]:
    """What the search asks to expand this leaf now: hopes too if the Forcer moves there."""
    hopes = leaf.player_to_move == (search.phase is Phase.SELECT)
    return Question(leaf.state, leaf.depth + 1, hopes)


def foresee(search: ProbabilitySearch[Any, Any]) -> Iterator[Question[Any]]:
    """The expansions that may follow the one at the end of ``search.path``, most likely first.

    Each is where the next descent of the present phase would end if the leaves before it had
    been expanded and had changed nothing but the effort.
    """
    view = _LeavingOut(search.path)
    if search.root.children:
        while (path := _next_path(search, view)) is not None:
            yield question(search, path[-1])
            view.leave_out(path)


def _next_path(search: ProbabilitySearch[Any, Any], view: _LeavingOut) -> Path | None:
    dithering, least = search.settings.dithering, search.least_chance()
    select = search.phase is Phase.SELECT or search.selected is None
    way = [search.root] if select or search.selected is None else [search.root, search.selected]
    while True:
        if not way[-1].children:
            return None
        if select:
            among = contending(way, view, least, dithering)
        else:
            among = replies(way, view, least, dithering)
        if not among:
            return None
        path = descend(way, among, view, dithering, player_forces=select)
        if not path[-1].children:
            return path
        view.close(path[-1])


class _LeavingOut(View):
    """The graph without the leaves that are being expanded, with the effort that they will cost.

    On cycles the values are those of the nodes as entries: a guess need not follow every path.
    """

    def __init__(self, first: Path) -> None:
        self._closed: set[int] = set()
        self._more: Counter[int] = Counter()
        self.leave_out(first)

    def leave_out(self, path: Path) -> None:
        """The leaf at the end of this path is being expanded."""
        self.close(path[-1])
        self._more.update(node.number for node in path)

    def close(self, node: AnyNode) -> None:
        """Nothing more can be chosen at this node or below."""
        self._closed.add(node.number)

    def options(self, path: Sequence[AnyNode]) -> list[Option]:
        """The children that are neither settled nor left out, nor on the path already."""
        out = self._closed.union(node.number for node in path)
        return [
            (child, child)
            for child in path[-1].children
            if not child.settled and child.number not in out
        ]

    def effort(self, node: AnyNode) -> int:
        """The expansions through this node, with those that are under way."""
        return node.effort + self._more[node.number]
