"""Recomputes Table I of Berliner (1979) and its side experiments, and adds the newer searches.

The numbers typed in are the paper's. It prints neither its random numbers nor its distribution of
intervals, so our trees differ from its trees, and every difference has that reason. What can be
compared is the size of the gain and the order of the columns. ``docs/papers/berliner1979.md`` has
the rules.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any

from provebest.papers.canonical import (
    BEYOND,
    COLLAPSED,
    YARDSTICK,
    Count,
    TreeJob,
    table_i_job,
    trees,
    yardstick_job,
)
from provebest.papers.tables import Cell, Reproduction, Table, make_tables
from provebest.search.intervals.strategy import TABLE_I
from provebest.work.place import ALL_CORES, Place
from provebest.work.plotting import save_figure
from provebest.work.pool import run_jobs
from provebest.work.shapes import COUNT, fits

Counts = dict[str, Count]

COLUMNS = (*TABLE_I, *BEYOND, *(f"{name} collapsed" for name in COLLAPSED))
STORED: dict[str, dict[str, Any]] = {
    "table": dict.fromkeys(COLUMNS, (COUNT, bool)),
    "ab": {YARDSTICK: (COUNT, bool), "BF": (COUNT, bool), "depth": COUNT},
}
"""The shapes of stored results, by the part of the store."""

# Table I: expansions divided by BF's; rows by BF's expansions. None if the scan is not readable.
PAPER_ROWS: dict[str, tuple[float | None, ...]] = {
    "<= 50": (0.95, 0.82, 0.83, 0.82, 0.81, 0.83, 0.83, 0.84, 0.84),
    "<= 200": (0.89, 0.65, 0.65, 0.65, 0.62, 0.64, 0.62, 0.64, 0.71),
    "<= 1000": (None, 0.60, 0.55, 0.61, 0.56, 0.51, 0.48, 0.47, 0.64),
    "intractable": (0.77, 0.71, 0.67, None, 0.64, 0.62, 0.59, 0.52, 0.69),
}
PAPER_INTRACTABLE = (226, 112, 106, 85, 100, 76, 96, 83, 71, 81)
OTHER_TREES = "the paper's trees are not known; ours are calibrated to resemble them"

NOT_THE_SAME_TREES = (
    "The paper prints neither its random numbers nor its distribution, so its trees cannot be "
    "generated again: our numbers are from trees calibrated to resemble them."
)
L_IS_M = (
    "With valid bounds and the printed rules, L and M are the same search; the published "
    "difference between them must have a cause that is not printed."
)

ITERATIONS = range(1, 51)
FRESH = range(201, 211)
YARDSTICK_ITERATIONS = range(1, 6)
RUNS = len(trees(ITERATIONS)) + len(trees(FRESH)) + len(trees(YARDSTICK_ITERATIONS))


def table_i(counts: list[Counts]) -> Table:
    """Expansions divided by BF's, summed over the trees of each row, and the intractable trees."""
    cells: list[Cell] = []
    rows = _rows(counts)
    for row, members in rows.items():
        cells.append(Cell(row, "trees", str(len(members))))
        total = sum(one["BF"][0] for one in members)
        published = PAPER_ROWS.get(row, (None,) * 9)
        for name, paper in zip(TABLE_I[1:], published, strict=True):
            ratio = sum(one[name][0] for one in members) / total if total else None
            ours = "-" if ratio is None else f"{ratio:.2f}"
            cells.append(_beside(row, name, ours, None if paper is None else f"{paper:.2f}"))
    for name, paper in zip(TABLE_I, PAPER_INTRACTABLE, strict=True):
        lost = sum(not one[name][1] for one in counts)
        scaled = len(counts) == len(trees(ITERATIONS))
        cells.append(_beside("intractable trees", name, str(lost), str(paper) if scaled else None))
    caption = "expansions / BF's, over all trees of the row; limits: 30,000 nodes, depth 100"
    return Table("Table I", caption, tuple(cells), "BF needed")


def side_experiments(counts: list[Counts]) -> Table:
    """The effect of collapsing small ranges, and the cost of invalid bounds."""
    cells = []
    for name in COLLAPSED:
        plain = sum(not one[name][1] for one in counts)
        small = sum(not one[f"{name} collapsed"][1] for one in counts)
        cells.append(Cell(f"{name}: intractable, then with ranges <= 2 collapsed", "ours",
                          f"{plain} -> {small}"))  # fmt: skip
    cells.append(Cell("the paper's best: the same", "paper", "71 -> 4"))
    for row, members in _rows(counts).items():
        valid = sum(one["2DRM"][0] for one in members)
        extra = sum(one["2DRMX"][0] for one in members) / valid - 1 if valid else 0
        cells.append(
            Cell(f"invalid bounds (X) against 2DRM, {row}", "ours", f"{100 * extra:+.0f} %")
        )
    cells.append(Cell("invalid bounds (X)", "paper", "5-10 % more"))
    return Table("Collapse and invalid bounds", "", tuple(cells), "experiment")


def beyond(name: str, counts: list[Counts]) -> Table:
    """ADM's expansions divided by each newer search's, on the trees that all of them solve."""
    columns = ("BF", "2DRM", "ADM", *BEYOND)
    common = [one for one in counts if all(one[column][1] for column in columns)]
    reference = sum(one["ADM"][0] for one in common)
    cells = []
    for column in columns:
        work = sum(one[column][0] for one in common)
        better = sum(one[column][0] < one["ADM"][0] for one in common)
        worse = sum(one[column][0] > one["ADM"][0] for one in common)
        lost = sum(not one[column][1] for one in counts)
        data = {"ratio": reference / work if work else None, "intractable": lost}
        cells += [
            Cell(column, "ADM / this", f"{reference / work:.2f}" if work else "-", data=data),
            Cell(column, "fewer, more than ADM", f"{better}, {worse}"),
            Cell(column, "intractable", str(lost)),
        ]
    caption = f"expansions on the {len(common)} of {len(counts)} trees that all of these solve"
    return Table(f"Beyond B*: {name}", caption, tuple(cells), "search")


def yardstick(results: list[dict[str, Count | int]]) -> Table:
    """Compares iterative-deepening alpha-beta with best-first search."""
    ratios, deepest, lost, lost_by_bf = [], 0, 0, 0
    for one in results:
        rival, best_first, depth = one[YARDSTICK], one["BF"], one["depth"]
        if isinstance(rival, int) or isinstance(best_first, int) or not isinstance(depth, int):
            continue
        lost += not rival[1]
        lost_by_bf += not best_first[1]
        if rival[1]:
            deepest = max(deepest, depth)
        if rival[1] and best_first[1]:
            ratios.append(rival[0] / best_first[0])
    low, middle, high = statistics.quantiles(ratios, n=4)
    cells = (
        _beside("expansions / BF's, middle half", "alpha-beta", f"{low:.1f}-{high:.1f}", "3-7"),
        Cell("expansions / BF's, median", "alpha-beta", f"{middle:.1f}"),
        _beside("deepest solution", "alpha-beta", str(deepest), "19"),
        _beside("intractable / BF's", "alpha-beta", f"{lost}/{lost_by_bf}", "twice"),
    )
    caption = f"{len(results)} trees, at most 30,000 expansions; forward pruning"
    return Table("The alpha-beta yardstick", caption, cells, "measure")


def reproduce(
    on_run: Callable[[], None] = lambda: None,
    store: Path | None = None,
    on: Place = ALL_CORES,
    iterations: tuple[range, range, range] = (ITERATIONS, FRESH, YARDSTICK_ITERATIONS),
) -> Reproduction:
    """All tables; results that are in the ``store`` are not computed again."""
    table, fresh, side = iterations

    def counts_of(work: Callable[[TreeJob], Any], jobs: list[TreeJob], part: str) -> list[Any]:
        kept = _part(store, part)
        shape = STORED[part]
        return run_jobs(
            work,
            jobs,
            on=on,
            on_job=on_run,
            store=kept,
            is_result=lambda _, counts: fits(counts, shape),
        )

    def canonical() -> list[Table]:
        counts = counts_of(table_i_job, trees(table), "table")
        return [table_i(counts), side_experiments(counts), beyond("the trees of Table I", counts)]

    def new_trees() -> list[Table]:
        counts = counts_of(table_i_job, trees(fresh), "table")
        return [beyond(f"fresh trees, iterations {fresh[0]} to {fresh[-1]}", counts)]

    def rival() -> list[Table]:
        return [yardstick(counts_of(yardstick_job, trees(side), "ab"))]

    tables, complete = make_tables([canonical, new_trees, rival])
    return Reproduction("berliner1979", tuple(tables), (NOT_THE_SAME_TREES, L_IS_M), complete)


def _part(store: Path | None, name: str) -> Path | None:
    return None if store is None else store.with_name(f"{store.name}.{name}")


def _rows(counts: list[Counts]) -> dict[str, list[Counts]]:
    """Trees by BF's expansions; trees that some column could not solve have a row of their own."""
    rows: dict[str, list[Counts]] = {"<= 50": [], "<= 200": [], "<= 1000": [], "> 1000": []}
    rows["intractable"] = []
    for one in counts:
        if not all(one[name][1] for name in TABLE_I):
            rows["intractable"].append(one)
            continue
        work = one["BF"][0]
        limit = next((limit for limit in (50, 200, 1000) if work <= limit), None)
        rows["> 1000" if limit is None else f"<= {limit}"].append(one)
    return rows


def _beside(row: str, column: str, ours: str, paper: str | None) -> Cell:
    differs = paper is not None and paper != ours
    return Cell(row, column, ours, paper, OTHER_TREES if differs else "")


def plot_table_i(outcome: Reproduction, folder: Path) -> Path:
    """Draws Table I as bars, ours and the paper's; unreadable numbers of the scan have no bar."""
    import matplotlib.pyplot as plt  # noqa: PLC0415 - optional, and slow to load

    first, newer = outcome.tables[0], outcome.tables[2]
    lost = [(cell.row, cell.ours, None) for cell in newer.cells if cell.column == "intractable"]
    titles = {
        "<= 50": "BF needed up to 50 expansions",
        "<= 200": "51 to 200",
        "<= 1000": "201 to 1000",
        "intractable trees": "Trees not solved",
    }
    panels = {
        row: [(cell.column, cell.ours, cell.paper) for cell in first.cells if cell.row == row]
        for row in titles
    }
    panels["intractable trees"] += [bar for bar in lost if bar[0] in BEYOND]
    figure, places = plt.subplots(2, 2, figsize=(10, 6.2), layout="constrained")
    for axes, (row, bars) in zip(places.flat, panels.items(), strict=True):
        shown = [bar for bar in bars if bar[0] != "trees" and bar[1] != "-"]
        names = [name for name, _, _ in shown]
        ours = [float(own) for _, own, _ in shown]
        paper = [float(other) if other is not None else math.nan for _, _, other in shown]
        axes.bar([x - 0.2 for x in range(len(names))], ours, 0.4, label="ours, calibrated trees")
        axes.bar([x + 0.2 for x in range(len(names))], paper, 0.4, label="Berliner 1979")
        axes.set_xticks(range(len(names)), names, rotation=45, ha="right", fontsize=8)
        axes.grid(axis="y", alpha=0.3)
        axes.set_axisbelow(True)
        axes.set(title=titles[row], ylabel="trees")
        if row != "intractable trees":
            axes.set(ylabel="expansions / BF's", ylim=(0, 1.1))
    places.flat[0].legend(frameon=False, fontsize=8, ncols=2, loc="upper right")
    written = folder / "berliner1979-table1.png"
    save_figure(figure, written)
    plt.close(figure)
    return written
