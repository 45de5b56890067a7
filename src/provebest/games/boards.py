"""Boards of python-chess for our positions. Nobody else builds them from a FEN.

By the rules of Chess960 a king castles by taking his own rook; a board that is not told so calls
that move illegal, and a line stops there. So whoever wants a board has to say by which rules.
"""

from __future__ import annotations

from collections.abc import Iterable

import chess

from provebest.games.chess import ChessPosition


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
