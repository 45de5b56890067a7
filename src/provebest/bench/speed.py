"""Measures the interval searches: Python and compiled on the same trees, and a profile.

Searches that expand the same nodes can be compared by their rates alone. The cost of a step must
not grow with the tree; so the time per expansion is also measured while a tree that no search
solves grows to half a million nodes.
"""

from __future__ import annotations

import cProfile
import pstats
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from rich.console import Console
from rich.table import Table as RichTable

from provebest.games import CanonicalTree, PalayTree
from provebest.papers.canonical import trees
from provebest.search.intervals import interval_search, reference_search
from provebest.vocabulary import run

STRATEGIES = ("BF", "2DRM", "ADM", "DB", "GPN", "GPN4", "GPN1")
ITERATIONS = range(1, 2)
REPEATS = 5
GROWING = ("2DRM", "DB", "GPN")
SIZES = (1_000, 4_000, 16_000, 64_000, 250_000, 500_000)
PROFILED = ("2DRM", "GPN")
MOST_LINES = 8
PIECES = len(STRATEGIES) + len(GROWING) + len(PROFILED)


@dataclass(frozen=True, slots=True)
class Rate:
    """One strategy on all trees: its counts, and the median time in Python and compiled."""

    strategy: str
    expanded: int
    generated: int
    python: float
    compiled: float
    """Both times are processor seconds, which other programs hardly change."""

    @property
    def ratio(self) -> float:
        """How many times as fast the compiled search is."""
        return self.python / self.compiled

    def as_json(self) -> dict[str, Any]:
        """The figures for scripts."""
        return {
            "strategy": self.strategy,
            "expanded": self.expanded,
            "generated": self.generated,
            "python_seconds": self.python,
            "compiled_seconds": self.compiled,
            "python_expanded_per_second": self.expanded / self.python,
            "python_generated_per_second": self.generated / self.python,
            "compiled_expanded_per_second": self.expanded / self.compiled,
            "compiled_generated_per_second": self.generated / self.compiled,
            "ratio": self.ratio,
        }


@dataclass(frozen=True, slots=True)
class Speed:
    """All measurements."""

    rates: tuple[Rate, ...]
    growth: dict[str, tuple[float, ...]]
    """Microseconds per expansion, compiled, between one size of the tree and the next."""
    profile: dict[str, tuple[tuple[str, float], ...]]
    """The slowest functions of the Python reference, and their shares of the time."""

    def as_json(self) -> dict[str, Any]:
        """The figures for scripts."""
        return {
            "rates": [rate.as_json() for rate in self.rates],
            "microseconds_per_expansion": {
                name: dict(zip(map(str, SIZES[1:]), costs, strict=True))
                for name, costs in self.growth.items()
            },
            "profile": {name: dict(lines) for name, lines in self.profile.items()},
        }


def measure_all(on_piece: Callable[[], None] = lambda: None) -> Speed:
    """Measures everything; calls ``on_piece`` after each of ``PIECES`` measurements."""

    def report(piece: Any) -> Any:
        on_piece()
        return piece

    return Speed(
        tuple(report(rate(name)) for name in STRATEGIES),
        {name: report(growth(name)) for name in GROWING},
        {name: report(profile(name)) for name in PROFILED},
    )


def rate(strategy: str) -> Rate:
    """Runs Python and compiled searches in turns; the median over ``REPEATS`` runs of all trees."""
    games = [CanonicalTree(width, span, i) for span, width, i in trees(ITERATIONS)]
    seconds: dict[Any, list[float]] = {reference_search: [], interval_search: []}
    expanded = generated = 0
    for _ in range(REPEATS):
        for make, times in seconds.items():
            begun = time.process_time()
            counts = [run(make(game, strategy)).counters for game in games]
            times.append(time.process_time() - begun)
            expanded = sum(count.expanded for count in counts)
            generated = sum(count.generated for count in counts)
    python, compiled = map(statistics.median, seconds.values())
    return Rate(strategy, expanded, generated, python, compiled)


def growth(strategy: str) -> tuple[float, ...]:
    """Microseconds per expansion while an unsolved tree grows from each size to the next."""
    search = interval_search(PalayTree(4, 100, 8, 301), strategy, max_nodes=SIZES[-1] + 4)
    costs = []
    search.step(SIZES[0] // 4)
    for small, large in pairwise(SIZES):
        begun = time.process_time()
        search.step((large - small) // 4)
        costs.append(1e6 * (time.process_time() - begun) / ((large - small) // 4))
    return tuple(costs)


def profile(strategy: str) -> tuple[tuple[str, float], ...]:
    """The slowest functions of the Python reference (own time), with their shares of the time."""
    games = [CanonicalTree(width, span, i) for span, width, i in trees(ITERATIONS)]
    profiler = cProfile.Profile()
    for game in games:
        search = reference_search(game, strategy)
        profiler.runcall(run, search)
    stats: Any = pstats.Stats(profiler)
    found = [
        (_function_name(where), line[2] / stats.total_tt) for where, line in stats.stats.items()
    ]
    return tuple(sorted(found, key=lambda line: -line[1])[:MOST_LINES])


def _function_name(where: tuple[str, int, str]) -> str:
    file, _, function = where
    return function if file == "~" else f"{file.rpartition('/')[2]}:{function}"


def print_speed(console: Console, speed: Speed) -> None:
    """Prints the rates, the growth and the profile."""
    count = len(trees(ITERATIONS))
    grid = RichTable(
        title=f"Interval searches on {count} canonical trees; one core, median of {REPEATS}"
    )
    for heading in ("search", "expanded", "generated"):
        grid.add_column(heading)
    for heading in ("Python, expanded/s", "generated/s", "compiled, expanded/s", "generated/s"):
        grid.add_column(heading, justify="right")
    grid.add_column("times as fast", justify="right")
    for row in speed.rates:
        per_second = (
            f"{done / seconds:,.0f}"
            for seconds in (row.python, row.compiled)
            for done in (row.expanded, row.generated)
        )
        counts = f"{row.expanded:,}", f"{row.generated:,}"
        grid.add_row(row.strategy, *counts, *per_second, f"{row.ratio:.1f}")
    console.print(grid)
    grid = RichTable(title="Microseconds per expansion (compiled) by nodes in the tree")
    grid.add_column("search")
    for small, large in pairwise(SIZES):
        grid.add_column(f"{small:,}-{large:,}", justify="right")
    for name, costs in speed.growth.items():
        grid.add_row(name, *(f"{cost:.2f}" for cost in costs))
    console.print(grid)
    for name, lines in speed.profile.items():
        shares = ", ".join(f"{function} {100 * share:.0f} %" for function, share in lines)
        console.print(f"Python profile of {name}: {shares}", soft_wrap=True, highlight=False)
