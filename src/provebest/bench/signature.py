"""The signature: one number over fixed searches, which changes only when a search changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from provebest.bench import chess_bench
from provebest.chess.probes.compiled_control import CompiledControl
from provebest.games.chess_evaluation import DEFAULT_EVALUATION
from provebest.papers import fifteen, harris1974, rosenberg1972
from provebest.problems import SlidingTiles, Tours
from provebest.search import Storage, find_path, find_path_within
from provebest.search.setprobe.search import ModernSearch
from provebest.vocabulary import Counters


@dataclass(frozen=True, slots=True)
class Line:
    """The nodes that one search expanded, and its work.

    The work is the sum of nodes expanded, generated, evaluated and probed. For searches that only
    probe, ``expanded`` is the number of probes.
    """

    name: str
    expanded: int
    work: int


def _eight(**settings: object) -> Counters:
    board, _ = rosenberg1972.PROBLEMS[5]
    problem = SlidingTiles(board, w="1.5", native=False)
    return find_path(problem, max_developed=2_000, **settings).counters  # type: ignore[arg-type]


def _fifteen(weight: str) -> Counters:
    board, _ = fifteen.BOARDS[12]
    return find_path(SlidingTiles(board, fifteen.GOAL), weight=weight).counters


def _tour(name: str, heuristic: Literal["h0", "h1"], cities: int | None = None) -> Counters:
    problem = Tours(harris1974.matrix(name, cities), heuristic=heuristic)
    return find_path_within(problem, prove_optimal=True).counters


SEARCHES: dict[str, Callable[[], Counters]] = {
    "eight-puzzle, Python, A*": _eight,
    "eight-puzzle, Python, look-ahead 3, duplicates ignored": lambda: _eight(
        look_ahead=3, duplicates="ignore"
    ),
    "eight-puzzle, Python, kept trees, oldest first": lambda: _eight(
        look_ahead=2, keep_trees=50, tie="oldest"
    ),
    "eight-puzzle, Python, relink": lambda: _eight(duplicates="relink"),
    "eight-puzzle, Python, learned operators": lambda: _eight(
        operators="learned", weight=1, duplicates="reopen"
    ),
    "eight-puzzle, Python, storage of 25": lambda: _eight(
        weight=1, storage=Storage(25, 3, 200), duplicates="reopen"
    ),
    "fifteen-puzzle, compiled, A*": lambda: _fifteen("0.5"),
    "fifteen-puzzle, compiled, weight 2/3": lambda: _fifteen("2/3"),
    "tour of Little's six cities, h1": lambda: _tour("little6.txt", "h1"),
    "tour of burma14's first 11, h0": lambda: _tour("burma14.tsp", "h0", 11),
    "tour of gr17's first 10, h1": lambda: _tour("gr17.tsp", "h1", 10),
}
CHESS: dict[str, Callable[[str], Counters]] = {
    "chess, compiled, exact probes of depth 4": chess_bench.exact_work,
    "chess, compiled, selective searches of depth 9": chess_bench.selective_work,
    "chess, modern control, Python": partial(chess_bench.modern_work, ModernSearch),
    "chess, modern control, compiled": partial(chess_bench.modern_work, CompiledControl),
}
"""Each with the name of its evaluation."""
COUNT = len(SEARCHES) + len(CHESS)


def run_all(
    on_search: Callable[[], None] = lambda: None, *, evaluation: str = DEFAULT_EVALUATION
) -> list[Line]:
    """Runs every search once."""
    searches = dict(SEARCHES)
    searches |= {name: partial(search, evaluation) for name, search in CHESS.items()}
    lines = []
    for name, search in searches.items():
        count = search()
        work = count.expanded + count.generated + count.evaluated + count.probe_nodes
        lines.append(Line(name, count.expanded or count.probes, work))
        on_search()
    return lines


def signature(lines: list[Line]) -> int:
    """The sum of the work of all searches."""
    return sum(line.work for line in lines)
