"""Where bounds come from: what a chess position is worth, judged without or with search."""

from provebest.probes.evaluation import Evaluation, TermValue, evaluate

__all__ = ["Evaluation", "TermValue", "evaluate"]
