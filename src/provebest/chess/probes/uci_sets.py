"""Set-probes by another engine."""

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
"""Plies that a search of all moves goes farther than it must.

An engine cannot be told to go on where it was: each ``go`` begins at depth 1 and, with its table
warm, still costs about as much as all before it. What it says on its way answers the questions
that come next.
"""


class UciSets(SetProber[str]):
    """A ``SetProber`` over an engine's ``searchmoves``; its table stays warm from set to set."""

    def __init__(
        self,
        prober: UciProber,
        position: ChessPosition,
        cancel: Event | None = None,
        board: chess.Board | None = None,
    ) -> None:
        self._prober, self._position, self.cancel = prober, position, cancel
        self._board = board
        """The same position with the game before it, which counts for repetition."""
        self._game = object()
        self._nodes = 0
        self._known: dict[int, SetValue[str]] = {}
        """Of all moves, by depth; all of them finished."""
        self.deepest = 0
        """Plies of the longest variation so far, as the engine tells it."""

    def probe(
        self, moves: Sequence[str], depth: int, *, nodes: int | None, seconds: float | None
    ) -> SetValue[str]:
        """The best of these moves at this depth, or as far as the limits allow."""
        if not moves:
            return self._of_all(depth, nodes, seconds)
        return self._value(self._search(moves, depth, nodes, seconds), depth)

    def nodes(self) -> int:
        """Nodes visited so far."""
        return self._nodes

    def _of_all(self, depth: int, nodes: int | None, seconds: float | None) -> SetValue[str]:
        if depth in self._known:
            return self._known[depth]
        heard = self._search((), depth + AHEAD, nodes, seconds)
        before = self._known.get(max(self._known, default=0))
        for line in heard.finished:
            if line.moves:
                self._known[line.depth] = self._told(line, line.depth, finished=True)
        if not heard.cut and depth in self._known:
            return self._known[depth]
        # Cut off: the last it said, unless it had not even come to where it was before.
        if before is not None and heard.last.depth <= before.depth:
            return replace(before, finished=False)
        return self._value(heard, depth + AHEAD)

    def _search(
        self, moves: Sequence[str], depth: int, nodes: int | None, seconds: float | None
    ) -> EngineReport:
        heard = self._prober.best_of(
            self._position,
            moves,
            depth,
            self._game,
            nodes=nodes,
            seconds=seconds,
            cancel=self.cancel,
            board=self._board,
        )
        self.deepest = max(self.deepest, heard.seldepth)
        self._nodes += heard.nodes
        return heard

    def _value(self, heard: EngineReport, depth: int) -> SetValue[str]:
        reached = min(depth, heard.finished[-1].depth) if heard.finished else 0
        return self._told(heard.last, reached, finished=reached == depth)

    def _told(self, line: Line, depth: int, *, finished: bool) -> SetValue[str]:
        if not line.moves:
            raise EngineFailedError(f"the engine {self._prober.path} gave no line for its score")
        return SetValue(line.moves[0], float(line.value), line.moves, depth, finished, at_most={})
