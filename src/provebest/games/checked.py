"""What a game says, checked where it enters a search.

Every search asks its game through ``checked(game)``. A wrong answer is named in one sentence: the
method, the state, what came back and what was expected. An exception of the game's own comes out as
it is. Limits are kept here too: time and cancelling are looked at before every call.
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
"""The first plays after which the state is looked at again: has it been changed? And the first
lists of moves in which no move may stand twice."""


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
    return game.known(state) if isinstance(game, CheckedGame) else state


class CheckedGame(Game[State, Move]):
    """A game whose answers can be relied upon: moves are lists, bounds intervals, values numbers.

    States that ``play`` returns are new objects, and the first plays are seen to leave the state
    they were given as it was.
    """

    def __init__(self, within: Game[State, Move], *, hashed: bool = False) -> None:
        self.within, self._hashed = within, hashed
        self.name = type(within).__name__
        """What the game is called in sentences."""
        self.depth_limit, self.node_limit = within.depth_limit, within.node_limit
        self.least_win, self.value_range = within.least_win, within.value_range
        self.bounds_may_be_false = within.bounds_may_be_false
        self._expands_plainly = type(within).expand is Game.expand
        self._plays_watched = self._moves_watched = CALLS_WATCHED

    def start(self) -> State:
        """The position to search."""
        guard().check()
        return self.known(self.within.start())

    def known(self, state: State) -> State:
        """A state to begin with, if it can be searched from."""
        return self._known(state, "start")

    def moves(self, state: State) -> Sequence[Move]:
        """The legal moves, as a list whatever the game returns them in."""
        guard().check()
        found: Any = self.within.moves(state)
        moves: list[Any]
        if isinstance(found, list | tuple | range):
            moves = list(found)  # a game may use its own list again
        elif isinstance(found, Iterable) and not isinstance(found, set | frozenset):
            moves = _listed(found)
        else:
            expected = "a list of the legal moves in a fixed order, empty if the game is over"
            raise wrong_answer(self._call("moves", state), found, expected)
        if self._moves_watched:
            self._moves_watched -= 1
            self._check_moves(state, moves)
        return moves

    def play(self, state: State, move: Move) -> State:
        """The state after a move: another object than before."""
        guard().check()
        if self._plays_watched:
            return self._play_watched(state, move)
        try:
            after = self.within.play(state, move)
        except StopIteration as error:
            raise self._stopped(state, move) from error
        if after is state or after is None or self._hashed:
            return self._after(state, move, after)
        return after

    def max_to_move(self, state: State) -> bool:
        """Whether MAX is to move."""
        guard().check()
        found: Any = self.within.max_to_move(state)
        if found is True or found is False or is_yes_or_no(found):
            return bool(found)
        raise wrong_answer(self._call("max_to_move", state), found, "True or False")

    def value(self, state: State) -> float:
        """What the state is worth to MAX: a number."""
        guard().check()
        found: Any = self.within.value(state)
        value = as_number(found)
        if value is None:
            raise wrong_answer(self._call("value", state), found, "a number")
        return value

    def bounds(self, state: State) -> Interval:
        """The interval of the true value for MAX; a pair of numbers will do."""
        guard().check()
        found: Any = self.within.bounds(state)
        pair = (found.lo, found.hi) if isinstance(found, Interval) else found
        return Interval(*self._pair(pair, "bounds", state))

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
        watched = self._plays_watched > 0
        self._plays_watched -= watched
        before = (fingerprint(state), shorten(state)) if watched else None
        found: Any = self.within.expand(state)
        if not isinstance(found, Iterable):
            raise wrong_answer(
                self._call("expand", state), found, "a list of (move, state, lo, hi)"
            )
        rows = _listed(found)
        if before is not None:
            self._check_unchanged(state, before, "expand")
        for child in rows:
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
        before = fingerprint(state), shorten(state)
        try:
            after = self._after(state, move, self.within.play(state, move))
        except StopIteration as error:
            raise self._stopped(state, move) from error
        self._check_unchanged(state, before, "play", move)
        return after

    def _stopped(self, state: State, move: Move) -> RuntimeError:
        """For a StopIteration of the user's, which would end a loop of ours without a word."""
        return RuntimeError(f"{self._call('play', state, move)} raised StopIteration")

    def _check_unchanged(
        self, state: State, before: tuple[object, str], method: str, *more: object
    ) -> None:
        if fingerprint(state) != before[0]:
            raise BadInputError(
                f"{self._call(method, state, *more)} changed the state it was given, which was "
                f"{before[1]}; play must leave it as it is and return a new one"
            )

    def _check_moves(self, state: State, moves: list[Move]) -> None:
        try:
            different = len(set(moves))
        except TypeError:
            expected = "moves that can be hashed, such as tuples"
            raise wrong_answer(self._call("moves", state), moves, expected) from None
        if different < len(moves):
            expected = "every move once"
            raise wrong_answer(self._call("moves", state), moves, expected)

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
        lo, hi = as_number(lo), as_number(hi)
        if lo is None or hi is None:
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


def _listed(found: Iterable[Any]) -> list[Any]:
    """What a generator of the user's yields; limits are kept between two of its steps."""
    listed = []
    for one in found:
        guard().check()
        listed.append(one)
    return listed
