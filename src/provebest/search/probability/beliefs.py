"""Where the values of a probability-based search come from: what a game must be able to answer.

Values here speak for the side that makes the move; ``graph_builder.py`` turns them for the Player.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

State = TypeVar("State", bound=Hashable)
Move = TypeVar("Move", bound=Hashable)

NOTHING_SURE = (-math.inf, math.inf)
"""Bounds that exclude no value."""


@dataclass(frozen=True, slots=True)
class Belief(Generic[State, Move]):
    """A move and what is believed of it. All values speak for the side that makes the move.

    ``real`` and ``hope`` are estimates: neither ``hope >= real`` nor that the truth lies between
    them is guaranteed. Only ``bounds`` and ``over`` are facts.
    """

    move: Move
    state: State
    """The position after the move; equal positions must be equal states."""
    real: float
    """What the move seems to be worth: RealVal."""
    hope: float | None = None
    """What it might be worth: OptVal; None if it was not asked for."""
    reply: Hashable = None
    """The other side's best answer, as far as is known; moves with equal answers form a group."""
    over: bool = False
    """Whether the game is decided here, so that ``real`` is a fact."""
    moves_again: bool = False
    """Whether the side that makes the move is to move in the position after it, too [BM95-27]."""
    bounds: tuple[float, float] | None = None
    """Bounds between which the value of the position certainly lies, however it is reached.

    Only these can prove a choice. None: no bounds, or ``(real, real)`` if the game is over.
    """

    @property
    def sure(self) -> tuple[float, float] | None:
        """The bounds, or the fact; None if nothing is sure."""
        if self.bounds is not None:
            return None if self.bounds == NOTHING_SURE else self.bounds
        return (self.real, self.real) if self.over else None


@dataclass(frozen=True, slots=True)
class Question(Generic[State]):
    """What ``Believer.expand`` is asked."""

    state: State
    depth: int
    hopes: bool


class AsksAhead(Protocol):
    """Hears of an expansion before the believer is asked for it, and of those that may follow.

    It may compute answers in advance; they must be those that the believer would give anyway.
    """

    def prepare(self, now: Question[Any], later: Iterator[Question[Any]]) -> None:
        """``now`` is asked next; ``later`` is a guess, most likely first, valid in this call."""

    def rest(self) -> None:
        """The search has ended: nothing is asked any more."""


class Believer(Protocol[State, Move]):
    """A game with a prober behind it, asked in batches: one question for each expansion.

    A question may raise (a limit inside a probe, an error of the game): the search has changed
    nothing by then and may ask again.
    """

    def start(self) -> State:
        """The position to search."""

    def expand(self, state: State, depth: int, *, hopes: bool) -> Sequence[Belief[State, Move]]:
        """Every legal move with its belief, in a fixed order that breaks ties; none at an end.

        ``hopes`` asks for the mover's optimism as well. ``depth`` is that of the moves: 0 for the
        root's.
        """

    def hopes(self, asked: Sequence[tuple[State, Move, State, float, int]]) -> Sequence[float]:
        """The mover's optimism for each (before, move, after, real, depth), in the same order.

        Asked when a phase begins, for moves that were expanded without hopes.
        """

    def work(self) -> tuple[int, int]:
        """Probes made so far, and the nodes they visited; neither ever falls."""
