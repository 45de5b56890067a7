"""``certify``: the certificate of any search that has run, in one call."""

from __future__ import annotations

from typing import Any

from provebest.argument.certificate import Certificate
from provebest.argument.certify_beliefs import certify_beliefs
from provebest.argument.certify_intervals import certify_intervals
from provebest.argument.certify_races import certify_race
from provebest.search.bandwidth_game import BandwidthGameSearch
from provebest.search.compiled_intervals import CompiledIntervalSearch
from provebest.search.interval_search import IntervalSearch
from provebest.search.probability.control import ProbabilitySearch
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
    raise BadInputError(f"no certificate is known for {type(search).__name__}")
