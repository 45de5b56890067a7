"""A game with its players exchanged, for searches that choose a move only for MAX."""

from __future__ import annotations

from collections.abc import Sequence

from provebest.games.checked import checked
from provebest.games.protocol import Child, Game, Move, State
from provebest.vocabulary import Interval


class Mirrored(Game[State, Move]):
    """The game with MAX and MIN exchanged: values and bounds are negated.

    Every state has the same best move, and mirroring twice gives the original game.
    """

    def __init__(self, game: Game[State, Move]) -> None:
        self.game = checked(game)
        self.depth_limit, self.node_limit = game.depth_limit, game.node_limit
        least, greatest = game.value_range
        self.least_win = game.least_win
        self.bounds_may_be_false = game.bounds_may_be_false
        self.value_range = (-greatest, -least)

    def start(self) -> State:
        """The start of the game within."""
        return self.game.start()

    def moves(self, state: State) -> Sequence[Move]:
        """The moves of the game within."""
        return self.game.moves(state)

    def play(self, state: State, move: Move) -> State:
        """The state after a move."""
        return self.game.play(state, move)

    def passed(self, state: State) -> State | None:
        """The passed state of the game within."""
        return self.game.passed(state)

    def max_to_move(self, state: State) -> bool:
        """Whether MIN is to move in the game within."""
        return not self.game.max_to_move(state)

    def value(self, state: State) -> float:
        """The value of the game within, negated."""
        return -self.game.value(state)

    def bounds(self, state: State) -> Interval:
        """The bounds of the game within, negated and exchanged."""
        return -self.game.bounds(state)

    def expand(self, state: State) -> list[Child[Move, State]]:
        """The children of the game within with their bounds negated and exchanged."""
        return [(move, after, -hi, -lo) for move, after, lo, hi in self.game.expand(state)]

    def work(self) -> tuple[int, int]:
        """Probes that the game within has made, and their nodes."""
        return self.game.work()

    def show_move(self, state: State, move: Move) -> str:
        """A move as the game within shows it."""
        return self.game.show_move(state, move)

    def show(self, state: State) -> str:
        """The state as the game within shows it."""
        return self.game.show(state)
