"""B* in Anema's flow, and Disprove-Best: the newer variants of 2025.

Here the search does not return to the root by rules; after an expansion it goes on from the first
ancestor that did not change. Rules ``[DB-n]`` are listed in ``docs/papers/beyond_bstar.md``. The
variants are short: which rivals count (A all, or none for Always-PB), depth or depth over range (D,
R), alternation (ALT), and Disprove-Best, which attacks the best arc where another is surer.
"""

from __future__ import annotations

from dataclasses import dataclass

from provebest.games.protocol import Game, Move, State
from provebest.search.intervals.node import IntervalNode
from provebest.search.intervals.search import IntervalSearch
from provebest.search.intervals.strategy import RootView
from provebest.vocabulary import added


@dataclass(frozen=True, slots=True)
class Flow:
    """A variant in this flow."""

    criterion: str
    """PB (always prove the best), ALT (alternate), AD or AR."""
    disprove_best: float | None = None
    """Disprove-Best's v, where it is used."""


FLOWS = {
    "PB": Flow("PB"),
    "ALT": Flow("ALT"),
    "AD": Flow("AD"),
    "AR": Flow("AR"),
    "DB": Flow("AR", 2.0),
}


class FlowSearch(IntervalSearch[State, Move]):
    """B* in Anema's flow. Most users want ``bstar(game, "DB")``."""

    def __init__(
        self,
        game: Game[State, Move],
        flow: Flow,
        *,
        state: State | None = None,
        max_depth: int | None = None,
        max_nodes: int | None = None,
    ) -> None:
        super().__init__(game, state=state, max_depth=max_depth, max_nodes=max_nodes)
        self._flow = flow
        self._current = self.root
        self._turns = 0
        self._window: tuple[float, float] | None = None
        """Disprove-Best's a and b, while it is at work."""

    def _backed_up_to(self, node: IntervalNode[State, Move]) -> None:
        """[DB-1] The search goes on where bounds have stayed as they were."""
        self._current = node

    def _update(self, node: IntervalNode[State, Move]) -> bool:
        lo, hi = node.lo, node.hi
        children = node.children or [node]
        pick = max if node.max_moves else min
        low, high = pick(child.lo for child in children), pick(child.hi for child in children)
        # [DB-2] On equal bounds the deepest leaf counts as the one that supplies it.
        deepest = max(child.dhi for child in children if child.hi == high)
        self._take(node, low, high, self._lower_depth(node, low), deepest)
        return lo != node.lo or hi != node.hi

    def _lower_depth(self, node: IntervalNode[State, Move], lo: float) -> int:  # noqa: ARG002 - see bstar_squared
        """The depth of the leaf that supplies the lower bound: nobody asks for it in this flow."""
        return node.dlo

    def select(self) -> IntervalNode[State, Move] | None:
        """From where backing up ended to the mover's most optimistic leaf, or by Disprove-Best."""
        node = self._current
        while True:
            if node is self.root:
                node = self._from_root(RootView(self.root))
            elif self._window is None:
                node = _most_optimistic(node)
            else:
                node = self._disproving(node, self._window) or _most_optimistic(node)
            if node is not self.root and node.children is None:
                return node

    def _from_root(self, view: RootView[State, Move]) -> IntervalNode[State, Move]:
        """[DB-3] Prove the best or disprove its rival; if another is surer, disprove the best."""
        ranked = sorted(view.arcs, key=lambda arc: (-arc.hi, -arc.lo))
        best, second = ranked[0], ranked[1]
        self._window = None
        if best.lo < view.max_lo:
            if self._flow.disprove_best is not None:
                self._window = (view.max_lo, second.hi)
            return best
        return second if self._disproves_rest(best, ranked[1:], view.max_lo) else best

    def _disproves_rest(
        self,
        best: IntervalNode[State, Move],
        others: list[IntervalNode[State, Move]],
        max_lo: float,
    ) -> bool:
        if self._flow.criterion == "PB":
            return False
        if self._flow.criterion == "ALT":
            self._turns += 1
            return self._turns % 2 == 0
        alive = [arc for arc in others if arc.hi > max_lo]
        return added(map(self._weight, alive)) < self._weight(best)

    def _weight(self, arc: IntervalNode[State, Move]) -> float:
        below = arc.dhi - 1  # [DB-2] depth below the arc; 0 for an arc not yet expanded
        return below * below / (arc.hi - arc.lo) if self._flow.criterion == "AR" else below * below

    def _disproving(
        self, node: IntervalNode[State, Move], window: tuple[float, float]
    ) -> IntervalNode[State, Move] | None:
        """[DB-4] The easy child if it is easy enough, else the hard one; None if none is left."""
        a, b = window
        easy = hard = None
        easy_key = hard_key = (0.0, 0.0)
        total = 0.0
        for child in node.children or ():
            up, down = b - child.lo, child.hi - a
            for_all, for_one = (down, up) if node.max_moves else (up, down)
            if for_all <= 0:
                continue
            span = child.hi - child.lo
            total += for_all
            if child.lo == child.hi:
                continue  # nothing is left to ask of it; so only if a bound is infinite
            if for_one <= span and (easy is None or (for_one, -span) < easy_key):
                easy, easy_key = child, (for_one, -span)
            if hard is None or (-for_all, span) < hard_key:
                hard, hard_key = child, (-for_all, span)
        share = (self._flow.disprove_best or 0) / len(node.children or [node])
        return easy if easy is not None and easy_key[0] <= share * total else hard


def _most_optimistic(node: IntervalNode[State, Move]) -> IntervalNode[State, Move]:
    children = node.children or [node]
    if node.max_moves:
        return max(children, key=lambda child: (child.hi, child.lo))
    return min(children, key=lambda child: (child.lo, child.hi))
