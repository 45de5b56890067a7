"""The position that a caller means, with the game that led to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import chess

from provebest.games.boards import board_from
from provebest.games.chess import fen_of, read_position
from provebest.vocabulary import BadInputError, shorten


@dataclass(frozen=True, slots=True)
class GameSoFar:
    """Where a game began and what was played from there; every earlier position can be repeated."""

    start: str
    """A FEN."""
    played: tuple[str, ...] = ()
    """In UCI."""
    chess960: bool = False

    def board(self) -> chess.Board:
        """The position now, with its history."""
        return board_from(self.start, self.played, chess960=self.chess960)


def game_so_far(position: str | chess.Board, *, chess960: bool = False) -> GameSoFar:
    """The game that leads to ``position``: "startpos", a FEN, or a board with its move stack.

    A board knows by which castling rules it is played; ``chess960`` is for text. A null move on the
    stack ends the history: the game begins after the last one.

    Raises:
        BadInputError: for anything else, a position that is not valid, or a game of another kind.
    """
    if isinstance(position, chess.Board):
        game = _of_board(position)
    elif isinstance(position, str):
        game = GameSoFar(fen_of(position), chess960=chess960)
    else:
        raise BadInputError(
            f'a position is "startpos", a FEN or a chess.Board, got {shorten(position)}'
        )
    read_position(game.start, game.played, chess960=game.chess960)
    return game


def _of_board(board: chess.Board) -> GameSoFar:
    if board.uci_variant != "chess":
        raise BadInputError(f"only standard chess and Chess960 are played here, got {board!r}")
    earlier, played = board.copy(), list[str]()
    while earlier.move_stack and earlier.peek():
        move = earlier.pop()
        played.append(earlier.uci(move))
    return GameSoFar(earlier.fen(), tuple(reversed(played)), board.chess960)


def list_of_moves(name: str, moves: Iterable[str | chess.Move]) -> tuple[str | chess.Move, ...]:
    """The moves that an argument called ``name`` lists, unread.

    Raises:
        BadInputError: for a single string, which would be taken apart into letters, and for
            anything that is not a list of moves.
    """
    if isinstance(moves, str) or not isinstance(moves, Iterable):
        raise BadInputError(f'{name} is a list such as ["e4", "g1f3"], got {shorten(moves)}')
    listed = tuple(moves)
    for move in listed:
        if not isinstance(move, str | chess.Move):
            raise BadInputError(f'a move is written "Nf3" or "g1f3", got {shorten(move)}')
    return listed
