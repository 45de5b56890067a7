"""Draws chess boards with arrows: the move, its threat, the threat it stops."""

from __future__ import annotations

import base64
from collections.abc import Sequence

import chess
import chess.svg

from provebest.argument.argument import Argument
from provebest.argument.notation import ChessNotation
from provebest.vocabulary.outside import escape

MOVE, THREAT, STOPPED = "#15781bcc", "#c2410ccc", "#b91c1c99"
SIZE = 360


def argument_board(argument: Argument[str], size: int = SIZE) -> str:
    """Draws the choice in green, its threat in orange, the threat it stops in red."""
    arrows = [(argument.claim.move, MOVE)]
    if argument.threat is not None:
        arrows.append((argument.threat.line[0], THREAT))
    if argument.parry is not None:
        arrows.append((argument.parry.threat[0], STOPPED))
    return board_svg(chess_notation(argument).board(), arrows, size)


def board_svg(board: chess.Board, arrows: Sequence[tuple[str, str]], size: int = SIZE) -> str:
    """Draws the board from the side of the player to move, with coloured arrows."""
    drawn = []
    for name, colour in arrows:
        move = chess.Move.from_uci(name)
        drawn.append(chess.svg.Arrow(move.from_square, move.to_square, color=colour))
    return str(chess.svg.board(board, arrows=drawn, size=size, orientation=board.turn))


def as_image(svg: str, alt: str, *, width: int) -> str:
    """Returns an HTML image with the picture embedded, and text for screen readers."""
    data = base64.b64encode(svg.encode()).decode("ascii")
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(alt)}" width="{width}">'


def chess_notation(argument: Argument[str]) -> ChessNotation:
    """Returns the notation of an argument about chess; TypeError for other games."""
    if not isinstance(argument.notation, ChessNotation):
        raise TypeError("only arguments about chess have a board")
    return argument.notation
