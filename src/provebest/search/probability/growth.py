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


class Growth:
    """Turns beliefs, which speak for the mover, into nodes, which speak for the Player."""

    def __init__(
        self,
        graph: Graph,
        values: Values,
        policies: Policies,
        history: Iterable[Hashable],
    ) -> None:
        self.graph, self.values, self.policies = graph, values, policies
        self.history = frozenset(history)

    def add(self, leaf: AnyNode, beliefs: Sequence[Belief[Any, Any]]) -> None:
        """The moves of ``leaf``, and the new values above them."""
        for belief in beliefs:
            self._add(leaf, belief, player_moves=not leaf.player_moved)
        self.values.update_above(leaf, including=True)

    def _add(self, leaf: AnyNode, belief: Belief[Any, Any], *, player_moves: bool) -> None:
        """A child with its own values and what it inherits, once, from its parent [BM95-4]."""
        known = self.graph.known(belief.state)
        repeated = belief.state in self.history or belief.state == self.graph.root.state
        if repeated or (known is not None and self.graph.closes_cycle(leaf, known)):
            self.graph.add(leaf, belief.move, self._draw(leaf, belief.state), private=True)
        elif known is not None:
            self.graph.join(leaf, belief.move, known)
        else:
            self.graph.add(leaf, belief.move, _new(leaf, belief, player_moves=player_moves))

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

    def fill_hopes(self, believer: Believer[Any, Any], top: AnyNode, *, player: bool) -> None:
        """Own optimism for every move of one side that has only an inherited one, then minimax.

        Leaves of the other side take over their parent's new value where theirs is undefined
        [BM95-16].
        """
        below = self.graph.below(top)
        asked = {
            id(node): (parent, move, node)
            for parent in below
            for move, node in zip(parent.moves, parent.children, strict=True)
            if node.player_moved == player and not node.own_hope
        }.values()
        sign = 1.0 if player else -1.0
        answers = believer.hopes(
            [
                (parent.state, move, node.state, sign * node.real, node.depth)
                for parent, move, node in asked
            ]
        )
        for (_, _, node), hope in zip(asked, answers, strict=True):
            node.own_hope = True
            if player:
                node.hi = max(hope, node.real)
            else:
                node.lo = min(-hope, node.real)
        for parent in below:
            for node in parent.children:
                if node.player_moved != player:
                    _inherit(node, parent, player=player)
        self.values.update_below(top, below)


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


def _inherit(node: AnyNode, parent: AnyNode, *, player: bool) -> None:
    if player and node.hi is None and parent.hi is not None:
        node.hi = max(parent.hi, node.real)
    if not player and node.lo is None and parent.lo is not None:
        node.lo = min(parent.lo, node.real)
