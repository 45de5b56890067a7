"""Set-probes by another UCI engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from threading import Event

import chess

from provebest.chess.probes.uci import UciProber
from provebest.chess.probes.uci_search import EngineReport
from provebest.chess.probes.uci_words import Line
from provebest.games.chess import ChessPosition
from provebest.search.setprobe.set_prober import SetProber, SetValue
from provebest.vocabulary import EngineFailedError

AHEAD = 1
"""Plies by which a search of all moves goes deeper than requested, if nothing else is expected.

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
        self._known: dict[tuple[str, ...], dict[int, SetValue[str]]] = {}
        """The results for all moves, and for the moves that were expected, by depth; only finished
        depths."""
        self._cut: dict[tuple[str, ...], SetValue[str]] = {}
        """The last answer of a search that was cut off, until the finished ones have been given."""
        self._expected: tuple[tuple[str, ...], int] | None = None
        """The next probe, if it is of these moves, goes to this depth at once."""
        self.deepest = 0
        """Length of the longest variation so far, in plies, as the engine reports it."""

    def expect(self, moves: Sequence[str], depth: int) -> None:
        """The next probe, if it is of these moves, goes to this depth at once."""
        self._expected = tuple(moves), depth

    def knows(self, moves: Sequence[str], depth: int) -> bool:
        """Whether a probe that is expected has its answer from an earlier search."""
        asked = tuple(moves)
        return asked in self._cut or depth in self._known.get(asked, {})

    def probe(
        self, moves: Sequence[str], depth: int, *, nodes: int | None, seconds: float | None
    ) -> SetValue[str]:
        """The best of these moves at this depth, or at the depth that the limits allow."""
        asked = tuple(moves)
        expected, self._expected = self._expected, None
        known = self._known.setdefault(asked, {})
        if expected is not None and asked == expected[0]:
            further = max(depth, expected[1])
        else:
            self._cut.pop(asked, None)
            further = depth + AHEAD if not asked else depth
        if depth not in known and asked not in self._cut:
            self._deepen(asked, further, nodes, seconds)
        cancelled = self.cancel is not None and self.cancel.is_set()
        if asked in self._cut and (cancelled or depth not in known):
            found = self._cut.pop(asked)
        else:  # some engines report no line for some depths: the next deeper one answers for them
            found = known[min(each for each in known if each >= depth)]
        return replace(found, depth=min(depth, found.depth))

    def nodes(self) -> int:
        """Nodes visited so far."""
        return self._nodes

    def _deepen(
        self, moves: tuple[str, ...], depth: int, nodes: int | None, seconds: float | None
    ) -> None:
        """Searches to this depth and keeps the result of every depth."""
        known = self._known[moves]
        before = known.get(max(known, default=0))
        report = self._search(moves, depth, nodes, seconds)
        for line in report.finished:
            if line.moves:
                known[line.depth] = self._set_value(line, line.depth, finished=True)
        if depth not in known:
            # Cut off: its last line, unless an earlier search was at least as deep.
            if before is not None and report.last.depth <= before.depth:
                self._cut[moves] = replace(before, finished=False)
            else:
                self._cut[moves] = self._read_report(report, depth)

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
