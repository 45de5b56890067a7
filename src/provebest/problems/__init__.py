"""Worlds with one player: a start, steps with costs, a goal and an estimate."""

from provebest.problems.protocol import Problem
from provebest.problems.tile_rules import TileRules
from provebest.problems.tiles import SlidingTiles

__all__ = ["Problem", "SlidingTiles", "TileRules"]
