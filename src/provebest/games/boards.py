"""Boards of python-chess for our positions. Nobody else builds them from a FEN.

By the rules of Chess960 a king castles by taking his own rook; a board that is not told so calls
that move illegal, and a line stops there. So whoever wants a board has to say by which rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import chess

from provebest.games.chess import ChessPosition, read_position
from provebest.vocabulary import BadInputError, shorten


def board_from(fen: str, moves: Iterable[str] = (), *, chess960: bool) -> chess.Board:
    """The board after these moves in UCI, with its history.

    Raises:
        ValueError: for text that is not a position, and for a move that is not legal.
    """
    board = chess.Board(fen, chess960=chess960)
    for move in moves:
        board.push_uci(move)
    return board


def board_of(position: ChessPosition) -> chess.Board:
    """The board of a position, without its history."""
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
    """These moves of the board in UCI, each of them once; text is read as UCI or as SAN.

    Raises:
        BadInputError: for a move that is not legal, or a SAN that fits more than one move.
    """
    return tuple(dict.fromkeys(board.uci(_legal(board, move)) for move in moves))


def _legal(board: chess.Board, move: str | chess.Move) -> chess.Move:
    if isinstance(move, chess.Move):
        found = move if board.is_legal(move) else None
    else:
        found = _read(board, move)
    if not found:  # python-chess also reads null moves, which no game knows
        said = shorten(str(move))
        raise BadInputError(f"{said} is not legal in {board.fen()!r}; write Nf3 or g1f3")
    return found


def _read(board: chess.Board, text: str) -> chess.Move | None:
    try:
        return board.parse_uci(text)
    except ValueError:
        pass
    try:
        return board.parse_san(text)
    except chess.AmbiguousMoveError:
        raise BadInputError(
            f"{shorten(text)} fits more than one move in {board.fen()!r}; write it like g1f3"
        ) from None
    except ValueError:
        return None
