"""The games that a check can follow: chess, and others where they are given."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import Any, Protocol

from provebest.certificate.chess_world import ChessWorld
from provebest.certificate.reading import CertificateParts, Fields, RefusedError
from provebest.games.checked import checked, root_of
from provebest.games.protocol import Game, NoBoundsError
from provebest.vocabulary import number_text

MOST_STATES, MOST_PLIES = 5_000, 30
"""How far a value is followed to the end of the game again."""
AN_END = 2
"""The source of values that are those of ends of the game."""


class GameRules(Protocol):
    """A game that is followed move by move; a state is whatever it says."""

    position: str
    """The root, as certificates show it."""
    before: frozenset[str]
    """Positions of the game that led to it: to come back to one is a draw."""

    def start(self) -> Any:
        """The state at the root."""

    def root_moves(self) -> list[int | str] | None:
        """The moves to choose from; None where that is not known."""

    def moves(self, state: Any) -> list[int | str] | None:
        """Every legal move; None where that is not known."""

    def after(self, state: Any, move: int | str, node: Fields) -> Any:
        """The state after a move, if it is legal and leads to the position of this record."""

    facts_are_sure: bool
    """Whether the value of an end of the game is sure, however it was reached."""

    def player_to_move(self, state: Any) -> bool | None:
        """Whether it is the turn of the side that moves at the root; None where that is unknown."""

    def check_sure(self, state: Any, node: Fields) -> None:
        """Refuses a record that says more to be sure than the game does."""

    def check_way(self, node: Fields) -> None:
        """Refuses a record whose first way does not lead to its position."""

    def check_over(self, state: Any, node: Fields) -> None:
        """Refuses a record that says the game is over where it is not, or with a wrong value."""

    def shown_move(self, move: int | str) -> str:
        """A root move for people."""

    def trusted(self) -> tuple[str, ...]:
        """What could not be checked."""


class GivenWorld:
    """A game of the user's own, where he gives it; otherwise its moves are taken as stated."""

    facts_are_sure = True

    def __init__(self, world: Fields, game: Game[Any, Any] | None, state: Any = None) -> None:
        world.exactly("game", "position", optional=("before",))
        self._game = None if game is None else checked(game)
        self._start = None if self._game is None else root_of(self._game, state)
        self.position = world.text("position")
        before = world.items("before") if world.has("before") else []
        for place, shown in enumerate(before):
            if not isinstance(shown, str):
                raise RefusedError(f"{world.place}.before[{place}]", "should be a position")
        self.before = frozenset(before)
        self._not_followed = 0
        """Ends of the game too far away to be looked at again."""
        if self._game is not None and self._game.show(self._start) != self.position:
            world.refuse("position", f"the game begins with {self._game.show(self._start)!r}")
        self._max_plays = self._game is None or self._game.max_to_move(self._start)

    def start(self) -> Any:
        """Where the search began."""
        return self._start

    def root_moves(self) -> list[int | str] | None:
        """Every move at the start."""
        return self.moves(self.start())

    def moves(self, state: Any) -> list[int | str] | None:
        """Every move as certificates have it."""
        return None if self._game is None else list(self._named(state))

    def after(self, state: Any, move: int | str, node: Fields) -> Any:
        """The state after a move."""
        if self._game is None:
            return None
        named = self._named(state)
        if move not in named:
            raise RefusedError(node.place, f"{move!r} is not a move in {self._game.show(state)!r}")
        after = self._game.play(state, named[move])
        if node.text("position") != self._game.show(after):
            node.refuse("position", f"{move} leads to {self._game.show(after)!r}")
        return after

    def check_way(self, node: Fields) -> None:
        """There is none: values of these games depend on the position alone."""
        if node.data["way"] is not None:
            node.refuse("way", "has no meaning here")

    def player_to_move(self, state: Any) -> bool | None:
        """Whoever moves at the start is the Player."""
        return None if self._game is None else self._game.max_to_move(state) == self._max_plays

    def check_over(self, state: Any, node: Fields) -> None:
        """The value of an end of the game; if that is some moves away, it is looked at again."""
        if self._game is None:
            return
        exactly = not node.has("sure")  # otherwise only that it is won or lost
        lo, hi = self._for_player(follow(self._game, state, exactly=exactly))
        stated, lower = node.number("real" if exactly else "sure"), node.text("side") == "choice"
        if not lo <= stated <= hi if exactly else (stated > hi if lower else stated < lo):
            between = f"between {number_text(lo)} and {number_text(hi)}"
            node.refuse(
                "real" if exactly else "sure",
                f"followed to the end of the game it lies {between}",
            )
        if lo < hi and (exactly or self._more_than(node, (lo, hi))):
            self._not_followed += 1

    def check_sure(self, state: Any, node: Fields) -> None:
        """What the game's own bounds say; of ends of the game see ``check_over``."""
        if self._game is None or (not node.has("by") and node.whole("source") == AN_END):
            return
        lo, hi = self._game.value_range
        with suppress(NoBoundsError):
            given = self._game.bounds(state)
            lo, hi = max(lo, given.lo), min(hi, given.hi)
        bounds = self._for_player((lo, hi))
        if self._game.bounds_may_be_false or self._more_than(node, bounds):
            said = bounds[0] if node.text("side") == "choice" else bounds[1]
            node.refuse("sure", f"the game says {number_text(said)}, and vouches for no more")

    def _more_than(self, node: Fields, bounds: tuple[float, float]) -> bool:
        """Whether more is said to be sure than these bounds say."""
        stated = node.number("sure")
        return stated > bounds[0] if node.text("side") == "choice" else stated < bounds[1]

    def _for_player(self, bounds: tuple[float, float]) -> tuple[float, float]:
        """Bounds that speak for MAX, for the side that moves at the start."""
        return bounds if self._max_plays else (-bounds[1], -bounds[0])

    def shown_move(self, move: int | str) -> str:
        """As it is."""
        return str(move)

    def trusted(self) -> tuple[str, ...]:
        """The moves, where the game is not given; and what stood before the root."""
        given = () if self._game is not None else ("the moves and the positions, as stated",)
        earlier = ("the positions of the game before the root, as stated",) if self.before else ()
        far = ("the values of ends of the game that are far away, as stated",)
        return (*given, *earlier, *(far if self._not_followed else ()))

    def _named(self, state: Any) -> dict[int | str, Any]:
        if self._game is None:
            return {}
        moves = self._game.moves(state)
        return {move if type(move) in (int, str) else str(move): move for move in moves}


def follow(game: Game[Any, Any], state: Any, *, exactly: bool) -> tuple[float, float]:
    """The worth of a state to MAX by ends of the game alone, as far as a few thousand states show.

    Deeper and deeper, until its value is known, or unless ``exactly`` is asked for until it is won
    or lost: that the game itself may say of a state. Anything else could be worth anything.
    """
    left, win = MOST_STATES, game.least_win

    def look(state: Any, depth: int) -> tuple[float, float]:
        nonlocal left
        left -= 1
        moves = game.moves(state)
        if not moves:
            value = game.value(state)
            return value, value
        if depth == 0 or left <= 0:
            value = 0.0 if win == math.inf else game.value(state)
            return win if value >= win else -math.inf, -win if value <= -win else math.inf
        pick = max if game.max_to_move(state) else min
        below = [look(game.play(state, move), depth - 1) for move in moves]
        return pick(lo for lo, _ in below), pick(hi for _, hi in below)

    for depth in range(MOST_PLIES):
        lo, hi = look(state, depth)
        decided = lo >= win or hi <= -win
        if lo == hi or left <= 0 or (decided and not exactly):
            break
    return lo, hi


def world_of(parts: CertificateParts, game: Game[Any, Any] | None) -> GameRules:
    """The game that a certificate is about."""
    if parts.world.text("game") == "chess":
        return ChessWorld(parts.world)
    return GivenWorld(parts.world, game, parts.state)
