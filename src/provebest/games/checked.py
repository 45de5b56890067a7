"""What a game says, checked where it enters a search.

Every search asks its game through ``checked(game)``. A wrong answer is named in one sentence: the
method, the state, what came back and what was expected. An exception of the game's own comes out as
it is. Limits are kept here too: time and cancelling are looked at before every call.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from numbers import Real
from typing import Any, cast

from provebest.games.protocol import Child, Game, Move, State
from provebest.vocabulary import BadInputError, Interval, guard, shorten
from provebest.vocabulary.answers import (
    HASHABLE,
    attributes_text,
    call_text,
    check_is_a,
    is_constant,
    is_yes_or_no,
    wrong_answer,
)

PARTS_OF_A_CHILD = 4
PLAYS_WATCHED = 16
"""Moves of the first state after which it is looked at again: has playing them changed it?"""


def checked(game: Game[State, Move], *, hashed: bool = False) -> Game[State, Move]:
    """The game with every answer checked; ``hashed`` refuses states that cannot be hashed.

    Games that vouch for their answers (``Game.vouched``) come back as they are.

    Raises:
        BadInputError: for what is not a game.
    """
    if isinstance(game, CheckedGame):
        return game if not hashed else CheckedGame(game.within, hashed=True)
    check_is_a(game, Game, "game", "provebest.Game")
    if vars(type(game)).get("vouched", False):
        return game
    return CheckedGame(game, hashed=hashed)


def root_of(game: Game[State, Move], state: State | None) -> State:
    """Where a search begins: at this state, or at the game's start if it is None."""
    if state is None:
        return game.start()
    return game.watch(state) if isinstance(game, CheckedGame) else state


class CheckedGame(Game[State, Move]):
    """A game whose answers can be relied upon: moves are lists, bounds intervals, values numbers.

    States that ``play`` returns are new objects, and playing from the first leaves it as it was.
    """

    def __init__(self, within: Game[State, Move], *, hashed: bool = False) -> None:
        self.within, self._hashed = within, hashed
        self.name = type(within).__name__
        """What the game is called in sentences."""
        self.depth_limit, self.node_limit = within.depth_limit, within.node_limit
        self.least_win, self.value_range = within.least_win, within.value_range
        self.bounds_may_be_false = within.bounds_may_be_false
        self._expands_plainly = type(within).expand is Game.expand
        self._watched: State | None = None
        self._plays_watched = 0

    def start(self) -> State:
        """The position to search."""
        guard().check()
        return self.watch(self._known(self.within.start(), "start"))

    def watch(self, state: State) -> State:
        """The same state, which is looked at again after moves have been played from it."""
        self._watched, self._plays_watched = self._known(state, "start"), PLAYS_WATCHED
        inner = getattr(self.within, "game", None)
        if isinstance(inner, CheckedGame):  # such as the game that is mirrored
            inner.watch(state)
        return state

    def moves(self, state: State) -> Sequence[Move]:
        """The legal moves, as a list whatever the game returns them in."""
        guard().check()
        found: Any = self.within.moves(state)
        if type(found) is list:
            return cast("list[Move]", found)
        expected = "a list of the legal moves in a fixed order, empty if the game is over"
        if isinstance(found, Iterable) and not isinstance(found, set | frozenset):
            return list(found)
        raise wrong_answer(self._call("moves", state), found, expected)

    def play(self, state: State, move: Move) -> State:
        """The state after a move: another object than before."""
        guard().check()
        if self._plays_watched and state is self._watched:
            return self._play_watched(state, move)
        after = self.within.play(state, move)
        if after is state or after is None or self._hashed:
            return self._after(state, move, after)
        return after

    def max_to_move(self, state: State) -> bool:
        """Whether MAX is to move."""
        guard().check()
        found: Any = self.within.max_to_move(state)
        if found is True or found is False:
            return bool(found)
        if is_yes_or_no(found):
            return bool(found)
        raise wrong_answer(self._call("max_to_move", state), found, "True or False")

    def value(self, state: State) -> float:
        """What the state is worth to MAX: a number."""
        guard().check()
        found: Any = self.within.value(state)
        if type(found) in (float, int) and found == found:  # noqa: PLR0124 - NaN is not
            return cast("float", found)
        if isinstance(found, Real) and not math.isnan(found):
            return cast("float", found)  # a Fraction stays exact
        raise wrong_answer(self._call("value", state), found, "a number")

    def bounds(self, state: State) -> Interval:
        """The interval of the true value for MAX; a pair of numbers will do."""
        guard().check()
        found: Any = self.within.bounds(state)
        if type(found) is Interval:
            return found
        return Interval(*self._pair(found, "bounds", state))

    def passed(self, state: State) -> State | None:
        """The same position with the other side to move."""
        guard().check()
        after = self.within.passed(state)
        return None if after is None else self._known(after, "passed", state)

    def expand(self, state: State) -> list[Child[Move, State]]:
        """All moves with what they lead to and the bounds of that."""
        children: list[Child[Move, State]] = []
        if self._expands_plainly:
            for move in self.moves(state):
                after = self.play(state, move)
                bounds = self.bounds(after)
                children.append((move, after, bounds.lo, bounds.hi))
            return children
        guard().check()
        before = self._fingerprint(state) if state is self._watched else None
        found: Any = self.within.expand(state)
        if before is not None:
            self._check_unchanged(state, before, self._call("expand", state))
        if not isinstance(found, Iterable):
            raise wrong_answer(
                self._call("expand", state), found, "a list of (move, state, lo, hi)"
            )
        for child in found:
            if not isinstance(child, tuple) or len(child) != PARTS_OF_A_CHILD:
                where = self._call("expand", state)
                raise wrong_answer(where, child, "(move, state, lo, hi) for each move")
            move, after, lo, hi = child
            lo, hi = self._pair((lo, hi), "expand", state)
            children.append((move, self._known(after, "expand", state), lo, hi))
        return children

    def work(self) -> tuple[int, int]:
        """As the game within has it."""
        return self.within.work()

    def show(self, state: State) -> str:
        """The state as the game shows it."""
        return str(self.within.show(state))

    def show_move(self, state: State, move: Move) -> str:
        """A move as the game shows it."""
        return str(self.within.show_move(state, move))

    def _play_watched(self, state: State, move: Move) -> State:
        self._plays_watched -= 1
        before = self._fingerprint(state)
        after = self._after(state, move, self.within.play(state, move))
        self._check_unchanged(state, before, self._call("play", state, move))
        return after

    def _check_unchanged(self, state: State, before: tuple[str, str], call: str) -> None:
        if self._fingerprint(state) != before:
            raise BadInputError(
                f"{call} changed the state it was given, which was {shorten(before[0])}; "
                f"play must leave it as it is and return a new one"
            )

    def _fingerprint(self, state: State) -> tuple[str, str]:
        """How it looks, and what its attributes are, in slots or not."""
        return self.show(state), attributes_text(state)

    def _after(self, state: State, move: Move, after: State) -> State:
        if after is state and not is_constant(state):
            raise BadInputError(
                f"{self._call('play', state, move)} returned the very object it was given; play "
                f"must leave that as it is and return a new one"
            )
        if after is None or self._hashed:
            self._known(after, "play", state, move)
        return after

    def _known(self, state: State, method: str, *given: object) -> State:
        """The state that a method has returned, if it can be searched from."""
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
        for bound in (lo, hi):
            if not isinstance(bound, Real) or math.isnan(bound):
                expected = "two numbers, the lower bound and the upper one"
                raise wrong_answer(self._call(method, state), found, expected)
        if lo > hi:
            where = self._call(method, state)
            raise BadInputError(
                f"{where} gave the bounds [{lo}, {hi}], which cross: the lower one comes first"
            )
        return lo, hi

    def _call(self, method: str, *given: object) -> str:
        """A call of the game's, for a sentence."""
        return call_text(self.name, method, *given)
