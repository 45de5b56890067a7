"""The alpha-beta player of UCI, matches and test suites: searches deeper and deeper to a limit.

It has one line; ``lines.py`` has several.

Depth by depth or in one search, the compiled core finds the same values with the same nodes.
"""

from __future__ import annotations

from collections.abc import Iterator

from provebest.chess.player.clock import Watch
from provebest.chess.player.move_request import (
    FREE_NODES,
    MoveRequest,
    Report,
    no_time_for_more,
    why_settled,
)
from provebest.chess.probes.root_search import DEEPEST_SEARCH, RootSearch, SetAnswer


class AlphaBetaPlayer:
    """Answers one request after another by iterative deepening; the hash table is kept.

    ``go`` limits depth and nodes, ``watch`` limits the time and can cancel. Depth 1 has
    ``FREE_NODES`` besides, so that a move has a value.
    """

    def __init__(self, root: RootSearch, watch: Watch) -> None:
        self.root, self.watch = root, watch
        self.reason = ""
        """Why a deeper search would change nothing; empty if a limit ended the last search."""

    def think(self, request: MoveRequest, first: int = 1) -> Iterator[Report]:
        """Yields a report after each depth from ``first`` on, also after one that was cut off.

        The root search must already be at the position of the request.
        """
        self.reason = ""
        watch, before = self.watch, self.root.nodes
        report: Report | None = None
        stable = 0
        for depth in range(first, min(request.go.depth or DEEPEST_SEARCH, DEEPEST_SEARCH) + 1):
            found = self._search(request, depth, before)
            complete = found is not None and not found.interrupted
            if found is not None and found.value is not None:
                best = found.best.move
                stable = stable + 1 if report and report.lines[0][1][0] == best else 0
                reached = depth if complete or report is None else report.depth
                deepest = max(reached, found.deepest)
                nodes = self.root.nodes - before
                lines = ((float(found.value), found.line),)
                report = Report(reached, deepest, nodes, self.root.filled, lines)
                yield report
            if not complete or report is None or watch.is_set():
                return
            self.reason = why_settled(report, request, watch)
            if self.reason or no_time_for_more(watch, stable):
                return

    def _search(self, request: MoveRequest, depth: int, before: int) -> SetAnswer | None:
        """The best move at one depth; None if no nodes are left."""
        if depth == 1:
            first = self.root.probe(request.only, depth=1, nodes=FREE_NODES)
            more = self._search_within_limits(request, 1, before) if first.interrupted else None
            return first if more is None or more.value is None else more
        return self._search_within_limits(request, depth, before)

    def _search_within_limits(
        self, request: MoveRequest, depth: int, before: int
    ) -> SetAnswer | None:
        left = None
        if request.go.nodes is not None:
            left = request.go.nodes - (self.root.nodes - before)
            if left < 1:
                return None
        return self.root.probe(
            request.only, depth=depth, nodes=left, seconds=self.watch.left, cancel=self.watch
        )
