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
    """"" for none (BF), T, 2, 3 or A."""
    by_range: bool
    middle: bool
    """M: aspire to the middle between the rivals' bounds; L: to the limit that decides."""
    invalid: bool

    @classmethod
    def named(cls, name: str) -> Strategy:
        """The strategy with this name; ValueError if there is none."""
        found = re.fullmatch(r"BF(X?)|([T23A])D(R?)([LM]?)(X?)", name)
        if not found:
            raise ValueError(f"no strategy named {name!r}")
        return cls(
            name, found[2] or "", bool(found[3]), found[4] == "M", bool(found[1] or found[5])
        )


class RootView(Generic[State, Move]):
    """What the root looks like when a strategy is chosen. [B79-3]."""

    __slots__ = ("alternative", "arcs", "best", "max_lo")

    def __init__(self, root: IntervalNode[State, Move]) -> None:
        self.arcs = root.children or []
        self.best, self.alternative = root.best_and_alternative()
        self.max_lo = max(arc.lo for arc in self.arcs)
        """MAXPESS: the best that is already sure."""

    @property
    def separated(self) -> bool:
        """[B79-4] The only stop: the best arc's lo has reached the hi of every other."""
        return self.alternative is None or self.best.lo >= self.alternative.hi


def disproves(strategy: Strategy, view: RootView[State, Move]) -> bool:
    """Whether to attack the rivals (DISPROVEREST) and not raise the best (PROVEBEST). [B79-5]."""
    best = view.best
    if not strategy.alternatives or best.lo < view.max_lo:
        return False  # lowering the alternative cannot suffice while another arc is surer
    work = added(_weight(arc, arc.dhi, strategy) for arc in _rivals(strategy, view))
    return 0 < work < _weight(best, best.dlo, strategy)


def _rivals(strategy: Strategy, view: RootView[State, Move]) -> list[IntervalNode[State, Move]]:
    """The alternatives that count, among those that can still matter. [B79-6]."""
    best = view.best
    alive = [arc for arc in view.arcs if arc is not best and arc.hi > best.lo]
    if strategy.alternatives == "T":
        return [arc for arc in alive if arc.hi == best.hi]
    if strategy.alternatives == "A":
        return alive
    alive.sort(key=lambda arc: (-arc.hi, arc.hi - arc.lo))  # stable: earlier arcs first
    return alive[: int(strategy.alternatives) - 1]


def _weight(arc: IntervalNode[State, Move], depth: int, strategy: Strategy) -> float:
    return depth * depth / (arc.hi - arc.lo) if strategy.by_range else depth * depth
