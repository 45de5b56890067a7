"""Measures what a largest regret saves on artificial trees: expansions against the regret.

``python -m studies.regret --picture docs/pictures/regret.png``

Every canonical tree of Berliner's Table I is searched with each regret, a share of the tree's
range, within the paper's limits (30,000 nodes, depth 100). A tree that reaches a limit counts with
the expansions that it had by then. Printed are medians and middle halves over all trees, as the
table of ``docs/regret.md``.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from provebest.games import CanonicalTree
from provebest.papers.canonical import trees
from provebest.search import bstar
from provebest.vocabulary import Stopped
from provebest.work.plotting import need_matplotlib, save_figure
from studies.study import end_with, run_with_bar, study_parser

STRATEGIES = ("2DRM", "DB", "GPN")
PERCENT = (0, 1, 2, 5, 10, 20)
"""The largest regrets, in percent of the tree's range."""
FRESH = range(201, 211)

Job = tuple[int, int, int]
"""Range, width and iteration."""
Run = tuple[int, float, bool]
"""Expansions, the regret that is stated in percent of the range, and whether a limit came first."""


@dataclass(frozen=True, slots=True)
class Row:
    """One strategy with one regret, over all trees."""

    strategy: str
    percent: int
    low: float
    """Of the expansions: the lower quartile."""
    median: float
    high: float
    most: float
    """Nine of ten trees need no more."""
    share: float
    """Expansions as a share of those that the proof needs in the same tree: the median."""
    stated: float
    """The regret that is stated at the end, in percent of the range: the median."""
    limited: int
    """Trees in which a limit came first."""


def watch(job: Job) -> list[Run]:
    """Searches one tree with each strategy and each regret, in that order."""
    span, width, iteration = job
    tree, runs = CanonicalTree(width, span, iteration), []
    for strategy in STRATEGIES:
        for percent in PERCENT:
            result = bstar(tree, strategy, regret=percent * span / 100)
            stated = 100 * (result.regret or 0) / span
            ended = result.stopped in (Stopped.PROVED, Stopped.WITHIN_REGRET)
            runs.append((result.counters.expanded, stated, not ended))
    return runs


def sum_up(found: Sequence[Sequence[Run]]) -> list[Row]:
    """The rows of the table, from what ``watch`` returned for each tree."""
    rows = []
    for first, strategy in enumerate(STRATEGIES):
        for place, percent in enumerate(PERCENT):
            runs = [one[first * len(PERCENT) + place] for one in found]
            proofs = [one[first * len(PERCENT)] for one in found]
            expanded = [run[0] for run in runs]
            low, median, high = statistics.quantiles(expanded, n=4)
            shares = [run[0] / proof[0] for run, proof in zip(runs, proofs, strict=True)]
            rows.append(
                Row(
                    strategy=strategy,
                    percent=percent,
                    low=low,
                    median=median,
                    high=high,
                    most=statistics.quantiles(expanded, n=10)[-1],
                    share=statistics.median(shares),
                    stated=statistics.median(run[1] for run in runs),
                    limited=sum(run[2] for run in runs),
                )
            )
    return rows


def as_markdown(rows: Sequence[Row]) -> str:
    """The table of ``docs/regret.md``."""
    heads = (
        "search",
        "regret allowed",
        "expansions, median",
        "middle half",
        "nine of ten, at most",
        "of the proof's, median",
        "regret stated, median",
        "trees not ended",
    )
    cells = [
        (
            row.strategy,
            f"{row.percent} %",
            f"{row.median:.0f}",
            f"{row.low:.0f} to {row.high:.0f}",
            f"{row.most:.0f}",
            f"{100 * row.share:.0f} %",
            f"{row.stated:.1f} %",
            str(row.limited),
        )
        for row in rows
    ]
    lines = [f"| {' | '.join(line)} |" for line in (heads, ("---",) * len(heads), *cells)]
    return "\n".join(lines)


def draw(rows: Sequence[Row], file: Path) -> None:
    """Draws the medians and middle halves against the regret."""
    need_matplotlib()
    import matplotlib.pyplot as plt  # noqa: PLC0415 - optional, and slow to load

    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    for strategy in STRATEGIES:
        own = [row for row in rows if row.strategy == strategy]
        percent = [row.percent for row in own]
        (line,) = axes.plot(percent, [row.median for row in own], marker="o", label=strategy)
        axes.fill_between(
            percent,
            [row.low for row in own],
            [row.high for row in own],
            color=line.get_color(),
            alpha=0.12,
            linewidth=0,
        )
    axes.set_xticks(PERCENT)
    axes.set(
        ylim=0,
        xlabel="largest regret, percent of the root's range",
        ylabel="expansions: median and middle half",
    )
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    save_figure(figure, file)
    plt.close(figure)


def main() -> None:
    """Runs the study and prints its table."""
    parser = study_parser(__doc__)
    parser.add_argument("--picture", type=Path, help="also draw the table to this file")
    parser.add_argument(
        "--iterations", type=int, default=len(FRESH), help="trees of each range and width"
    )
    given = parser.parse_args()
    if given.iterations < 1:
        parser.error("--iterations must be 1 or more")
    jobs = trees(range(FRESH[0], FRESH[0] + given.iterations))
    found = run_with_bar(watch, jobs, "trees", store=given.store, workers=given.workers)
    rows = sum_up(found)
    print(f"{len(jobs)} trees")
    print(as_markdown(rows))
    if given.picture is not None:
        draw(rows, given.picture)


if __name__ == "__main__":
    end_with(main)
