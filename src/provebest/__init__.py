"""Search that stops when one move is proved better than all the others, and says why."""

from provebest import problems
from provebest.problems import Problem
from provebest.search import (
    BandwidthResult,
    PathResult,
    Storage,
    find_path,
    find_path_within,
    varying_depth,
)
from provebest.vocabulary import BadInputError, Counters, Interval, Limits, Progress, Stopped

__version__ = "0.1.0"

__all__ = [
    "BadInputError",
    "BandwidthResult",
    "Counters",
    "Interval",
    "Limits",
    "PathResult",
    "Problem",
    "Progress",
    "Stopped",
    "Storage",
    "find_path",
    "find_path_within",
    "problems",
    "varying_depth",
]
