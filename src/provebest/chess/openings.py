"""Names of openings, found by position, so that another order of moves does not matter.

The table is ``data/eco.tsv``: code, name, and the moves in SAN; a line each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import chess

TABLE = Path(__file__).parent / "data" / "eco.tsv"


@dataclass(frozen=True, slots=True)
class Opening:
    """An opening with its code of the Encyclopaedia of Chess Openings."""

    code: str
    """A letter from A to E and two digits."""
    name: str

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"


def opening_of(start: chess.Board, moves: Iterable[chess.Move]) -> Opening | None:
    """The opening of a game: the last of its positions that has a name; None if none has."""
    if start.chess960 or start.fen() != chess.STARTING_FEN:
        return None
    names, found = _by_position(), None
    board = start.copy(stack=False)
    for ply, move in enumerate(moves):
        if ply >= _longest():
            break
        board.push(move)
        found = names.get(board.epd(), found)
    return found


def lines() -> Iterator[tuple[Opening, tuple[str, ...]]]:
    """Every line of the table: an opening and its moves in SAN."""
    for line in TABLE.read_text("utf-8").splitlines():
        code, name, moves = line.split("\t")
        yield Opening(code, name), tuple(moves.split())


@cache
def _by_position() -> dict[str, Opening]:
    boards: dict[tuple[str, ...], chess.Board] = {(): chess.Board()}
    return {_board_after(moves, boards).epd(): opening for opening, moves in lines()}


@cache
def _longest() -> int:
    """Plies of the longest line."""
    return max(len(moves) for _, moves in lines())


def _board_after(moves: tuple[str, ...], boards: dict[tuple[str, ...], chess.Board]) -> chess.Board:
    """The board after these moves; ``boards`` keeps those on the way, which many lines share."""
    if moves not in boards:
        board = _board_after(moves[:-1], boards).copy(stack=False)
        board.push_san(moves[-1])
        boards[moves] = board
    return boards[moves]
