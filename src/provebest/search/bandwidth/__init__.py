"""``find_path_within``: bandwidth search in one call.

The paper is Harris, "The Heuristic Search under Conditions of Error" (Artificial Intelligence 5,
1974); its rules are listed in ``docs/papers/harris1974.md``. For one person (sections 2 and 3) read
``band.py``, ``search.py``, ``result.py``; for two players (section 4) ``game_node.py``,
``game_search.py``, ``game_result.py``. Both rest on one idea: an estimate whose error is declared
bounds the error of the answer. If the declaration is false, so may the bound be; ``search.py``
notices what it can and then ends with ``Stopped.BAND_FALSE``.
"""

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
    """Finds a path that costs at most ``e`` more than the cheapest, and bounds its error.

    ``e`` is how much the problem's estimate may exceed the true remaining cost: a number, a
    function of the state, or None for what the problem itself guarantees. ``d`` is how much the
    true cost may exceed the upper estimate (the problem's ``upper_estimate``, or with
    ``one_estimate`` its estimate). Both are in units of the problem's costs. With ``prove_optimal``
    the search goes on until the path is proved to be a cheapest one. ``max_open`` limits the open
    nodes; the result states the bound that is known by then. ``drop=False`` keeps nodes that
    cannot matter, to measure what dropping saves.

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
