"""Checks the answers of a game's methods before a search uses them.

Every search calls its game through ``checked(game)``. A wrong answer raises an error of one
sentence: the method, the state, what was returned and what was expected. Exceptions raised by the
game itself pass through unchanged. Limits are enforced here too: time and cancelling are checked
before every call.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from provebest.games.protocol import Child, Game, Move, State
from provebest.vocabulary import BadInputError, Interval, guard, shorten
from provebest.vocabulary.answers import (
    HASHABLE,
    as_number,
    call_text,
    check_is_a,
    fingerprint,
    is_constant,
    is_yes_or_no,
    wrong_answer,
)

PARTS_OF_A_CHILD = 4
CALLS_WATCHED = 64
"""The number of first calls of ``play`` that are checked for changing the state, and of first
lists of moves that are checked for repeated moves."""


def checked(game: Game[State, Move], *, hashed: bool = False) -> Game[State, Move]:
    """Returns the game with every answer checked; ``hashed`` refuses unhashable states.

    Games whose class sets ``vouched`` are returned unchanged.

    Raises:
        BadInputError: if this is not a game.
    """
    if isinstance(game, CheckedGame):
        return game if not hashed else CheckedGame(game.within, hashed=True)
    check_is_a(game, Game, "game", "provebest.Game")
    if vars(type(game)).get("vouched", False):
        return game
    return CheckedGame(game, hashed=hashed)


def root_of(game: Game[State, Move], state: State | None) -> State:
    """Returns the state in which a search begins: this one, or the game's start if None."""
    if state is None:
        return game.start()
    return game.check_start(state) if isinstance(game, CheckedGame) else state


class CheckedGame(Game[State, Move]):
    """A game with every answer checked: moves are lists, bounds intervals, values numbers.

    ``play`` must return new objects, and its first calls are checked to leave the state they were
    given unchanged.
    """

    def __init__(self, within: Game[State, Move], *, hashed: bool = False) -> None:
        self.within, self._hashed = within, hashed
        self.name = type(within).__name__
        """The name of the game in error messages."""
        self.depth_limit, self.node_limit = within.depth_limit, within.node_limit
        self.least_win, self.value_range = within.least_win, within.value_range
        self.bounds_may_be_false = within.bounds_may_be_false
        self._expands_plainly = type(within).expand is Game.expand
        self._plays_watched = self._moves_watched = CALLS_WATCHED

    def start(self) -> State:
        """Returns the position to search."""
        guard().check()
        return self.check_start(self.within.start())

    def check_start(self, state: State) -> State:
        """Returns the state if a search can begin with it; otherwise raises BadInputError."""
        return self._check_state(state, "start")

    def moves(self, state: State) -> Sequence[Move]:
        """Returns the legal moves, always as a new list."""
        guard().check()
        found: Any = self.within.moves(state)
        moves: list[Any]
        if isinstance(found, list | tuple | range):
            moves = list(found)  # the game may reuse its own list
        elif isinstance(found, Iterable) and not isinstance(found, set | frozenset):
            moves = _as_list(found)
        else:
            expected = "a list of the legal moves in a fixed order, empty if the game is over"
            raise wrong_answer(self._call("moves", state), found, expected)
        if self._moves_watched:
            self._moves_watched -= 1
            self._check_moves(state, moves)
        return moves

    def play(self, state: State, move: Move) -> State:
        """Returns the state after a move: a new object."""
        guard().check()
        if self._plays_watched:
            return self._play_watched(state, move)
        try:
            after = self.within.play(state, move)
        except StopIteration as error:
            raise self._stop_iteration_error(state, move) from error
        if after is state or after is None or self._hashed:
            return self._after(state, move, after)
        return after

    def max_to_move(self, state: State) -> bool:
        """Returns whether MAX is to move."""
        guard().check()
        found: Any = self.within.max_to_move(state)
        if found is True or found is False or is_yes_or_no(found):
            return bool(found)
        raise wrong_answer(self._call("max_to_move", state), found, "True or False")

    def value(self, state: State) -> float:
        """Returns the value of the state for MAX: a number."""
        guard().check()
        found: Any = self.within.value(state)
        value = as_number(found)
        if value is None:
            raise wrong_answer(self._call("value", state), found, "a number")
        return value

    def bounds(self, state: State) -> Interval:
        """Returns the interval of the true value for MAX; the game may return a pair."""
        guard().check()
        found: Any = self.within.bounds(state)
        pair = (found.lo, found.hi) if isinstance(found, Interval) else found
        return Interval(*self._pair(pair, "bounds", state))

    def passed(self, state: State) -> State | None:
        """Returns the same position with the other side to move, or None."""
        guard().check()
        after = self.within.passed(state)
        return None if after is None else self._check_state(after, "passed", state)

    def expand(self, state: State) -> list[Child[Move, State]]:
        """Returns all moves with the states they lead to and their bounds."""
        children: list[Child[Move, State]] = []
        if self._expands_plainly:
            for move in self.moves(state):
                after = self.play(state, move)
                bounds = self.bounds(after)
                children.append((move, after, bounds.lo, bounds.hi))
            return children
        guard().check()
        watched = self._plays_watched > 0
        self._plays_watched -= watched
        before = (fingerprint(state), shorten(state)) if watched else None
        found: Any = self.within.expand(state)
        if not isinstance(found, Iterable):
            raise wrong_answer(
                self._call("expand", state), found, "a list of (move, state, lo, hi)"
            )
        rows = _as_list(found)
        if before is not None:
            self._check_unchanged(state, before, "expand")
        for child in rows:
            if not isinstance(child, tuple) or len(child) != PARTS_OF_A_CHILD:
                where = self._call("expand", state)
                raise wrong_answer(where, child, "(move, state, lo, hi) for each move")
            move, after, lo, hi = child
            lo, hi = self._pair((lo, hi), "expand", state)
            children.append((move, self._check_state(after, "expand", state), lo, hi))
        return children

    def work(self) -> tuple[int, int]:
        """Returns the work counted by the game within."""
        return self.within.work()

    def show(self, state: State) -> str:
        """The state as the game shows it."""
        return str(self.within.show(state))

    def show_move(self, state: State, move: Move) -> str:
        """A move as the game shows it."""
        return str(self.within.show_move(state, move))

    def _play_watched(self, state: State, move: Move) -> State:
        self._plays_watched -= 1
        before = fingerprint(state), shorten(state)
        try:
            after = self._after(state, move, self.within.play(state, move))
        except StopIteration as error:
            raise self._stop_iteration_error(state, move) from error
        self._check_unchanged(state, before, "play", move)
        return after

    def _stop_iteration_error(self, state: State, move: Move) -> RuntimeError:
        """Replaces a StopIteration from the user's code, which would silently end our loop."""
        return RuntimeError(f"{self._call('play', state, move)} raised StopIteration")

    def _check_unchanged(
        self, state: State, before: tuple[object, str], method: str, *more: object
    ) -> None:
        if fingerprint(state) != before[0]:
            raise BadInputError(
                f"{self._call(method, state, *more)} changed the state it was given, which was "
                f"{before[1]}; play must leave the state as it is and return a new one"
            )

    def _check_moves(self, state: State, moves: list[Move]) -> None:
        try:
            different = len(set(moves))
        except TypeError:
            expected = "moves that can be hashed, such as tuples"
            raise wrong_answer(self._call("moves", state), moves, expected) from None
        if different < len(moves):
            expected = "each move only once"
            raise wrong_answer(self._call("moves", state), moves, expected)

    def _after(self, state: State, move: Move, after: State) -> State:
        if after is state and not is_constant(state):
            raise BadInputError(
                f"{self._call('play', state, move)} returned the same object it was given; play "
                f"must leave the state as it is and return a new one"
            )
        if after is None or self._hashed:
            self._check_state(after, "play", state, move)
        return after

    def _check_state(self, state: State, method: str, *given: object) -> State:
        """Returns the state that a method returned, if it can be searched."""
        if state is None:
            raise wrong_answer(self._call(method, *given), state, "a state")
        if self._hashed:
            try:
                hash(state)
            except TypeError:
                where = self._call(method, *given)
                raise wrong_answer(where, state, HASHABLE) from None
        return state

    def _pair(self, found: Any, method: str, state: State) -> tuple[float, float]:
        try:
            lo, hi = found
        except (TypeError, ValueError):
            lo = hi = None
        lo, hi = as_number(lo), as_number(hi)
        if lo is None or hi is None:
            expected = "two numbers, the lower bound and the upper bound"
            raise wrong_answer(self._call(method, state), found, expected)
        if lo > hi:
            where = self._call(method, state)
            raise BadInputError(
                f"{where} returned the bounds [{lo}, {hi}]; expected the lower bound first"
            )
        return lo, hi

    def _call(self, method: str, *given: object) -> str:
        """Returns a call of the game's method as text, for an error message."""
        return call_text(self.name, method, *given)


def _as_list(found: Iterable[Any]) -> list[Any]:
    """Returns the items as a list; limits are checked before each item is added."""
    items = []
    for one in found:
        guard().check()
        items.append(one)
    return items
