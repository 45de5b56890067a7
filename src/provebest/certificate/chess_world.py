"""Chess as a check follows it, with python-chess, from the beginning of the game."""

from __future__ import annotations

from typing import Any

import chess

from provebest.argument.notation import san
from provebest.certificate.reading import Fields, RefusedError, Work
from provebest.games.boards import board_from

MATES_FROM = 31_000
"""Values of this size or more are mates."""


class ChessWorld:
    """Chess from one position, possibly after the moves of a game."""

    def __init__(self, world: Fields, work: Work, given: Any = None) -> None:
        world.exactly("game", "fen", "chess960", "only", optional=("moves",))
        self.work = work
        self._shown: dict[tuple[Any, ...], str] = {}
        self._board = _first_board(world)
        before = []
        for place, move in enumerate(world.items("moves") if world.has("moves") else ()):
            before.append(self._show(self._board))
            self._board = played(self._board, move, f"{world.place}.moves[{place}]", work)
        self.position, self.before = self._show(self._board), frozenset(before)
        legal = self.moves(self._board)
        self.only = world.items("only")
        for place, move in enumerate(self.only):
            if not isinstance(move, str) or move not in legal:
                raise RefusedError(f"{world.place}.only[{place}]", f"{move!r:.20} is not legal")
        if given is not None and not self._is_same(given):
            world.refuse(
                "fen", f"the certificate is about {self._board.fen()!r}, not the given one"
            )

    def _is_same(self, given: Any) -> bool:
        """Whether the given position has the same men, and the same moves are possible."""
        if not isinstance(given, str):
            return False
        try:
            return self._show(board_from(given, chess960=self._board.chess960)) == self.position
        except ValueError:
            return False

    def about(self) -> str:
        """The FEN of the root."""
        return f"chess, {self._board.fen()}"

    def start(self) -> chess.Board:
        """The board at the root."""
        return self._board

    def root_moves(self) -> list[int | str]:
        """The moves that the search was restricted to, or all legal moves."""
        return self.only or self.moves(self._board)

    def moves(self, state: chess.Board) -> list[int | str]:
        """Legal moves in UCI."""
        legal: list[int | str] = [state.uci(move) for move in state.legal_moves]
        self.work.spend(100 + 10 * len(legal))
        return legal

    def after(self, state: chess.Board, move: int | str, node: Fields) -> chess.Board:
        """The board after a move."""
        board = played(state, move, node.place, self.work)
        if node.text("position") != self._show(board):
            node.refuse("position", f"{move} leads to {self._show(board)!r}")
        return board

    def check_way(self, node: Fields) -> None:
        """Refuses a record whose ``way`` from the root does not lead to its position."""
        board, way = self._board, node.items("way")
        for place, move in enumerate(way):
            board = played(board, move, f"{node.place}.way[{place}]", self.work)
        if self._show(board) != node.text("position"):
            node.refuse("way", f"leads to {self._show(board)!r}")

    def check_over(self, state: chess.Board, node: Fields) -> None:
        """Refuses a record unless it is a mate with a mate value, or another end with value 0."""
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
    """False: later mates are worth less, and the fifty-move rule can make any position a draw."""

    def player_to_move(self, state: chess.Board) -> bool:
        """Whether the side that moves at the root is to move."""
        return state.turn == self._board.turn

    def check_sure(self, state: chess.Board, node: Fields) -> None:  # noqa: ARG002 - always refused
        """Refuses every ``sure`` bound: values of chess positions come from probes."""
        node.refuse("sure", "chess positions have no sure bounds")

    def shown_move(self, move: int | str) -> str:
        """In SAN."""
        return san(self._board, str(move))

    def trusted(self) -> tuple[str, ...]:
        """Empty: everything but the values is checked."""
        return ()

    def _show(self, board: chess.Board) -> str:
        """Returns the position without its clocks: equal if the same moves are possible."""
        men = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
        passing = board.ep_square if board.has_legal_en_passant() else None
        key = (*men, *board.occupied_co, board.turn, board.clean_castling_rights(), passing)
        if key not in self._shown:
            self._shown[key] = board.epd()
        return self._shown[key]


def _first_board(world: Fields) -> chess.Board:
    """Returns the board at the beginning of the game."""
    try:
        board = board_from(world.text("fen"), chess960=world.flag("chess960"))
    except ValueError as error:
        raise RefusedError(f"{world.place}.fen", f"not a position: {error}") from None
    if not board.is_valid():
        world.refuse("fen", "this position cannot occur in a game of chess")
    return board


def played(board: chess.Board, move: Any, place: str, work: Work) -> chess.Board:
    """Returns the board after a UCI move; refuses a move that is not legal."""
    work.spend(100)
    after = board.copy(stack=False)
    try:
        found = after.parse_uci(str(move))
    except ValueError:
        found = chess.Move.null()
    if not found:  # python-chess also reads null moves
        raise RefusedError(place, f"{move!r:.20} is not legal in {board.fen()!r}")
    after.push(found)
    return after
