"""Search that stops when one move is proved better than all the others, and says why.

``provebest.chess``, ``provebest.certify`` and ``provebest.check`` are loaded when they are first
asked for.
"""

import provebest.starting  # noqa: F401 - before all that takes time

# isort: split
from typing import TYPE_CHECKING, Any

from provebest import games, problems
from provebest.games import Game
from provebest.presenting import Rooms
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
from provebest.search.events import (
    ExpansionEnded,
    ExpansionStarted,
    FirstLook,
    Milestone,
    MilestoneReached,
    SetProbed,
    StepEnded,
)
from provebest.search.move_search import MoveSearch, Snapshot
from provebest.vocabulary import (
    BadInputError,
    CannotWriteError,
    Counters,
    EngineFailedError,
    Interval,
    JobsSetAsideError,
    Limits,
    NotEnoughMemoryError,
    NothingSearchedError,
    Progress,
    ProvebestError,
    SearchEvent,
    Stopped,
    run,
)
from provebest.vocabulary.argued import present_with

if TYPE_CHECKING:
    from provebest import chess as chess
    from provebest.certificate.certify import certify
    from provebest.certificate.check import check

__version__ = "0.2.0"

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
    "ExpansionEnded",
    "ExpansionStarted",
    "FirstLook",
    "Game",
    "GameBeliefs",
    "Interval",
    "IntervalNode",
    "IntervalSearch",
    "JobsSetAsideError",
    "Limits",
    "Milestone",
    "MilestoneReached",
    "ModernSettings",
    "MoveSearch",
    "NotEnoughMemoryError",
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
    "SearchEvent",
    "SetProbed",
    "Snapshot",
    "StepEnded",
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

_LAZY = {"certify", "check", "chess"}
present_with(Rooms())


if not TYPE_CHECKING:  # a checker would believe that every name is there

    def __getattr__(name: str) -> Any:
        if name == "chess":
            import provebest.chess as room  # noqa: PLC0415 - it loads python-chess

            return room
        if name not in _LAZY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from provebest.certificate import certify, check  # noqa: PLC0415 - same

        return {"certify": certify.certify, "check": check.check}[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
