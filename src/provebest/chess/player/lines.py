"""Lines for whoever analyses: the best moves of a position, each with its exact value and line.

At every depth the best move is searched for, then the best of the moves that are left, and so on:
every value is the result of a search of its own, never a bound taken from the search of a better
move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from provebest.chess.player.clock import Watch
from provebest.chess.player.move_request import (
    FREE_NODES,
    MoveRequest,
    Report,
    no_time_for_more,
    why_settled,
)
from provebest.chess.probes.root_search import DEEPEST_SEARCH, RootSearch
from provebest.chess.probes.set_probes import ChessSets
from provebest.search.events import SetProbed
from provebest.search.setprobe.set_prober import SetProber, SetValue
from provebest.vocabulary import EventStream

FOREVER = 1e6
"""Seconds of a search that only ``stop`` ends."""

ReportedLines = tuple[tuple[float, tuple[str, ...]], ...]


class LinesPlayer:
    """Answers one request by searching every line at every depth.

    ``sets`` are another engine's; without, the root search answers. ``go`` limits depth and nodes,
    ``watch`` limits the time and can cancel. Depth 1, which the root search answers, has
    ``FREE_NODES`` besides, so that every line has a value.
    """

    def __init__(
        self,
        root: RootSearch,
        watch: Watch,
        sets: SetProber[str] | None = None,
        events: EventStream | None = None,
    ) -> None:
        self.root, self.watch = root, watch
        self.events = events or EventStream()
        """Gets every search as a ``SetProbed``."""
        self.reason = ""
        """Why a deeper search would change nothing; empty if a limit ended the last search."""
        self._others = sets
        self._before = root.nodes

    def think(self, request: MoveRequest) -> Iterator[Report]:
        """Yields a report after each depth; all of its values are exact, and the best is first.

        The root search must already be at the position of the request.
        """
        self.reason, self._before = "", self.root.nodes
        wanted = min(request.multipv, len(request.moves))
        own, free = ChessSets(self.root, self.watch), ChessSets(self.root)
        lines, complete = self._search(request, wanted, 1, own, free)
        if not lines:
            return
        report = self._report(1, _sorted(lines), free)
        yield report
        if not complete:
            return
        sets = self._others or own
        stable = 0
        deepest = min(request.go.depth or DEEPEST_SEARCH, DEEPEST_SEARCH)
        for depth in range(1 if self._others else 2, deepest + 1):
            if self.watch.is_set():
                return
            lines, complete = self._search(request, wanted, depth, sets)
            known = _sorted(lines) if complete else _in_order(lines, report.lines, wanted)
            if known is not None:
                stable = stable + 1 if known[0][1][0] == report.lines[0][1][0] else 0
                reached = depth if complete else report.depth
                report = self._report(reached, known, sets)
                yield report
            if not complete:
                return
            self.reason = why_settled(report, request, self.watch)
            if self.reason or no_time_for_more(self.watch, stable):
                return

    def _search(
        self,
        request: MoveRequest,
        wanted: int,
        depth: int,
        sets: SetProber[str],
        free: SetProber[str] | None = None,
    ) -> tuple[list[SetValue[str]], bool]:
        """The lines of one depth that were finished; whether those are all.

        ``free`` answers without limits as long as there are ``FREE_NODES``.
        """
        found: list[SetValue[str]] = []
        rest = list(request.moves)
        for number in range(1, wanted + 1):
            asked = request.only if number == 1 else tuple(rest)
            answer, left = None, FREE_NODES - self._nodes()
            if free is not None and left > 0:
                answer = self._probe(free, number, asked, depth, left, None)
            if answer is None or not answer.finished:
                nodes = request.go.nodes
                if nodes is not None:
                    nodes -= self._nodes()
                    if nodes < 1:
                        return found, False
                answer = self._probe(sets, number, asked, depth, nodes, self.watch.left or FOREVER)
            if not answer.finished:
                return found, False
            found.append(answer)
            rest.remove(answer.best)
        return found, True

    def _probe(
        self,
        sets: SetProber[str],
        number: int,
        moves: Sequence[str],
        depth: int,
        nodes: int | None,
        seconds: float | None,
    ) -> SetValue[str]:
        before = self._nodes()
        found = sets.probe(moves, depth, nodes=nodes, seconds=seconds)
        self.events.send(
            SetProbed,
            lambda: SetProbed(
                purpose=f"line {number}",
                moves=tuple(moves),
                depth=depth,
                bound=None,
                found=found,
                nodes=self._nodes() - before,
            ),
        )
        return found

    def _nodes(self) -> int:
        others = 0 if self._others is None else self._others.nodes()
        return self.root.nodes - self._before + others

    def _report(self, depth: int, lines: ReportedLines, sets: SetProber[str]) -> Report:
        deepest = max(depth, sets.deepest, len(lines[0][1]))
        return Report(depth, deepest, self._nodes(), self.root.filled, lines)


def _sorted(found: Sequence[SetValue[str]]) -> ReportedLines:
    """Best first: a line found later in a depth may have a higher value than an earlier one."""
    return tuple((each.value, each.line) for each in sorted(found, key=lambda each: -each.value))


def _in_order(
    found: Sequence[SetValue[str]], before: ReportedLines, wanted: int
) -> ReportedLines | None:
    """The lines of a depth that was cut off, then those of the depth before for other moves.

    None if their values are not in order: then only the depth before is known for every line.
    """
    first = _sorted(found)
    placed = {line[0] for _, line in first}
    lines = (*first, *(each for each in before if each[1][0] not in placed))[:wanted]
    if not found or any(one[0] < next_[0] for one, next_ in pairwise(lines)):
        return None
    return lines
