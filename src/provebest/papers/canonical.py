"""Runs many strategies on a canonical tree and counts their expansions."""

from __future__ import annotations

from provebest.games import CanonicalTree
from provebest.search import bstar
from provebest.search.intervals.strategy import TABLE_I
from provebest.search.intervals.yardstick import interval_alphabeta
from provebest.vocabulary import Stopped

RANGES = (100, 400, 1600, 6400)
WIDTHS = tuple(range(3, 11))
BEYOND = ("AR", "DB", "GPN", "GPN4", "GPN1")
COLLAPSED = ("BF", "ADM", "2DRM", "GPN")
YARDSTICK = "alpha-beta"

TreeJob = tuple[int, int, int]
"""Range, width and iteration."""

Count = tuple[int, bool]
"""Expansions, and whether the search ended by separation."""


def table_i_job(job: TreeJob) -> dict[str, Count]:
    """Runs Table I's ten columns and the newer searches on one tree, some also on it collapsed."""
    span, width, iteration = job
    tree = CanonicalTree(width, span, iteration)
    counts: dict[str, Count] = {}
    for name in (*TABLE_I, *BEYOND):
        result = bstar(tree, name)
        counts[name] = (result.counters.expanded, _is_separated(result.stopped))
    collapsed = tree.collapsed()
    for name in COLLAPSED:
        result = bstar(collapsed, name)
        counts[f"{name} collapsed"] = (result.counters.expanded, _is_separated(result.stopped))
    return counts


def yardstick_job(job: TreeJob) -> dict[str, Count | int]:
    """Runs iterative-deepening alpha-beta and BF on one tree; also alpha-beta's final depth."""
    span, width, iteration = job
    tree = CanonicalTree(width, span, iteration)
    rival, best_first = interval_alphabeta(tree), bstar(tree, "BF")
    return {
        YARDSTICK: (rival.expanded, rival.stopped is Stopped.PROVED),
        "BF": (best_first.counters.expanded, _is_separated(best_first.stopped)),
        "depth": rival.depth,
    }


def trees(iterations: range) -> list[TreeJob]:
    """All ranges and widths of Table I, for these iterations."""
    return [(span, width, i) for i in iterations for span in RANGES for width in WIDTHS]


def _is_separated(stopped: Stopped) -> bool:
    """Whether the root was separated; with invalid bounds this is not a proof."""
    return stopped in (Stopped.PROVED, Stopped.BOUNDS_FALSE)
