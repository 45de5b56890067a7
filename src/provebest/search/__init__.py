"""The papers' searches, a few small files each. None of them knows a particular world."""

from provebest.search.alphabeta import AlphaBeta, alphabeta, minimax
from provebest.search.alphabeta_result import AlphaBetaResult
from provebest.search.band import Band
from provebest.search.bandwidth import BandwidthSearch
from provebest.search.bandwidth_game import BandwidthGameSearch
from provebest.search.bandwidth_game_result import BandwidthGameResult
from provebest.search.bandwidth_result import BandwidthResult
from provebest.search.bstar_node import IntervalNode
from provebest.search.bstar_result import BStarResult
from provebest.search.deepening import Deepening, deepening
from provebest.search.find_best import STRATEGIES, bstar
from provebest.search.find_path import find_path
from provebest.search.find_path_within import find_path_within
from provebest.search.interval_search import IntervalSearch
from provebest.search.look_ahead import LookAhead, varying_depth
from provebest.search.path import PathSearch
from provebest.search.path_result import PathResult
from provebest.search.path_settings import PathSettings
from provebest.search.probability.beliefs import Belief, Believer
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.find import pbstar
from provebest.search.probability.game_beliefs import GameBeliefs
from provebest.search.probability.modern import ModernSearch
from provebest.search.probability.modern_settings import ANY_GAME, Modern
from provebest.search.probability.policies import Policies
from provebest.search.probability.result import ProbabilityResult
from provebest.search.probed_bounds import ProbedBounds, validity
from provebest.search.storage import Storage

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
    "Deepening",
    "GameBeliefs",
    "IntervalNode",
    "IntervalSearch",
    "LookAhead",
    "Modern",
    "ModernSearch",
    "PathResult",
    "PathSearch",
    "PathSettings",
    "Policies",
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
