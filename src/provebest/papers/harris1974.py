"""Harris (1974): figures 1 to 7 as numbers next to ours, and a test of his guarantee.

The paper's matrices are lost: his symmetric six-city and eleven-city problems are not printed, and
Croes's twenty cities were not found. So the figures cannot be compared; each of the paper's numbers
is printed next to the same kind of run on published problems. The guarantee, unlike the figures,
can be tested exactly, and is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import as_file, files
from typing import Literal

from provebest.papers.random_tours import check_guarantee
from provebest.papers.tables import Cell, Reproduction, Table, make_tables
from provebest.problems import Tours, linear_law, proportional_to_depth, read_matrix
from provebest.problems.tours import WeightLaw
from provebest.search import BandwidthResult, find_path_within
from provebest.vocabulary import Limits, Stopped

MAX_OPEN = 500  # figures 5 and 7: "no goal found: 500 open nodes"
MAX_EXPANDED = 20_000


@dataclass(frozen=True, slots=True)
class Figure:
    """The content of a figure of the paper."""

    number: int
    cities: int
    heuristic: Literal["h0", "h1"]
    optimal: bool
    expansions: int | None
    """As printed; None stands for "no goal found: 500 open nodes"."""

    @property
    def label(self) -> str:
        """The figure in a few words."""
        kind = "admissible" if self.heuristic == "h0" else "bandwidth"
        return f"fig. {self.number}: {self.cities}-city {kind}{', optimal' if self.optimal else ''}"


FIGURES = (
    Figure(1, 6, "h1", optimal=False, expansions=6),
    Figure(2, 6, "h1", optimal=True, expansions=14),
    Figure(3, 6, "h0", optimal=True, expansions=18),
    Figure(4, 11, "h1", optimal=True, expansions=14),
    Figure(5, 11, "h0", optimal=True, expansions=None),
    Figure(6, 20, "h1", optimal=False, expansions=42),
    Figure(7, 20, "h0", optimal=True, expansions=None),
)
LOST = "the paper's matrices are lost; ours are others of the same kind"

LAWS: dict[str, WeightLaw] = {
    "wt d/n": proportional_to_depth,
    "wt .5 to 1": linear_law(Fraction(1, 2), 1),
    "wt -1 to 1": linear_law(-1, 1),
}

GUARANTEE_PROBLEMS = 60
RUNS = len(FIGURES) + GUARANTEE_PROBLEMS


def matrix(name: str, cities: int | None = None) -> list[list[float]]:
    """A cost matrix from the package's data, or its first ``cities`` rows and columns."""
    with as_file(files("provebest.papers") / "data" / name) as path:
        rows = read_matrix(path)
    return [row[:cities] for row in rows[:cities]]


PROBLEMS: dict[int, list[tuple[str, str, int | None]]] = {
    6: [("Little's 6", "little6.txt", None)],
    11: [("burma14, first 11", "burma14.tsp", 11)],
    20: [("gr17", "gr17.tsp", None), ("gr21", "gr21.tsp", None)],
}


def figures(on_figure: Callable[[], None] = lambda: None) -> Table:
    """Each figure's number of expansions and ours, for each weight law if H1 is used."""
    cells: list[Cell] = []
    for figure in FIGURES:
        laws = LAWS if figure.heuristic == "h1" else {"": proportional_to_depth}  # H0 has no weight
        for name, file, cities in PROBLEMS[figure.cities]:
            for law_name, law in laws.items():
                problem = Tours(matrix(file, cities), heuristic=figure.heuristic, weight=law)
                result = find_path_within(
                    problem,
                    prove_optimal=figure.optimal,
                    limits=Limits(stored=MAX_OPEN, expanded=MAX_EXPANDED),
                )
                row = f"{figure.label} | {name}, {figure.heuristic} {law_name}".rstrip()
                cells += _figure_row(row, figure, result)
        on_figure()
    caption = f"expansions; {LOST}, so no cell is compared"
    return Table("Figures 1-7", caption, tuple(cells), "figure | our problem")


def _figure_row(
    row: str, figure: Figure, result: BandwidthResult[tuple[int, ...], int]
) -> list[Cell]:
    none = f"none in {MAX_OPEN} open"
    full = result.stopped is Stopped.MEMORY_LIMIT
    goal_at = result.expanded_at_first_goal
    numbers = {
        "paper_expansions": figure.expansions,
        "expansions": result.counters.expanded,
        "stopped": result.stopped.value,
        "cost": result.cost,
        "at_most_above_optimum": result.at_most_above_optimum,
        "expansions_at_first_goal": goal_at,
    }
    return [
        Cell(row, "paper", none if figure.expansions is None else str(figure.expansions)),
        Cell(row, "ours", none if full else str(result.counters.expanded), data=numbers),
        Cell(row, "first goal at", "-" if goal_at is None else str(goal_at)),
        Cell(row, "cost", f"{result.cost:g}" + (" completed" if result.completed else "")),
        Cell(row, "above optimum at most", f"{result.at_most_above_optimum:g}"),
    ]


def guarantee(on_problem: Callable[[], None] = lambda: None) -> Table:
    """Tests section 2's claims on random symmetric problems whose true e is found exhaustively."""
    counts = {"first goal within e": 0, "phase 2 optimal": 0, "same without dropping": 0}
    worst = Fraction(0)
    for seed in range(GUARANTEE_PROBLEMS):
        check = check_guarantee(seed)
        counts["first goal within e"] += check.first_within_e
        counts["phase 2 optimal"] += check.optimal
        counts["same without dropping"] += check.optimal_without_dropping
        worst = max(worst, check.share_of_e)
        on_problem()
    n = GUARANTEE_PROBLEMS
    cells = [
        Cell(claim, "holds in", f"{held} of {n}", f"{n} of {n}") for claim, held in counts.items()
    ]
    cells.append(Cell("largest (first goal - optimum) / e", "holds in", f"{float(worst):.2f}"))
    caption = f"{n} random symmetric problems, 5 or 6 cities; e from exhaustive search"
    return Table("The guarantee", caption, tuple(cells), "claim")


def reproduce(on_run: Callable[[], None] = lambda: None) -> Reproduction:
    """The figures and the test of the guarantee."""
    tables, complete = make_tables([lambda: [figures(on_run)], lambda: [guarantee(on_run)]])
    kept = f"The guarantee holds in all {GUARANTEE_PROBLEMS} random problems."
    if not complete:
        kept = "The test of the guarantee was not finished."
    elif tables[-1].unexplained:
        kept = "The guarantee FAILED: see the table."
    lost = (
        "The paper's matrices are lost, so its numbers of expansions cannot be reproduced; our "
        "runs are on Little's six cities and on TSPLIB problems."
    )
    return Reproduction("harris1974", tuple(tables), (lost, kept), complete)
