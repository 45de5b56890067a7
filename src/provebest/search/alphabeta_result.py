"""What alpha-beta found and how far that may be trusted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from provebest.games.protocol import Move
from provebest.vocabulary import BadInputError, Counters, Stopped

TO_THE_END = "every line that matters was followed to the end of the game"


@dataclass(frozen=True, slots=True)
class AlphaBetaResult(Generic[Move]):
    """A move, what it is worth to MAX, and how far that was looked into."""

    move: Move | None
    """None where the game is over, or no move reaches into the window."""
    value: float
    line: tuple[Move, ...]
    """Best play by both, as far as it is known: it begins with ``move``."""
    depth: int
    """Plies looked ahead; for deepening, those of the last iteration that was finished."""
    stopped: Stopped
    reason: str
    """Why the search stopped and what that says of the answer, in one sentence."""
    counters: Counters
    """``evaluated`` is the memo's count of terminal points examined."""

    @property
    def proved(self) -> bool:
        """Whether the value rests on ends of the game alone."""
        return self.stopped is Stopped.PROVED


def verdict(depth: int, *, played: bool, saw_horizon: bool) -> tuple[Stopped, str]:
    """Why a whole search to this depth ended, and what may be concluded from it."""
    if saw_horizon:
        return Stopped.DEPTH_LIMIT, f"best at depth {depth}, given the estimates made there"
    if not played:
        return Stopped.PROVED, "the game is over: there is no move to choose"
    return Stopped.PROVED, TO_THE_END


def check_depth(depth: object) -> None:
    """Raises BadInputError unless the depth is 0 or more."""
    if not isinstance(depth, int) or depth < 0:
        raise BadInputError(f"depth must be a whole number, 0 or more, got {depth!r}")


def too_deep(depth: int) -> BadInputError:
    """The sentence for a tree that Python's own stack cannot follow."""
    return BadInputError(f"the game goes on for more plies than can be followed to depth {depth}")
