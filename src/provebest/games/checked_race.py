"""Checks the answers of a race's methods before a search uses them, as ``checked`` does for games.

A wrong answer raises an error of one sentence: the method, the state, what was returned and what
was expected. Time and cancelling are checked before every call.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from numbers import Real
from typing import Any, cast

from provebest.games.checked import CheckedGame, root_of
from provebest.games.protocol import Game, Move, State
from provebest.games.race import Outcome, RaceGame
from provebest.vocabulary import BadInputError, guard
from provebest.vocabulary.answers import call_text, check_is_a, is_yes_or_no, wrong_answer


def checked_race(race: RaceGame[State, Move]) -> CheckedRace[State, Move]:
    """Returns the race with every answer checked.

    Raises:
        BadInputError: if this is not a race.
    """
    if isinstance(race, CheckedRace):
        return race
    check_is_a(race, RaceGame, "race", "provebest.games.RaceGame")
    return CheckedRace(race)


class CheckedRace(RaceGame[State, Move]):
    """A race with every answer checked: moves are lists, estimates are numbers of plies."""

    def __init__(self, within: RaceGame[State, Move]) -> None:
        self.within = within
        self._rules = CheckedGame(_Rules(within))
        self._rules.name = self._name = type(within).__name__

    def start(self) -> State:
        """The position to search."""
        return self._rules.start()

    def begin(self, state: State | None) -> State:
        """Returns the state in which a search begins: this one, or the start if None."""
        return root_of(self._rules, state)

    def moves(self, state: State) -> Sequence[Move]:
        """Returns the legal moves as a list: at least one. Call it only without an outcome."""
        moves = self._rules.moves(state)
        if not moves:
            raise BadInputError(
                f"no outcome and no moves in {self.show(state)!r}: return 'win' or 'loss' there"
            )
        return moves

    def play(self, state: State, move: Move) -> State:
        """Returns the state after a move: a new object."""
        return self._rules.play(state, move)

    def program_to_move(self, state: State) -> bool:
        """Whether the program is to move."""
        guard().check()
        found: Any = self.within.program_to_move(state)
        if is_yes_or_no(found):
            return bool(found)
        raise self._refusal("program_to_move", state, found, "True or False")

    def outcome(self, state: State) -> Outcome | None:
        """Returns how the race ended for the program; None while it goes on."""
        guard().check()
        found: Any = self.within.outcome(state)
        if found is None or (isinstance(found, str) and found in {"win", "loss"}):
            return cast("Outcome | None", found)
        raise self._refusal("outcome", state, found, "'win', 'loss' or None")

    def estimate(self, state: State) -> float:
        """Returns the estimated plies until the program wins: finite, 0 or more."""
        guard().check()
        found: Any = self.within.estimate(state)
        if found is True or found is False or not isinstance(found, Real):
            raise self._refusal("estimate", state, found, "a number of plies")
        h = cast("float", found)
        if not 0 <= h < math.inf:  # also catches NaN
            raise BadInputError(
                f"an estimate must be finite and 0 or more, got {found!r} for {self.show(state)!r}"
            )
        return h

    def show(self, state: State) -> str:
        """The state as the race shows it."""
        return self._rules.show(state)

    def _refusal(self, method: str, state: State, found: object, expected: str) -> BadInputError:
        return wrong_answer(call_text(self._name, method, state), found, expected)


class _Rules(Game[State, Move]):
    """The part of a race that is also a game: states, moves and how to play them."""

    def __init__(self, race: RaceGame[State, Move]) -> None:
        self.race = race

    def start(self) -> State:
        return self.race.start()

    def moves(self, state: State) -> Sequence[Move]:
        return self.race.moves(state)

    def play(self, state: State, move: Move) -> State:
        return self.race.play(state, move)

    def max_to_move(self, state: State) -> bool:
        return self.race.program_to_move(state)

    def show(self, state: State) -> str:
        return self.race.show(state)
