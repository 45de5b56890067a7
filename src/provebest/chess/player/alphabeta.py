"""The alpha-beta player of UCI, matches and test suites: searches deeper and deeper to a limit.

Depth by depth or in one search, the compiled core finds the same values with the same nodes.
"""

from __future__ import annotations

from collections.abc import Iterator

from provebest.chess.player.clock import Watch
from provebest.chess.player.move_request import (
    MoveRequest,
    Report,
    merge_lines,
    no_time_for_more,
    why_settled,
)
from provebest.chess.probes.root_search import DEEPEST_SEARCH, RootSearch, SetAnswer


class AlphaBetaPlayer:
    """Answers one request after another by iterative deepening; the hash table is kept.

    ``go`` limits depth and nodes, ``watch`` limits the time and can cancel. Limits do not apply to
    the first line of depth 1, so that a move always has a value.
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
        wanted = min(request.multipv, len(request.moves))
        report: Report | None = None
        stable = 0
        for depth in range(first, min(request.go.depth or DEEPEST_SEARCH, DEEPEST_SEARCH) + 1):
            found, complete = self._search(request, wanted, depth, before)
            if found:
                lines = merge_lines(found, report, wanted)
                best = lines[0][1][0]
                stable = stable + 1 if report and report.lines[0][1][0] == best else 0
                reached = depth if complete or report is None else report.depth
                deepest = max(reached, found[0].deepest)
                nodes = self.root.nodes - before
                report = Report(reached, deepest, nodes, self.root.filled, lines)
                yield report
            if not complete or report is None or watch.is_set():
                return
            self.reason = why_settled(report, request, watch)
            if self.reason or no_time_for_more(watch, stable):
                return

    def _search(
        self, request: MoveRequest, wanted: int, depth: int, before: int
    ) -> tuple[list[SetAnswer], bool]:
        """The lines of one depth, each the best of the moves left; whether all were finished."""
        found: list[SetAnswer] = []
        rest = list(request.moves)
        for number in range(wanted):
            free, left = depth == 1 and number == 0, None
            if request.go.nodes is not None and not free:
                left = request.go.nodes - (self.root.nodes - before)
                if left < 1:
                    return found, False
            answer = self.root.probe(
                request.only if number == 0 else rest,
                depth=depth,
                nodes=left,
                seconds=None if free else self.watch.left,
                cancel=None if free else self.watch,
            )
            if answer.value is not None:
                found.append(answer)
            if answer.interrupted or answer.value is None:
                return found, False
            rest.remove(answer.best.move)
        return found, True
