"""Several expansions in one step, so that what ``run`` does between two steps costs little."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Protocol

from provebest.vocabulary import Stopped

ROW_SECONDS = 0.001
"""A row of expansions ends after this time, so that limits and progress are looked after."""


class Endable(Protocol):
    """A search, as far as ``in_a_row`` needs it."""

    stopped: Stopped | None
    """Set once the search has ended."""


def in_a_row(search: Endable, expand: Callable[[], None], at_most: int) -> None:
    """Expands at least once and up to ``at_most`` times, until the search ends or time is up.

    ``search.stopped`` must be None. If ``expand`` raises, the row ends there.
    """
    expand()
    if at_most > 1:
        until = perf_counter() + ROW_SECONDS
        while search.stopped is None and at_most > 1 and perf_counter() < until:
            expand()
            at_most -= 1
