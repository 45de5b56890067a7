"""``find_path``: the path search in one call.

The paper is Rosenberg, "Look-Ahead and One-Person Games" (University of British Columbia, 1972),
which surveys the Graph Traverser, A* and HPA and adds look-ahead; its rules are listed in
``docs/papers/rosenberg1972.md``. Read the files in this order:

- ``settings.py``: every parameter, and what may be claimed of an answer.
- ``node.py``, ``open_list.py``, ``search.py``: the search itself.
- one file for each option: ``look_ahead.py`` (with ``kept_trees.py``), ``duplicates.py``,
  ``operators.py``, ``storage.py``.
- ``proof.py``: what a path found shows about the estimate. ``result.py``: the answer.
- ``compiled.py``: the same search in C++. ``rows.py``: many expansions in one step.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from provebest.problems.protocol import Action, Problem, State
from provebest.search.path.compiled import compiled_search
from provebest.search.path.duplicates import DuplicateRule
from provebest.search.path.look_ahead import DepthRule
from provebest.search.path.open_list import Tie
from provebest.search.path.operators import OperatorOrder
from provebest.search.path.result import PathResult
from provebest.search.path.search import PathSearch
from provebest.search.path.settings import PathSettings
from provebest.search.path.storage import Storage
from provebest.vocabulary import BadInputError, Limits, Listener, run


def find_path(
    problem: Problem[State, Action],
    *,
    weight: float | str | Fraction = Fraction(1, 2),
    look_ahead: int | DepthRule = 0,
    tie: Tie = "newest",
    duplicates: DuplicateRule | None = None,
    operators: OperatorOrder | None = None,
    storage: Storage | None = None,
    keep_trees: int = 0,
    max_developed: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen, so one shared default is safe
    optimum: float | None = None,
    on_event: Listener | None = None,
) -> PathResult[State, Action]:
    """Finds a path from the start to a goal, best first by ``(1-weight)*g + weight*h``.

    ``PathSettings`` says what each parameter means. A state that is reached again more cheaply is
    reopened, except with weight 1, which ignores the cost so far; ``duplicates`` overrides this. If
    you know the least cost, pass it as ``optimum``: the result then states its efficiencies; the
    search does not use it. If the problem has a compiled search that covers the settings, that one
    runs: same nodes, same answer.

    Raises:
        BadInputError: for a parameter outside its range.
    """
    if max_developed is not None and limits.expanded is not None:
        raise BadInputError(
            "max_developed and limits.expanded say the same thing: give one of them"
        )
    if max_developed is not None:
        limits = replace(limits, expanded=max_developed)
    known = isinstance(optimum, int | float | Fraction | None)
    if not known or (optimum is not None and not 0 <= optimum < math.inf):
        raise BadInputError(f"optimum must be a finite cost, 0 or more, got {optimum!r}")
    settings = PathSettings(
        weight=weight,
        look_ahead=look_ahead,
        tie=tie,
        duplicates=duplicates,
        operators=operators,
        storage=storage,
        keep_trees=keep_trees,
        max_depth=limits.depth,
    )
    search = compiled_search(problem, settings) or PathSearch(problem, settings)
    return replace(run(search, limits, on_event), known_optimum=optimum)
