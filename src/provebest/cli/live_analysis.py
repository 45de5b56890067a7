"""Shows a running analysis on the terminal: the board and the moves, redrawn in place."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import chess
from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from provebest.argument.notation import in_pawns, san, san_line
from provebest.chess.calibration import chance_to_reach
from provebest.cli.shared import err
from provebest.games.boards import board_of
from provebest.games.chess import ChessPosition
from provebest.search.events import StepEnded
from provebest.search.move_search import Snapshot
from provebest.search.probability.result import RootMove
from provebest.vocabulary import Listener, SearchEvent

A_SECOND = 4
"""Redraws per second."""
AT_FIRST = 0.5
"""Seconds before anything is drawn: bad input is refused sooner than that, in one sentence."""
SHOWN_MOVES = 8
SHOWN_PLIES = 5


@contextmanager
def live_table(position: ChessPosition, *, quiet: bool) -> Iterator[Listener | None]:
    """Draws the analysis on stderr and erases it at the end; yields None without a terminal."""
    if quiet or not err.is_terminal:
        yield None
        return
    picture = LivePicture(position)
    with Live(
        get_renderable=picture.drawn, console=err, transient=True, refresh_per_second=A_SECOND
    ):
        yield picture.show


class LivePicture:
    """What is drawn now. A thread of its own draws it, so that the clock never stops."""

    def __init__(self, position: ChessPosition) -> None:
        self._board = board_of(position)
        self._begun = time.monotonic()
        self._snapshot: Snapshot[str] | None = None

    def show(self, event: SearchEvent) -> None:
        """Draws the state after this step from now on; other events change nothing."""
        if isinstance(event, StepEnded):
            self._snapshot = event.snapshot

    def drawn(self) -> RenderableType:
        """The board, the current stage of the search, and the moves."""
        snapshot = self._snapshot
        if snapshot is None or not snapshot.moves:
            taken = time.monotonic() - self._begun
            return Text("" if taken < AT_FIRST else f"first look at every move, {taken:.0f} s")
        board = self._board
        return Group(Text(str(board)), self._headline(board, snapshot), _table(board, snapshot))

    def _headline(self, board: chess.Board, snapshot: Snapshot[str]) -> Text:
        counters, best = snapshot.counters, snapshot.moves[0]
        least = "at least " if best.is_bound else ""
        doubt = "" if snapshot.doubt is None else f", doubt {snapshot.doubt:.0%}"
        return Text(
            f"{snapshot.purpose}, {snapshot.aim}: {san(board, best.move)} "
            f"{least}{in_pawns(best.real)}{doubt}; "
            f"{counters.probes:,} probes, {counters.probe_nodes:,} nodes, "
            f"{time.monotonic() - self._begun:.0f} s",
            no_wrap=True,
            overflow="ellipsis",
        )


def _chance(snapshot: Snapshot[str], rival: RootMove[str]) -> str:
    """The chance that a rival is better: its part of the doubt, if the control has a law."""
    if snapshot.doubt is not None:
        return f"{rival.chance:.0%}"
    return f"{chance_to_reach(snapshot.moves[0].real, rival.real, rival.hope):.0%}"


def _table(board: chess.Board, snapshot: Snapshot[str]) -> Table:
    table = Table(box=None, pad_edge=False)
    for column in ("move", "value", "at best", "chance", "looks"):
        table.add_column(column, justify="left" if column == "move" else "right", no_wrap=True)
    table.add_column("line", no_wrap=True, overflow="ellipsis")
    best = snapshot.moves[0]
    for candidate in snapshot.moves[:SHOWN_MOVES]:
        table.add_row(
            san(board, candidate.move),
            in_pawns(candidate.real),
            "" if candidate.hope is None else in_pawns(candidate.hope),
            "" if candidate is best else _chance(snapshot, candidate),
            str(candidate.effort),
            san_line(board, candidate.line, at_most=SHOWN_PLIES),
        )
    return table
