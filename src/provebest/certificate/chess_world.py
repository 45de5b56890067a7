"""Chess as a check follows it: by python-chess, from where the game began."""

from __future__ import annotations

from typing import Any

import chess

from provebest.argument.notation import san
from provebest.certificate.reading import Fields, RefusedError
from provebest.games.boards import board_from

MATES_FROM = 31_000
"""Values beyond this are mates."""


class ChessWorld:
    """Chess from one position, which may be that after the moves of a game."""

    def __init__(self, world: Fields) -> None:
        world.exactly("game", "fen", "chess960", "only", optional=("moves",))
        self._shown: dict[tuple[Any, ...], str] = {}
        self._board = _begun(world)
        before = []
        for place, move in enumerate(world.items("moves") if world.has("moves") else ()):
            before.append(self._show(self._board))
            self._board = played(self._board, move, f"{world.place}.moves[{place}]")
        self.position, self.before = self._show(self._board), frozenset(before)
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

    facts_are_sure = False
    """A mate is worth less the later it comes, and fifty moves make a draw of any position."""

    def player_to_move(self, state: chess.Board) -> bool:
        """Whether it is the turn of the side that moves at the root."""
        return state.turn == self._board.turn

    def check_sure(self, state: chess.Board, node: Fields) -> None:  # noqa: ARG002 - whatever it is
        """Nothing is: values of chess positions are those of probes."""
        node.refuse("sure", "nothing is sure of a position of chess")

    def shown_move(self, move: int | str) -> str:
        """In SAN."""
        return san(self._board, str(move))

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


def _begun(world: Fields) -> chess.Board:
    """Where the game began."""
    try:
        board = board_from(world.text("fen"), chess960=world.flag("chess960"))
    except ValueError as error:
        raise RefusedError(f"{world.place}.fen", f"no position: {error}") from None
    if not board.is_valid():
        world.refuse("fen", "no position that a game of chess can have")
    return board


def played(board: chess.Board, move: Any, place: str) -> chess.Board:
    """The board after a move in UCI, if that is legal."""
    after = board.copy(stack=False)
    try:
        found = after.parse_uci(str(move))
    except ValueError:
        found = chess.Move.null()
    if not found:  # python-chess takes a pass for a move
        raise RefusedError(place, f"{move!r:.20} is not legal in {board.fen()!r}")
    after.push(found)
    return after
