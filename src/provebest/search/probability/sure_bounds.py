"""Bounds that certainly hold for the positions of a search, backed up over the graph [BM95-28].

Hopes guide a search and are not bounds: they may come from a pass, or be inherited from another
position. Here only ``Belief.bounds`` and facts count. A position is worth the best of its moves to
the side that makes them, so its value lies within the bounds that were given for it and within
those of its moves backed up: in their intersection. This starts from bounds that hold everywhere
and only narrows them, so it is valid with shared positions and on cycles, whenever it is stopped.
That a repetition is a draw is a policy, and so not sure.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from provebest.search.probability.beliefs import NOTHING_SURE
from provebest.search.probability.node import Node

AnyNode = Node[Any, Any]


class SureBounds:
    """Bounds of every node for the Player, by its number.

    Computed once for the graph as it is; O(nodes) memory, and time for as many rounds as bounds
    narrow. ``lo[n] <= value of node n <= hi[n]`` if the bounds that were given are true.
    """

    def __init__(self, nodes: Sequence[AnyNode]) -> None:
        given = [NOTHING_SURE if node.sure is None else node.sure for node in nodes]
        self.lo = [bounds[0] for bounds in given]
        self.hi = [bounds[1] for bounds in given]
        self.lo_since, self.hi_since = [0] * len(nodes), [0] * len(nodes)
        """When a bound was last narrowed, 0 for never. It rests on a child's equal bound of an
        earlier time, so following these down ends even on a cycle."""
        self.contradict = any(lo > hi for lo, hi in given)
        """Whether the bounds of some position have crossed: then some that were given are false,
        and the others may be unfinished."""
        if any(node.sure is not None for node in nodes):
            self._back_up(nodes)

    def separate(self, best: AnyNode, moves: Iterable[AnyNode]) -> bool:
        """Whether ``lo(best) >= hi`` of every other move, and no bounds contradict each other."""
        at_least = self.lo[best.number]
        return not self.contradict and all(
            self.hi[node.number] <= at_least for node in moves if node is not best
        )

    def of(self, node: AnyNode) -> tuple[float, float]:
        """``lo, hi`` of a node."""
        return self.lo[node.number], self.hi[node.number]

    def _back_up(self, nodes: Sequence[AnyNode]) -> None:
        """Narrows bounds until nothing changes any more, or two have crossed.

        It ends: every bound is one of those that were given, and only moves inwards.
        """
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
        """Narrows a node's bounds to those of its moves backed up; True if one has changed."""
        pick, at, before = max if node.player_to_move else min, node.number, self.of(node)
        lo = pick([self.lo[child.number] for child in node.children])
        hi = pick([self.hi[child.number] for child in node.children])
        if lo > self.lo[at]:
            self.lo[at], self.lo_since[at] = lo, now
        if hi < self.hi[at]:
            self.hi[at], self.hi_since[at] = hi, now
        self.contradict = self.lo[at] > self.hi[at]
        return self.of(node) != before
