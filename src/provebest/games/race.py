"""A game seen as a race: how many plies until the program has won? Harris's game search needs this.

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

    Everything speaks for the program, whoever is to move, and either side may move several times in
    a row. A draw must be assigned; a game that the program wants to win calls it a loss.
    """

    @abstractmethod
    def start(self) -> State:
        """The position to search."""

    @abstractmethod
    def moves(self, state: State) -> Sequence[Move]:
        """Legal moves in a fixed order; asked only where there is no outcome, and never empty."""

    @abstractmethod
    def play(self, state: State, move: Move) -> State:
        """The state after a move."""

    @abstractmethod
    def program_to_move(self, state: State) -> bool:
        """Whether the program is to move."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """How the game ended for the program; None while it goes on."""

    @abstractmethod
    def estimate(self, state: State) -> float:
        """Plies until the program has won, 0 or more; asked only where there is no outcome."""

    def show(self, state: State) -> str:
        """The state in a few characters, for people."""
        return str(state)


class RaceOf(RaceGame[State, Move]):
    """A ``Game`` as a race of one of its players, given how it ended and how far a win is.

    ``outcome`` and ``estimate`` speak for the program, which is MAX unless ``program_is_max`` is
    False.

    Raises:
        BadInputError: for what is not a game, and for a wrong answer of the game.
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
        """Whether the player that the program is has the move."""
        return self._rules.max_to_move(state) == self._program_is_max

    def outcome(self, state: State) -> Outcome | None:
        """What the given function says."""
        return self._outcome(state)

    def estimate(self, state: State) -> float:
        """What the given function says."""
        return self._estimate(state)

    def show(self, state: State) -> str:
        """As the game shows it."""
        return self._rules.show(state)
