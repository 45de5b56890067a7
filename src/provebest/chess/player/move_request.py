"""A request for one move, the reports on it, and the rules for handing over and stopping."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf

from provebest.chess.defaults import (
    DEFAULT_CONFIDENCE,
    DEFAULT_EXPANSIONS,
    DEFAULT_PROBE_DEPTH,
)
from provebest.chess.player.clock import Go, Watch
from provebest.chess.probes.prober import mate_in
from provebest.chess.speed import Speed
from provebest.games.chess import ChessPosition
from provebest.search.pbstar import DEFAULT_CONTROL
from provebest.search.setprobe.settings import ModernSettings

SHALLOW = ModernSettings().first_depth
"""``go depth`` below this is alpha-beta's: B*'s first search of all moves is as deep."""
STOPS_EARLY = "stops early: "
"""Start of the remark that says why a search ended before its time. Programs read MoveData."""
FREE_NODES = 1 << 16
"""Nodes that a search to depth 1 may visit whatever the limits are, so that a move has a value. In
games it takes some hundred."""
HANDS_OVER = "B* hands over to alpha-beta: "
"""Start of the remark that says why B* does not play this move. Programs read MoveData."""
SETTLED_FROM = 5
"""Depth from which an only legal move is played without further search."""
EACH_LINE = "each line is searched by itself, depth by depth; B* does not stop early"
"""The remark of a request for several lines, or for the value of one move."""


@dataclass(frozen=True, slots=True)
class Report:
    """The state of a search: its lines, best first, each with its value for the side to move."""

    depth: int
    seldepth: int
    nodes: int
    filled: int
    """Thousandths of the hash table that this search has filled."""
    lines: tuple[tuple[float, tuple[str, ...]], ...]
    is_bound: bool = False
    """Whether the first value is only a lower bound."""


@dataclass(frozen=True, slots=True)
class HandOver:
    """When alpha-beta plays instead of B*, as the paper's program did (its section 6.1)."""

    below: float = 0.05
    """Alpha-beta plays if a move has less than this many seconds; 0 means never.

    On a machine that searches fewer than a million nodes a second, the limit is proportionally
    longer.
    """
    pieces: int = 2
    """Alpha-beta plays with at most this many pieces besides kings and pawns; -1 means never."""

    def why(self, position: ChessPosition, seconds: float, speed: Speed) -> str | None:
        """Why alpha-beta plays, in words; None if B* does."""
        if seconds < self.below * speed.slowness:
            return f"{1000 * seconds:.0f} ms for a move is too short for B*"
        board = position.fen().split(None, 1)[0].lower()
        pieces = sum(board.count(piece) for piece in "nbrq")
        if pieces <= self.pieces:
            return f"an ending with {pieces} piece{'s' * (pieces != 1)}"
        return None


NEVER = HandOver(below=0.0, pieces=-1)
"""B* plays every move."""


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A request for the best move of a position, with its limits and options."""

    position: ChessPosition
    moves: tuple[str, ...]
    """The moves to choose from; at least one."""
    restricted: bool = False
    """``moves`` leaves out some of the legal moves."""
    go: Go = field(default_factory=Go)
    multipv: int = 1
    search: str = "bstar"
    control: str = DEFAULT_CONTROL
    probe_depth: int = DEFAULT_PROBE_DEPTH
    expansions: int = DEFAULT_EXPANSIONS
    """The classic control's limit of expansions."""
    confidence: float = DEFAULT_CONFIDENCE
    """How sure B* must be that no rival is clearly better before it stops; on the clock of a game
    the modern control goes by the price of time instead."""
    hand_over: HandOver = HandOver()
    price: float = 1.0
    """On the clock of a game: what time is worth, as a multiple of its usual price."""
    early_stop: bool = True
    """B* may stop before its time is used."""
    game: tuple[str, ...] = ()
    """The first position of the game, then its moves."""

    @property
    def only(self) -> tuple[str, ...]:
        """The root moves that a search is restricted to; empty if all legal moves are allowed."""
        return self.moves if self.restricted else ()

    @property
    def asks_for_values(self) -> bool:
        """Whether lines and values are wanted rather than a move: several lines, or one move."""
        return self.multipv > 1 or (len(self.moves) == 1 and bool(self.go.searchmoves))


def why_alphabeta(request: MoveRequest, watch: Watch, speed: Speed) -> str | None:
    """The remark that says why alpha-beta plays; empty if the user chose it; None if B* plays."""
    if request.search == "alphabeta":
        return ""
    if request.go.mate is not None:
        return f"{HANDS_OVER}the search is for a mate"
    if request.go.depth is not None and request.go.depth < SHALLOW:
        return f"{HANDS_OVER}the depth is below {SHALLOW}"
    rule = request.hand_over
    if request.go.probes is not None:
        rule = replace(rule, pieces=-1)  # alpha-beta makes no probes: this limit cannot end it
    why = rule.why(request.position, watch.allotment.soft, speed)
    return None if why is None or request.go.endless else HANDS_OVER + why


def why_no_probes(search: str, control: str, lines: int = 1) -> str | None:
    """Why this player cannot be limited by a number of probes; None if it can."""
    if lines > 1:
        return "several lines are searched by themselves"
    if search != "bstar":
        return f"{search} makes no probes"
    if control != "classic":
        return f"the probes of the {control} control get deeper and deeper"
    return None


def without_probes(request: MoveRequest) -> MoveRequest:
    """The request for alpha-beta; if probes were its only limit, a depth replaces them."""
    if request.go.probes is None:
        return request
    go = replace(request.go, probes=None)
    return replace(request, go=replace(go, depth=SHALLOW) if go.endless else go)


def begun_until(stable: int) -> float:
    """The share of the time until which another depth is begun, which takes about twice the last.

    ``stable`` is for how many depths the choice has been the same: the longer, the less is risked
    for another depth.
    """
    return 0.45 if stable >= 6 else 0.6 if stable >= 3 else 0.9


def no_time_for_more(watch: Watch, stable: int) -> bool:
    """Whether not to begin another depth, which takes about twice as long as the one before.

    ``stable``: for how many depths the best move has been the same.
    """
    return not watch.allotment.fixed and watch.spent >= begun_until(stable)


def why_settled(report: Report, request: MoveRequest, watch: Watch) -> str:
    """Why a deeper search would change nothing; empty if it might change something."""
    mate = mate_in(round(report.lines[0][0]))
    if request.go.mate is not None and mate is not None and 0 < mate <= request.go.mate:
        return f"a mate in {mate} is found"
    if watch.allotment.soft == inf or watch.waiting or request.multipv > 1:
        return ""
    named = bool(request.go.searchmoves) and watch.allotment.fixed
    if len(request.moves) == 1 and report.depth >= SETTLED_FROM and not named:
        return "it is the only move"
    if mate is not None and 2 * abs(mate) <= report.depth:
        return "it wins by force" if mate > 0 else "nothing prevents mate"
    return ""
