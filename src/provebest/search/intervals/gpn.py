"""Grid proof numbers: always work on the cheapest argument that separates one move.

Our own step beyond B* (rules ``[GPN-n]`` in ``docs/papers/beyond_bstar.md``). For a handful of
thresholds between the surest arc and the strongest rival, every node carries the work that seems
needed to show its value at least, or at most, that threshold. A plan is an arc and a threshold:
show that arc above it and every other below it. Each expansion goes to the cheapest plan's most
telling part.

The proof is that of every interval search: bounds that separate. The works only steer, so a poor
estimate of work costs expansions and never makes an answer wrong.

A work is 0 if the claim is shown, infinite if it is impossible, and else positive and finite. Works
are floats added in the order of the children: the compiled twin adds in the same order, and the
tests compare the two node for node, so the order may not change.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from operator import add

from provebest.games.protocol import Game, Move, State
from provebest.search.intervals.node import IntervalNode
from provebest.search.intervals.search import IntervalSearch
from provebest.search.intervals.strategy import RootView
from provebest.vocabulary import BadInputError, added, number_text

Works = tuple[list[float], list[float]]
"""The work to show value >= and value <= each threshold; a node keeps it as its ``memo``.

Two lists as long as the thresholds. Nodes share them, so no list is changed once it is kept."""


@dataclass(frozen=True, slots=True)
class Grid:
    """How many thresholds there are, and when they are drawn again."""

    thresholds: int
    least_inside: int
    """Drawn again if fewer than this many lie in the open question (not used for 1 threshold)."""


GRIDS = {"GPN": Grid(8, 6), "GPN4": Grid(4, 3), "GPN1": Grid(1, 1)}


class GridSearch(IntervalSearch[State, Move]):
    """GPN, GPN4 or GPN1, by the grid. Most users want ``bstar(game, "GPN")``.

    After every ``select`` the works of all nodes that can still be chosen are what computing them
    anew from the leaves would give. Bounds must be finite: an infinite range has no shares.
    """

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
        """Ascending, in units of the game's value; empty before the first ``select``."""

    def select(self) -> IntervalNode[State, Move] | None:
        """The most telling leaf of the cheapest plan; None if the root has one arc.

        The open question lies between ``low``, what MAX has for sure, and ``high``, the most that
        an arc other than the best can reach: ``low <= high``.
        """
        view = RootView(self.root)
        if view.alternative is None:
            return None
        low, high = view.max_lo, view.alternative.hi
        if self._must_renew(low, high):
            self._renew(low, high)
        else:
            self._refresh(self.leaf)
        plan = self._cheapest_plan(view, low, high)
        return self._first_open_leaf() if plan is None else self._descend(*plan)

    def _must_renew(self, low: float, high: float) -> bool:
        """[GPN-1] The grid spans the open question; it is drawn again when it does not."""
        if self._grid.thresholds == 1:
            quarter = (high - low) / 4  # one threshold is renewed when it leaves the central half
            return not any(low + quarter <= a <= high - quarter for a in self._thresholds)
        inside = sum(low <= a <= high for a in self._thresholds)
        return inside < self._grid.least_inside

    def _renew(self, low: float, high: float) -> None:
        """Draws the grid from low to high and computes all works again: O(tree).

        The last threshold is ``high`` itself, not a sum of steps: rounding could pass it.
        """
        count = self._grid.thresholds
        if count == 1:
            self._thresholds = [(low + high) / 2]
        else:
            step = (high - low) / (count - 1)
            self._thresholds = [low + step * g for g in range(count - 1)] + [high]
        for node in self._open_children_first():
            node.memo = self._combine(node) if node.children else self._leaf_works(node)

    def _open_children_first(self) -> list[IntervalNode[State, Move]]:
        """The nodes whose works depend on the thresholds, children before their parents.

        A node with ``hi`` below or ``lo`` above every threshold gets its works here: each claim is
        shown or impossible. Nothing below it is chosen until the grid is drawn again, so the
        works below it are left as they are, out of date.
        """
        least, greatest = self._thresholds[0], self._thresholds[-1]
        nothing, without_end = [0.0] * len(self._thresholds), [math.inf] * len(self._thresholds)
        order, stack = [self.root], list(self.root.children or ())
        while stack:
            node = stack.pop()
            if node.hi < least:
                node.memo = without_end, nothing
            elif node.lo > greatest:
                node.memo = nothing, without_end
            else:
                order.append(node)
                if node.children:
                    stack += node.children
        order.reverse()
        return order

    def _refresh(self, expanded: IntervalNode[State, Move]) -> None:
        """Brings the works up to date after one expansion, from the new leaves to the root.

        It stops at the first node whose works did not change: those above it depend on nothing else
        that an expansion can change, unless bounds contradict each other.
        """
        for child in expanded.children or ():
            child.memo = self._leaf_works(child)
        node: IntervalNode[State, Move] | None = expanded
        while node is not None:
            works = self._combine(node)
            if works == node.memo:
                return  # nothing above can have changed either
            node.memo = works
            node = node.parent

    def _leaf_works(self, leaf: IntervalNode[State, Move]) -> Works:
        """[GPN-2] The mover's claim costs e^(3h) for the share h of the interval he must gain.

        The other side's claim costs 2*sqrt(width)*e^(4(1-h)), with the width of the leaf's parent;
        0 if shown, infinite if impossible. With ``lo < hi`` a threshold at ``lo`` or ``hi`` counts
        as beyond it: the claim that only equality could save is infinite.
        """
        lo, hi = leaf.lo, leaf.hi
        span = hi - lo
        if not math.isfinite(span):
            raise BadInputError(
                f"grid proof numbers need finite bounds; {self._asked.show(leaf.state)!r} "
                f"has [{number_text(lo)}, {number_text(hi)}]"
            )
        siblings = leaf.parent.children if leaf.parent is not None else None
        against = 2 * math.sqrt(len(siblings) if siblings else 1)
        thresholds = self._thresholds
        # Thresholds up to `first` are <= lo: "at least" is shown. Those from `last` on are >= hi:
        # "at most" is shown. Between them lo < threshold < hi, and both claims are open.
        first, last = bisect_right(thresholds, lo), bisect_left(thresholds, hi)
        if first > last:  # lo == hi == a threshold: both claims are shown there
            ups = [0.0] * first + [math.inf] * (len(thresholds) - first)
            return ups, [math.inf] * last + [0.0] * (len(thresholds) - last)
        if leaf.max_moves:
            gains = [(a - lo) / span for a in thresholds[first:last]]
        else:
            gains = [(hi - a) / span for a in thresholds[first:last]]
        movers = [exp(3 * gain) for gain in gains]
        others = [against * exp(4 * (1 - gain)) for gain in gains]
        up, down = (movers, others) if leaf.max_moves else (others, movers)
        beyond = len(thresholds) - last
        return (
            [0.0] * first + up + [math.inf] * beyond,
            [math.inf] * first + down + [0.0] * beyond,
        )

    def _combine(self, node: IntervalNode[State, Move]) -> Works:
        """[GPN-3] The mover needs one child for his claim; against him all are needed.

        So his own claims cost the least of the children's works, the other side's their sum.
        """
        for_one, for_all = (0, 1) if node.max_moves else (1, 0)
        works: list[Works] = [child.memo for child in node.children or [node]]
        least = works[0][for_one]
        if len(works) > 1:
            least = list(map(min, *[work[for_one] for work in works]))
        added_up = works[0][for_all]
        for work in works[1:]:
            added_up = list(map(add, added_up, work[for_all]))  # from the first to the last
        ups, downs = (least, added_up) if node.max_moves else (added_up, least)
        # A bound supplied at the node's own depth is the game's own, tighter than its children's.
        if node.depth in (node.dlo, node.dhi):
            ups, downs = list(ups), list(downs)
            self._settle_by_own_bounds(node, ups, downs)
        return ups, downs

    def _settle_by_own_bounds(
        self, node: IntervalNode[State, Move], ups: list[float], downs: list[float]
    ) -> None:
        """Settles the claims that the node's own bounds show or exclude; changes both lists.

        Needed only if the node has a bound that is tighter than its children's.
        """
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
    ) -> tuple[IntervalNode[State, Move], bool, int] | None:
        """[GPN-4] The plan with the least work, and its most telling unfinished part.

        Returns an arc, whether the claim about it is "at least", and the threshold's place. Ties go
        to the lower threshold, then to the earlier arc.

        There is a plan of finite work if a threshold lies strictly inside: for ``low < a < high``
        the best arc has ``hi > a`` and every arc ``lo < a``. At the ends a leaf's claim may count
        as impossible although equality would do, so if ``low`` and ``high`` are neighbouring floats
        there may be none: then None. A plan without an unfinished part would be a separation.
        """
        works: list[Works] = [arc.memo for arc in view.arcs]
        best_cost, best_arc, best_place = math.inf, 0, 0
        inside = range(bisect_left(self._thresholds, low), bisect_right(self._thresholds, high))
        for place in inside:
            downs = [down[place] for _, down in works]
            without_end = downs.count(math.inf)
            if without_end > 1:
                continue  # whichever arc is raised, another cannot be lowered so far
            arcs: Sequence[int] = range(len(works))
            if without_end:
                only = downs.index(math.inf)
                downs[only] = 0.0  # it is the arc to raise; inf - inf below would be nan
                arcs = (only,)
            total = added(downs)
            for number in arcs:
                cost = works[number][0][place] + total - downs[number]
                if cost < best_cost:
                    best_cost, best_arc, best_place = cost, number, place
        if best_cost == math.inf:
            return None
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

    def _first_open_leaf(self) -> IntervalNode[State, Move]:
        """A leaf with ``lo < hi``. An open node has an open child: known ones would make it known.

        The root is open, or it would be separated.
        """
        node = self.root
        while node.children:
            node = next(child for child in node.children if child.lo < child.hi)
        return node

    def _descend(
        self, node: IntervalNode[State, Move], at_least: bool, place: int
    ) -> IntervalNode[State, Move]:
        """[GPN-5] At a node of the side that wants the claim, to its cheapest child.

        At a node of the other side, to the unfinished child that is nearest to refuting it. If the
        claim's work is positive and finite at the first node, it is so at every node on the way,
        and the leaf that is reached has ``lo < hi``. Ties go to the earlier child.
        """
        own, opposite = (0, 1) if at_least else (1, 0)
        while node.children:
            works: list[Works] = [child.memo for child in node.children]
            if node.max_moves == at_least:
                chosen = min(range(len(works)), key=lambda n: works[n][own][place])
            else:
                chosen = min(
                    (n for n in range(len(works)) if works[n][own][place] > 0),
                    key=lambda n: works[n][opposite][place],
                )
            node = node.children[chosen]
        return node
