"""Compares our path search with other packages on the same boards, in one process.

The packages are astar, simpleai and networkx. Each gets the fifteen-puzzle as its users would write
it in Python, and again with our compiled steps and estimates, so that the effect of our search and
the effect of our puzzle can be told apart. With A* all must find the same lengths; weighted
searches may differ within their bound, which is checked, and their lengths are printed.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

from rich.console import Console
from rich.table import Table as RichTable

from provebest.papers.fifteen import GOAL
from provebest.problems import SlidingTiles
from provebest.search import PathSearch, PathSettings, find_path
from provebest.vocabulary import BadInputError, run

try:
    import networkx as nx
    from astar import AStar
    from simpleai.search import SearchProblem
    from simpleai.search import astar as simple_astar
except ImportError as missing:
    raise BadInputError(f"--rivals needs {missing.name}: pip install 'provebest[bench]'") from None

# Boards 30 to 32 steps from the goal. simpleai searches its whole open list at every step, so it
# would need hours for much harder ones.
BOARDS = (
    "2 4 3 7 13 1 5 11 14 12 0 6 9 8 15 10",
    "1 5 3 13 9 11 2 7 4 14 6 10 8 0 12 15",
    "4 7 8 11 9 1 3 5 0 12 6 2 13 10 14 15",
    "8 4 2 11 5 13 10 1 12 9 7 3 14 0 15 6",
)
REPEATS = 3
PIECES = 16
"""Eight contestants, twice; for the progress bar."""

Board = Any  # a tuple for the plain puzzle, bytes for the borrowed one
Neighbours = Callable[[Board], list[Board]]
Heuristic = Callable[[Board], float]


@dataclass(frozen=True, slots=True)
class Row:
    """One contestant: the median over the repeats of the totals over the boards."""

    name: str
    developed: int
    seconds: float
    spread: float
    """The slowest repeat divided by the fastest."""
    per_second: float
    lengths: tuple[int, ...]
    ratio: float = 0.0
    """Our developed nodes per second divided by this one's."""

    def as_json(self) -> dict[str, Any]:
        """The row for scripts."""
        return asdict(self)


def plain_puzzle() -> tuple[Neighbours, Heuristic]:
    """The fifteen-puzzle on tuples, with tables, as a careful Python user would write it."""
    side = 4
    goal = tuple(int(word) for word in GOAL.split())
    ways = [
        [
            (y + dy) * side + x + dx
            for dx, dy in ((1, 0), (-1, 0), (0, -1), (0, 1))
            if 0 <= x + dx < side and 0 <= y + dy < side
        ]
        for y in range(side)
        for x in range(side)
    ]
    distance = [
        [
            0 if tile == 0 else abs(s % side - home % side) + abs(s // side - home // side)
            for tile, home in sorted((tile, square) for square, tile in enumerate(goal))
        ]
        for s in range(side * side)
    ]

    def neighbours(board: Board) -> list[Board]:
        blank = board.index(0)
        found = []
        for to in ways[blank]:
            child = list(board)
            child[blank], child[to] = child[to], child[blank]
            found.append(tuple(child))
        return found

    def heuristic(board: Board) -> float:
        return sum(map(list.__getitem__, distance, board))

    return neighbours, heuristic


def borrowed_puzzle() -> tuple[Neighbours, Heuristic]:
    """The fifteen-puzzle with our compiled steps and estimate."""
    problem = SlidingTiles(GOAL, GOAL)
    successors = problem.successors

    def neighbours(board: Board) -> list[Board]:
        return [child for _, child, _ in successors(board)]

    return neighbours, problem.estimate


def with_networkx(
    start: Board, goal: Board, neighbours: Neighbours, heuristic: Heuristic
) -> tuple[int, int]:
    """Length and developed nodes of networkx; the graph computes its edges on demand."""

    class Adjacency(dict[Any, Any]):
        developed = 0

        def __contains__(self, board: object) -> bool:
            return True

        def __getitem__(self, board: Board) -> dict[Board, dict[str, int]]:
            self.developed += 1
            return dict.fromkeys(neighbours(board), edge)

    edge = {"weight": 1}
    graph = nx.Graph()
    adjacency = Adjacency()
    graph._adj = graph._node = adjacency  # noqa: SLF001 - the only way to an implicit graph
    path = nx.astar_path(graph, start, goal, heuristic=lambda board, _: heuristic(board))
    return len(path) - 1, adjacency.developed


def with_astar(
    start: Board, goal: Board, neighbours: Neighbours, heuristic: Heuristic
) -> tuple[int, int]:
    """Length and developed nodes of the package astar."""

    class Astar(AStar[Any]):
        developed = 0

        def neighbors(self, node: Board) -> list[Board]:
            self.developed += 1
            return neighbours(node)

        def distance_between(self, n1: Board, n2: Board) -> float:  # noqa: ARG002 - always a step
            return 1

        def heuristic_cost_estimate(self, current: Board, goal: Board) -> float:  # noqa: ARG002
            return heuristic(current)

    solver = Astar()
    return len(list(solver.astar(start, goal) or ())) - 1, solver.developed


def with_simpleai(
    start: Board, goal: Board, neighbours: Neighbours, heuristic: Heuristic
) -> tuple[int, int]:
    """Length and developed nodes of the package simpleai."""

    class Puzzle(SearchProblem):  # type: ignore[misc] # the package has no types
        developed = 0

        def actions(self, state: Board) -> list[Board]:
            self.developed += 1
            return neighbours(state)

        def result(self, state: Board, action: Board) -> Board:  # noqa: ARG002 - action is the child
            return action

        def is_goal(self, state: Board) -> bool:
            return bool(state == goal)

        def heuristic(self, state: Board) -> float:
            return heuristic(state)

    puzzle = Puzzle(start)
    return len(simple_astar(puzzle, graph_search=True).path()) - 1, puzzle.developed


def ours_compiled(board: str, weight: str) -> tuple[int, int]:
    """Length and developed nodes of ``find_path``, called as users call it."""
    result = find_path(SlidingTiles(board, GOAL), weight=weight, tie="oldest")
    return result.length, result.counters.expanded


def ours_in_python(board: str, weight: str) -> tuple[int, int]:
    """Length and developed nodes of the Python search, which runs users' own problems."""
    result = run(PathSearch(SlidingTiles(board, GOAL), PathSettings(weight=weight, tie="oldest")))
    return result.length, result.counters.expanded


Solve = Callable[[str], tuple[int, int]]
Solver = Callable[[Board, Board, Neighbours, Heuristic], tuple[int, int]]
RIVALS: tuple[tuple[str, Solver], ...] = (
    ("networkx", with_networkx),
    ("astar", with_astar),
    ("simpleai", with_simpleai),
)


def contestants(factor: int) -> Iterator[tuple[str, Solve]]:
    """All contestants, ours first; ``factor`` multiplies the estimate (1 is A*)."""
    weight = f"{factor}/{factor + 1}"
    yield "provebest", partial(ours_compiled, weight=weight)
    yield "provebest, Python search", partial(ours_in_python, weight=weight)
    for name, solver in RIVALS:
        yield f"{name}, plain puzzle", _entry(solver, plain_puzzle(), factor, tuple)
        yield f"{name}, our compiled steps", _entry(solver, borrowed_puzzle(), factor, bytes)


def _entry(
    solver: Solver,
    puzzle: tuple[Neighbours, Heuristic],
    factor: int,
    freeze: Callable[[list[int]], Board],
) -> Solve:
    neighbours, estimate = puzzle

    def weighted(board: Board) -> float:
        return factor * estimate(board)

    def tiles(text: str) -> Board:
        return freeze([int(word) for word in text.split()])

    heuristic = estimate if factor == 1 else weighted
    return lambda board: solver(tiles(board), tiles(GOAL), neighbours, heuristic)


def race(on_contestant: Callable[[], None] = lambda: None) -> dict[str, list[Row]]:
    """Runs all contestants, one after the other, with A* and with the estimate doubled.

    With A* the lengths must be equal. With the doubled estimate they may be up to twice the least,
    so they are printed.
    """
    tables: dict[str, list[Row]] = {}
    for title, factor in (("A*", 1), ("weighted, g + 2h", 2)):
        rows: list[Row] = []
        for name, solve in contestants(factor):
            rows.append(_measure(name, solve))
            on_contestant()
        least = rows[0].lengths if factor == 1 else tables["A*"][0].lengths
        for row in rows:
            for length, optimum in zip(row.lengths, least, strict=True):
                if not optimum <= length <= factor * optimum:
                    raise AssertionError(f"{row.name} found {length}, the least is {optimum}")
        tables[title] = [replace(row, ratio=rows[0].per_second / row.per_second) for row in rows]
    return tables


def print_race(console: Console, tables: dict[str, list[Row]]) -> None:
    """Prints the race as tables."""
    for title, rows in tables.items():
        grid = RichTable(
            title=f"{title}: fifteen-puzzle, {len(BOARDS)} boards, median of {REPEATS}"
        )
        for heading in (
            "",
            "lengths",
            "developed",
            "seconds",
            "spread",
            "per second",
            "ours / this",
        ):
            grid.add_column(heading, justify="left" if heading in ("", "lengths") else "right")
        for row in rows:
            grid.add_row(
                row.name,
                " ".join(map(str, row.lengths)),
                f"{row.developed:,}",
                f"{row.seconds:.3f}",
                f"{row.spread:.2f}",
                f"{row.per_second:,.0f}",
                f"{row.ratio:.1f}",
            )
        console.print(grid)
        rivals = [row for row in rows if not row.name.startswith("provebest")]
        fastest = max(rivals, key=lambda row: row.per_second)
        plain = max((r for r in rivals if "plain" in r.name), key=lambda row: row.per_second)
        console.print(
            f"{title}: provebest is {plain.ratio:.1f} times as fast as the fastest rival "
            f"({plain.name}), and {fastest.ratio:.1f} times as fast as the fastest rival with our "
            f"compiled steps ({fastest.name})."
        )


def _measure(name: str, solve: Solve) -> Row:
    seconds, answers = [], []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        answers.append([solve(board) for board in BOARDS])
        seconds.append(time.perf_counter() - begun)
    if any(answer != answers[0] for answer in answers):
        raise AssertionError(f"{name} gave different answers to the same boards")
    developed = sum(count for _, count in answers[0])
    middle = statistics.median(seconds)
    return Row(
        name,
        developed,
        middle,
        max(seconds) / min(seconds),
        developed / middle,
        tuple(length for length, _ in answers[0]),
    )
