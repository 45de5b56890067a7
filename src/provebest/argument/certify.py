"""``certify``: the certificate of any search that has run, in one call."""

from __future__ import annotations

from typing import Any

from provebest.argument.certificate import Certificate
from provebest.argument.certify_beliefs import certify_beliefs
from provebest.argument.certify_intervals import certify_intervals
from provebest.argument.certify_races import certify_race
from provebest.search.alphabeta import AlphaBeta
from provebest.search.bandwidth import BandwidthSearch
from provebest.search.bandwidth_game import BandwidthGameSearch
from provebest.search.compiled_intervals import CompiledIntervalSearch
from provebest.search.deepening import Deepening
from provebest.search.interval_search import IntervalSearch
from provebest.search.path import PathSearch
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.modern import ModernSearch
from provebest.vocabulary import BadInputError, Stopped

Certifiable = (
    IntervalSearch[Any, Any]
    | CompiledIntervalSearch[Any, Any]
    | ProbabilitySearch[Any, Any]
    | BandwidthGameSearch[Any, Any]
)


def certify(search: Certifiable) -> Certificate:
    """What this search has shown so far of its best move.

    Tours have ``certify_tour`` and chess analyses ``certify_analysis``: they need to know more.

    Raises:
        NoCertificateError: where there is nothing to certify, with the reason.
        BadInputError: for a search of another kind.
    """
    if isinstance(search, IntervalSearch | CompiledIntervalSearch):
        return certify_intervals(search)
    if isinstance(search, ProbabilitySearch):
        return certify_beliefs(search)
    if isinstance(search, BandwidthGameSearch):
        return certify_race(search, search.result(search.stopped or Stopped.CANCELLED).move)
    raise BadInputError(
        f"no certificate is known for a {type(search).__name__}: {_why_not(search)}"
    )


def _why_not(search: object) -> str:
    if isinstance(search, AlphaBeta | Deepening):
        return "alpha-beta keeps no tree; bstar proves by a tree that can be kept"
    if isinstance(search, ModernSearch):
        return "the modern control keeps no tree; certify_analysis writes down its probes of chess"
    if isinstance(search, PathSearch | BandwidthSearch):
        return "a path is checked by walking it; certify_tour shows how far a tour is from the best"
    return "it takes a search that has run, such as interval_search(game, '2DRM') after run()"
