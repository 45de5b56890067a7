"""The defaults of chess searches. Each of these numbers is written once.

The command line repeats some of them as its own defaults; a test compares the two.
"""

from __future__ import annotations

from provebest.search.setprobe.settings import DEFAULT_MIN_ACT

DEFAULT_CONFIDENCE = 1 - DEFAULT_MIN_ACT
DEFAULT_PROBE_DEPTH = 4
"""Depth of each probe of the classic control, in plies."""
DEFAULT_EXPANSIONS = 225  # the paper's [BM95-20]
"""The classic control's limit of expansions."""
DEFAULT_SECONDS = 3.0
"""Seconds for a single position."""
DEFAULT_SECONDS_EACH = 1.0
"""Seconds for each of many positions: in a test suite or an annotated game."""


def seconds_for(seconds: float | None, nodes: int | None) -> float | None:
    """``seconds``, or the default for a single position if there is no limit of either kind."""
    return DEFAULT_SECONDS if seconds is None and nodes is None else seconds
