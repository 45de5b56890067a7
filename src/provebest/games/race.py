"""A game as a race: how many plies until the program has won? Harris's game search needs this.

Rules ``[H74-n]`` are listed in ``docs/papers/harris1974.md``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, Literal

from provebest.games.checked import checked
from provebest.games.protocol import Game, Move, State

Outcome = Literal["win", "loss"]


class RaceGame(ABC, Generic[State, Move]):
    """Two players, the program and its opponent; no chance, nothing hidden; immutable states.

    Outcomes and estimates are from the program's point of view, no matter who is to move. Either
    side may move several times in a row. A draw must be called a win or a loss; call it a loss if
    the program wants to win.
    """

    @abstractmethod
    def start(self) -> State:
        """The position to search."""

    @abstractmethod
    def moves(self, state: State) -> Sequence[Move]:
        """Returns the legal moves in a fixed order, at least one; not called after the end."""

    @abstractmethod
    def play(self, state: State, move: Move) -> State:
        """The state after a move."""

    @abstractmethod
    def program_to_move(self, state: State) -> bool:
        """Whether the program is to move."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """Returns how the game ended for the program; None while it goes on."""

    @abstractmethod
    def estimate(self, state: State) -> float:
        """Returns the estimated plies until the program wins, >= 0; not called after the end."""

    def show(self, state: State) -> str:
        """Returns the state as short text, for people."""
        return str(state)


class RaceOf(RaceGame[State, Move]):
    """A ``Game`` as a race of one of its players, with functions for the outcome and the estimate.

    ``outcome`` and ``estimate`` are from the program's point of view. The program is MAX unless
    ``program_is_max`` is False.

    Raises:
        BadInputError: if ``game`` is not a game, or one of its methods gives a wrong answer.
    """

    def __init__(
        self,
        game: Game[State, Move],
        outcome: Callable[[State], Outcome | None],
        estimate: Callable[[State], float],
        *,
        program_is_max: bool = True,
    ) -> None:
        self.game, self._program_is_max = game, program_is_max
        self._rules = checked(game)
        self._outcome, self._estimate = outcome, estimate

    def start(self) -> State:
        """The start of the game."""
        return self._rules.start()

    def moves(self, state: State) -> Sequence[Move]:
        """The moves of the game."""
        return self._rules.moves(state)

    def play(self, state: State, move: Move) -> State:
        """The state after a move."""
        return self._rules.play(state, move)

    def program_to_move(self, state: State) -> bool:
        """Returns whether the program is to move."""
        return self._rules.max_to_move(state) == self._program_is_max

    def outcome(self, state: State) -> Outcome | None:
        """Returns the result of the given function."""
        return self._outcome(state)

    def estimate(self, state: State) -> float:
        """Returns the result of the given function."""
        return self._estimate(state)

    def show(self, state: State) -> str:
        """Returns the state as the game shows it."""
        return self._rules.show(state)
