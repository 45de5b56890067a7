"""Bandwidth search for one person: an answer with a stated error. Harris (1974), sections 2 and 3.

Rules ``[H74-n]`` are listed in ``docs/papers/harris1974.md``; code and list are in one order. Open
nodes are ordered by g + H1, where H1 may exceed the truth by at most the declared e. The first goal
selected costs at most e more than the cheapest (phase 1); going on until no open node can hold a
cheaper one proves the best goal optimal (phase 2). Nodes that cannot be on a cheapest path are
dropped.

What holds between two steps, given the band: a cheapest goal has been selected, or lies below an
open node, or below one that the depth limit cut. So the cheapest cost is at least the least of
``best.g``, the open lower bounds and ``_least_cut`` (all times scale), and at most ``least_upper``.
"""

from __future__ import annotations

import math
from copy import deepcopy
from typing import Any, Generic, Self

from provebest.problems.checked import checked, refuse_unhashable, renewal
from provebest.problems.protocol import Action, Problem, State
from provebest.search.bandwidth.band import Band, Bounds, surely_less
from provebest.search.bandwidth.result import BandwidthResult, bandwidth_result
from provebest.search.copying import Loose, attach_nodes, detach_nodes
from provebest.search.path.open_list import OpenList
from provebest.search.path.rows import in_a_row
from provebest.vocabulary import Stopped, Tally


class BandNode(Loose, Generic[State, Action]):
    """A state, the way it was reached and its bounds. Only ``is_open`` ever changes.

    A cheaper way to the same state makes a new node; the old one stays where it is and is closed
    when it is selected.
    """

    __slots__ = ("action", "bounds", "depth", "g", "is_open", "parent", "state", "step_cost")

    def __init__(
        self,
        state: State,
        parent: BandNode[State, Action] | None,
        action: Action | None,
        step_cost: float,
        bounds: Bounds,
    ) -> None:
        self.state, self.parent, self.action, self.step_cost = state, parent, action, step_cost
        self.g: float = 0 if parent is None else parent.g + step_cost
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.bounds = bounds
        self.is_open = True

    def way(self) -> list[BandNode[State, Action]]:
        """The nodes from the start to this one, both included."""
        nodes = [self]
        while nodes[-1].parent is not None:
            nodes.append(nodes[-1].parent)
        return nodes[::-1]


class BandwidthSearch(Generic[State, Action]):
    """The search as an object with ``step()``. Most users want ``find_path_within``.

    A node is open if it is waiting or selected. ``_by_f1`` holds the open nodes but for the
    selected one; ``_by_lower`` may hold closed ones too, which are skipped when they come up.
    """

    def __init__(
        self,
        problem: Problem[State, Action],
        band: Band[State],
        *,
        prove_optimal: bool = False,
        drop: bool = True,
        max_depth: int | None = None,
    ) -> None:
        self.problem, self._band = problem, band
        self.asked = checked(problem, hashed=not problem.is_tree)
        """The same problem, with its answers checked."""
        self._renew = renewal(self.asked)
        self._max_depth = max_depth
        self._least_cut: float = math.inf
        """The least lower bound of any node that was not expanded because of the depth limit."""
        self.prove_optimal, self._drop = prove_optimal, drop
        self.tally = Tally()
        self.stopped: Stopped | None = None
        self.best: BandNode[State, Action] | None = None
        """The cheapest goal selected so far."""
        self.first_goal: BandNode[State, Action] | None = None
        """The goal that ended phase 1; ``best`` may be cheaper."""
        self.expanded_at_first_goal = 0
        self.least_upper: float = math.inf
        """Some goal costs no more, times scale: the least f2 of any node, and the goals found."""
        self.upper_node: BandNode[State, Action] | None = None
        """The node with the least upper bound so far; its problem may know a completion."""
        self.proved_lower: float = -math.inf
        """The greatest lower bound of the cheapest cost that has held so far, times scale.

        It never falls, though ``lower_bound()`` can: children may have lower bounds below their
        parent's."""
        self._band_refuted = False
        """Whether a goal, or an upper bound, was below the lower bound of a node on its way."""
        self.dropped = 0
        """Nodes dropped; a node below a dropped one is never made, so it is not counted."""
        self.open_count = 0
        self.peak_open = 0
        self._by_f1: OpenList[BandNode[State, Action]] = OpenList("newest")  # [H74-2]
        self._by_lower: OpenList[BandNode[State, Action]] = OpenList("newest")
        self._cheapest_g: dict[State, float] = {}
        """The least g of any node made for a state; not kept if the problem is a tree."""
        self.selected: BandNode[State, Action] | None = None
        start = self.asked.start()
        self._take(BandNode(start, None, None, 0, band.of(start, 0)))
        if self._band_refuted:
            self.stopped = Stopped.BAND_FALSE
        else:
            self._select()

    def step(self, at_most: int = 1) -> None:
        """Expands the selected node and selects the next one; up to ``at_most`` times in a row.

        If a limit cuts the step off, either ``selected`` is not expanded, or nothing is selected
        and the next step begins by selecting. Either way the open nodes cover everything that was
        not ruled out, so every bound holds.
        """
        if self._renew is not None:
            self._renew()
        in_a_row(self, self._advance, at_most)

    def __getstate__(self) -> dict[str, Any]:
        ends = (self.selected, self.best, self.first_goal, self.upper_node)
        return detach_nodes(self, [*self._by_f1, *self._by_lower, *ends])

    def __setstate__(self, state: dict[str, Any]) -> None:
        attach_nodes(self, state)

    def __copy__(self) -> Self:
        """A search with a tree of its own."""
        return deepcopy(self)

    def stored(self) -> int:
        """Open nodes: what Harris counts, and what the drop rule keeps small."""
        return self.open_count

    def headline(self) -> str:
        """The bounds of the optimum so far, for a progress bar."""
        scale = self.problem.scale
        low = float(max(self.lower_bound(), self.proved_lower) / scale)
        high = float(self.least_upper / scale)
        return f"optimum between {low:g} and {high:g}, {self.open_count} open"

    def result(self, stopped: Stopped) -> BandwidthResult[State, Action]:
        """The best goal so far and the bound on its error."""
        return bandwidth_result(self, stopped)

    def lower_bound(self) -> float:
        """No goal costs less, times scale: the least of the open lower bounds and the best goal.

        [H74-5] A cheapest goal was selected already, or lies below an open node; a dropped node is
        not on the way to one.
        """
        found = math.inf if self.best is None else self.problem.scale * self.best.g
        return min(self._least_open_lower(), found)

    def _advance(self) -> None:
        if self.selected is not None:
            self._expand(self.selected)
        if self.stopped is None:
            self._select()

    def _expand(self, node: BandNode[State, Action]) -> None:
        """Closes the node and opens its children, all or nothing; ``selected`` is None after it."""
        steps = list(self.asked.successors(node.state))
        try:
            made = self._made_from(node, steps)
        except TypeError:
            if not self.problem.is_tree:
                refuse_unhashable(self.asked, node.state, steps)
            raise
        # The problem is not asked anything below this line, so nothing can cut the step off.
        self.tally.expanded += 1
        self.tally.generated += len(steps)
        self._close(node)
        upper_before = self.least_upper
        for child in made:
            self._take(child)
        if self.least_upper < upper_before:
            self._sweep()
        self.selected = None
        if self._band_refuted:
            self.stopped = Stopped.BAND_FALSE

    def _made_from(
        self, parent: BandNode[State, Action], steps: list[tuple[Action, State, float]]
    ) -> list[BandNode[State, Action]]:
        """New nodes for the steps, but not for states already reached at the same cost or less.

        Nothing of the search is changed here: the problem may still raise.
        """
        made: list[BandNode[State, Action]] = []
        known: dict[State, float] = {}
        for action, state, cost in steps:
            g = parent.g + cost
            if not self.problem.is_tree:
                if g >= known.get(state, self._cheapest_g.get(state, math.inf)):
                    continue  # an equally cheap or cheaper way to it is open or was expanded
                known[state] = g
            made.append(BandNode(state, parent, action, cost, self._band.of(state, g)))
        return made

    def _take(self, node: BandNode[State, Action]) -> None:
        """Counts a new node and opens it, unless it is dropped at once.

        Its upper bound counts even if it is dropped: the goal that it guarantees exists.
        """
        self.tally.evaluated += 1
        if not self.problem.is_tree:
            self._cheapest_g[node.state] = node.g
        bounds = node.bounds
        if bounds.upper < self.least_upper:
            self.least_upper, self.upper_node = bounds.upper, node
            self._band_refuted = self._band_refuted or self._refutes_band(node, bounds.upper)
        if self._drop and self._below_cut(bounds):
            self.dropped += 1
            return
        self.open_count += 1
        self.peak_open = max(self.peak_open, self.open_count)
        self._by_f1.push(bounds.f1, node)
        self._by_lower.push(bounds.lower, node)

    def _below_cut(self, bounds: Bounds) -> bool:
        """[H74-4] Whether some goal surely costs less than any below a node with these bounds."""
        return surely_less(self.least_upper, bounds.lower)

    def _sweep(self) -> None:
        """[H74-4] Drops every open node that the least upper bound now cuts off: O(open nodes).

        Called only after ``least_upper`` has fallen.
        """
        if not self._drop:
            return

        def drops(node: BandNode[State, Action]) -> bool:
            if not self._below_cut(node.bounds):
                return False
            self._close(node)
            self.dropped += 1
            return True

        self._by_f1.remove(drops)
        self._by_lower.remove(lambda node: not node.is_open)

    def _close(self, node: BandNode[State, Action]) -> None:
        node.is_open = False
        self.open_count -= 1

    def _least_open_lower(self) -> float:
        """The least lower bound of an open node or of one cut by the depth limit, times scale.

        Closed nodes at the head of the heap are removed on the way. A selected node counts: it is
        open until it is expanded.
        """
        while (least := self._by_lower.pop()) is not None:
            lower, node = least
            if node.is_open:
                self._by_lower.push(lower, node)
                return min(lower, self._least_cut)
        return self._least_cut

    def _select(self) -> None:
        """Selects the open node with the least f1 for expansion, or ends the search.

        Goals on the way are recorded; the first ends phase 1. Afterwards exactly one of
        ``selected`` and ``stopped`` is set. If the problem raises, neither is, and the node being
        looked at is back in the heap.
        """
        while True:
            # [H74-6] Phase 2 ends when no open node can hold a cheaper goal.
            if self.best is not None and self._no_better_open(self.best):
                self._band_refuted = self._holds_cheaper_goal(self.best)
                self.stopped = self._proved(self.best)
                return
            entry = self._by_f1.pop()
            if entry is None:
                self.stopped = self._empty()
                return
            node = entry[1]
            if node.g > self._cheapest_g.get(node.state, math.inf):
                self._close(node)  # a cheaper way to the same state was found since
                continue
            self.proved_lower = max(self.proved_lower, self.lower_bound())
            if surely_less(self.least_upper, self.proved_lower):
                self.stopped = Stopped.BAND_FALSE  # the bounds of the optimum have crossed
                return
            if not self._is_goal(node):
                if self._max_depth is None or node.depth < self._max_depth:
                    self.selected = node
                    return
                self._close(node)
                self._least_cut = min(self._least_cut, node.bounds.lower)
                continue
            self._close(node)
            self._goal(node)
            if self.stopped is not None:
                return

    def _is_goal(self, node: BandNode[State, Action]) -> bool:
        """Whether the node is a goal; puts it back among the open ones if the problem raises."""
        try:
            is_goal = self.asked.is_goal(node.state)
            if is_goal and (self.best is None or node.g < self.best.g):
                self._band_refuted = self._holds_cheaper_goal(node)
        except BaseException:
            self._by_f1.put_back(node.bounds.f1, node)
            raise
        return is_goal

    def _holds_cheaper_goal(self, goal: BandNode[State, Action]) -> bool:
        """Whether a goal cheaper than this one is open, below its own lower bound: a false band.

        O(open nodes); called when a goal is selected and before an answer is called proved.
        """
        scale = self.problem.scale
        return any(
            node.is_open
            and node.g < goal.g
            and surely_less(scale * node.g, node.bounds.lower)
            and self.asked.is_goal(node.state)
            for node in self._by_f1
        )

    def _goal(self, node: BandNode[State, Action]) -> None:
        """Records a goal that was selected.

        Ends the search if the band is refuted, or if phase 1 is all that was wanted.
        """
        if self.first_goal is None:
            self.first_goal, self.expanded_at_first_goal = node, self.tally.expanded
        if self.best is None or node.g < self.best.g:
            self.best = node
            cost = self.problem.scale * node.g
            if cost < self.least_upper:
                self.least_upper = cost
                self._sweep()
            if surely_less(cost, self.proved_lower):
                self.stopped = Stopped.BAND_FALSE
                return
        if self._band_refuted or self._refutes_band(node, self.problem.scale * node.g):
            self.stopped = Stopped.BAND_FALSE
            return
        if not self.prove_optimal:
            # [H74-3] Phase 1: the first goal selected costs at most e more than the cheapest.
            proved = self._no_better_open(node)
            self.stopped = self._proved(node) if proved else Stopped.FOUND

    def _proved(self, goal: BandNode[State, Action]) -> Stopped:
        """``PROVED``, or ``BAND_FALSE`` if an upper bound guaranteed a goal cheaper than this."""
        broken = surely_less(self.least_upper, self.problem.scale * goal.g)
        return Stopped.BAND_FALSE if broken or self._band_refuted else Stopped.PROVED

    def _no_better_open(self, goal: BandNode[State, Action]) -> bool:
        """Whether no open node can hold a goal cheaper than this one."""
        return not surely_less(self._least_open_lower(), self.problem.scale * goal.g)

    @staticmethod
    def _refutes_band(node: BandNode[State, Action], cost: float) -> bool:
        """Whether a goal of this cost at or below the node contradicts a lower bound on its way."""
        return any(surely_less(cost, before.bounds.lower) for before in node.way())

    def _empty(self) -> Stopped:
        """[H74-11] No open node and no goal: the band was false, if anything relied on it.

        Only if nothing was dropped and no upper bound was known is "no goal exists" a fact.
        """
        if self._least_cut < math.inf:
            return Stopped.DEPTH_LIMIT
        relied = self.dropped > 0 or self.least_upper < math.inf
        return Stopped.BAND_FALSE if relied else Stopped.EXHAUSTED
