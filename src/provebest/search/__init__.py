"""The papers' searches, one folder or file each. None of them knows a particular game.

| folder or file | paper | rules |
|---|---|---|
| ``alphabeta/`` | Edwards and Hart (1963) | ``docs/papers/edwards1963.md`` |
| ``path/`` | Rosenberg (1972) | ``docs/papers/rosenberg1972.md`` |
| ``bandwidth/`` | Harris (1974) | ``docs/papers/harris1974.md`` |
| ``intervals/`` | Berliner (1979), and newer variants | ``berliner1979.md``, ``beyond_bstar.md`` |
| ``probability/`` | Berliner and McConnell (1995) | ``docs/papers/berliner1995.md`` |
| ``setprobe/`` | our own, on top of ``probability/`` | ``docs/papers/setprobe.md`` |
| ``pbstar.py``, ``move_search.py``, ``events.py`` | what the last two share | |

Every search is an object with ``step()``, ``stopped`` and ``result()``; limits, cancelling and
progress are in ``provebest.vocabulary.run`` and nowhere else. A rule's label in brackets, in a
comment or docstring, marks the lines that carry out that rule.
"""

from provebest.search.alphabeta import alphabeta, minimax
from provebest.search.alphabeta.deepening import Deepening, deepening
from provebest.search.alphabeta.functions import AlphaBeta
from provebest.search.alphabeta.result import AlphaBetaResult
from provebest.search.bandwidth import find_path_within
from provebest.search.bandwidth.band import Band
from provebest.search.bandwidth.game_result import BandwidthGameResult
from provebest.search.bandwidth.game_search import BandwidthGameSearch
from provebest.search.bandwidth.result import BandwidthResult
from provebest.search.bandwidth.search import BandwidthSearch
from provebest.search.intervals import STRATEGIES, bstar
from provebest.search.intervals.node import IntervalNode
from provebest.search.intervals.probed_bounds import ProbedBounds, validity
from provebest.search.intervals.result import BStarResult
from provebest.search.intervals.search import IntervalSearch
from provebest.search.path import find_path
from provebest.search.path.look_ahead import LookAhead, varying_depth
from provebest.search.path.result import PathResult
from provebest.search.path.search import PathSearch
from provebest.search.path.settings import PathSettings
from provebest.search.path.storage import Storage
from provebest.search.pbstar import pbstar
from provebest.search.probability.beliefs import Belief, Believer
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.game_beliefs import GameBeliefs
from provebest.search.probability.result import ProbabilityResult
from provebest.search.probability.settings import ClassicSettings
from provebest.search.setprobe.search import ModernSearch
from provebest.search.setprobe.settings import ANY_GAME, ModernSettings

__all__ = [
    "ANY_GAME",
    "STRATEGIES",
    "AlphaBeta",
    "AlphaBetaResult",
    "BStarResult",
    "Band",
    "BandwidthGameResult",
    "BandwidthGameSearch",
    "BandwidthResult",
    "BandwidthSearch",
    "Belief",
    "Believer",
    "ClassicSettings",
    "Deepening",
    "GameBeliefs",
    "IntervalNode",
    "IntervalSearch",
    "LookAhead",
    "ModernSearch",
    "ModernSettings",
    "PathResult",
    "PathSearch",
    "PathSettings",
    "ProbabilityResult",
    "ProbabilitySearch",
    "ProbedBounds",
    "Storage",
    "alphabeta",
    "bstar",
    "deepening",
    "find_path",
    "find_path_within",
    "minimax",
    "pbstar",
    "validity",
    "varying_depth",
]
