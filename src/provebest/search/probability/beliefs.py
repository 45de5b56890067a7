"""Where the values of a probability-based search come from: what a game must be able to say."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

State = TypeVar("State", bound=Hashable)
Move = TypeVar("Move", bound=Hashable)

NOTHING_SURE = (-math.inf, math.inf)
"""Bounds that say nothing."""


@dataclass(frozen=True, slots=True)
class Belief(Generic[State, Move]):
    """A move and what is believed of it. All values speak for the side that makes the move."""

    move: Move
    state: State
    """The position after the move; equal positions must be equal states."""
    real: float
    """What the move seems to be worth: RealVal."""
    hope: float | None = None
    """What it might be worth: OptVal; None where it was not asked for."""
    reply: Hashable = None
    """The other side's best answer, as far as is known: replies answered alike form a group."""
    over: bool = False
    """The game ends here, so ``real`` is no belief but a fact."""
    moves_again: bool = False
    """Whoever makes the move is to move in the position after it as well [BM95-27]."""
    bounds: tuple[float, float] | None = None
    """Between these the worth of the position lies for sure, however it is reached.

    Only these can prove a choice; None is nothing, or the fact if the game is over.
    """

    @property
    def sure(self) -> tuple[float, float] | None:
        """The bounds, or the fact; None if nothing is sure."""
        if self.bounds is not None:
            return None if self.bounds == NOTHING_SURE else self.bounds
        return (self.real, self.real) if self.over else None


class Believer(Protocol[State, Move]):
    """A game with a prober behind it. Asked in batches: one expansion, one question."""

    def start(self) -> State:
        """The position to search."""

    def expand(self, state: State, depth: int, *, hopes: bool) -> Sequence[Belief[State, Move]]:
        """Every legal move with its belief; ``hopes`` asks for the mover's optimism as well."""

    def hopes(self, asked: Sequence[tuple[State, Move, State, float, int]]) -> Sequence[float]:
        """The mover's optimism for (before, move, after, real, depth), in the same order."""

    def work(self) -> tuple[int, int]:
        """Probes made so far, and the nodes they visited."""
