"""The games that a check can follow: chess by python-chess, others where they are given."""

from __future__ import annotations

from typing import Any, Protocol

import chess

from provebest.argument.reading import Fields, RefusedError
from provebest.games.protocol import Game

MATES_FROM = 31_000
"""Values beyond this are mates."""


class Played(Protocol):
    """A game that is followed move by move; a state is whatever it says."""

    position: str
    """The root, as certificates show it."""

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


class ChessWorld:
    """Chess from one position, by python-chess."""

    def __init__(self, world: Fields) -> None:
        world.exactly("game", "fen", "chess960", "only")
        try:
            self._board = chess.Board(world.text("fen"), chess960=world.flag("chess960"))
        except ValueError as error:
            raise RefusedError(f"{world.place}.fen", f"no position: {error}") from None
        if not self._board.is_valid():
            world.refuse("fen", "no position that a game of chess can have")
        self._shown: dict[tuple[Any, ...], str] = {}
        self.position = self._show(self._board)
        legal = self.moves(self._board)
        self.only = world.items("only")
        for place, move in enumerate(self.only):
            if not isinstance(move, str) or move not in legal:
                raise RefusedError(f"{world.place}.only[{place}]", f"{move!r:.20} is not legal")

    def start(self) -> chess.Board:
        """The board."""
        return self._board

    def root_moves(self) -> list[int | str]:
        """Those that were asked about, or all."""
        return self.only or self.moves(self._board)

    def moves(self, state: chess.Board) -> list[int | str]:
        """Legal moves in UCI."""
        return [state.uci(move) for move in state.legal_moves]

    def after(self, state: chess.Board, move: int | str, node: Fields) -> chess.Board:
        """The board after a move."""
        board = played(state, move, node.place)
        if node.text("position") != self._show(board):
            node.refuse("position", f"{move} leads to {self._show(board)!r}")
        return board

    def check_way(self, node: Fields) -> None:
        """The moves from the root on."""
        board, way = self._board, node.items("way")
        for place, move in enumerate(way):
            board = played(board, move, f"{node.place}.way[{place}]")
        if self._show(board) != node.text("position"):
            node.refuse("way", f"leads to {self._show(board)!r}")

    def check_over(self, state: chess.Board, node: Fields) -> None:
        """Mate is worth a mate to the side that gave it, every other end is a draw."""
        real = node.decimal("real")
        if state.is_checkmate():
            player_mates = node.text("moved") == "player"
            if (real if player_mates else -real) < MATES_FROM:
                node.refuse("real", "this is checkmate")
        elif not (
            state.is_stalemate() or state.is_insufficient_material() or state.halfmove_clock >= 100
        ):
            node.refuse("over", "the game is not over here")
        elif real != 0:
            node.refuse("real", "this is a draw")

    def shown_move(self, move: int | str) -> str:
        """In SAN."""
        return self._board.san(self._board.parse_uci(str(move)))

    def trusted(self) -> tuple[str, ...]:
        """Nothing but the values."""
        return ()

    def _show(self, board: chess.Board) -> str:
        """A position without its clocks: equal wherever the same moves are possible."""
        men = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
        passing = board.ep_square if board.has_legal_en_passant() else None
        key = (*men, *board.occupied_co, board.turn, board.clean_castling_rights(), passing)
        if key not in self._shown:
            self._shown[key] = board.epd()
        return self._shown[key]


class GivenWorld:
    """A game of the user's own, where he gives it; otherwise its moves are taken as stated."""

    def __init__(self, world: Fields, game: Game[Any, Any] | None) -> None:
        world.exactly("game", "position")
        self._game, self.position = game, world.text("position")
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
        """The moves, where the game is not given."""
        return () if self._game is not None else ("the moves and the positions, as stated",)

    def _named(self, state: Any) -> dict[int | str, Any]:
        if self._game is None:
            return {}
        moves = self._game.moves(state)
        return {move if type(move) in (int, str) else str(move): move for move in moves}


def world_of(world: Fields, game: Game[Any, Any] | None) -> Played:
    """The game that a certificate is about."""
    return ChessWorld(world) if world.text("game") == "chess" else GivenWorld(world, game)


def played(board: chess.Board, move: Any, place: str) -> chess.Board:
    """The board after a move in UCI, if that is legal."""
    after = board.copy(stack=False)
    try:
        after.push(after.parse_uci(str(move)))
    except ValueError:
        raise RefusedError(place, f"{move!r:.20} is not legal in {board.fen()!r}") from None
    return after
