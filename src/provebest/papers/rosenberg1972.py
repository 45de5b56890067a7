"""Recomputes tables II to V of Rosenberg (1972), and answers a question of its section 4.1.

The numbers typed in here are the paper's, never ours. ``docs/papers/rosenberg1972.md`` has the
rules, and the reasons for the four cells that differ.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from provebest.papers.fifteen import fifteen_tables
from provebest.papers.tables import Cell, Reproduction, Table, make_tables
from provebest.problems import SlidingTiles
from provebest.search import PathResult, find_path, varying_depth
from provebest.search.path.open_list import Tie

# Table I: problem number -> board and length of the shortest solution.
PROBLEMS = {
    1: ("216408753", 18),
    2: ("825106734", 20),
    3: ("824107563", 22),
    4: ("824107356", 24),
    5: ("765108324", 30),
}

# Table II: problem 3, wt .5, limit 200; look-ahead -> D/L for w .1 .5 1.5 3.0 9.0
TABLE_II_W = ("0.1", "0.5", "1.5", "3.0", "9.0")
TABLE_II = {
    0: ("200/-", "200/-", "142/22", "200/-", "65/26"),
    1: ("200/-", "200/-", "92/22", "63/28", "63/28"),
    2: ("200/-", "200/-", "58/26", "59/26", "32/26"),
    3: ("200/-", "184/22", "59/22", "32/28", "26/22"),
    4: ("200/-", "90/24", "23/22", "27/22", "30/26"),
}

# Table III: problem 1, limit 100; (look-ahead, wt) -> D/L for w .5 1.5 3.0
TABLE_III_W = ("0.5", "1.5", "3.0")
TABLE_III = {
    (0, "1.0"): ("100/-", "25/18", "24/18"),
    (0, "0.5"): ("39/18", "33/18", "23/18"),
    (1, "1.0"): ("53/38", "65/46", "65/46"),
    (1, "0.5"): ("27/18", "21/18", "21/18"),
    (2, "1.0"): ("39/27", "33/27", "17/18"),
    (2, "0.5"): ("22/18", "19/18", "17/18"),
    (3, "1.0"): ("39/31", "22/24", "22/24"),
    (3, "0.5"): ("18/18", "22/24", "22/24"),
    (4, "1.0"): ("15/18", "21/24", "21/24"),
    (4, "0.5"): ("15/18", "21/24", "21/24"),
}

# Table IV: problem 5, wt .5; look-ahead -> D/L for TIE-1, TIE-2. The text prints w = 5.0.
TABLE_IV_W = "3.0"
TABLE_IV_TIES: tuple[tuple[str, Tie], ...] = (("TIE-1", "newest"), ("TIE-2", "oldest"))
TABLE_IV = {
    0: ("40/32", "71/32"),
    1: ("36/32", "54/32"),
    2: ("46/32", "48/32"),
    3: ("39/34", "46/32"),
    4: ("44/32", "43/32"),
}

# Table V: wt .5, limit 200; (problem, w) -> D/L for look-ahead 0 1 2 3, or 0 alone.
TABLE_V = {
    (1, "0.5"): ("39/18", "27/18", "22/18", "18/18"),
    (1, "1.5"): ("33/18",),
    (2, "0.5"): ("200/-", "189/20", "153/20", "138/20"),
    (2, "1.5"): ("172/20",),
    (3, "0.5"): ("200/-", "200/-", "200/22", "184/22"),
    (3, "1.5"): ("142/22",),
}

MISPRINT_II = "Table V prints the same run as 200/22, which is our result"
MISPRINT_III = "D agrees; by parity an odd length is impossible for this board, as the paper says"


def hpa(
    problem: int, w: str, wt: str, look_ahead: int, limit: int, tie: Tie = "newest"
) -> PathResult[bytes, str]:
    """Runs HPA with the paper's rule for duplicates."""
    board, optimum = PROBLEMS[problem]
    return find_path(
        SlidingTiles(board, w=w),
        weight=wt,
        look_ahead=look_ahead,
        tie=tie,
        duplicates="ignore",
        max_developed=limit,
        optimum=optimum,
    )


def table_ii() -> Table:
    """Problem 3 by w and look-ahead."""
    cells = [
        _cell(f"LK {lk}", f"w {w}", hpa(3, w, "0.5", lk, 200), paper, MISPRINT_II)
        for lk, row in TABLE_II.items()
        for w, paper in zip(TABLE_II_W, row, strict=True)
    ]
    return Table("Table II", "problem 3, wt .5, TIE-1, limit 200; D/L", tuple(cells), "LK \\ w")


def table_iii() -> Table:
    """Problem 1 with and without g."""
    cells = [
        _cell(f"LK {lk}, wt {wt}", f"w {w}", hpa(1, w, wt, lk, 100), paper, MISPRINT_III)
        for (lk, wt), row in TABLE_III.items()
        for w, paper in zip(TABLE_III_W, row, strict=True)
    ]
    return Table("Table III", "problem 1, TIE-1, limit 100; D/L", tuple(cells), "LK, wt \\ w")


def table_iv() -> Table:
    """Problem 5 under both tie rules."""
    cells = [
        _cell(f"LK {lk}", name, hpa(5, TABLE_IV_W, "0.5", lk, 200, tie), paper)
        for lk, row in TABLE_IV.items()
        for (name, tie), paper in zip(TABLE_IV_TIES, row, strict=True)
    ]
    caption = "problem 5, wt .5, w 3.0 (the text prints 5.0, which fits 6 of 10 cells); D/L"
    return Table("Table IV", caption, tuple(cells), "LK \\ tie rule")


def table_v() -> Table:
    """Compares look-ahead with a better w; problems 1 and 3 repeat runs of tables II and III."""
    cells = [
        _cell(f"LK {lk}", f"problem {problem}, w {w}", hpa(problem, w, "0.5", lk, 200), paper)
        for (problem, w), column in TABLE_V.items()
        for lk, paper in enumerate(column)
    ]
    return Table("Table V", "wt .5, TIE-1, limit 200; D/L", tuple(cells), "LK \\ problem, w")


INFORMED_LIMIT = 20_000
INFORMED_DEPTH = 12


def informedness() -> Table:
    """Section 4.1: the least look-ahead with which w = .5 is as good as w = 1.5 without any."""
    cells = []
    for problem in PROBLEMS:
        target = hpa(problem, "1.5", "0.5", 0, INFORMED_LIMIT)
        row = f"problem {problem}"
        cells.append(Cell(row, "w 1.5, LK 0", _developed_and_length(target)))
        least, reached = _least_look_ahead(problem, target.counters.expanded)
        cells += [
            Cell(row, "least LK for w .5", "none" if least is None else str(least)),
            Cell(row, "w .5 there", _developed_and_length(reached)),
            Cell(row, "work ratio", f"{_work(reached) / _work(target):.1f}"),
        ]
    caption = (
        "D/L; the least look-ahead with which w = .5 develops no more nodes than w = 1.5 without "
        "any, and the ratio of its work (the paper: LK 3, 2.5 to 5 times the time)"
    )
    return Table("Informedness", caption, tuple(cells), "problem")


KEPT_TREES = 100_000  # enough for every node of these searches


def kept_trees() -> Table:
    """Section 4.2: the work saved by keeping look-ahead trees instead of growing them again.

    Terminals of one tree are almost never terminals of another. So a fixed depth saves generated
    boards but not evaluations; a varying depth saves both.
    """
    depths: dict[str, int | tuple[int, int]] = {
        "LK 1": 1, "LK 2": 2, "LK 3": 3, "LK 4": 4, "LK 1..4": (1, 4),
    }  # fmt: skip
    cells = []
    for problem in PROBLEMS:
        for name, depth in depths.items():
            grown, kept = (_with_trees(problem, depth, room) for room in (0, KEPT_TREES))
            same = (grown.path, grown.counters.expanded) == (kept.path, kept.counters.expanded)
            saved = _share_saved(grown.counters.generated, kept.counters.generated)
            spared = _share_saved(grown.counters.evaluated, kept.counters.evaluated)
            shown = f"{saved} / {spared}" if same else "ANSWERS DIFFER"
            cells.append(Cell(f"problem {problem}", name, shown))
    caption = "share saved of generated boards / of evaluations; same path and D; wt .5, w 1.5"
    return Table("Kept look-ahead trees", caption, tuple(cells), "problem \\ look-ahead")


def _with_trees(problem: int, depth: int | tuple[int, int], room: int) -> PathResult[bytes, str]:
    tiles = SlidingTiles(PROBLEMS[problem][0], w="1.5", native=False)
    look_ahead = (
        depth
        if isinstance(depth, int)
        else varying_depth(*depth, tiles.estimate(tiles.start()) / tiles.scale)
    )
    return find_path(tiles, look_ahead=look_ahead, duplicates="ignore", keep_trees=room)


def _share_saved(before: int, after: int) -> str:
    return f"{100 * (before - after) / before:.0f} %"


def reproduce(on_run: Callable[[], None] = lambda: None) -> Reproduction:
    """Every table of the paper, and the two experiments that it only announces."""

    def one(make: Callable[[], Table]) -> list[Table]:
        table = make()
        on_run()
        return [table]

    simple = (table_ii, table_iii, table_iv, table_v, informedness, kept_trees)
    tables, complete = make_tables(
        [*(partial(one, make) for make in simple), partial(fifteen_tables, on_run)]
    )
    distinct = [cell for table in tables for cell in table.cells if _is_distinct(table, cell)]
    developed = sum(cell.data["agree_developed"] for cell in distinct)
    both = sum(cell.agrees is True for cell in distinct)
    summary = (
        f"D agrees in {developed} of {len(distinct)} distinct cells, D and L in {both}.",
        "Every cell that differs is shown with the paper's value and the reason.",
    )
    return Reproduction("rosenberg1972", tuple(tables), summary, complete)


RUNS = 6 + 10  # tables and fifteen-puzzle boards, for the progress bar


def _least_look_ahead(problem: int, developed: int) -> tuple[int | None, PathResult[bytes, str]]:
    for depth in range(INFORMED_DEPTH + 1):
        result = hpa(problem, "0.5", "0.5", depth, INFORMED_LIMIT)
        if result.solved and result.counters.expanded <= developed:
            return depth, result
    return None, result


def _is_distinct(table: Table, cell: Cell) -> bool:
    """Whether the paper has the cell and it is not a repetition.

    Table V repeats cells of tables II and III for problems 1 and 3.
    """
    repeated = table.name == "Table V" and not cell.column.startswith("problem 2")
    return cell.paper is not None and not repeated


def _work(result: PathResult[bytes, str]) -> int:
    return result.counters.generated + result.counters.evaluated


def _developed_and_length(result: PathResult[bytes, str]) -> str:
    return f"{result.counters.expanded}/{result.length if result.solved else '-'}"


def _cell(row: str, column: str, result: PathResult[bytes, str], paper: str, why: str = "") -> Cell:
    ours = _developed_and_length(result)
    data = {
        "developed": result.counters.expanded,
        "length": result.length if result.solved else None,
        "generated": result.counters.generated,
        "evaluations": result.counters.evaluated,
        "agree_developed": ours.partition("/")[0] == paper.partition("/")[0],
    }
    return Cell(row, column, ours, paper, why if ours != paper else "", data)
