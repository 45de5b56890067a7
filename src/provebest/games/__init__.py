"""Games with two players: moves, play, and bounds or a value."""

from provebest.games.chess import BadPositionError, ChessPosition, read_position
from provebest.games.lines import ConnectK, FourScore, LineGame, TicTacToe
from provebest.games.listed import NestedTree, read_tree
from provebest.games.openspiel import OpenSpielGame
from provebest.games.protocol import Child, Game
from provebest.games.race import RaceGame, RaceOf
from provebest.games.trees import AdjustAfterTree, CanonicalTree, IntervalTree, PalayTree

__all__ = [
    "AdjustAfterTree",
    "BadPositionError",
    "CanonicalTree",
    "ChessPosition",
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
