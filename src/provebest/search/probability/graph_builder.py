"""How the graph grows: new moves with what they inherit, and optimism asked for later."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from provebest.search.probability.beliefs import Belief, Believer
from provebest.search.probability.graph import Graph
from provebest.search.probability.node import Node
from provebest.search.probability.settings import ClassicSettings
from provebest.search.probability.values import Values

AnyNode = Node[Any, Any]
Edge = tuple[AnyNode, Any, AnyNode]
Hopes = dict[int, float]
"""The optimism of nodes that were asked about, by their numbers."""


class GraphBuilder:
    """Turns beliefs, which speak for the mover, into nodes, which speak for the Player.

    Whatever has to be asked is asked before anything changes: a question that is cut off leaves
    the graph as it was.
    """

    def __init__(
        self,
        believer: Believer[Any, Any],
        graph: Graph,
        values: Values,
        policies: ClassicSettings,
        history: Iterable[Hashable],
    ) -> None:
        self.believer, self.graph, self.values, self.settings = believer, graph, values, policies
        self.history = frozenset(history)
        self.phases = 0
        """Phases begun since the first; a node is ``filled`` in the last one that reached it."""

    def add(self, leaf: AnyNode, beliefs: Sequence[Belief[Any, Any]], *, player: bool) -> None:
        """The moves of ``leaf``, and the new values above them; ``player`` is the Forcer."""
        above = self.graph.above(leaf)
        hopes = self._missing(leaf, beliefs, above, player=player)
        joined = [e for belief in beliefs if (e := self._add(leaf, belief, above)) is not None]
        self.graph.settle_order(leaf, above)
        filled = self._fill(joined, hopes, player=player) if joined else []
        new = [child for child in leaf.children if not child.children]
        # A filled node's own value is gone when it is backed up: its parents are always asked.
        around = [parent for node in filled for parent in node.parents]
        self.values.update([leaf, *new, *filled, *around])

    def _missing(
        self,
        leaf: AnyNode,
        beliefs: Sequence[Belief[Any, Any]],
        above: dict[int, AnyNode],
        *,
        player: bool,
    ) -> Hopes:
        """What has to be asked where the moves of ``leaf`` lead to positions known already."""
        edges, hoped = [], set()
        for belief in beliefs:
            known = self._joined(leaf, belief, above)
            if known is not None:
                edges.append((leaf, belief.move, known))
                if belief.hope is not None:
                    hoped.add(known.number)
        reached = _reached(edges, self.phases)
        return self._ask([e for e in reached if e[2].number not in hoped], player=player)

    def nothing(self, leaf: AnyNode) -> None:
        """There was no move: what was believed of ``leaf`` is a fact."""
        leaf.over = leaf.settled = leaf.own_hope = True
        leaf.hi = leaf.lo = leaf.real
        self.values.update([leaf])

    def ask_before_phase(self, top: AnyNode, *, player: bool) -> Hopes:
        """Own optimism for every move of the Forcer below ``top`` that has only inherited one."""
        return self._ask(_reached(_edges(top), self.phases + 1), player=player)

    def start_phase(self, top: AnyNode, hopes: Hopes, *, player: bool) -> None:
        """The optimism that was asked for, below ``top``; ``player`` is the Forcer from now on."""
        self.phases += 1
        self._fill(_edges(top), hopes, player=player)
        self.values.back_up_all()

    def _joined(
        self, leaf: AnyNode, belief: Belief[Any, Any], above: dict[int, AnyNode]
    ) -> AnyNode | None:
        """The node that the move leads to, if it is there already and the move is no repetition."""
        known = self.graph.known(belief.state, player_moved=leaf.player_to_move)
        if known is None or self._repeats(belief.state, above):
            return None
        closes = known.number in above
        return None if closes and not self.settings.conditional_values else known

    def _add(
        self, leaf: AnyNode, belief: Belief[Any, Any], above: dict[int, AnyNode]
    ) -> Edge | None:
        """A child with its own values and what it inherits, once, from its parent [BM95-4].

        Where the position is known already, the new edge, as something may be missing below it.
        """
        joined = self._joined(leaf, belief, above)
        if joined is not None:
            if belief.hope is not None and not joined.own_hope:
                _own(joined, belief.hope)
            self.graph.join(leaf, belief.move, joined, closes=joined.number in above)
            return leaf, belief.move, joined
        known = self.graph.known(belief.state, player_moved=leaf.player_to_move)
        if known is not None or self._repeats(belief.state, above):
            child = self._draw(leaf, belief)
            self.graph.add(leaf, belief.move, child, private=True)
        else:
            child = _new(leaf, belief)
            self.graph.add(leaf, belief.move, child)
        child.filled = self.phases
        return None

    def _repeats(self, state: Any, above: dict[int, AnyNode]) -> bool:
        """Whether every path to this position repeats it: a draw without conditions [BM95-22]."""
        if state in self.history or state == self.graph.root.state:
            return True
        return not self.graph.share and any(state == node.state for node in above.values())

    def _draw(self, leaf: AnyNode, belief: Belief[Any, Any]) -> AnyNode:
        """A repetition: a draw by policy, so that nothing more is sure of it than was said."""
        draw = self.settings.draw
        node: AnyNode = Node(
            belief.state,
            player_moved=leaf.player_to_move,
            depth=leaf.depth + 1,
            real=draw,
            hi=draw,
            lo=draw,
            own_hope=True,
            over=True,
            sure=_sure(leaf, belief),
        )
        node.repeats = True
        return node

    def _ask(self, reached: list[Edge], *, player: bool) -> Hopes:
        """The optimism of the Forcer's moves among these that have none of their own."""
        asked = [e for e in reached if e[2].player_moved == player and not e[2].own_hope]
        if not asked:
            return {}
        questions = [
            (parent.state, move, node.state, node.real if player else -node.real, node.depth)
            for parent, move, node in asked
        ]
        answers = self.believer.hopes(questions)
        return {e[2].number: hope for e, hope in zip(asked, answers, strict=True)}

    def _fill(self, edges: list[Edge], hopes: Hopes, *, player: bool) -> list[AnyNode]:
        """The nodes from these edges on that the present phase has not reached, with their hopes.

        Moves of the Forcer get their own optimism; leaves of the Obstructor take over their
        parent's new value where theirs is undefined [BM95-16]. Inner nodes are left to be backed
        up. Parents come before their children wherever an undefined value can be inherited.
        """
        reached = _reached(edges, self.phases)
        for _, _, node in reached:
            node.filled = self.phases
            if node.player_moved == player and not node.own_hope:
                _own(node, hopes[node.number])
        for parent, _, node in reached:
            if node.player_moved != player:
                _inherit(node, parent, player=player)
        return [node for _, _, node in reached]


def _edges(top: AnyNode) -> list[Edge]:
    return [(top, move, child) for move, child in zip(top.moves, top.children, strict=True)]


def _reached(edges: list[Edge], phase: int) -> list[Edge]:
    """The nodes from these edges on that this phase has not filled, parents before children."""
    reached: list[Edge] = []
    seen: set[int] = set()
    for edge in edges:
        waiting = [edge]
        while waiting:
            at = waiting.pop()
            node = at[2]
            if node.filled != phase and node.number not in seen:
                seen.add(node.number)
                reached.append(at)
                waiting.extend(reversed(_edges(node)))
    reached.sort(key=lambda one: (one[2].rank, one[2].number))
    return reached


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


def _sure(leaf: AnyNode, belief: Belief[Any, Any]) -> tuple[float, float] | None:
    """What is sure of a move from ``leaf``, for the Player."""
    sure = belief.sure
    return sure if sure is None or leaf.player_to_move else (-sure[1], -sure[0])


def _new(leaf: AnyNode, belief: Belief[Any, Any]) -> AnyNode:
    player_moves = leaf.player_to_move
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
        player_to_move=player_moves == belief.moves_again,
        sure=_sure(leaf, belief),
    )
