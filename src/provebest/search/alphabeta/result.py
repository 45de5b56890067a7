"""What alpha-beta found and how far that may be trusted."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from numbers import Real
from typing import Generic

from provebest.games.protocol import Move
from provebest.vocabulary import Argued, BadInputError, Counters, Stopped, number_text

TO_THE_END = "every line that matters was followed to the end of the game"


@dataclass(frozen=True, slots=True)
class AlphaBetaResult(Argued, Generic[Move]):
    """A move, its value, and the depth to which it was searched. All values speak for MAX.

    The move is one of the side to move: MAX wants a great value, MIN a small one.
    """

    move: Move | None
    """None if the game is over, or no move reaches into the window."""
    value: float
    """Exact for this depth inside the window; outside it a bound, as ``reason`` says."""
    line: tuple[Move, ...]
    """Best play by both sides, as far as it is known: it begins with ``move``."""
    depth: int
    """Plies looked ahead; for deepening, those of the last iteration that was finished."""
    stopped: Stopped
    reason: str
    """Why the search stopped and what that says of the answer, in one sentence."""
    counters: Counters
    """``evaluated`` is the memo's count of terminal points examined."""
    max_chooses: bool = True
    """Whether MAX is to move."""
    others: tuple[tuple[Move, float], ...] = ()
    """The other moves that were tried, each with a bound: what it is worth at most if MAX moves, at
    least if MIN moves, at the same depth."""

    @property
    def proved(self) -> bool:
        """Whether the value rests on ends of the game alone."""
        return self.stopped is Stopped.PROVED

    def __str__(self) -> str:
        who, value = "MAX" if self.max_chooses else "MIN", number_text(self.value)
        if self.move is None:
            found = f"No move; the value is {value} for MAX"
        else:
            worth = f"{self.move_name(self.move)}, worth {value} to MAX"
            found = f"{who} plays {worth}: {self.line_text(self.line)}"
        sure = "Proved" if self.proved else "Not proved"
        return f"{found}\n{sure}, depth {self.depth}: {self.reason}"


@dataclass(slots=True)
class RootValues(Generic[Move]):
    """The moves of the root in the order in which they were tried, each with its value.

    The best move's value is exact inside the window. The others' are bounds: after the first best
    move alpha-beta only finds out that they are not better.
    """

    max_moves: bool = True
    values: dict[Move, float] = field(default_factory=dict)

    def result(
        self,
        value: float,
        line: tuple[Move, ...],
        depth: int,
        stopped: Stopped,
        reason: str,
        counters: Counters,
    ) -> AlphaBetaResult[Move]:
        """The answer of a search that tried these moves; the move is the head of the line."""
        move = line[0] if line else None
        others = tuple((other, bound) for other, bound in self.values.items() if other != move)
        return AlphaBetaResult(
            move=move,
            value=value,
            line=line,
            depth=depth,
            stopped=stopped,
            reason=reason,
            counters=counters,
            max_chooses=self.max_moves,
            others=others,
        )


def verdict(depth: int, *, played: bool, saw_horizon: bool) -> tuple[Stopped, str]:
    """Why a complete search to this depth ended, and what may be concluded from it.

    Proved only if no horizon was seen: then a deeper search would give the same value.
    """
    if saw_horizon:
        return Stopped.DEPTH_LIMIT, f"best at depth {depth}, given the estimates made there"
    if not played:
        return Stopped.PROVED, "the game is over: there is no move to choose"
    return Stopped.PROVED, TO_THE_END


def check_depth(depth: object) -> None:
    """Raises BadInputError unless the depth is 0 or more."""
    if not isinstance(depth, int) or depth < 0:
        raise BadInputError(f"depth must be a whole number, 0 or more, got {depth!r}")


def check_window(alpha: object, beta: object) -> None:
    """Raises BadInputError unless these are two numbers with ``alpha < beta``."""
    if not (isinstance(alpha, Real) and isinstance(beta, Real) and alpha < beta):
        raise BadInputError(f"the window must have alpha < beta, got {alpha!r} and {beta!r}")


def is_too_deep(error: RecursionError) -> bool:
    """Whether our own recursion filled Python's stack, and not that of the user's code.

    True if more of the frames are this package's and there are at least half as many as Python
    allows: a ``RecursionError`` that the user raises himself comes from a short stack.
    """
    ours = theirs = 0
    frames = error.__traceback__
    while frames is not None:
        if str(frames.tb_frame.f_globals.get("__name__")).startswith("provebest."):
            ours += 1
        else:
            theirs += 1
        frames = frames.tb_next
    return ours > theirs and ours + theirs > sys.getrecursionlimit() // 2


def too_deep(depth: int) -> BadInputError:
    """The error for a tree that is deeper than Python's stack."""
    return BadInputError(f"the game goes on for more plies than can be followed to depth {depth}")
