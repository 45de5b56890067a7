"""The compiled prober for callers in many threads: each thread has one of its own."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event, local

from provebest.chess.probes.native import NativeProber
from provebest.chess.probes.prober import Probe, ProbeAnswer
from provebest.games.chess import ChessPosition
from provebest.games.chess_evaluation import DEFAULT_EVALUATION


class NativePerThread:
    """A ``Prober`` like ``NativeProber`` with one thread, whose batches do not wait for others."""

    def __init__(self, *, selective: bool = False, evaluation: str = DEFAULT_EVALUATION) -> None:
        self._selective, self._evaluation = selective, evaluation
        self._of_this_thread = local()

    def identity(self) -> str:
        """As ``NativeProber.identity``: the same probes have the same answers."""
        return self._prober().identity()

    def batch(
        self, position: ChessPosition, probes: Sequence[Probe], *, cancel: Event | None = None
    ) -> list[ProbeAnswer]:
        """The answers, in the order of the probes.

        Raises:
            BadInputError: if a move is not legal.
        """
        return self._prober().batch(position, probes, cancel=cancel)

    def _prober(self) -> NativeProber:
        prober: NativeProber | None = getattr(self._of_this_thread, "prober", None)
        if prober is None:
            prober = NativeProber(selective=self._selective, evaluation=self._evaluation)
            self._of_this_thread.prober = prober
        return prober
