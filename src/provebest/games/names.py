"""The names of a game's moves, for showing lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from provebest.games.checked import CheckedGame, checked
from provebest.games.protocol import Game, Move, State
from provebest.vocabulary import Argued

Result = TypeVar("Result", bound=Argued)


class MoveNames(Generic[State, Move]):
    """Moves of lines that begin at one state, as ``Game.show_move`` writes them.

    The game is called when a line is shown, not during the search.
    """

    def __init__(self, game: Game[State, Move], start: State) -> None:
        self._game = checked(game)
        self._states: dict[tuple[Move, ...], State] = {(): start}

    def name(self, move: Move, after: Sequence[Move] = ()) -> str:
        """Returns the name of a move played after the moves ``after``."""
        return self._game.show_move(self._after(tuple(after)), move)

    def _after(self, line: tuple[Move, ...]) -> State:
        if line not in self._states:
            self._states[line] = self._game.play(self._after(line[:-1]), line[-1])
        return self._states[line]


def named(result: Result, game: Game[State, Move], start: State) -> Result:
    """Returns the result with the names of the moves, if the game defines ``show_move``."""
    own = game.within if isinstance(game, CheckedGame) else game
    if type(own).show_move is Game.show_move:
        return result
    return replace(result, names=MoveNames(game, start))
