"""``certify``: writes the certificate of a search that has run."""

from __future__ import annotations

from typing import Any

from provebest.certificate.certificate import Certificate
from provebest.certificate.certify_beliefs import certify_beliefs
from provebest.certificate.certify_intervals import certify_intervals
from provebest.certificate.certify_races import certify_race
from provebest.search.alphabeta.deepening import Deepening
from provebest.search.alphabeta.functions import AlphaBeta
from provebest.search.bandwidth.game_search import BandwidthGameSearch
from provebest.search.bandwidth.search import BandwidthSearch
from provebest.search.intervals.compiled import CompiledIntervalSearch
from provebest.search.intervals.search import IntervalSearch
from provebest.search.path.search import PathSearch
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.setprobe.search import ModernSearch
from provebest.vocabulary import BadInputError, Stopped

Certifiable = (
    IntervalSearch[Any, Any]
    | CompiledIntervalSearch[Any, Any]
    | ProbabilitySearch[Any, Any]
    | BandwidthGameSearch[Any, Any]
)


def certify(search: Certifiable) -> Certificate:
    """Returns the certificate of what this search has shown so far about its best move.

    For tours use ``certify_tour``, for chess analyses ``certify_analysis``.

    Raises:
        NoCertificateError: if there is nothing to certify; the message gives the reason.
        BadInputError: if this kind of search has no certificates.
    """
    if isinstance(search, IntervalSearch | CompiledIntervalSearch):
        return certify_intervals(search)
    if isinstance(search, ProbabilitySearch):
        return certify_beliefs(search)
    if isinstance(search, BandwidthGameSearch):
        return certify_race(search, search.result(search.stopped or Stopped.CANCELLED).move)
    raise BadInputError(f"a {type(search).__name__} cannot be certified: {_why_not(search)}")


def _why_not(search: object) -> str:
    if isinstance(search, AlphaBeta | Deepening):
        return "alpha-beta keeps no tree; use bstar, which proves its move by a tree"
    if isinstance(search, ModernSearch):
        return "the modern control keeps no tree; for chess, certify_analysis records its probes"
    if isinstance(search, PathSearch | BandwidthSearch):
        return "a path is checked by following it; use certify_tour for a tour and its lower bound"
    return "pass a search that has run, such as interval_search(game, '2DRM') after run()"
