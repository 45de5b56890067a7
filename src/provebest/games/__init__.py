"""Worlds with two players: moves, play, and bounds or a value.

``Chess`` and ``ChessState`` are loaded when they are first asked for, and python-chess with them.
"""

from typing import TYPE_CHECKING, Any

from provebest.games.chess import BadPositionError, ChessPosition, read_position
from provebest.games.lines import ConnectK, FourScore, LineGame, TicTacToe
from provebest.games.listed import NestedTree, read_tree
from provebest.games.openspiel import OpenSpielGame
from provebest.games.protocol import Child, Game
from provebest.games.race import RaceGame, RaceOf
from provebest.games.trees import AdjustAfterTree, CanonicalTree, IntervalTree, PalayTree

if TYPE_CHECKING:
    from provebest.games.chess_game import Chess, ChessState

__all__ = [
    "AdjustAfterTree",
    "BadPositionError",
    "CanonicalTree",
    "Chess",
    "ChessPosition",
    "ChessState",
    "Child",
    "ConnectK",
    "FourScore",
    "Game",
    "IntervalTree",
    "LineGame",
    "NestedTree",
    "OpenSpielGame",
    "PalayTree",
    "RaceGame",
    "RaceOf",
    "TicTacToe",
    "read_position",
    "read_tree",
]

_LAZY = {"Chess", "ChessState"}


if not TYPE_CHECKING:  # a checker would believe that every name is there

    def __getattr__(name: str) -> Any:
        if name not in _LAZY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from provebest.games import chess_game  # noqa: PLC0415 - it loads python-chess

        return getattr(chess_game, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
