"""Search that stops when one move is proved better than all the others, and says why.

``provebest.chess``, ``provebest.certify`` and ``provebest.check`` are loaded when they are first
asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from provebest import games, problems
from provebest.games import Game
from provebest.problems import Problem
from provebest.search import (
    ANY_GAME,
    AlphaBetaResult,
    Band,
    BandwidthResult,
    BandwidthSearch,
    BStarResult,
    ClassicSettings,
    GameBeliefs,
    IntervalNode,
    IntervalSearch,
    ModernSettings,
    PathResult,
    PathSearch,
    PathSettings,
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
from provebest.vocabulary import (
    BadInputError,
    CannotWriteError,
    Counters,
    EngineFailedError,
    Interval,
    Limits,
    NothingSearchedError,
    Progress,
    ProvebestError,
    Stopped,
    run,
)

if TYPE_CHECKING:
    from provebest import chess as chess
    from provebest.certificate.certify import certify
    from provebest.certificate.check import check

__version__ = "0.1.0"

# Not "chess": ``from provebest import *`` must not take the place of python-chess.
__all__ = [
    "ANY_GAME",
    "AlphaBetaResult",
    "BStarResult",
    "BadInputError",
    "Band",
    "BandwidthResult",
    "BandwidthSearch",
    "CannotWriteError",
    "ClassicSettings",
    "Counters",
    "EngineFailedError",
    "Game",
    "GameBeliefs",
    "Interval",
    "IntervalNode",
    "IntervalSearch",
    "Limits",
    "ModernSettings",
    "NothingSearchedError",
    "PathResult",
    "PathSearch",
    "PathSettings",
    "ProbabilityResult",
    "ProbabilitySearch",
    "ProbedBounds",
    "Problem",
    "Progress",
    "ProvebestError",
    "Stopped",
    "Storage",
    "alphabeta",
    "bstar",
    "certify",
    "check",
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

_LAZY = {
    "certify": "provebest.certificate.certify",
    "check": "provebest.certificate.check",
    "chess": "provebest.chess",
}


if not TYPE_CHECKING:  # a checker would believe that every name is there

    def __getattr__(name: str) -> Any:
        if name not in _LAZY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module = import_module(_LAZY[name])
        return module if name == "chess" else getattr(module, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
