"""What a bandwidth search of a game plays, and what that promises.

Rules ``[H74-n]`` are listed in ``docs/papers/harris1974.md``. Plies are counted from the present
root; the search itself counts from where it first began.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Literal

from provebest.games.protocol import Move, State
from provebest.games.race import Outcome
from provebest.search.bandwidth.game_node import RaceNode
from provebest.vocabulary import Counters, Stopped

if TYPE_CHECKING:
    from provebest.search.bandwidth.game_search import BandwidthGameSearch

Verdict = Literal["sure win", "expected loss", "undecided"]


@dataclass(frozen=True, slots=True)
class BandwidthGameResult(Generic[Move]):
    """A move, at most ``error`` plies worse than the best, given the declared band."""

    move: Move | None
    """The move to play, or the reply expected if the opponent is to move; None if the game is over
    or nothing was expanded yet."""
    value: float | None
    """Plies to the win after this move, counted from the root, as the search sees them; N or more
    means a loss."""
    verdict: Verdict
    """Holds given the declared band, in the plain and dual modes."""
    error: float
    """Plies: the declared e + d, plus how many more plies this move shows than the best one. The
    latter is 0 unless it was chosen by h alone when time was up, or to prolong a loss."""
    line: tuple[Move, ...]
    """The move and the best play that the search sees after it."""
    tip: Outcome | None
    """How the game ends at the tip where the search stopped; None if a limit stopped it."""
    stopped: Stopped
    reason: str
    """Why the search stopped and what that says of the move, in one sentence."""
    counters: Counters
    dropped: int
    """Moves dropped because a brother is better by more than e + d; those below not counted."""
    stored: int
    """Nodes in the tree."""

    def __str__(self) -> str:
        """The move and its line, why the search stopped, and the work done, in three lines."""
        if self.move is None or self.value is None:
            return f"no move: {self.reason}"
        line = ", ".join(str(move) for move in self.line)
        return (
            f"{self.move} ({float(self.value):g} plies, at most {float(self.error):g} worse than "
            f"the best): {line}\n"
            f"{self.stopped.value}: {self.reason}\n"
            f"{self.counters.expanded:,} double expansions, {self.stored:,} nodes kept"
        )

    @property
    def resigns(self) -> bool:
        """Whether the best that the search sees is a loss; the move is then for playing on."""
        return self.tip == "loss"


def bandwidth_game_result(
    search: BandwidthGameSearch[State, Move], stopped: Stopped
) -> BandwidthGameResult[Move]:
    """The result of a search as it stands."""
    chosen = _choice(search)
    node = search.root if chosen is None else chosen
    known = chosen is not None or node.outcome is not None
    value = node.h + node.g - search.root.depth if known else None
    verdict = _verdict(search, value)
    return BandwidthGameResult(
        move=None if chosen is None else chosen.move,
        value=value,
        verdict=verdict,
        error=search.e + search.d + _behind(search.root, chosen),
        line=_line(search, chosen),
        tip=None if search.stopped is None else search.selected.outcome,
        stopped=stopped,
        reason=_reason(search, stopped, verdict),
        counters=search.tally.frozen(),
        dropped=search.dropped,
        stored=search.stored(),
    )


def _choice(search: BandwidthGameSearch[State, Move]) -> RaceNode[State, Move] | None:
    """The son of the root to play; the opponent's best one if he is to move; None at a tip."""
    root = search.root
    if not root.sons:
        return None
    first = root.best_son()
    if not root.program_to_move:
        return first
    # [H74-31] By f the shortest loss is best; once every move shows one, the longest is played.
    if search.prolong_losses and first.f - root.depth >= search.loss_value:
        return max(root.sons, key=lambda son: son.g)
    if search.stopped is not None:
        return first
    # [H74-28] Out of time: by h alone, which favours lines that were looked into deeply.
    return min(root.sons, key=lambda son: (son.least_tip_h(), son.f))


def _behind(root: RaceNode[State, Move], chosen: RaceNode[State, Move] | None) -> float:
    """By how many plies the chosen son shows more than the best of them, for the side to move."""
    if chosen is None:
        return 0
    best = min(root.sons, key=_plies) if root.program_to_move else max(root.sons, key=_plies)
    return abs(_plies(chosen) - _plies(best))


def _plies(node: RaceNode[State, Move]) -> float:
    """Plies to the win since the search began: the plain f, whatever the mode."""
    return node.h + node.g


def _verdict(search: BandwidthGameSearch[State, Move], value: float | None) -> Verdict:
    """[H74-29] What the value of the first move says of the game."""
    if value is not None and value < search.loss_value - (search.e + search.d):
        return "sure win"
    if value is not None and value > search.loss_value:
        return "expected loss"
    return "undecided"


def _line(
    search: BandwidthGameSearch[State, Move], node: RaceNode[State, Move] | None
) -> tuple[Move, ...]:
    """The moves on the walk from the node to a tip: in dual mode not always the line of its f."""
    moves: list[Move] = []
    while node is not None:
        if node.move is not None:
            moves.append(node.move)
        node = node.son_to_walk(search.mode) if node.sons else None
    return tuple(moves)


def _reason(search: BandwidthGameSearch[State, Move], stopped: Stopped, verdict: Verdict) -> str:
    tip, root = search.selected, search.root
    if root.outcome is not None:
        return f"the game is over: a {root.outcome}"
    error = float(search.e + search.d)
    answer = f"{verdict}, given e + d = {error:g}"
    if search.stopped is None:
        why = (
            "the search was interrupted"
            if stopped is Stopped.CANCELLED
            else (f"the {stopped.value} was reached")
        )
        if not root.sons:
            return f"{why} before anything was expanded"
        chosen = (
            "the move is the best by h alone" if root.program_to_move else "a reply is expected"
        )
        return f"{why}; {chosen}; {answer}"
    plies = tip.depth - root.depth
    if tip.outcome == "loss":
        return f"the best line ends in a loss in {plies} plies; {answer}"
    # [H74-24] A win in N - e plies or more is not a goal: it cannot be told from a loss.
    if plies >= search.loss_value - search.e:
        return f"the win in {plies} plies is too deep to be a goal: state a greater N; {answer}"
    return f"the best line ends in a win in {plies} plies; {answer}"
