"""The value of a chess position: its static evaluation, and probes, which are small searches."""

from provebest.chess.probes.evaluation import Evaluation, TermValue, evaluate
from provebest.chess.probes.native import NativeProber
from provebest.chess.probes.prober import Probe, ProbeAnswer, Prober, Status
from provebest.chess.probes.root_search import MoveAnswer, RootSearch, SetAnswer
from provebest.games.chess_values import MATE

__all__ = [
    "MATE",
    "Evaluation",
    "MoveAnswer",
    "NativeProber",
    "Probe",
    "ProbeAnswer",
    "Prober",
    "RootSearch",
    "SetAnswer",
    "Status",
    "TermValue",
    "evaluate",
]
