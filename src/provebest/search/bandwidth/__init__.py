"""``find_path_within``: bandwidth search in one call."""

from __future__ import annotations

from dataclasses import replace

from provebest.problems.protocol import Action, Problem, State
from provebest.search.bandwidth.band import Band, Declared
from provebest.search.bandwidth.result import BandwidthResult
from provebest.search.bandwidth.search import BandwidthSearch
from provebest.vocabulary import BadInputError, Limits, Listener, run


def find_path_within(
    problem: Problem[State, Action],
    e: Declared[State] | None = None,
    d: Declared[State] = 0,
    *,
    one_estimate: bool = False,
    prove_optimal: bool = False,
    drop: bool = True,
    max_open: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen, so one shared default is safe
    on_event: Listener | None = None,
) -> BandwidthResult[State, Action]:
    """Finds a path at most ``e`` dearer than the cheapest, and says how far off it can be.

    ``e`` is how much the problem's estimate may exceed the true remaining cost: a number, a
    function of the state, or None for what the problem itself can promise. ``d`` is how much the
    truth may exceed the upper estimate (the problem's ``upper_estimate``, or with ``one_estimate``
    its estimate). With ``prove_optimal`` the search goes on until the path is the cheapest.
    ``max_open`` limits the open nodes; the bound known by then is stated.

    Raises:
        BadInputError: for a band that cannot be used.
    """
    if max_open is not None and limits.stored is not None:
        raise BadInputError("max_open and limits.stored say the same thing: give one of them")
    if max_open is not None:
        limits = replace(limits, stored=max_open)
    band = Band(problem, e, d, one_estimate=one_estimate)
    search = BandwidthSearch(
        problem, band, prove_optimal=prove_optimal, drop=drop, max_depth=limits.depth
    )
    return run(search, limits, on_event)
