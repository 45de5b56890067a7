"""What chess searches use if nothing else is asked for. Each of these numbers is written once.

The command line names some of them again as its own defaults; a test compares the two.
"""

from __future__ import annotations

from provebest.search.setprobe.settings import DEFAULT_MIN_ACT

DEFAULT_CONFIDENCE = 1 - DEFAULT_MIN_ACT
DEFAULT_PROBE_DEPTH = 4
"""Of the classic control."""
DEFAULT_EXPANSIONS = 225  # the paper's [BM95-20]
"""Of the classic control."""
DEFAULT_SECONDS = 3.0
"""For one position."""
DEFAULT_SECONDS_EACH = 1.0
"""For each of many positions: of a test suite, or of a game that is annotated."""


def seconds_for(seconds: float | None, nodes: int | None) -> float | None:
    """These seconds, or the default if nothing limits the search of one position."""
    return DEFAULT_SECONDS if seconds is None and nodes is None else seconds
