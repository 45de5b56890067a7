"""What a search asks about a chess position, and what it is told: the face of every prober."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from threading import Event
from typing import Protocol

from provebest.games.chess import ChessPosition
from provebest.games.chess_values import LONGEST_MATE, MATE
from provebest.vocabulary import BadInputError

DEEPEST_PROBE = 64


@dataclass(frozen=True, slots=True)
class Probe:
    """One question about a position: its worth by a search of this depth.

    With ``move`` it is asked of the position after that move. With ``hope`` the one who moved last
    gets another turn there: what would he do with it?

    Raises:
        BadInputError: for a depth or a number of nodes that no search has.
    """

    move: str | None = None
    hope: bool = False
    depth: int = 0
    nodes: int | None = None
    """The answer is that of the deepest search that needs fewer."""

    def __post_init__(self) -> None:
        if not 0 <= self.depth <= DEEPEST_PROBE:
            raise BadInputError(f"a probe's depth is from 0 to {DEEPEST_PROBE}; got {self.depth}")
        if self.nodes is not None and self.nodes < 1:
            raise BadInputError(f"a probe needs 1 node or more; got {self.nodes}")


class Status(Enum):
    """What became of a probe."""

    ANSWERED = "answered"
    NO_HOPE = "no hope"
    """The one who would pass is in check: there is no such probe."""
    CANCELLED = "cancelled"
    """What is told is what the last depth said that was finished, if any was."""


@dataclass(frozen=True, slots=True)
class ProbeAnswer:
    """The answer to one probe."""

    status: Status
    value: int | None
    """Hundredths of a pawn, for the side to move where the search began: after ``move`` the
    replier, with ``hope`` the one who moved. None where nothing is known."""
    line: tuple[str, ...]
    """The best play from where the search began; with ``hope`` it starts with the extra move."""
    depth: int
    """The depth that was finished; a game that is over is known to any depth."""
    nodes: int
    mate: int | None
    """Moves to mate: positive when the side to move mates, negative when it is mated, 0 when it
    is mated already; None when no mate is seen."""


class Prober(Protocol):
    """Where values come from: compiled searches, other engines, caches, other machines.

    A prober is pure unless it says otherwise: an answer depends on the position, its history, the
    probe and the prober's settings, not on what was asked before, beside it or by whom.
    """

    def batch(
        self,
        position: ChessPosition,
        probes: Sequence[Probe],
        *,
        cancel: Event | None = None,
    ) -> list[ProbeAnswer]:
        """The answers in the order of the probes; all children of one expansion are one batch.

        ``cancel`` may be set by any thread; the batch then ends within some hundredths of a
        second, and what was not finished is ``CANCELLED``.
        """
        ...


def mate_in(value: int) -> int | None:
    """Moves to mate of a value, in the words of ``ProbeAnswer.mate``."""
    plies = MATE - abs(value)
    if plies > LONGEST_MATE:
        return None
    return (plies + 1) // 2 if value > 0 else -(plies // 2)


def value_of_mate(moves: int) -> int:
    """What a mate in so many moves is worth, negative or 0 for the side that is mated."""
    return MATE - (2 * moves - 1) if moves > 0 else -2 * moves - MATE
