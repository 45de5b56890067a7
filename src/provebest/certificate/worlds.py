"""The games that a check can follow: chess, and others if they are passed to it."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import Any, Protocol

from provebest.certificate.chess_world import ChessWorld
from provebest.certificate.reading import (
    CertificateParts,
    Fields,
    Number,
    RefusedError,
    Work,
    exact,
)
from provebest.games.checked import CheckedGame, checked, root_of
from provebest.games.protocol import Game, NoBoundsError
from provebest.vocabulary import number_text

MOST_STATES, MOST_PLIES = 5_000, 30
"""How far ``follow`` plays to recheck a value at the end of the game."""
GAME_OVER = 2
"""The source of values that come from the end of the game."""


class GameRules(Protocol):
    """A game that a check follows move by move; states can be any objects."""

    position: str
    """The position at the root, as certificates write it."""
    before: frozenset[str]
    """Positions of the game before the root: returning to one is a draw."""

    def start(self) -> Any:
        """The state at the root."""

    def root_moves(self) -> list[int | str] | None:
        """The moves to choose from; None if not known."""

    def moves(self, state: Any) -> list[int | str] | None:
        """Every legal move; None if not known."""

    def after(self, state: Any, move: int | str, node: Fields) -> Any:
        """The state after a move, if it is legal and leads to the position of this record."""

    facts_are_sure: bool
    """Whether the value of a finished game does not depend on how it was reached."""

    def player_to_move(self, state: Any) -> bool | None:
        """Whether the side that moves at the root is to move; None if not known."""

    def check_sure(self, state: Any, node: Fields) -> None:
        """Refuses a record whose ``sure`` bound is tighter than the game's own bounds."""

    def check_way(self, node: Fields) -> None:
        """Refuses a record whose ``way`` does not lead to its position."""

    def check_over(self, state: Any, node: Fields) -> None:
        """Refuses a record if the game is not over, or its value is wrong."""

    def shown_move(self, move: int | str) -> str:
        """A root move for people."""

    work: Work
    """What following the game may still cost."""

    def about(self) -> str:
        """The position at the root, in words."""

    def trusted(self) -> tuple[str, ...]:
        """What could not be checked, as sentences."""


class GivenWorld:
    """The user's own game if it was given; otherwise moves are taken as stated."""

    facts_are_sure = True

    def __init__(
        self, world: Fields, game: Game[Any, Any] | None, work: Work, state: Any = None
    ) -> None:
        world.exactly("game", "position", optional=("before",))
        self.work = work
        self._name = world.text("game")
        self._game = None if game is None else checked(game)
        if game is not None:
            refuse_another(world, game)
        self._listed: tuple[Any, dict[int | str, Any]] | None = None
        """The last state whose moves were asked for, and those by name."""
        self._start = None if self._game is None else root_of(self._game, state)
        self.position = world.text("position")
        before = world.items("before") if world.has("before") else []
        for place, shown in enumerate(before):
            if not isinstance(shown, str):
                raise RefusedError(f"{world.place}.before[{place}]", "should be a position")
        self.before = frozenset(before)
        self._not_followed = 0
        """How many values at the end of the game were too far away to recheck."""
        if self._game is not None and self._game.show(self._start) != self.position:
            world.refuse("position", f"the game begins with {self._game.show(self._start)!r}")
        self._max_plays = self._game is None or self._game.max_to_move(self._start)

    def start(self) -> Any:
        """The state at which the search began."""
        return self._start

    def root_moves(self) -> list[int | str] | None:
        """Every move at the start."""
        return self.moves(self.start())

    def moves(self, state: Any) -> list[int | str] | None:
        """Every move as certificates write it."""
        return None if self._game is None else list(self._named(state))

    def after(self, state: Any, move: int | str, node: Fields) -> Any:
        """The state after a move."""
        self.work.spend(5)
        if self._game is None:
            node.text("position")
            return None
        named = self._named(state)
        if move not in named:
            raise RefusedError(node.place, f"{move!r} is not a move in {self._game.show(state)!r}")
        after = self._game.play(state, named[move])
        if node.text("position") != self._game.show(after):
            node.refuse("position", f"{move} leads to {self._game.show(after)!r}")
        return after

    def check_way(self, node: Fields) -> None:
        """Refuses any ``way``: values of these games depend only on the position."""
        if node.data["way"] is not None:
            node.refuse("way", "is not allowed here")

    def player_to_move(self, state: Any) -> bool | None:
        """Whether the side that moves at the start is to move."""
        return None if self._game is None else self._game.max_to_move(state) == self._max_plays

    def check_over(self, state: Any, node: Fields) -> None:
        """Refuses a wrong value at the end of the game; plays on to the end if it is near."""
        if self._game is None:
            return
        exactly = not node.has("sure")  # otherwise only whether it is won or lost is stated
        lo, hi = self._for_player(follow(self._game, state, self.work, exactly=exactly))
        stated, lower = node.number("real" if exactly else "sure"), node.text("side") == "choice"
        if not lo <= stated <= hi if exactly else (stated > hi if lower else stated < lo):
            between = f"between {number_text(lo)} and {number_text(hi)}"
            node.refuse(
                "real" if exactly else "sure",
                f"played to the end of the game, it lies {between}",
            )
        if lo < hi and (exactly or self._is_tighter(node, (lo, hi))):
            self._not_followed += 1

    def check_sure(self, state: Any, node: Fields) -> None:
        """Refuses a ``sure`` bound tighter than the game's bounds, unless the game is over."""
        if self._game is None or (not node.has("by") and node.whole("source") == GAME_OVER):
            return
        lo, hi = self._game.value_range
        with suppress(NoBoundsError):
            given = self._game.bounds(state)
            lo, hi = max(lo, given.lo), min(hi, given.hi)
        bounds = self._for_player((lo, hi))
        if self._game.bounds_may_be_false or self._is_tighter(node, bounds):
            own = bounds[0] if node.text("side") == "choice" else bounds[1]
            node.refuse("sure", f"the game's own bound is {number_text(own)}")

    def _is_tighter(self, node: Fields, bounds: tuple[Number, Number]) -> bool:
        """Returns whether the stated ``sure`` bound is tighter than these bounds."""
        stated = node.number("sure")
        return stated > bounds[0] if node.text("side") == "choice" else stated < bounds[1]

    def _for_player(self, bounds: tuple[float, float]) -> tuple[Number, Number]:
        """Converts bounds for MAX to bounds for the side that moves at the start."""
        lo, hi = exact(bounds[0]), exact(bounds[1])
        return (lo, hi) if self._max_plays else (-hi, -lo)

    def about(self) -> str:
        """The name of the game and its position."""
        return f"{self._name}, {self.position}"

    def shown_move(self, move: int | str) -> str:
        """The move as text."""
        return str(move)

    def trusted(self) -> tuple[str, ...]:
        """The moves if the game is not given, the positions before the root, and far values."""
        given = () if self._game is not None else ("the moves and positions as stated",)
        earlier = ("the positions of the game before the root as stated",) if self.before else ()
        far = ("values at the end of the game that is too far away to recheck, as stated",)
        return (*given, *earlier, *(far if self._not_followed else ()))

    def _named(self, state: Any) -> dict[int | str, Any]:
        if self._game is None:
            return {}
        if self._listed is None or self._listed[0] is not state:
            moves = self._game.moves(state)
            self.work.spend(5 * len(moves))
            named = {move if type(move) in (int, str) else str(move): move for move in moves}
            self._listed = state, named
        return self._listed[1]


def refuse_another(world: Fields, given: Any) -> None:
    """Refuses a world whose game is not of the class of the given one."""
    own = type(given.within if isinstance(given, CheckedGame) else given).__name__
    if world.text("game") != own:
        world.refuse("game", f"the given game is a {own}")


def follow(game: Game[Any, Any], state: Any, work: Work, *, exactly: bool) -> tuple[float, float]:
    """Returns bounds on a state's value for MAX that follow from finished games alone.

    Searches deeper until the value is known or ``MOST_STATES`` states are visited. Unless
    ``exactly``, it also stops once the state is won or lost; ``game.value`` may decide that by
    ``least_win``. Other unfinished states count as [-inf, inf].
    """
    left, win = MOST_STATES, game.least_win

    def bound(state: Any, depth: int) -> tuple[float, float]:
        nonlocal left
        left -= 1
        moves = game.moves(state)
        work.spend(5 + 5 * len(moves))
        if not moves:
            value = game.value(state)
            return value, value
        if depth == 0 or left <= 0:
            value = 0.0 if win == math.inf else game.value(state)
            return win if value >= win else -math.inf, -win if value <= -win else math.inf
        pick = max if game.max_to_move(state) else min
        below = [bound(game.play(state, move), depth - 1) for move in moves]
        return pick(lo for lo, _ in below), pick(hi for _, hi in below)

    for depth in range(MOST_PLIES):
        lo, hi = bound(state, depth)
        decided = lo >= win or hi <= -win
        if lo == hi or left <= 0 or (decided and not exactly):
            break
    return lo, hi


def world_of(parts: CertificateParts, given: Any) -> GameRules:
    """Returns the rules of the game that a certificate is about.

    ``given`` is the user's question: a game, a chess position as a FEN, or None.
    """
    if parts.world.text("game") == "chess":
        return ChessWorld(parts.world, parts.work, given)
    if isinstance(given, str):
        parts.world.refuse("game", "the certificate is not about a chess position")
    return GivenWorld(parts.world, given, parts.work, parts.state)
