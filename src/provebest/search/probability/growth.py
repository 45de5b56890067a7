"""How the graph grows: new moves with what they inherit, and optimism asked for later."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from provebest.search.probability.beliefs import Belief, Believer
from provebest.search.probability.graph import Graph
from provebest.search.probability.node import Node
from provebest.search.probability.policies import Policies
from provebest.search.probability.values import Values

AnyNode = Node[Any, Any]
Edge = tuple[AnyNode, Any, AnyNode]


class Growth:
    """Turns beliefs, which speak for the mover, into nodes, which speak for the Player."""

    def __init__(
        self,
        believer: Believer[Any, Any],
        graph: Graph,
        values: Values,
        policies: Policies,
        history: Iterable[Hashable],
    ) -> None:
        self.believer, self.graph, self.values, self.policies = believer, graph, values, policies
        self.history = frozenset(history)
        self.phases = 0
        """Phases begun since the first; a node is ``filled`` in the last one that reached it."""

    def add(self, leaf: AnyNode, beliefs: Sequence[Belief[Any, Any]], *, player: bool) -> None:
        """The moves of ``leaf``, and the new values above them; ``player`` is the Forcer."""
        above = self.graph.above(leaf)
        joined = [e for belief in beliefs if (e := self._add(leaf, belief, above)) is not None]
        self.graph.settle_order(leaf, above)
        filled = self._fill(joined, player=player) if joined else []
        new = [child for child in leaf.children if not child.children]
        # A filled node's own value is gone when it is backed up: its parents are always asked.
        around = [parent for node in filled for parent in node.parents]
        self.values.update([leaf, *new, *filled, *around])

    def nothing(self, leaf: AnyNode) -> None:
        """There was no move: what was believed of ``leaf`` is a fact."""
        leaf.over = leaf.settled = leaf.own_hope = True
        leaf.hi = leaf.lo = leaf.real
        self.values.update([leaf])

    def start_phase(self, top: AnyNode, *, player: bool) -> None:
        """Own optimism for every move of the Forcer below ``top`` that has only inherited one."""
        self.phases += 1
        edges = [(top, m, c) for m, c in zip(top.moves, top.children, strict=True)]
        self._fill(edges, player=player)
        self.values.back_up_all()

    def _add(
        self, leaf: AnyNode, belief: Belief[Any, Any], above: dict[int, AnyNode]
    ) -> Edge | None:
        """A child with its own values and what it inherits, once, from its parent [BM95-4].

        Where the position is known already, the new edge, as something may be missing below it.
        """
        player_moves = not leaf.player_moved
        known = self.graph.known(belief.state, player_moved=player_moves)
        closes = known is not None and known.number in above
        if self._repeats(belief.state, above) or (closes and not self.policies.conditional_values):
            child = self._draw(leaf, belief.state)
            self.graph.add(leaf, belief.move, child, private=True)
        elif known is not None:
            if belief.hope is not None and not known.own_hope:
                _own(known, belief.hope)
            self.graph.join(leaf, belief.move, known, closes=closes)
            return leaf, belief.move, known
        else:
            child = _new(leaf, belief, player_moves=player_moves)
            self.graph.add(leaf, belief.move, child)
        child.filled = self.phases
        return None

    def _repeats(self, state: Any, above: dict[int, AnyNode]) -> bool:
        """Whether every path to this position repeats it: a draw without conditions [BM95-22]."""
        if state in self.history or state == self.graph.root.state:
            return True
        return not self.graph.share and any(state == node.state for node in above.values())

    def _draw(self, leaf: AnyNode, state: Any) -> AnyNode:
        draw = self.policies.draw
        return Node(
            state,
            player_moved=not leaf.player_moved,
            depth=leaf.depth + 1,
            real=draw,
            hi=draw,
            lo=draw,
            own_hope=True,
            over=True,
        )

    def _fill(self, edges: list[Edge], *, player: bool) -> list[AnyNode]:
        """The nodes from these edges on that the present phase has not reached, with their hopes.

        Moves of the Forcer are asked for their own optimism; leaves of the Obstructor take over
        their parent's new value where theirs is undefined [BM95-16]. Inner nodes are left to be
        backed up. Parents come before their children wherever an undefined value can be inherited.
        """
        reached: list[Edge] = []
        for edge in edges:
            waiting = [edge]
            while waiting:
                parent, move, node = waiting.pop()
                if node.filled != self.phases:
                    node.filled = self.phases
                    reached.append((parent, move, node))
                    below = [(node, m, c) for m, c in zip(node.moves, node.children, strict=True)]
                    waiting.extend(reversed(below))
        reached.sort(key=lambda one: (one[2].rank, one[2].number))
        asked = [e for e in reached if e[2].player_moved == player and not e[2].own_hope]
        if asked:
            questions = [
                (parent.state, move, node.state, node.real if player else -node.real, node.depth)
                for parent, move, node in asked
            ]
            answers = self.believer.hopes(questions)
            for (_, _, node), hope in zip(asked, answers, strict=True):
                _own(node, hope)
        for parent, _, node in reached:
            if node.player_moved != player:
                _inherit(node, parent, player=player)
        return [node for _, _, node in reached]


def _own(node: AnyNode, hope: float) -> None:
    """The mover's own optimism instead of what was inherited."""
    node.own_hope = True
    if node.player_moved:
        node.hi = max(hope, node.real)
    else:
        node.lo = min(-hope, node.real)


def _inherit(node: AnyNode, parent: AnyNode, *, player: bool) -> None:
    if player and node.hi is None and parent.hi is not None:
        node.hi = max(parent.hi, node.real)
    if not player and node.lo is None and parent.lo is not None:
        node.lo = min(parent.lo, node.real)


def _new(leaf: AnyNode, belief: Belief[Any, Any], *, player_moves: bool) -> AnyNode:
    real = belief.real if player_moves else -belief.real
    hi, lo = (real, real) if belief.over else (leaf.hi, leaf.lo)
    if belief.hope is not None and not belief.over:
        hi, lo = (belief.hope, lo) if player_moves else (hi, -belief.hope)
    return Node(
        belief.state,
        player_moved=player_moves,
        depth=leaf.depth + 1,
        real=real,
        # A probe may leave the bounds it was given: then they give way [BM95-5].
        hi=None if hi is None else max(hi, real),
        lo=None if lo is None else min(lo, real),
        own_hope=belief.hope is not None or belief.over,
        over=belief.over,
        reply=belief.reply,
    )
