"""B* in Anema's flow, and Disprove-Best: the newer variants of 2025.

Here the search does not return to the root by rules; after an expansion it goes on from the first
ancestor that did not change. Rules ``[DB-n]`` are listed in ``docs/papers/beyond_bstar.md``. A
variant is named by which rivals count (A all, or none for Always-PB), depth or depth over range (D,
R), alternation (ALT), and Disprove-Best (DB), which attacks the best arc if another is surer.

Three things differ from Berliner's search, and the compiled twin relies on each: on equal bounds
the deepest leaf supplies the depth, not the shallowest; a depth alone that changes is not carried
further up; depths count from the arc, not from the root.
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
    """A variant of B* in Anema's flow."""

    criterion: str
    """PB (always prove the best), ALT (alternate), AD or AR."""
    disprove_best: float | None = None
    """Disprove-Best's v: how easy the easy child must be. None: the best is proved instead."""


FLOWS = {
    "PB": Flow("PB"),
    "ALT": Flow("ALT"),
    "AD": Flow("AD"),
    "AR": Flow("AR"),
    "DB": Flow("AR", 2.0),
}


class FlowSearch(IntervalSearch[State, Move]):
    """B* in Anema's flow. Most users want ``bstar(game, "DB")``.

    Between two steps ``_current`` is the node at which backing up ended; the next descent starts
    there, not at the root.
    """

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
        """ALT's free choices so far. A forced choice (another arc is surer) is not counted."""
        self._window: tuple[float, float] | None = None
        """Disprove-Best's ``a <= b``, fixed until the root is seen again; None if not at work."""

    def _backed_up_to(self, node: IntervalNode[State, Move]) -> None:
        """[DB-1] The search goes on where bounds have stayed as they were."""
        self._current = node

    def _update(self, node: IntervalNode[State, Move]) -> bool:
        """Takes bounds from the children; True if a bound changed, whatever the depths did."""
        lo, hi = node.lo, node.hi
        children = node.children or [node]
        pick = max if node.max_moves else min
        low, high = pick(child.lo for child in children), pick(child.hi for child in children)
        # [DB-2] On equal bounds the deepest leaf counts as the one that supplies it.
        deepest = max(child.dhi for child in children if child.hi == high)
        self._take(node, low, high, self._lower_depth(node, low), deepest)
        return lo != node.lo or hi != node.hi

    def _lower_depth(self, node: IntervalNode[State, Move], lo: float) -> int:  # noqa: ARG002 - see squared.py
        """The depth of the leaf that supplies the lower bound; this flow never uses it."""
        return node.dlo

    def select(self) -> IntervalNode[State, Move] | None:
        """From where backing up ended to the mover's most optimistic leaf, or by Disprove-Best.

        The leaf has ``lo < hi``: the last descent went through ``_current``, so it is not resolved,
        and the most optimistic child of an unresolved node is unresolved too.
        """
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
        """[DB-3] Prove the best or disprove its rival; if another is surer, disprove the best.

        The arcs are not separated here, so there are at least two. "Surer": some other arc has
        ``lo > best.lo``; then lowering the rival cannot be enough, and the choice is forced.
        """
        # Stable: the game's order among equals. Berliner's tie (smaller range) is not used here.
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
        """Whether the criterion prefers the rivals to the best arc, which is the surest here.

        The rivals' weights are added from the first to the last by hi, as in the compiled twin.
        """
        if self._flow.criterion == "PB":
            return False
        if self._flow.criterion == "ALT":
            self._turns += 1
            return self._turns % 2 == 0
        alive = [arc for arc in others if arc.hi > max_lo]
        return added(map(self._weight, alive)) < self._weight(best)

    def _weight(self, arc: IntervalNode[State, Move]) -> float:
        # The range is not 0: a resolved arc that still matters would be the surest and the best.
        below = arc.dhi - 1  # [DB-2] depth below the arc; 0 for an arc not yet expanded
        return below * below / (arc.hi - arc.lo) if self._flow.criterion == "AR" else below * below

    def _disproving(
        self, node: IntervalNode[State, Move], window: tuple[float, float]
    ) -> IntervalNode[State, Move] | None:
        """[DB-4] The easy child if it is easy enough, else the hard one; None if none is left.

        ``a`` is what another arc has for sure, ``b`` the strongest rival's hi. For each child
        ``for_one`` is how far it must move if it alone is to settle the node, ``for_all`` how far
        if all children have to; a child with ``for_all <= 0`` has already moved far enough.

        Ties: of the easy ones the larger range, of the hard ones the smaller, then the earlier.
        """
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
                continue  # resolved: happens only if a or b is infinite
            if for_one <= span and (easy is None or (for_one, -span) < easy_key):
                easy, easy_key = child, (for_one, -span)
            if hard is None or (-for_all, span) < hard_key:
                hard, hard_key = child, (-for_all, span)
        share = (self._flow.disprove_best or 0) / len(node.children or [node])
        return easy if easy is not None and easy_key[0] <= share * total else hard


def _most_optimistic(node: IntervalNode[State, Move]) -> IntervalNode[State, Move]:
    """The mover's most optimistic child; ties go to the better pessimistic bound, then the first.

    Not ``best_and_alternative``, whose tie is Berliner's (the smaller range).
    """
    children = node.children or [node]
    if node.max_moves:
        return max(children, key=lambda child: (child.hi, child.lo))
    return min(children, key=lambda child: (child.lo, child.hi))
