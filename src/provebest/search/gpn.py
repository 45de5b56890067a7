"""Grid proof numbers: always work on the cheapest argument that separates one move.

Our own step beyond B* (rules ``[GPN-n]`` in ``docs/papers/beyond_bstar.md``). For a handful of
thresholds between the surest arc and the strongest rival, every node carries the work that seems
needed to show its value at least, or at most, that threshold. A plan is an arc and a threshold:
show that arc above it and every other below it. Each expansion goes to the cheapest plan's most
telling part.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from provebest.games.protocol import Game, Move, State
from provebest.search.bstar_node import IntervalNode
from provebest.search.bstar_strategy import RootView
from provebest.search.interval_search import IntervalSearch
from provebest.vocabulary import BadInputError, added

Works = dict[IntervalNode[State, Move], tuple[list[float], list[float]]]


@dataclass(frozen=True, slots=True)
class Grid:
    """How many thresholds, and how many must lie in the open question."""

    thresholds: int
    least_inside: int


GRIDS = {"GPN": Grid(8, 6), "GPN4": Grid(4, 3), "GPN1": Grid(1, 1)}


class GridSearch(IntervalSearch[State, Move]):
    """GPN, GPN4 or GPN1, by the grid. Most users want ``bstar(game, "GPN")``."""

    def __init__(
        self,
        game: Game[State, Move],
        grid: Grid,
        *,
        state: State | None = None,
        max_depth: int | None = None,
        max_nodes: int | None = None,
    ) -> None:
        super().__init__(game, state=state, max_depth=max_depth, max_nodes=max_nodes)
        self._grid = grid
        self._thresholds: list[float] = []
        self._works: Works[State, Move] = {}
        """For each node the work to show value >= and value <= each threshold."""

    def select(self) -> IntervalNode[State, Move] | None:
        """The most telling leaf of the cheapest plan."""
        view = RootView(self.root)
        if view.alternative is None:
            return None
        low, high = view.max_lo, view.alternative.hi
        if self._must_renew(low, high):
            self._renew(low, high)
        else:
            self._refresh(self.leaf)
        arc, claim, place = self._cheapest_plan(view, low, high)
        return self._descend(arc, claim, place)

    def _must_renew(self, low: float, high: float) -> bool:
        """[GPN-1] The grid spans the open question; it is drawn again when it does not."""
        if self._grid.thresholds == 1:
            quarter = (high - low) / 4  # one threshold is renewed when it leaves the central half
            return not any(low + quarter <= a <= high - quarter for a in self._thresholds)
        inside = sum(low <= a <= high for a in self._thresholds)
        return inside < self._grid.least_inside

    def _renew(self, low: float, high: float) -> None:
        count = self._grid.thresholds
        if count == 1:
            self._thresholds = [(low + high) / 2]
        else:
            step = (high - low) / (count - 1)
            self._thresholds = [low + step * g for g in range(count - 1)] + [high]
        self._works = {}
        for node in _children_first(self.root):
            self._works[node] = self._combined(node) if node.children else self._leaf_works(node)

    def _refresh(self, expanded: IntervalNode[State, Move]) -> None:
        for child in expanded.children or ():
            self._works[child] = self._leaf_works(child)
        node: IntervalNode[State, Move] | None = expanded
        while node is not None:
            works = self._combined(node)
            if works == self._works.get(node):
                return  # nothing above can have changed either
            self._works[node] = works
            node = node.parent

    def _leaf_works(self, leaf: IntervalNode[State, Move]) -> tuple[list[float], list[float]]:
        """[GPN-2] The mover's claim costs e^(3h) for the share h of the interval he must gain.

        The other side's claim costs 2*sqrt(width)*e^(4(1-h)); nothing if shown, without end if
        impossible.
        """
        lo, hi = leaf.lo, leaf.hi
        span = hi - lo
        if not math.isfinite(span):
            raise BadInputError(
                f"grid proof numbers need finite bounds; {self.game.show(leaf.state)!r} "
                f"has [{lo:g}, {hi:g}]"
            )
        siblings = leaf.parent.children if leaf.parent is not None else None
        against = 2 * math.sqrt(len(siblings) if siblings else 1)
        ups, downs = [], []
        for a in self._thresholds:
            if lo >= a or hi <= a:
                ups.append(0.0 if lo >= a else math.inf)
                downs.append(0.0 if hi <= a else math.inf)
                continue
            gain = (a - lo) / span if leaf.max_moves else (hi - a) / span
            mover, other = math.exp(3 * gain), against * math.exp(4 * (1 - gain))
            ups.append(mover if leaf.max_moves else other)
            downs.append(other if leaf.max_moves else mover)
        return ups, downs

    def _combined(self, node: IntervalNode[State, Move]) -> tuple[list[float], list[float]]:
        """[GPN-3] The mover needs one child for his claim; against him all are needed."""
        works = [self._works[child] for child in node.children or ()]
        ups, downs = (
            zip(*(up for up, _ in works), strict=True),
            zip(*(down for _, down in works), strict=True),
        )
        combined: tuple[list[float], list[float]]
        if node.max_moves:
            combined = list(map(min, ups)), list(map(added, downs))
        else:
            combined = list(map(added, ups)), list(map(min, downs))
        if node.depth in (node.dlo, node.dhi):
            self._claim_what_was_said(node, *combined)
        return combined

    def _claim_what_was_said(
        self, node: IntervalNode[State, Move], ups: list[float], downs: list[float]
    ) -> None:
        """A bound of the node's own that is tighter than its children's settles claims as well."""
        for place, a in enumerate(self._thresholds):
            if node.lo >= a:
                ups[place] = 0.0
            if node.hi <= a:
                downs[place] = 0.0
            if node.lo > a:
                downs[place] = math.inf
            if node.hi < a:
                ups[place] = math.inf

    def _cheapest_plan(
        self, view: RootView[State, Move], low: float, high: float
    ) -> tuple[IntervalNode[State, Move], bool, int]:
        """[GPN-4] The plan with the least work, and its most telling unfinished part.

        Returns an arc, whether the claim about it is "at least", and the threshold's place.
        """
        works = [self._works[arc] for arc in view.arcs]
        best_cost, best_arc, best_place = math.inf, 0, 0
        for place, a in enumerate(self._thresholds):
            if not low <= a <= high:
                continue
            downs = [down[place] for _, down in works]
            without_end = sum(down == math.inf for down in downs)
            total = added(down for down in downs if down != math.inf)
            for number, (up, _) in enumerate(works):
                own = downs[number]
                if without_end > (own == math.inf):
                    continue
                cost = up[place] + total - (0 if own == math.inf else own)
                if cost < best_cost:
                    best_cost, best_arc, best_place = cost, number, place
        parts = [
            (
                works[n][0 if n == best_arc else 1][best_place],
                works[n][n == best_arc][best_place],
                n,
            )
            for n in range(len(works))
        ]
        _, chosen = min((own * opposite, n) for own, opposite, n in parts if own > 0)
        return view.arcs[chosen], chosen == best_arc, best_place

    def _descend(
        self, node: IntervalNode[State, Move], at_least: bool, place: int
    ) -> IntervalNode[State, Move]:
        """[GPN-5] Where the mover wants the claim, to his cheapest child.

        Elsewhere to the unfinished child that is nearest to refuting it.
        """
        own, opposite = (0, 1) if at_least else (1, 0)
        while node.children:
            works = [self._works[child] for child in node.children]
            if node.max_moves == at_least:
                chosen = min(range(len(works)), key=lambda n: works[n][own][place])
            else:
                chosen = min(
                    (n for n in range(len(works)) if works[n][own][place] > 0),
                    key=lambda n: works[n][opposite][place],
                )
            node = node.children[chosen]
        return node


def _children_first(root: IntervalNode[State, Move]) -> list[IntervalNode[State, Move]]:
    order, stack = [], [root]
    while stack:
        node = stack.pop()
        order.append(node)
        stack.extend(node.children or ())
    return order[::-1]
