"""Where bounds come from: what a chess position is worth, judged without or with search."""

from provebest.probes.evaluation import Evaluation, TermValue, evaluate
from provebest.probes.native import NativeProber
from provebest.probes.prober import MATE, Probe, ProbeAnswer, Prober, Status
from provebest.probes.root_search import Candidate, RootSearch, SetAnswer

__all__ = [
    "MATE",
    "Candidate",
    "Evaluation",
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
