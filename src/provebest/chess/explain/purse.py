"""The budget of the searches that are made for an argument."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event

from provebest.games.chess_values import MATES_FROM
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.deepening import FIRST_DEPTH, SetProbe, deepen
from provebest.search.setprobe.set_prober import SetProber, SetValue


@dataclass(slots=True)
class Purse:
    """The budget for evidence, in nodes or seconds, and what was used of it."""

    nodes: int | None
    seconds: float | None
    cancel: Event | None = None
    probes: int = 0
    used: int = 0
    spent: float = 0.0
    """Seconds."""

    def affords(self, share: float) -> bool:
        """Whether so much of the budget is left."""
        if self.nodes is not None and self.used + share * self.nodes > self.nodes:
            return False
        return self.seconds is None or self.spent + share * self.seconds <= self.seconds

    def deepest(
        self, sets: SetProber[str], moves: Sequence[str], upto: int, share: float
    ) -> SetValue[str] | None:
        """The best of these moves at the greatest depth that this share of the budget allows."""
        found = self.each_depth(sets, moves, upto, share)
        return found[-1] if found else None

    def each_depth(
        self, sets: SetProber[str], moves: Sequence[str], upto: int, share: float
    ) -> list[SetValue[str]]:
        """The best of these moves at every depth that this share of the budget allows.

        An engine that begins every search anew goes as far as the share allows at once.
        """
        nodes = None if self.nodes is None else round(share * self.nodes)
        seconds = None if self.seconds is None else share * self.seconds
        if nodes is not None and self.nodes is not None:
            nodes = max(0, min(nodes, self.nodes - self.used))
        if seconds is not None and self.seconds is not None:
            seconds = max(0.0, min(seconds, self.seconds - self.spent))
        if nodes == 0 or seconds == 0:
            return []

        def look(probe: SetProbe[str]) -> SetValue[str]:
            self.probes += 1
            return probe(moves)

        def knows(depth: int) -> bool:
            return sets.knows(moves, depth)

        each: list[SetValue[str]] = []
        begun = time.monotonic()
        before, deepest = sets.nodes(), max(FIRST_DEPTH, upto)
        budget, cancel = Budget(nodes, seconds), self.cancel
        sets.expect(moves, deepest)
        for _, best in deepen(sets, budget, look, deepest=deepest, cancel=cancel, knows=knows):
            each.append(best)
            if abs(best.value) >= MATES_FROM:
                break
        self.used += sets.nodes() - before
        self.spent += time.monotonic() - begun
        return each
