"""Several expansions in one step, so that the questions asked between two steps cost little."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Protocol

from provebest.vocabulary import Stopped

ROW_SECONDS = 0.001
"""How long a row goes on before limits and progress are asked about again."""


class Endable(Protocol):
    """A search, of which is asked only whether it has ended."""

    stopped: Stopped | None


def in_a_row(search: Endable, expand: Callable[[], None], at_most: int) -> None:
    """Expands up to ``at_most`` times; an expansion that outlasts the row ends it."""
    expand()
    if at_most > 1:
        until = perf_counter() + ROW_SECONDS
        while search.stopped is None and at_most > 1 and perf_counter() < until:
            expand()
            at_most -= 1
