"""Finds out whether only one move wins, or only one holds.

At every depth there are two searches: one of all moves, for the best move and its value, and one of
all moves but the best, whose value bounds each of them. The answer is not a proof: the searches
prune, and the thresholds are part of the answer.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from threading import Event
from typing import Any

from provebest.chess.explain.move_verdict import (
    Kind,
    MoveVerdict,
    Thresholds,
    judge,
    judge_with_deeper,
)
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.probers import Probers
from provebest.games.chess_values import MATES_FROM
from provebest.games.game_so_far import GameSoFar, read_game
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.deepening import DEEPEST, FIRST_DEPTH, SetProbe, deepen
from provebest.search.setprobe.set_prober import SetProber, SetValue
from provebest.vocabulary import BadInputError, CancelledError, NothingSearchedError

SETTLED_FROM, SETTLED_FOR = 9, 3
"""From the first depth on, the search stops if the answer has not changed for the second number of
depths."""
QUIET_FROM = 14
"""The same as ``SETTLED_FROM``, if no move wins or all moves lose."""
DEEPER = 2
"""The last search, of the move alone, is this many plies deeper."""
DEFAULT_NODES = 1_000_000


@dataclass(frozen=True, slots=True)
class OnlyMove:
    """The answer for one position; values are hundredths of a pawn, for the side to move."""

    fen: str
    verdict: MoveVerdict
    move: str
    value: float
    depth: int
    """The greatest depth at which the searches were finished."""
    line: tuple[str, ...]
    other: str | None
    """The best of all other moves."""
    others_at_most: float | None
    other_line: tuple[str, ...]
    only_mate: bool
    """The move forces mate, and no other move was found to; other moves may win."""
    confirmed: float | None
    """The value in a deeper search of the move alone; None if that was not finished."""
    reason: str
    nodes: int
    thresholds: Thresholds

    @property
    def kind(self) -> Kind:
        """Whether the move is the only one that wins, holds or is legal."""
        return self.verdict.kind

    @property
    def only(self) -> bool:
        """Whether there is one and only one move, by the thresholds."""
        return self.kind in {Kind.WINS, Kind.HOLDS, Kind.FORCED}

    def as_json(self) -> dict[str, Any]:
        """The JSON that the command prints."""
        kind, verdict = self.kind.value, self.verdict.value
        return {
            "fen": self.fen,
            "kind": kind,
            **asdict(self),
            "verdict": verdict,
            "only": self.only,
        }


@dataclass(slots=True)
class _Search:
    """Searches depth by depth, until the answer is settled or the budget is used up."""

    sets: SetProber[str]
    legal: list[str]
    thresholds: Thresholds
    budget: Budget
    best: SetValue[str] | None = None
    rest: SetValue[str] | None = None
    kind: Kind = Kind.UNCLEAR
    same: int = 0
    reason: str = field(default="nothing was searched")

    def run(self) -> None:
        depth = 0
        for depth, (best, rest) in deepen(self.sets, self.budget, self._probe_both):
            self._update(best, rest)
            if self._is_settled(depth):
                self.reason = f"the answer was the same at {self.same + 1} depths"
                return
        ended = self.budget.limit(self.sets.nodes()).value if depth < DEEPEST else "depth limit"
        self.reason = f"the {ended} was reached"

    def probe(self, moves: list[str], depth: int) -> SetValue[str]:
        nodes, seconds = self.budget.nodes_left(self.sets.nodes()), self.budget.seconds_left()
        return self.sets.probe(moves, depth, nodes=nodes, seconds=seconds)

    def _probe_both(self, probe: SetProbe[str]) -> tuple[SetValue[str], SetValue[str]]:
        """The best move, and the best of all others."""
        best = probe([])
        rest = probe(self._without(best.best))
        if rest.value > best.value:
            # A search that prunes may miss in a larger set what it finds in a smaller one.
            best, rest = rest, probe(self._without(rest.best))
        return best, rest

    def _update(self, best: SetValue[str], rest: SetValue[str]) -> None:
        kind = judge(best.value, rest.value, self.thresholds).kind
        unchanged = self.best is not None and best.best == self.best.best and kind is self.kind
        self.same = self.same + 1 if unchanged else 0
        self.best, self.rest, self.kind = best, rest, kind

    def _without(self, move: str) -> list[str]:
        return [other for other in self.legal if other != move]

    def _is_settled(self, depth: int) -> bool:
        """Whether to stop: earlier if the best move is the only one, or if several moves win."""
        if self.kind is Kind.UNCLEAR or self.same < SETTLED_FOR or self.rest is None:
            return False
        decisive = self.kind is not Kind.SEVERAL or self.rest.value >= self.thresholds.win
        return depth >= (SETTLED_FROM if decisive else QUIET_FROM)


def only_move(
    game: str | GameSoFar,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    thresholds: Thresholds = Thresholds(),  # noqa: B008 - frozen, so one default is safe
    prober: ProberChoice = ProberChoice(),  # noqa: B008 - same
    cancel: Event | None = None,
) -> OnlyMove:
    """Finds out whether only one move wins, or only one holds.

    ``game`` is a game, whose earlier positions count for repetition, or a FEN. With a limit of
    nodes alone, the answer is the same on every machine.

    Raises:
        BadInputError: if the position is invalid, or the game is over.
        NothingSearchedError: if the limit was reached before the first depth was searched.
        CancelledError: if it was cancelled before the first depth was searched.
    """
    position = read_game(game).position
    legal = position.legal_moves()
    if not legal:
        raise BadInputError(f"there is no move in {position.fen()!r}: the game is over")
    if nodes is None and seconds is None:
        nodes = DEFAULT_NODES
    probers = Probers(prober, cancel, seconds=seconds)
    try:
        search = _Search(probers.sets(position), legal, thresholds, Budget(nodes, seconds))
        if len(legal) == 1:
            return _only_legal_move(position.fen(), search)
        search.run()
        if search.best is None or search.rest is None:
            if cancel is not None and cancel.is_set():
                raise CancelledError
            raise NothingSearchedError(
                f"the limit was reached before depth {FIRST_DEPTH}; allow more time or nodes"
            )
        confirmed = _search_alone(search, search.best)
    finally:
        probers.close()
    best, rest, reason = search.best, search.rest, search.reason
    verdict = judge_with_deeper(best.value, rest.value, confirmed, thresholds)
    if verdict is MoveVerdict.DISPUTED:
        reason += "; a deeper search of the move alone contradicts it"
    return OnlyMove(
        fen=position.fen(),
        verdict=verdict,
        move=best.best,
        value=best.value,
        depth=best.depth,
        line=best.line,
        other=rest.best,
        others_at_most=rest.value,
        other_line=rest.line,
        only_mate=best.value >= MATES_FROM > rest.value,
        confirmed=confirmed,
        reason=reason,
        nodes=search.sets.nodes(),
        thresholds=thresholds,
    )


def _search_alone(search: _Search, best: SetValue[str]) -> float | None:
    if search.budget.spent(search.sets.nodes()) >= 1:
        return None
    found = search.probe([best.best], best.depth + DEEPER)
    return found.value if found.finished else None


def _only_legal_move(fen: str, search: _Search) -> OnlyMove:
    found = search.probe([], FIRST_DEPTH)
    return OnlyMove(
        fen=fen,
        verdict=MoveVerdict.ONLY_LEGAL,
        move=search.legal[0],
        value=found.value,
        depth=found.depth,
        line=found.line,
        other=None,
        others_at_most=None,
        other_line=(),
        only_mate=found.value >= MATES_FROM,
        confirmed=None,
        reason="there is no other legal move",
        nodes=search.sets.nodes(),
        thresholds=search.thresholds,
    )
