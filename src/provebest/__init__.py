"""Search that stops when one move is proved better than all the others, and says why."""

from provebest import games, problems
from provebest.games import Game
from provebest.problems import Problem
from provebest.search import (
    AlphaBetaResult,
    Band,
    BandwidthResult,
    BandwidthSearch,
    BStarResult,
    GameBeliefs,
    PathResult,
    PathSearch,
    PathSettings,
    Policies,
    ProbabilityResult,
    ProbabilitySearch,
    ProbedBounds,
    Storage,
    alphabeta,
    bstar,
    deepening,
    find_path,
    find_path_within,
    minimax,
    pbstar,
    varying_depth,
)
from provebest.vocabulary import BadInputError, Counters, Interval, Limits, Progress, Stopped, run

__version__ = "0.1.0"

__all__ = [
    "AlphaBetaResult",
    "BStarResult",
    "BadInputError",
    "Band",
    "BandwidthResult",
    "BandwidthSearch",
    "Counters",
    "Game",
    "GameBeliefs",
    "Interval",
    "Limits",
    "PathResult",
    "PathSearch",
    "PathSettings",
    "Policies",
    "ProbabilityResult",
    "ProbabilitySearch",
    "ProbedBounds",
    "Problem",
    "Progress",
    "Stopped",
    "Storage",
    "alphabeta",
    "bstar",
    "deepening",
    "find_path",
    "find_path_within",
    "games",
    "minimax",
    "pbstar",
    "problems",
    "run",
    "varying_depth",
]
