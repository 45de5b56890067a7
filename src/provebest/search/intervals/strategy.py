"""The strategies of Berliner's Table I: when to attack the best arc, when its rivals.

A name is read from left to right. First which alternatives count: BF (none: always prove the best),
T (those tied with the best), 2 or 3 (that many arcs with the best), A (all). Then D, the depth
criterion; R, which divides by the range; L or M, the aspiration; X, invalid bounds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Generic

from provebest.games.protocol import Move, State
from provebest.search.intervals.node import IntervalNode
from provebest.vocabulary import added

TABLE_I = ("BF", "TD", "2DL", "2DRL", "2DM", "2DRM", "3DL", "3DM", "ADM", "2DRMX")


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategy for the root, parsed from its name."""

    name: str
    alternatives: str
    """Which rivals count: "" for none (BF), T, 2, 3 or A."""
    by_range: bool
    """R: a weight is divided by the range ``hi - lo`` of its arc."""
    middle: bool
    """M: the aspiration is the middle of MAXPESS and hi(ALT); L: the one of them that decides."""
    invalid: bool
    """X: the artificial tree is asked for bounds of which some are false."""

    @classmethod
    def named(cls, name: str) -> Strategy:
        """The strategy with this name, in Table I or not; ValueError if it cannot be parsed."""
        found = re.fullmatch(r"BF(X?)|([T23A])D(R?)([LM]?)(X?)", name)
        if not found:
            raise ValueError(f"no strategy named {name!r}")
        return cls(
            name, found[2] or "", bool(found[3]), found[4] == "M", bool(found[1] or found[5])
        )


class RootView(Generic[State, Move]):
    """The root's arcs ranked, when a strategy is chosen; the root must be expanded. [B79-3].

    A snapshot: it is made again after every change of an arc, and holds for that moment only.
    """

    __slots__ = ("alternative", "arcs", "best", "max_lo")

    def __init__(self, root: IntervalNode[State, Move]) -> None:
        self.arcs = root.children or []
        self.best, self.alternative = root.best_and_alternative()
        self.max_lo = max(arc.lo for arc in self.arcs)
        """MAXPESS: what MAX is already sure of. ``max_lo >= best.lo``, often from another arc."""

    @property
    def separated(self) -> bool:
        """[B79-4] The only stop: the best arc's lo has reached the hi of every other.

        ``alternative.hi`` is the greatest hi of the others, so one comparison covers them all. The
        best arc's own lo is compared, not ``max_lo``: that may belong to the alternative.
        """
        return self.alternative is None or self.best.lo >= self.alternative.hi


def disproves(strategy: Strategy, view: RootView[State, Move]) -> bool:
    """Whether to attack the rivals (DISPROVEREST) and not raise the best (PROVEBEST). [B79-5].

    Called only while the arcs are not separated. Depths count from the root, so an arc that is
    not expanded has depth 1. For a rival the depth of its hi counts, for the best that of its lo:
    the bounds that would have to move.
    """
    best = view.best
    if not strategy.alternatives or best.lo < view.max_lo:
        return False  # lowering the alternative cannot suffice while another arc is surer
    # Summed in the rivals' order with a rounding after each, as the compiled twin does. A rival of
    # infinite range weighs 0 under R; with no other, work == 0 and the best is raised.
    work = added(_weight(arc, arc.dhi, strategy) for arc in _rivals(strategy, view))
    return 0 < work < _weight(best, best.dlo, strategy)


def _rivals(strategy: Strategy, view: RootView[State, Move]) -> list[IntervalNode[State, Move]]:
    """The alternatives that count, among those with ``hi > best.lo``. [B79-6]."""
    best = view.best
    alive = [arc for arc in view.arcs if arc is not best and arc.hi > best.lo]
    if strategy.alternatives == "T":
        return [arc for arc in alive if arc.hi == best.hi]
    if strategy.alternatives == "A":
        return alive
    alive.sort(key=lambda arc: (-arc.hi, arc.hi - arc.lo))  # stable: earlier arcs first
    return alive[: int(strategy.alternatives) - 1]


def _weight(arc: IntervalNode[State, Move], depth: int, strategy: Strategy) -> float:
    # The range is not 0. A resolved rival with hi > best.lo would make max_lo > best.lo, which
    # `disproves` excludes first; a resolved best arc is separated from the others.
    return depth * depth / (arc.hi - arc.lo) if strategy.by_range else depth * depth
