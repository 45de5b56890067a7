"""How the graph grows: new moves with what they inherit, and optimism that is asked for later.

Values of beliefs speak for the mover, those of nodes for the Player: the sign is changed here.
"""

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
"""The optimism that was asked for, by the node's number; it speaks for the mover."""


class GraphBuilder:
    """Adds the moves of a leaf to the graph, and fills in optimism when a phase begins.

    The believer is asked before anything changes: if a question raises, the graph is as it was.
    After each public method but ``ask_before_phase`` the values are right again: ``add`` and
    ``nothing`` leave ``real``, ``hi``, ``lo`` and ``p`` right, ``start_phase`` all but ``p``, for
    which the caller has to take aim.
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
        """Positions of the game before the root: a move back to one of them is a draw."""
        self.phases = 0
        """Phases begun since the first. A node with ``filled == phases`` needs nothing more."""

    def add(self, leaf: AnyNode, beliefs: Sequence[Belief[Any, Any]], *, player: bool) -> None:
        """Adds the moves of ``leaf`` and updates the values above.

        ``player`` says whether the Player is the Forcer. ``beliefs`` may not be empty.
        """
        above = self.graph.above(leaf)
        hopes = self._ask_missing(leaf, beliefs, above, player=player)
        joined = [e for belief in beliefs if (e := self._add(leaf, belief, above)) is not None]
        self.graph.settle_order(leaf, above)
        filled = self._fill(joined, hopes, player=player) if joined else []
        new = [child for child in leaf.children if not child.children]
        # `update` compares a node with itself before; a filled node has changed already, so its
        # parents are named too.
        around = [parent for node in filled for parent in node.parents]
        self.values.update([leaf, *new, *filled, *around])

    def _ask_missing(
        self,
        leaf: AnyNode,
        beliefs: Sequence[Belief[Any, Any]],
        above: dict[int, AnyNode],
        *,
        player: bool,
    ) -> Hopes:
        """Asks for the optimism that is missing at and below known positions that moves lead to.

        A known position may have been made in another phase. Not asked: a node for which one of
        the beliefs brings a hope.
        """
        edges, hoped = [], set()
        for belief in beliefs:
            known = self._find_known(leaf, belief, above)
            if known is not None:
                edges.append((leaf, belief.move, known))
                if belief.hope is not None:
                    hoped.add(known.number)
        reached = _unfilled(edges, self.phases)
        return self._ask([e for e in reached if e[2].number not in hoped], player=player)

    def nothing(self, leaf: AnyNode) -> None:
        """Records that ``leaf`` has no moves: what was believed of it is a fact."""
        leaf.over = leaf.settled = leaf.own_hope = True
        leaf.hi = leaf.lo = leaf.real
        self.values.update([leaf])

    def ask_before_phase(self, top: AnyNode, *, player: bool) -> Hopes:
        """Asks for the optimism of every move of the Forcer below ``top`` that inherited its own.

        Nothing changes; the answer is for ``start_phase``, with the same ``top`` and ``player``.
        """
        return self._ask(_unfilled(_edges(top), self.phases + 1), player=player)

    def start_phase(self, top: AnyNode, hopes: Hopes, *, player: bool) -> None:
        """Begins a phase with the optimism that was asked for; ``player`` is its Forcer.

        All of ``real``, ``hi`` and ``lo`` are backed up; OptPrb is left to ``Values.take_aim``.
        """
        self.phases += 1
        self._fill(_edges(top), hopes, player=player)
        self.values.back_up_all()

    def _find_known(
        self, leaf: AnyNode, belief: Belief[Any, Any], above: dict[int, AnyNode]
    ) -> AnyNode | None:
        """The node that the move leads to, if there is one and the move is not a draw by itself."""
        known = self.graph.known(belief.state, player_moved=leaf.player_to_move)
        if known is None or self._repeats(belief.state, above):
            return None
        closes = known.number in above
        return None if closes and not self.settings.conditional_values else known

    def _add(
        self, leaf: AnyNode, belief: Belief[Any, Any], above: dict[int, AnyNode]
    ) -> Edge | None:
        """Adds a child with its own values and what it inherits, once, from its parent [BM95-4].

        Returns the new edge if the position was known already, for something may be missing below
        it; None for a new node or a draw.
        """
        joined = self._find_known(leaf, belief, above)
        if joined is not None:
            if belief.hope is not None and not joined.own_hope:
                _set_own_hope(joined, belief.hope)
            self.graph.join(leaf, belief.move, joined, closes=joined.number in above)
            return leaf, belief.move, joined
        known = self.graph.known(belief.state, player_moved=leaf.player_to_move)
        if known is not None or self._repeats(belief.state, above):
            child = self._new_draw(leaf, belief)
            self.graph.add(leaf, belief.move, child, private=True)
        else:
            child = _new_node(leaf, belief)
            self.graph.add(leaf, belief.move, child)
        child.filled = self.phases
        return None

    def _repeats(self, state: Any, above: dict[int, AnyNode]) -> bool:
        """Whether a move to this position repeats it on every path: always a draw [BM95-22].

        So does a move back to the root or to a position before it, and in a tree (nothing shared)
        one to any position above.
        """
        if state in self.history or state == self.graph.root.state:
            return True
        return not self.graph.share and any(state == node.state for node in above.values())

    def _new_draw(self, leaf: AnyNode, belief: Belief[Any, Any]) -> AnyNode:
        """A leaf for a draw by repetition.

        The draw is a policy and not a fact, so its sure bounds are only those of the belief.
        """
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
        """Asks for the optimism of the Forcer's moves among these that have none of their own.

        One question for all of them; none at all if there are no such moves.
        """
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
        """Fills in the optimism below these edges if the present phase has not done so.

        Moves of the Forcer get their own optimism; moves of the Obstructor take over their parent's
        new value if theirs is undefined [BM95-16]. Parents come before their children, so that a
        value can be inherited down a whole line. Returns the nodes that were reached; inner nodes
        among them have to be backed up.
        """
        reached = _unfilled(edges, self.phases)
        for _, _, node in reached:
            node.filled = self.phases
            if node.player_moved == player and not node.own_hope:
                _set_own_hope(node, hopes[node.number])
        for parent, _, node in reached:
            if node.player_moved != player:
                _inherit(node, parent, player=player)
        return [node for _, _, node in reached]


def _edges(top: AnyNode) -> list[Edge]:
    return [(top, move, child) for move, child in zip(top.moves, top.children, strict=True)]


def _unfilled(edges: list[Edge], phase: int) -> list[Edge]:
    """The edges below these (and themselves) to nodes that this phase has not filled.

    One edge for each node, by rank and then by number: parents before children. Below a node that
    is filled nothing is looked at: what lies there is filled as well.
    """
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


def _set_own_hope(node: AnyNode, hope: float) -> None:
    """Sets the mover's own optimism; it is never worse for him than ``real``."""
    node.own_hope = True
    if node.player_moved:
        node.hi = max(hope, node.real)
    else:
        node.lo = min(-hope, node.real)
    if not node.children:
        node.hope = node.hi if node.player_moved else node.lo


def _inherit(node: AnyNode, parent: AnyNode, *, player: bool) -> None:
    """Takes over the parent's optimism of the Forcer if the node's is undefined."""
    if player and node.hi is None and parent.hi is not None:
        node.hi = max(parent.hi, node.real)
    if not player and node.lo is None and parent.lo is not None:
        node.lo = min(parent.lo, node.real)


def _sure(leaf: AnyNode, belief: Belief[Any, Any]) -> tuple[float, float] | None:
    """The sure bounds of a move from ``leaf``, turned so that they speak for the Player."""
    sure = belief.sure
    return sure if sure is None or leaf.player_to_move else (-sure[1], -sure[0])


def _new_node(leaf: AnyNode, belief: Belief[Any, Any]) -> AnyNode:
    """A node for a move to a new position: ``lo <= real <= hi`` for those that are defined."""
    player_moves = leaf.player_to_move
    real = belief.real if player_moves else -belief.real
    hi, lo = (real, real) if belief.over else (leaf.hi, leaf.lo)
    if belief.hope is not None and not belief.over:
        hi, lo = (belief.hope, lo) if player_moves else (hi, -belief.hope)
    node: AnyNode = Node(
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
    if belief.hope is not None:
        node.hope = node.hi if player_moves else node.lo
    return node
