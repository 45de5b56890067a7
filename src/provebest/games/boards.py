"""python-chess boards for our positions. No other module builds them from a FEN.

In Chess960 notation castling is written as the king taking its own rook. A board without
``chess960=True`` calls that move illegal, so every caller must pass ``chess960``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import chess

from provebest.games.chess import ChessPosition, read_position
from provebest.vocabulary import BadInputError, shorten


def board_from(fen: str, moves: Iterable[str] = (), *, chess960: bool) -> chess.Board:
    """Returns the board after these UCI moves, with its history.

    Raises:
        ValueError: if the text is not a position, or a move is not legal.
    """
    board = chess.Board(fen, chess960=chess960)
    for move in moves:
        board.push_uci(move)
    return board


def board_of(position: ChessPosition) -> chess.Board:
    """Returns the board of a position, without its history."""
    return board_from(position.fen(), chess960=position.chess960)


def board_of_epd(line: str) -> tuple[chess.Board, dict[str, Any]]:
    """The board of a line of EPD, and its operations, such as ``bm`` and ``id``.

    Raises:
        ValueError: for a line that is not a position, or an operation that cannot be read.
    """
    read_position(" ".join(line.split(None, 4)[:4]))  # says best what is wrong
    board = chess.Board()
    return board, board.set_epd(line)


def moves_in_uci(board: chess.Board, moves: Iterable[str | chess.Move]) -> tuple[str, ...]:
    """Returns these moves in UCI notation, without repetitions; text may be UCI or SAN.

    Raises:
        BadInputError: if a move is not legal, or a SAN move is ambiguous.
    """
    return tuple(dict.fromkeys(board.uci(_legal_move(board, move)) for move in moves))


def line_in_uci(board: chess.Board, moves: Iterable[str]) -> tuple[str, ...]:
    """Returns moves that are played one after the other in UCI notation; text may be UCI or SAN.

    Raises:
        BadInputError: for a move that is not legal where it is played.
    """
    after, played = board.copy(), list[str]()
    for number, text in enumerate(moves, start=1):
        try:
            move = _legal_move(after, text)
        except BadInputError as error:
            raise BadInputError(f"move {number}, {error}") from None
        played.append(after.uci(move))
        after.push(move)
    return tuple(played)


def _legal_move(board: chess.Board, move: str | chess.Move) -> chess.Move:
    if isinstance(move, chess.Move):
        found = move if board.is_legal(move) else None
    else:
        found = _parse_move(board, move)
    if not found:  # python-chess also reads null moves, which are not legal
        raise BadInputError(
            f"{shorten(str(move))} is not legal in {board.fen()!r}; moves look like Nf3 or g1f3"
        )
    return found


def _parse_move(board: chess.Board, text: str) -> chess.Move | None:
    try:
        return board.parse_uci(text)
    except ValueError:
        pass
    try:
        return board.parse_san(text)
    except chess.AmbiguousMoveError:
        raise BadInputError(
            f"{shorten(text)} is ambiguous in {board.fen()!r}; write the move like g1f3"
        ) from None
    except ValueError:
        return None
