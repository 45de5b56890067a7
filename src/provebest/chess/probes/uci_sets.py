"""Set-probes by another UCI engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from threading import Event

import chess

from provebest.chess.probes.uci import UciProber
from provebest.chess.probes.uci_search import EngineReport, Line
from provebest.games.chess import ChessPosition
from provebest.search.setprobe.set_prober import SetProber, SetValue
from provebest.vocabulary import EngineFailedError

AHEAD = 1
"""Plies by which a search of all moves goes deeper than requested.

An engine cannot continue an earlier search: each ``go`` begins at depth 1 and, even with a warm
table, takes about as long as all searches before it. The reports of its further depths answer the
requests that come next.
"""


class UciSets(SetProber[str]):
    """A ``SetProber`` that uses an engine's ``searchmoves``; the engine keeps its table."""

    def __init__(
        self,
        prober: UciProber,
        position: ChessPosition,
        cancel: Event | None = None,
        board: chess.Board | None = None,
    ) -> None:
        self._prober, self._position, self.cancel = prober, position, cancel
        self._board = board
        """The same position with the moves that led to it, which count for repetition."""
        self._game = object()
        self._nodes = 0
        self._known: dict[int, SetValue[str]] = {}
        """The results for all moves, by depth; only finished depths."""
        self.deepest = 0
        """Length of the longest variation so far, in plies, as the engine reports it."""
        self.last_depth: int | None = None
        """Plies: nobody will ask for a deeper search of all moves; None if that is not known."""

    def probe(
        self, moves: Sequence[str], depth: int, *, nodes: int | None, seconds: float | None
    ) -> SetValue[str]:
        """The best of these moves at this depth, or at the depth that the limits allow."""
        if not moves:
            return self._probe_all(depth, nodes, seconds)
        return self._read_report(self._search(moves, depth, nodes, seconds), depth)

    def nodes(self) -> int:
        """Nodes visited so far."""
        return self._nodes

    def _probe_all(self, depth: int, nodes: int | None, seconds: float | None) -> SetValue[str]:
        if depth in self._known:
            return self._known[depth]
        further = depth + (0 if depth == self.last_depth else AHEAD)
        report = self._search((), further, nodes, seconds)
        before = self._known.get(max(self._known, default=0))
        for line in report.finished:
            if line.moves:
                self._known[line.depth] = self._set_value(line, line.depth, finished=True)
        if not report.cut and depth in self._known:
            return self._known[depth]
        # Cut off: its last line, unless an earlier search was at least as deep.
        if before is not None and report.last.depth <= before.depth:
            return replace(before, finished=False)
        return self._read_report(report, further)

    def _search(
        self, moves: Sequence[str], depth: int, nodes: int | None, seconds: float | None
    ) -> EngineReport:
        report = self._prober.best_of(
            self._position,
            moves,
            depth,
            self._game,
            nodes=nodes,
            seconds=seconds,
            cancel=self.cancel,
            board=self._board,
        )
        self.deepest = max(self.deepest, report.seldepth)
        self._nodes += report.nodes
        return report

    def _read_report(self, report: EngineReport, depth: int) -> SetValue[str]:
        reached = min(depth, report.finished[-1].depth) if report.finished else 0
        return self._set_value(report.last, reached, finished=reached == depth)

    def _set_value(self, line: Line, depth: int, *, finished: bool) -> SetValue[str]:
        if not line.moves:
            raise EngineFailedError(f"the engine {self._prober.path} gave no line for its score")
        return SetValue(line.moves[0], float(line.value), line.moves, depth, finished, at_most={})
