"""An interval search in compiled code, with the same interface as the Python ones.

The game supplies it (``Game.compiled_searches``). The compiled twin expands the same leaves in the
same order; the tests compare whole trees. It always begins at the game's start, where MAX moves.
"""

from __future__ import annotations

from typing import Generic, NoReturn

from provebest.games.compiled import CompiledSearch
from provebest.games.protocol import Game, Move, State
from provebest.search.intervals.disprove_best import Flow
from provebest.search.intervals.gpn import Grid
from provebest.search.intervals.node import IntervalNode
from provebest.search.intervals.regret import least_regret
from provebest.search.intervals.result import BStarResult, headline, summary
from provebest.search.intervals.strategy import Strategy
from provebest.vocabulary import Stopped, Tally, guard

GREATEST_LIMIT = 2**62
"""Nodes or plies. No compiled search comes near it, so a greater limit means the same."""


def compiled_search(
    game: Game[State, Move],
    chosen: Strategy | Flow | Grid,
    *,
    max_depth: int | None = None,
    max_nodes: int | None = None,
    largest_regret: float = 0,
) -> CompiledIntervalSearch[State, Move] | None:
    """The game's own compiled search of this kind; None if it has none."""
    searches = game.compiled_searches
    if searches is None:
        return None
    depth, nodes = _in_64_bits(max_depth), _in_64_bits(max_nodes)
    if isinstance(chosen, Strategy):
        core = searches.bstar(
            rivals=chosen.alternatives,
            by_range=chosen.by_range,
            middle=chosen.middle,
            max_depth=depth,
            max_nodes=nodes,
        )
    elif isinstance(chosen, Flow):
        core = searches.flow(
            criterion=chosen.criterion,
            disprove_best=chosen.disprove_best,
            max_depth=depth,
            max_nodes=nodes,
        )
    else:
        core = searches.grid(
            thresholds=chosen.thresholds,
            least_inside=chosen.least_inside,
            max_depth=depth,
            max_nodes=nodes,
        )
    return CompiledIntervalSearch(game, core, largest_regret)


class CompiledIntervalSearch(Generic[State, Move]):
    """A compiled search with the methods of ``IntervalSearch``; a step makes many expansions.

    The tree stays in compiled memory: ``root`` is a copy made on request, O(nodes), and changing
    it changes nothing. After every step, even one that raised, ``tally`` and ``stopped`` are those
    of the compiled search, but for an end within the largest regret: that is seen here, and the
    compiled search knows nothing of it.
    """

    def __init__(
        self, game: Game[State, Move], core: CompiledSearch[Move], largest_regret: float = 0
    ) -> None:
        self.game, self._core = game, core
        self.largest_regret = largest_regret
        self.max_chooses = True
        self.tally = Tally()
        self.stopped: Stopped | None = None
        self._within_regret = False
        self._read_back()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a compiled search of a game cannot be copied or pickled; its result can")

    def step(self, at_most: int = 1) -> None:
        """Makes up to ``at_most`` expansions; fewer if the search ends."""
        try:
            if self.largest_regret > 0:
                self._advance_to_regret(at_most)
            else:
                self._core.advance(at_most, guard().check)
        finally:
            self._read_back()

    def _advance_to_regret(self, at_most: int) -> None:
        """Makes one expansion after another, so that none follows the one that is enough."""
        arcs = self._core.arcs()
        for _ in range(at_most):
            before = arcs
            self._core.advance(1, guard().check)
            arcs = self._core.arcs()
            if arcs != before:  # else the regret is what it was
                self._within_regret = least_regret(arcs)[1] <= self.largest_regret
            if self._within_regret or self._core.status != "running":
                return

    @property
    def violations(self) -> int:
        """How often a bound was seen to have been false; if ever, nothing is proved."""
        return self._core.violations

    @property
    def root(self) -> IntervalNode[State, Move]:
        """The tree as it stands, made again in Python: a copy, for drawings and tests.

        ``nodes()`` lists parents before children and the children of a node one after another,
        ``first`` being the place of the first one; the game makes their states again.
        """
        known = self._core.nodes()
        state = self.game.start()
        root: IntervalNode[State, Move] = IntervalNode(state, None, None, 0, 0, max_moves=True)
        made = [root] * len(known)
        for place, (lo, hi, dlo, dhi, first) in enumerate(known):
            node = made[place]
            node.lo, node.hi, node.dlo, node.dhi = lo, hi, dlo, dhi
            if first is not None:
                node.children = [
                    IntervalNode(below, move, node, a, b, max_moves=self.game.max_to_move(below))
                    for move, below, a, b in self.game.expand(node.state)
                ]
                made[first : first + len(node.children)] = node.children
        return root

    def stored(self) -> int:
        """Nodes made; none is forgotten."""
        return self._core.stored

    def headline(self) -> str:
        """The best arc so far and what stands against it."""
        return headline(self._top())

    def result(self, stopped: Stopped) -> BStarResult[Move]:
        """The best arc so far, and whether it is proved."""
        return summary(
            self._top(),
            stopped,
            line=lambda arc: tuple(self._core.line(arc)),
            counters=self.tally.frozen(),
            depth=self._core.depth,
            stored=self.stored(),
            violations=self.violations,
            largest_regret=self.largest_regret,
        )

    def _top(self) -> IntervalNode[State, Move]:
        """The root and its arcs, without what is below them."""
        start, bounds = self.game.start(), self._core.arcs()
        root: IntervalNode[State, Move] = IntervalNode(
            start, None, None, *self._core.root(), max_moves=True
        )
        if bounds:
            children = zip(self.game.expand(start), bounds, strict=True)
            root.children = [
                IntervalNode(state, move, root, lo, hi, max_moves=False)
                for (move, state, _, _), (lo, hi) in children
            ]
        return root

    def _read_back(self) -> None:
        """Copies the counters and the reason for stopping from the compiled search."""
        core, tally = self._core, self.tally
        tally.expanded, tally.generated, tally.evaluated = (
            core.expanded, core.generated, core.generated,
        )  # fmt: skip
        self.stopped = {
            "running": None,
            "separated": Stopped.BOUNDS_FALSE if core.violations else Stopped.PROVED,
            "depth limit": Stopped.DEPTH_LIMIT,
            "node limit": Stopped.NODE_LIMIT,
            "full": Stopped.MEMORY_LIMIT,
        }[core.status]
        # As in Python: the bounds of the arcs are looked at before the limits.
        if self._within_regret and self.stopped is not Stopped.PROVED:
            self.stopped = Stopped.BOUNDS_FALSE if core.violations else Stopped.WITHIN_REGRET


def _in_64_bits(limit: int | None) -> int | None:
    """The limit as the compiled code can hold it; below 0 is as good as -1: nothing fits."""
    return None if limit is None else max(-1, min(limit, GREATEST_LIMIT))
