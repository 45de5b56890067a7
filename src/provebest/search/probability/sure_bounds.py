"""What is sure of the positions of a search: given bounds, backed up over the graph [BM95-28].

Hopes guide a search and are no bounds: they may come from a pass, or be inherited from another
position. Here nothing counts but what was vouched for (``Belief.bounds``, and facts). A position is
worth the best of its moves to the side that makes them, so its value lies between the bounds that
were given for it and between those of its moves: in their intersection. That starts from what is
sure everywhere and only narrows it, so it holds where positions are shared and on cycles. That a
repetition is a draw is a policy, and so not sure.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from provebest.search.probability.beliefs import NOTHING_SURE
from provebest.search.probability.node import Node

AnyNode = Node[Any, Any]


class SureBounds:
    """Bounds of every node for the Player, by its number."""

    def __init__(self, nodes: Sequence[AnyNode]) -> None:
        given = [NOTHING_SURE if node.sure is None else node.sure for node in nodes]
        self.lo = [bounds[0] for bounds in given]
        self.hi = [bounds[1] for bounds in given]
        self.lo_since, self.hi_since = [0] * len(nodes), [0] * len(nodes)
        """When a bound was last narrowed: of equal bounds the later rest on the earlier."""
        self.contradict = any(lo > hi for lo, hi in given)
        """No value lies between the bounds of some position: some that were given are false."""
        if any(node.sure is not None for node in nodes):
            self._back_up(nodes)

    def separate(self, best: AnyNode, moves: Iterable[AnyNode]) -> bool:
        """Whether even the worst of this move is as good as the best of all the others."""
        at_least = self.lo[best.number]
        return not self.contradict and all(
            self.hi[node.number] <= at_least for node in moves if node is not best
        )

    def of(self, node: AnyNode) -> tuple[float, float]:
        """Both bounds."""
        return self.lo[node.number], self.hi[node.number]

    def _back_up(self, nodes: Sequence[AnyNode]) -> None:
        """Until nothing narrows any more, or two bounds have crossed."""
        waiting = deque(sorted((n for n in nodes if n.children), key=lambda n: -n.rank))
        queued = {node.number for node in waiting}
        now = 0
        while waiting and not self.contradict:
            node, now = waiting.popleft(), now + 1
            queued.discard(node.number)
            if self._narrow(node, now):
                for parent in node.parents:
                    if parent.number not in queued:
                        queued.add(parent.number)
                        waiting.append(parent)

    def _narrow(self, node: AnyNode, now: int) -> bool:
        """The bounds of its moves, as far as they say more; whether they do."""
        pick, at, before = max if node.player_to_move else min, node.number, self.of(node)
        lo = pick([self.lo[child.number] for child in node.children])
        hi = pick([self.hi[child.number] for child in node.children])
        if lo > self.lo[at]:
            self.lo[at], self.lo_since[at] = lo, now
        if hi < self.hi[at]:
            self.hi[at], self.hi_since[at] = hi, now
        self.contradict = self.lo[at] > self.hi[at]
        return self.of(node) != before
