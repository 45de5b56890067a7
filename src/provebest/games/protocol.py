"""What a two-player game must offer. Every game search in this package needs only this."""

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
    """A game was asked for bounds and has none: it was written without ``bounds``."""


class Game(ABC, Generic[State, Move]):
    """Two players, MAX and MIN; zero-sum, no chance, nothing hidden. States are not changed.

    **One rule of signs:** all values and bounds speak for MAX, whoever is to move, in what a game
    says and in what a search answers. Either player may move several times in a row. Four methods
    make a game, and either ``value`` or ``bounds``: with bounds B* can prove a move; if a game has
    only a value, bounds are made by shallow probes (``provebest.search.ProbedBounds``).
    """

    depth_limit: int | None = None
    node_limit: int | None = None
    """Limits a search takes where it is given none; artificial trees bring their paper's."""
    least_win: float = math.inf
    """Only games that are won are worth this much or more, and only lost ones its negative."""
    value_range: tuple[float, float] = (-math.inf, math.inf)
    """No value is less than the first number or greater than the second."""
    vouched: bool = False
    """Set in a class of its own whose answers need no check; a subclass is checked again."""
    bounds_may_be_false: bool = False
    """Some bounds are known to be false: then what lies below a node replaces what was said of it.

    Otherwise the bounds of a node are what was said of it and what its children say, together."""

    @property
    def compiled_searches(self) -> CompiledSearches[Move] | None:
        """Interval searches in compiled code; None where Python runs them, as for most games."""
        return None

    @abstractmethod
    def start(self) -> State:
        """The position to search."""

    @abstractmethod
    def moves(self, state: State) -> Sequence[Move]:
        """Legal moves in a fixed order; empty exactly where the game is over."""

    @abstractmethod
    def play(self, state: State, move: Move) -> State:
        """The state after a move."""

    @abstractmethod
    def max_to_move(self, state: State) -> bool:
        """Whether MAX is to move."""

    def value(self, state: State) -> float:
        """What the state is worth to MAX: exact where the game is over, else an estimate."""
        raise BadInputError(f"this game gives no value for {self.show(state)!r}")

    def bounds(self, state: State) -> Interval:
        """An interval that holds the true value for MAX; exact where the game is over."""
        raise NoBoundsError(f"this game gives no bounds for {self.show(state)!r}")

    def passed(self, state: State) -> State | None:  # noqa: ARG002 - most games cannot tell
        """The same position with the other side to move, where that makes sense: to see threats."""
        return None

    def work(self) -> tuple[int, int]:
        """For a game that searches for its bounds: probes made so far, and nodes they visited."""
        return 0, 0

    def expand(self, state: State) -> list[Child[Move, State]]:
        """All moves with what they lead to, in the order of ``moves``; empty where it is over."""
        children = []
        for move in self.moves(state):
            after = self.play(state, move)
            bounds = self.bounds(after)
            children.append((move, after, bounds.lo, bounds.hi))
        return children

    def with_invalid_bounds(self) -> Self:
        """The same game with some bounds false, to see how a search takes it."""
        raise BadInputError("only artificial trees have a version with invalid bounds (X)")

    def show(self, state: State) -> str:
        """The state in a few characters, for people."""
        return str(state)

    def show_move(self, state: State, move: Move) -> str:  # noqa: ARG002 - most names say enough
        """A move of this state in a few characters, for people."""
        return str(move)
