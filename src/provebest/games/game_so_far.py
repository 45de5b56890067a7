"""The position that a caller means, with the game that led to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import chess

from provebest.games.boards import board_from
from provebest.games.chess import ChessPosition, fen_of, play_moves, read_position
from provebest.vocabulary import BadInputError, shorten


@dataclass(frozen=True, slots=True)
class GameSoFar:
    """Where a game began and what was played from there; every earlier position can be repeated."""

    start: str
    """The FEN, as this package writes it."""
    played: tuple[str, ...]
    """In UCI."""
    chess960: bool
    position: ChessPosition = field(compare=False, repr=False)
    """After these moves. It is shared: whoever plays on needs a copy."""

    def board(self) -> chess.Board:
        """The position now, with its history."""
        return board_from(self.start, self.played, chess960=self.chess960)


def read_game(
    game: str | GameSoFar, moves: Sequence[str] = (), *, chess960: bool = False
) -> GameSoFar:
    """The game that begins with this FEN and goes on with these moves, in UCI.

    A game that was read before is returned as it is, so that a position is read only once.

    Raises:
        BadPositionError: for text that is not a position, with the reasons.
        BadInputError: for a move that is not legal where it is played.
    """
    if isinstance(game, GameSoFar):
        return game
    position = read_position(game, chess960=chess960)
    start = position.fen()
    play_moves(position, moves)
    return GameSoFar(start, tuple(moves), chess960, position)


def game_so_far(position: str | chess.Board, *, chess960: bool = False) -> GameSoFar:
    """The game that leads to ``position``: "startpos", a FEN, or a board with its move stack.

    A board knows by which castling rules it is played; ``chess960`` is for text. A null move on the
    stack ends the history: the game begins after the last one.

    Raises:
        BadInputError: for anything else, a position that is not valid, or a game of another kind.
    """
    if isinstance(position, chess.Board):
        return _of_board(position)
    if isinstance(position, str):
        return read_game(fen_of(position), chess960=chess960)
    raise BadInputError(
        f'a position is "startpos", a FEN or a chess.Board, got {shorten(position)}'
    )


def _of_board(board: chess.Board) -> GameSoFar:
    if board.uci_variant != "chess":
        raise BadInputError(f"only standard chess and Chess960 are played here, got {board!r}")
    earlier, played = board.copy(), list[str]()
    while earlier.move_stack and earlier.peek():
        move = earlier.pop()
        played.append(earlier.uci(move))
    return read_game(earlier.fen(), played[::-1], chess960=board.chess960)


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
