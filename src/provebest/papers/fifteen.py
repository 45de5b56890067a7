"""The fifteen-puzzle experiment that Rosenberg (1972, section 4.2) announced but never published.

"These experiments will be extended to the fifteen-puzzle where solution paths are much larger.
Under these circumstances we can expect look-ahead to result in significant savings in computation
time." Measured by the boards generated and evaluated, look-ahead saves nothing.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from provebest.papers.tables import Cell, Table
from provebest.problems import SlidingTiles
from provebest.search import find_path

# R. E. Korf, "Depth-first iterative-deepening", AI 27 (1985), table 1: the ten of his first fifty
# problems that his program solved with the fewest nodes; number -> board, shortest length.
BOARDS = {
    12: ("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 45),
    42: ("4 5 7 2 9 14 12 13 0 3 6 11 8 1 15 10", 42),
    19: ("7 11 8 3 14 0 6 15 1 4 13 9 5 12 2 10", 46),
    9: ("3 14 9 11 5 4 8 2 13 12 6 7 10 1 15 0", 46),
    30: ("12 15 2 6 1 14 4 8 5 3 7 0 10 13 9 11", 47),
    31: ("12 8 15 13 1 0 5 4 6 3 2 11 9 7 14 10", 50),
    28: ("13 14 6 12 4 5 1 0 9 3 10 2 15 11 8 7", 52),
    45: ("3 14 9 7 12 15 0 4 1 8 5 6 11 10 2 13", 51),
    5: ("4 7 14 13 10 3 9 12 11 5 6 15 1 2 8 0", 56),
    13: ("3 6 5 2 10 0 15 14 1 4 13 12 9 8 11 7", 46),
}
GOAL = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"
WEIGHTS = ("0.5", "1.5", "3.0", "9.0")
DEPTHS = (0, 1, 2, 3, 4)
LIMIT = 20_000


@dataclass(frozen=True, slots=True)
class Run:
    """The result for one board with one setting."""

    solved: bool
    developed: int
    length: int | None
    work: int
    """Boards generated plus boards evaluated, to which the time is proportional."""
    optimum: int


@cache
def run(number: int, w: str, look_ahead: int) -> Run:
    """Runs Rosenberg's procedure on one of the boards, with wt .5 and TIE-1."""
    board, optimum = BOARDS[number]
    result = find_path(
        SlidingTiles(board, GOAL, w=w),
        look_ahead=look_ahead,
        duplicates="ignore",
        max_developed=LIMIT,
    )
    count = result.counters
    length = result.length if result.solved else None
    return Run(result.solved, count.expanded, length, count.generated + count.evaluated, optimum)


def runs(w: str, look_ahead: int) -> list[Run]:
    """The runs of all boards with one setting."""
    return [run(number, w, look_ahead) for number in BOARDS]


def fifteen_tables(on_board: Callable[[], None] = lambda: None) -> tuple[Table, ...]:
    """Two tables by w and look-ahead: nodes developed, and work."""
    for number in BOARDS:
        for w in WEIGHTS:
            for depth in DEPTHS:
                run(number, w, depth)
        on_board()
    developed, work = [], []
    for depth in DEPTHS:
        for w in WEIGHTS:
            here = runs(w, depth)
            row, column = f"LK {depth}", f"w {w}"
            developed.append(Cell(row, column, _developed(here), data=_numbers(here)))
            work.append(Cell(row, column, _work_ratio(here, runs(w, 0))))
    note = f"ten boards of Korf (1985), wt .5, TIE-1, limit {LIMIT:,}"
    return (
        Table(
            "Fifteen-puzzle, nodes",
            f"{note}; boards solved, median D (middle half), median L / shortest",
            tuple(developed),
            "LK \\ w",
        ),
        Table(
            "Fifteen-puzzle, work",
            f"{note}; boards generated and evaluated, median ratio to no look-ahead with the same "
            "w (boards solved both ways); below 1, look-ahead saves work",
            tuple(work),
            "LK \\ w",
        ),
    )


def _developed(here: list[Run]) -> str:
    solved = [one for one in here if one.solved]
    if not solved:
        return "0"
    low, middle, high = _quartiles([one.developed for one in solved])
    ratio = statistics.median((one.length or 0) / one.optimum for one in solved)
    return f"{len(solved)}: {middle:,.0f} ({low:,.0f}-{high:,.0f}) {ratio:.2f}"


def _work_ratio(here: list[Run], without: list[Run]) -> str:
    ratios = [a.work / b.work for a, b in zip(here, without, strict=True) if a.solved and b.solved]
    if not ratios:
        return "-"
    low, middle, high = _quartiles(ratios)
    return f"{middle:.2f} ({low:.2f}-{high:.2f}) of {len(ratios)}"


def _quartiles(numbers: list[float] | list[int]) -> tuple[float, float, float]:
    if len(numbers) == 1:
        return (float(numbers[0]),) * 3
    low, middle, high = statistics.quantiles(numbers, n=4, method="inclusive")
    return low, middle, high


def _numbers(here: list[Run]) -> dict[str, object]:
    return {
        "solved": sum(one.solved for one in here),
        "developed": [one.developed for one in here],
        "lengths": [one.length for one in here],
        "work": [one.work for one in here],
    }
