"""Iterative deepening over set-probes, for values of the same depth that can be compared.

Three loops are not built on it, because they do more than that: SELECT, which may look again at
each depth (``choosing``), the alpha-beta player, for which a depth that was cut off counts
(``chess.player.alphabeta``), and alpha-beta of any game, which steps (``search.alphabeta``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from threading import Event
from typing import TypeVar

from provebest.search.probability.beliefs import Move
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.set_prober import SetProber, SetValue

FIRST_DEPTH = 4
"""Plies: values of a shallower search are not worth comparing."""
DEEPEST = 60
"""Plies: the iteration ends after this depth."""

Found = TypeVar("Found")
SetProbe = Callable[[Sequence[Move]], SetValue[Move]]
"""Returns the best of these moves (of all, if none are given) at the present depth."""


class _CutOffError(Exception):
    """The budget ended in the middle of a depth."""


def deepen(
    sets: SetProber[Move],
    budget: Budget,
    look: Callable[[SetProbe[Move]], Found],
    *,
    first: int = FIRST_DEPTH,
    deepest: int = DEEPEST,
    cancel: Event | None = None,
    knows: Callable[[int], bool] = lambda _: False,
) -> Iterator[tuple[int, Found]]:
    """Yields each depth and what ``look`` finds there, while the budget lasts.

    A depth that is known already costs nothing, so it is yielded even if the budget is spent.

    ``look`` calls the function that it is given for each set of moves that it wants to know about.
    If one of these probes is cut off, the depth is not yielded and the iteration ends. Nodes that
    ``sets`` visited before do not count.
    """
    before = sets.nodes()

    def used() -> int:
        return sets.nodes() - before

    for depth in range(first, deepest + 1):

        def probe(moves: Sequence[Move], depth: int = depth) -> SetValue[Move]:
            nodes, seconds = budget.nodes_left(used()), budget.seconds_left()
            found = sets.probe(moves, depth, nodes=nodes, seconds=seconds)
            if not found.finished:
                raise _CutOffError
            return found

        if budget.spent(used()) >= 1 and not knows(depth):
            return
        if cancel is not None and cancel.is_set():
            return
        try:
            found = look(probe)
        except _CutOffError:
            return
        yield depth, found
