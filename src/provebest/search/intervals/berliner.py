"""B*: best-first search that stops when one move is proved better than every other.

Berliner (1979) in the checked reading; rules ``[B79-n]`` are listed in
``docs/papers/berliner1979.md``, in the same order. Bounds speak for MAX. At the root, and only
there, a strategy is chosen: raise the best arc (PROVEBEST) or lower its rivals (DISPROVEREST).
From there each side follows its own most optimistic arc; after an expansion the bounds are backed
up, and the search returns to the root as soon as an arc of the root has changed.
"""

from __future__ import annotations

import math

from provebest.games.protocol import Game, Move, State
from provebest.search.intervals.node import IntervalNode
from provebest.search.intervals.rules import Rule, RuleApplied, line_to
from provebest.search.intervals.search import IntervalSearch
from provebest.search.intervals.strategy import RootView, Strategy, disproves
from provebest.vocabulary import EventStream


class BStarSearch(IntervalSearch[State, Move]):
    """Berliner's B* as an object with ``step()``. Most users want ``bstar``.

    What a descent keeps, in ``_outside``, has one entry for each node from the arc of the root to
    the node at work; MAX's entry never falls and MIN's never rises going down.
    """

    def __init__(
        self,
        game: Game[State, Move],
        strategy: Strategy,
        *,
        state: State | None = None,
        max_depth: int | None = None,
        max_nodes: int | None = None,
    ) -> None:
        super().__init__(game, state=state, max_depth=max_depth, max_nodes=max_nodes)
        self.strategy = strategy
        self.events = EventStream()
        """``RuleApplied``: why the search goes where it goes."""
        self._proving = True
        self._aspiration: float = 0
        """The value that an arc is to reach from below (proving) or from above (disproving)."""
        self._outside: list[tuple[float, float]] = []
        """For each node on the path, the best that MAX and MIN can have elsewhere."""

    def select(self) -> IntervalNode[State, Move]:
        """From the node just expanded to the next leaf, by rules 1 to 5.

        If a bound of an arc of the root has changed, from the root; else from where it stands,
        with the strategy, aspiration and outside options that were chosen there.

        A leaf with ``lo < hi`` is taken before rules 2 to 5 are asked: they apply to nodes that
        are expanded. With valid bounds the aspiration then never decides anything: whenever rule 3
        or 5 holds, rule 1, 2 or 4 does or an arc of the root has changed, so L and M expand the
        same nodes (``docs/papers/berliner1979.md``).
        """
        at_root = self.arc_changed
        node = self.leaf
        while True:
            if at_root:
                node = self._choose(RootView(self.root))
                at_root = False
            if node.children is None and node.lo < node.hi:
                return node
            rule = self._why_settled(node)
            if rule is None:
                node = self._descend(node)
                continue
            self._tell(rule, node)
            self._outside.pop()
            if node.parent is None or node.parent is self.root:
                at_root = True
            else:
                node = node.parent

    def _choose(self, view: RootView[State, Move]) -> IntervalNode[State, Move]:
        """[B79-7] Strategy, aspiration and outside options, fixed until the root is seen again.

        Returns the arc to work on: the best one to prove it, the alternative to disprove it. It is
        not settled when it is returned, or the search would never leave the root.
        """
        alternative = view.alternative
        rival = -math.inf if alternative is None else alternative.hi
        self._proving = not disproves(self.strategy, view)
        target = view.best if self._proving or alternative is None else alternative
        for_max, for_min = (rival, view.max_lo) if self._proving else (view.max_lo, rival)
        middle = (view.max_lo + rival) / 2
        # Strictly between: of two neighbouring floats the middle is rounded to one of them, and
        # rule 3 or 5 would settle the arc at once. An infinite middle is not between either.
        aspires_to_middle = self.strategy.middle and view.max_lo < middle < rival
        self._aspiration = middle if aspires_to_middle else for_max
        self._outside = [(for_max, for_min)]
        self._tell(Rule.STRATEGY, target)
        return target

    def _why_settled(self, node: IntervalNode[State, Move]) -> Rule | None:
        """Why nothing below this node can matter now, by rules 1 to 5 of the paper; else None.

        Rules 2 and 4 are strict: a node that only equals what is offered elsewhere is still
        searched. Rules 3 and 5 are the same test at MAX's and at MIN's nodes.
        """
        max_elsewhere, min_elsewhere = self._outside[-1]
        if node.lo == node.hi:
            return Rule.RESOLVED  # [B79-8] rule 1
        if node.hi < max_elsewhere:
            return Rule.MAX_ELSEWHERE  # [B79-9] rules 2 and 4
        if node.lo > min_elsewhere:
            return Rule.MIN_ELSEWHERE  # [B79-10] rules 2 and 4
        if self._proving and node.lo >= self._aspiration:
            return Rule.PROVED_ENOUGH  # [B79-11] rule 3
        if not self._proving and node.hi <= self._aspiration:
            return Rule.DISPROVED_ENOUGH  # [B79-12] rule 5
        return None

    def _descend(self, node: IntervalNode[State, Move]) -> IntervalNode[State, Move]:
        """[B79-13] To the mover's most optimistic arc; his second becomes his outside option.

        The new entry of ``_outside`` is at least as good for the mover as the inherited one, and
        the same for the other side.
        """
        for_max, for_min = self._outside[-1]
        best, second = node.best_and_alternative()
        if second is not None:
            if node.max_moves:
                for_max = max(for_max, second.hi)
            else:
                for_min = min(for_min, second.lo)
        self._outside.append((for_max, for_min))
        self._tell(Rule.DESCEND, best)
        return best

    def _tell(self, rule: Rule, node: IntervalNode[State, Move]) -> None:
        self.events.send(
            RuleApplied,
            lambda: RuleApplied(
                rule, line_to(node), self._proving, self._aspiration, *self._outside[-1]
            ),
        )
