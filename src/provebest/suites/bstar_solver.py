"""Solves test suites by probability-based B*, with either control and any prober."""

from __future__ import annotations

import time
from threading import Event

from provebest.chess.defaults import DEFAULT_PROBE_DEPTH
from provebest.chess.probes.probers import ProberChoice, Probers
from provebest.chess.searches import Settings, analysis_limits, make_search
from provebest.games.chess import read_position
from provebest.search.pbstar import DEFAULT_CONTROL
from provebest.suites.allowance import Allowance, Solution
from provebest.vocabulary import CancelledError, ProvebestError, Stopped, run


class BStar:
    """Solves each position with a new search."""

    def __init__(
        self,
        control: str = DEFAULT_CONTROL,
        prober: str = "native",
        probe_depth: int = DEFAULT_PROBE_DEPTH,
        expansions: int | None = None,
    ) -> None:
        self.control = control
        self.choice = ProberChoice(prober)
        self.probe_depth, self.expansions = probe_depth, expansions

    def solve(self, fen: str, allowance: Allowance, cancel: Event | None) -> Solution | None:
        """The move for this position; None if cancelled."""
        begun = time.perf_counter()
        settings = Settings(
            control=self.control,
            seconds=allowance.seconds,
            nodes=allowance.nodes,
            probe_depth=self.probe_depth,
            expansions=self.expansions,
            prober=self.choice,
        )
        position = read_position(fen)
        probers = Probers(self.choice, cancel)
        try:
            search = make_search(position, settings, probers).search
            result = run(search, analysis_limits(settings, cancel))
        except (ProvebestError, CancelledError):
            if cancel is not None and cancel.is_set():  # before there was any answer
                return None
            raise
        finally:
            probers.close()
        taken = time.perf_counter() - begun
        if cancel is not None and cancel.is_set():
            return None
        return Solution(
            result.move,
            int(result.value),
            search.depth,
            result.counters.probe_nodes,
            taken,
            result.steps,
            result.stopped in {Stopped.PROVED, Stopped.FOUND},
        )
