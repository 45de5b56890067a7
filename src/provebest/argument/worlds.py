"""The games that a check can follow: chess, and others where they are given."""

from __future__ import annotations

from typing import Any, Protocol

from provebest.argument.chess_world import ChessWorld
from provebest.argument.reading import Fields, RefusedError
from provebest.games.protocol import Game


class Played(Protocol):
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

    def __init__(self, world: Fields, game: Game[Any, Any] | None) -> None:
        world.exactly("game", "position", optional=("before",))
        self._game, self.position = game, world.text("position")
        before = world.items("before") if world.has("before") else []
        for place, shown in enumerate(before):
            if not isinstance(shown, str):
                raise RefusedError(f"{world.place}.before[{place}]", "should be a position")
        self.before = frozenset(before)
        if game is not None and game.show(game.start()) != self.position:
            world.refuse("position", f"the game starts with {game.show(game.start())!r}")

    def start(self) -> Any:
        """The start of the game."""
        return None if self._game is None else self._game.start()

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

    def check_over(self, state: Any, node: Fields) -> None:
        """A value that was followed to the end of the game is a fact; only a search can tell."""

    def shown_move(self, move: int | str) -> str:
        """As it is."""
        return str(move)

    def trusted(self) -> tuple[str, ...]:
        """The moves, where the game is not given; and what stood before the root."""
        given = () if self._game is not None else ("the moves and the positions, as stated",)
        earlier = ("the positions of the game before the root, as stated",) if self.before else ()
        return (*given, *earlier)

    def _named(self, state: Any) -> dict[int | str, Any]:
        if self._game is None:
            return {}
        moves = self._game.moves(state)
        return {move if type(move) in (int, str) else str(move): move for move in moves}


def world_of(world: Fields, game: Game[Any, Any] | None) -> Played:
    """The game that a certificate is about."""
    return ChessWorld(world) if world.text("game") == "chess" else GivenWorld(world, game)
