"""Palay's trees: compares which searches solve them within 500,000 nodes.

The trees are generated as in the newer B* papers (the hull of 2 to 8 random numbers, small
intervals collapsed); ``docs/papers/beyond_bstar.md`` describes the searches.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from provebest.games import PalayTree
from provebest.papers.canonical import Count
from provebest.papers.tables import Cell, Reproduction, Table, make_tables
from provebest.search import bstar
from provebest.work.place import ALL_CORES, Place
from provebest.work.pool import run_jobs
from provebest.work.shapes import COUNT, fits

RANGES = (100, 800, 6400)
WIDTHS = tuple(range(3, 11))
DRAWS = tuple(range(2, 9))
SAMPLES = (range(301, 302), range(302, 304))
"""Seeds: one whose trees were examined first, and two of fresh trees."""
SEARCHES = ("BF", "ADM", "2DRM", "PB", "ALT", "AD", "AR", "DB", "GPN1", "GPN")

PalayJob = tuple[int, int, int, int]
"""Range, width, draws and seed."""


def palay_job(job: PalayJob) -> dict[str, Count]:
    """Runs all searches on one tree."""
    span, width, draws, seed = job
    tree = PalayTree(width, span, draws, seed)
    results = {name: bstar(tree, name) for name in SEARCHES}
    return {name: (result.counters.expanded, result.proved) for name, result in results.items()}


def _is_result(_job: Any, counts: Any) -> bool:
    return fits(counts, dict.fromkeys(SEARCHES, (COUNT, bool)))


def jobs(seeds: range) -> list[PalayJob]:
    """All ranges, widths and numbers of draws, for these seeds."""
    return [(r, w, k, seed) for seed in seeds for k in DRAWS for r in RANGES for w in WIDTHS]


RUNS = sum(len(jobs(seeds)) for seeds in SAMPLES)


def palay(counts: list[dict[str, Count]], seeds: range = SAMPLES[0]) -> Table:
    """The share of solvable trees that each search solves, and its expansions compared with AR's.

    A tree is solvable if any of the searches solves it. Expansions are compared on the trees that
    both the search and AR solve.
    """
    by_any = [one for one in counts if any(one[name][1] for name in SEARCHES)]
    by_both = {name: [one for one in counts if one[name][1] and one["AR"][1]] for name in SEARCHES}
    cells = []
    for name in SEARCHES:
        solved = sum(one[name][1] for one in counts)
        share = 100 * solved / len(by_any) if by_any else 0.0
        both = by_both[name]
        work = sum(one[name][0] for one in both)
        ratio = sum(one["AR"][0] for one in both) / work if work else 0.0
        data = {"solved": solved, "solved_by_any": len(by_any), "ratio": ratio}
        cells += [
            Cell(name, "solved", f"{solved} ({share:.1f} %)", data=data),
            Cell(name, "AR's expansions / this one's", f"{ratio:.2f} on {len(both)}"),
        ]
    caption = f"{len(counts)} trees, {len(by_any)} solved by any; 500,000 nodes, depth 20,000"
    name = f"Palay trees, seed {' and '.join(map(str, seeds))}"
    return Table(name, caption, tuple(cells), "search")


def reproduce(
    on_run: Callable[[], None] = lambda: None,
    store: Path | None = None,
    on: Place = ALL_CORES,
    samples: tuple[range, ...] = SAMPLES,
) -> Reproduction:
    """A table for each sample; stored results are not computed again."""

    def table(seeds: range) -> list[Table]:
        todo = jobs(seeds)
        counts = run_jobs(palay_job, todo, on=on, on_job=on_run, store=store, is_result=_is_result)
        return [palay(counts, seeds)]

    tables, complete = make_tables([partial(table, seeds) for seeds in samples])
    summary = ("Percentages are of the trees that at least one of these searches solves.",)
    return Reproduction("palay", tuple(tables), summary, complete)
