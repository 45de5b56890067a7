"""Problems with one player: a start, steps with costs, a goal and an estimate."""

from provebest.problems.graphs import GraphProblem
from provebest.problems.matrices import read_matrix
from provebest.problems.protocol import Problem
from provebest.problems.tile_rules import TileRules
from provebest.problems.tiles import SlidingTiles
from provebest.problems.tours import Tours, linear_law, proportional_to_depth
from provebest.problems.trees import MisledTree

__all__ = [
    "GraphProblem",
    "MisledTree",
    "Problem",
    "SlidingTiles",
    "TileRules",
    "Tours",
    "linear_law",
    "proportional_to_depth",
    "read_matrix",
]
