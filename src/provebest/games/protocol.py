"""The methods of a two-player game. Every game search in this package needs only these."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import Generic, Self, TypeVar

from provebest.games.compiled import CompiledSearches
from provebest.vocabulary import BadInputError, Interval

State = TypeVar("State", bound=Hashable)
Move = TypeVar("Move", bound=Hashable)


Child = tuple[Move, State, float, float]
"""A move, the state it leads to, and the two bounds of that state's value for MAX."""


class NoBoundsError(BadInputError):
    """A search needs bounds, and the game does not define ``bounds``."""


class Game(ABC, Generic[State, Move]):
    """Two players, MAX and MIN; zero-sum, no chance, nothing hidden. States are immutable.

    **One rule of signs:** all values and bounds are from MAX's point of view, no matter who is to
    move, both in a game's methods and in a search's answer. Either player may move several times in
    a row. A game needs four methods, and ``value`` or ``bounds``. With bounds, B* can prove a move;
    if a game has only a value, shallow probes find bounds (``provebest.search.ProbedBounds``).
    """

    depth_limit: int | None = None
    node_limit: int | None = None
    """Limits that a search uses if it is given none; artificial trees set those of their paper."""
    least_win: float = math.inf
    """A value >= ``least_win`` means that MAX has won, a value <= ``-least_win`` that MIN has."""
    value_range: tuple[float, float] = (-math.inf, math.inf)
    """Every value lies between these two numbers."""
    vouched: bool = False
    """True in the class itself: its answers are not checked. A subclass does not inherit this."""
    bounds_may_be_false: bool = False
    """True if some bounds may be false: then the bounds from a node's children replace its own.

    Otherwise a node's bounds are the intersection of its own and those from its children."""

    @property
    def compiled_searches(self) -> CompiledSearches[Move] | None:
        """Interval searches in compiled code; None if Python runs them, as for most games."""
        return None

    @abstractmethod
    def start(self) -> State:
        """Returns the position to search."""

    @abstractmethod
    def moves(self, state: State) -> Sequence[Move]:
        """Returns the legal moves in a fixed order; empty if and only if the game is over."""

    @abstractmethod
    def play(self, state: State, move: Move) -> State:
        """Returns the state after a move."""

    @abstractmethod
    def max_to_move(self, state: State) -> bool:
        """Returns whether MAX is to move."""

    def value(self, state: State) -> float:
        """Returns the value of the state for MAX: exact if the game is over, else an estimate."""
        raise BadInputError(f"this game does not define value, needed for {self.show(state)!r}")

    def bounds(self, state: State) -> Interval:
        """Returns an interval that holds the true value for MAX; exact if the game is over."""
        raise NoBoundsError(f"this game does not define bounds, needed for {self.show(state)!r}")

    def passed(self, state: State) -> State | None:  # noqa: ARG002 - most games have none
        """Returns the position with the other side to move, used to find threats, or None."""
        return None

    def work(self) -> tuple[int, int]:
        """Returns how many probes have searched for bounds so far, and the nodes they visited."""
        return 0, 0

    def expand(self, state: State) -> list[Child[Move, State]]:
        """Returns all moves with states and bounds, in the order of ``moves``."""
        children = []
        for move in self.moves(state):
            after = self.play(state, move)
            bounds = self.bounds(after)
            children.append((move, after, bounds.lo, bounds.hi))
        return children

    def with_invalid_bounds(self) -> Self:
        """Returns the same game with some bounds false, to test how a search copes with them."""
        raise BadInputError("only artificial trees have a version with invalid bounds (X)")

    def show(self, state: State) -> str:
        """Returns the state as short text, for people."""
        return str(state)

    def show_move(self, state: State, move: Move) -> str:  # noqa: ARG002 - most games need no state
        """Returns a move of this state as short text, for people."""
        return str(move)
