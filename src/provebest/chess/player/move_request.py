"""One move to be found: what is asked, how things stand, and when more would change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf

from provebest.chess.defaults import (
    DEFAULT_CONFIDENCE,
    DEFAULT_EXPANSIONS,
    DEFAULT_PROBE_DEPTH,
)
from provebest.chess.player.clock import Go, Watch
from provebest.chess.probes.prober import mate_in
from provebest.chess.probes.root_search import SetAnswer
from provebest.chess.speed import Speed
from provebest.games.chess import ChessPosition
from provebest.search.pbstar import DEFAULT_CONTROL
from provebest.search.setprobe.budget import begun_until

SHALLOW = 5
"""``go depth`` below this is alpha-beta's: B*'s first search of all moves has depth 4."""
STOPS_EARLY = "stops early: "
"""How the remark begins that says why a search ended before its time. Programs read MoveData."""
HANDS_OVER = "hands over to alpha-beta: "
"""How the remark begins that says why B* does not play this move. Programs read MoveData."""
SETTLED_FROM = 5
"""Depth at which an only move may be played."""


@dataclass(frozen=True, slots=True)
class Report:
    """How things stand: lines best first, each with its value for the side to move."""

    depth: int
    seldepth: int
    nodes: int
    filled: int
    """Thousandths of the table that this move has filled."""
    lines: tuple[tuple[float, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class HandOver:
    """When alpha-beta plays instead of B*, as the paper's program did (its section 6.1)."""

    below: float = 0.05
    """Seconds for a move below which B* has no use for its root table; 0 is never.

    On a machine that searches fewer than a million nodes a second it takes that much longer.
    """
    pieces: int = 2
    """With so many pieces on the board, kings and pawns not counted; -1 is never."""

    def why(self, position: ChessPosition, seconds: float, speed: Speed) -> str | None:
        """The reason in words, where there is one."""
        if seconds < self.below * speed.slowness:
            return f"{1000 * seconds:.0f} ms for this move are too short for B*"
        board = position.fen().split(None, 1)[0].lower()
        pieces = sum(board.count(piece) for piece in "nbrq")
        if pieces <= self.pieces:
            return f"an ending with {pieces} piece{'s' * (pieces != 1)}"
        return None


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """One move to be found."""

    position: ChessPosition
    moves: tuple[str, ...]
    """Of which one is to be chosen; at least one."""
    restricted: bool = False
    """They are not all the legal moves."""
    go: Go = field(default_factory=Go)
    multipv: int = 1
    search: str = "bstar"
    control: str = DEFAULT_CONTROL
    probe_depth: int = DEFAULT_PROBE_DEPTH
    expansions: int = DEFAULT_EXPANSIONS
    """Quota of the classic control."""
    confidence: float = DEFAULT_CONFIDENCE
    """How sure B* must be that no rival is better before it stops."""
    hand_over: HandOver = HandOver()
    early_stop: bool = True
    """B* may end before its time."""
    game: tuple[str, ...] = ()
    """The position that the game began with, and its moves."""

    @property
    def only(self) -> tuple[str, ...]:
        """What a search is told: nothing where every move may be chosen."""
        return self.moves if self.restricted else ()


def why_alphabeta(request: MoveRequest, watch: Watch, speed: Speed) -> str | None:
    """The rule by which alpha-beta plays instead of B*; empty where it was asked for."""
    if request.search == "alphabeta":
        return ""
    if request.go.mate is not None:
        return f"{HANDS_OVER}a mate is looked for"
    if request.go.depth is not None and request.go.depth < SHALLOW:
        return f"{HANDS_OVER}a depth below {SHALLOW} is wanted"
    rule = request.hand_over
    if request.go.probes is not None:
        rule = replace(rule, pieces=-1)  # where probes are the limit, who makes none cannot play
    why = rule.why(request.position, watch.allotment.soft, speed)
    return None if why is None or request.go.endless else HANDS_OVER + why


def why_no_probes(search: str, control: str) -> str | None:
    """Why a number of probes is no limit for this player; None where it is one."""
    if search != "bstar":
        return f"{search} makes no probes"
    if control != "classic":
        return f"the {control} control's probes are not alike, each goes deeper than the one before"
    return None


def without_probes(request: MoveRequest) -> MoveRequest:
    """The same for alpha-beta; where probes were the only limit, a depth takes their place."""
    if request.go.probes is None:
        return request
    go = replace(request.go, probes=None)
    return replace(request, go=replace(go, depth=SHALLOW) if go.endless else go)


def joined(
    found: Sequence[SetAnswer], before: Report | None, wanted: int
) -> tuple[tuple[float, tuple[str, ...]], ...]:
    """The lines of this depth, best first, and after them those of the last that are missing.

    Each was searched among the moves not yet placed, and may have come out better than one before.
    """
    lines = [(float(answer.value or 0), answer.line) for answer in found]
    lines.sort(key=lambda line: line[0], reverse=True)
    placed = {line[0] for _, line in lines}
    lines += [line for line in (before.lines if before else ()) if line[1][0] not in placed]
    return tuple(lines[:wanted])


def no_time_for_more(watch: Watch, stable: int) -> bool:
    """A depth takes about twice the one before; begin it where the answer may still change."""
    return not watch.allotment.fixed and watch.spent >= begun_until(stable)


def settled(report: Report, request: MoveRequest, watch: Watch) -> str:
    """Why a deeper search would change nothing, if it would not."""
    mate = mate_in(round(report.lines[0][0]))
    if request.go.mate is not None and mate is not None and 0 < mate <= request.go.mate:
        return f"a mate in {mate} is found"
    if watch.allotment.soft == inf or watch.waiting or request.multipv > 1:
        return ""
    if len(request.moves) == 1 and report.depth >= SETTLED_FROM:
        return "it is the only move"
    if mate is not None and 2 * abs(mate) <= report.depth:
        return "it wins by force" if mate > 0 else "nothing prevents mate"
    return ""
