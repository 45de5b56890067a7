"""Solves test suites by probability-based B*, with either control and any prober."""

from __future__ import annotations

import time

from provebest.chess.defaults import DEFAULT_CONFIDENCE, DEFAULT_PROBE_DEPTH
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.probers import Probers
from provebest.chess.searches import Settings, analysis_limits, make_search, time_limit
from provebest.games.chess import read_position
from provebest.search.pbstar import DEFAULT_CONTROL
from provebest.suites.solution import Solution
from provebest.vocabulary import CancelledError, Limits, ProvebestError, Stopped, run


class BStar:
    """Solves each position with a new search."""

    def __init__(
        self,
        control: str = DEFAULT_CONTROL,
        prober: ProberChoice = ProberChoice(),  # noqa: B008 - frozen, so one default is safe
        probe_depth: int = DEFAULT_PROBE_DEPTH,
        expansions: int | None = None,
        confidence: float = DEFAULT_CONFIDENCE,
    ) -> None:
        self.control = control
        self.choice = prober
        self.probe_depth, self.expansions = probe_depth, expansions
        self.confidence = confidence

    def solve(self, fen: str, limits: Limits) -> Solution | None:
        """The move for this position; None if cancelled."""
        begun = time.perf_counter()
        settings = Settings(
            control=self.control,
            seconds=limits.seconds,
            nodes=limits.probe_nodes,
            probe_depth=self.probe_depth,
            expansions=self.expansions,
            prober=self.choice,
            confidence=self.confidence,
        )
        position = read_position(fen)
        probers = Probers(self.choice, limits.cancel, seconds=time_limit(settings))
        try:
            search = make_search(position, settings, probers).search
            result = run(search, analysis_limits(settings, limits.cancel))
        except (ProvebestError, CancelledError):
            if limits.cancelled:  # before there was any answer
                return None
            raise
        finally:
            probers.close()
        taken = time.perf_counter() - begun
        if limits.cancelled:
            return None
        return Solution(
            move=result.move,
            value=int(result.value),
            depth=search.depth,
            nodes=result.counters.probe_nodes,
            seconds=taken,
            expansions=result.steps,
            stopped_early=result.stopped in {Stopped.PROVED, Stopped.FOUND},
        )
