"""Probes of a chess position and their answers: the interface of every prober."""

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
    """A request for the value of a position, by a search of this depth.

    With ``move``, the position is the one after that move. With ``hope``, the side that moved last
    gets another turn there.

    Raises:
        BadInputError: unless 0 <= depth <= 64 and nodes >= 1.
    """

    move: str | None = None
    hope: bool = False
    depth: int = 0
    nodes: int | None = None
    """The answer is that of the deepest search that needs fewer nodes."""

    def __post_init__(self) -> None:
        if not 0 <= self.depth <= DEEPEST_PROBE:
            raise BadInputError(
                f"a probe's depth must be from 0 to {DEEPEST_PROBE}; got {self.depth}"
            )
        if self.nodes is not None and self.nodes < 1:
            raise BadInputError(f"a probe needs 1 node or more; got {self.nodes}")


class Status(Enum):
    """The outcome of a probe."""

    ANSWERED = "answered"
    NO_HOPE = "no hope"
    """The side that would have to pass is in check, so the probe is impossible."""
    CANCELLED = "cancelled"
    """The answer is that of the last finished depth, if there is one."""


@dataclass(frozen=True, slots=True)
class ProbeAnswer:
    """The answer to one probe."""

    status: Status
    value: int | None
    """Hundredths of a pawn, for the side to move where the search began: after ``move`` the side
    that replies, with ``hope`` the side that made the move. None if there is no value."""
    line: tuple[str, ...]
    """The best play from where the search began; with ``hope`` it starts with the extra move."""
    depth: int
    """The finished depth, in plies; if the game is over, every depth counts as finished."""
    nodes: int
    mate: int | None
    """Moves to mate: positive if the side to move mates, negative if it is mated, 0 if it is
    already mated; None if no mate was found."""


class Prober(Protocol):
    """Answers probes: by compiled searches, other engines, caches or other machines.

    A prober is pure unless its documentation says otherwise: an answer depends on the position,
    its history, the probe and the prober's settings, not on earlier or simultaneous probes.
    """

    def batch(
        self,
        position: ChessPosition,
        probes: Sequence[Probe],
        *,
        cancel: Event | None = None,
    ) -> list[ProbeAnswer]:
        """The answers, in the order of the probes; all moves of one expansion are one batch.

        ``cancel`` may be set by any thread; the batch then ends within some hundredths of a
        second, and unfinished probes are ``CANCELLED``.
        """
        ...


def mate_in(value: int) -> int | None:
    """The moves to mate that a value stands for, as in ``ProbeAnswer.mate``."""
    plies = MATE - abs(value)
    if plies > LONGEST_MATE:
        return None
    return (plies + 1) // 2 if value > 0 else -(plies // 2)


def value_of_mate(moves: int) -> int:
    """The value of a mate in ``moves``; 0 or negative ``moves`` if the side to move is mated."""
    return MATE - (2 * moves - 1) if moves > 0 else -2 * moves - MATE


def refutes_mate(position: ChessPosition, value: int, line: Sequence[str]) -> bool:
    """Whether ``value`` is a mate that the board shows to be false; ``line`` is its best play.

    A mate in one can always be checked, a longer one only if the line is as long as the mate, or
    ends the game before.
    """
    plies = MATE - abs(value)
    if plies > LONGEST_MATE:
        return False
    if plies < 0 or (value > 0) != (plies % 2 == 1):  # who mates moves last
        return True
    if plies == 1 and not line:
        return all(refutes_mate(position, value, (move,)) for move in position.legal_moves())
    after = position.copy()
    for move in line[:plies]:
        after.play(move)
    is_over = not after.legal_moves()
    return is_over if len(line) < plies else not (is_over and after.is_check)
