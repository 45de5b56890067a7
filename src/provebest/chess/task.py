"""One move to be found: what is asked, how things stand, and when more would change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from provebest.chess.clock import Go, Watch
from provebest.games.chess import ChessPosition
from provebest.probes.prober import mate_in
from provebest.probes.root_search import SetAnswer

SHORT = 0.05
"""Seconds for a move below which B* has no use for its root table, and alpha-beta plays."""
SHALLOW = 5
"""``go depth`` below this is alpha-beta's: B*'s first search of all moves has depth 4."""
SETTLED_FROM = 5
"""Depth at which an only move may be played."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How things stand: lines best first, each with its value for the side to move."""

    depth: int
    seldepth: int
    nodes: int
    lines: tuple[tuple[float, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Task:
    """One move to be found."""

    position: ChessPosition
    moves: tuple[str, ...]
    """Of which one is to be chosen; at least one."""
    restricted: bool
    """They are not all there are."""
    go: Go
    multipv: int
    search: str
    control: str
    probe_depth: int

    @property
    def only(self) -> tuple[str, ...]:
        """What a search is told: nothing where every move may be chosen."""
        return self.moves if self.restricted else ()


def why_alphabeta(task: Task, watch: Watch) -> str | None:
    """The rule by which alpha-beta plays instead of B*; empty where it was asked for."""
    if task.search == "alphabeta":
        return ""
    if task.go.mate is not None:
        return "a mate is looked for by alpha-beta"
    if task.go.depth is not None and task.go.depth < SHALLOW:
        return f"a depth below {SHALLOW} is searched by alpha-beta"
    if watch.allotment.soft < SHORT:
        milliseconds = 1000 * watch.allotment.soft
        return f"{milliseconds:.0f} ms for this move are too short for B*: alpha-beta"
    return None


def joined(
    found: Sequence[SetAnswer], before: Standing | None, wanted: int
) -> tuple[tuple[float, tuple[str, ...]], ...]:
    """The lines of this depth, and after them those of the last one that are missing."""
    lines = [(float(answer.value or 0), answer.line) for answer in found]
    placed = {line[0] for _, line in lines}
    lines += [line for line in (before.lines if before else ()) if line[1][0] not in placed]
    return tuple(lines[:wanted])


def no_time_for_more(watch: Watch, stable: int) -> bool:
    """A depth takes about twice the one before; begin it where the answer may still change."""
    share = 0.45 if stable >= 6 else 0.6 if stable >= 3 else 0.9
    return not watch.allotment.fixed and watch.spent >= share


def settled(standing: Standing, task: Task, watch: Watch) -> str:
    """Why a deeper search would change nothing, if it would not."""
    mate = mate_in(round(standing.lines[0][0]))
    if task.go.mate is not None and mate is not None and 0 < mate <= task.go.mate:
        return f"a mate in {mate} is found"
    if watch.allotment.soft == inf or watch.waiting or task.multipv > 1:
        return ""
    if len(task.moves) == 1 and standing.depth >= SETTLED_FROM:
        return "it is the only move"
    if mate is not None and 2 * abs(mate) <= standing.depth:
        return "it wins by force" if mate > 0 else "nothing prevents mate"
    return ""
