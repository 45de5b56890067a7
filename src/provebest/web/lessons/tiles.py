"""The eight-puzzle: which board is developed next, and how the shortest way is proved."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from provebest.problems import SlidingTiles
from provebest.search.path.node import PathNode
from provebest.search.path.search import PathSearch
from provebest.search.path.settings import PathSettings
from provebest.vocabulary import BadInputError, Stopped, counted, number_text, shorten
from provebest.web.lessons.lesson import MOST_EXPANSIONS, Json, Lesson, Said

SIDE = 3
SEARCHES = {
    "breadth": (Fraction(0), "Breadth-first search", "has the fewest steps so far"),
    "astar": (Fraction(1, 2), "A*", "promises the shortest way"),
    "nearest": (Fraction(1), "The Graph Traverser", "looks nearest to the goal"),
}
"""By name: the weight of the estimate, the title, and why a board is developed next."""
SHORTEST = "No other board promises a shorter way, so this one is proved shortest."
PERHAPS_LONGER = "A shorter way may exist: this search does not count the steps that were made."
STEPS = {"R": "right", "L": "left", "U": "up", "D": "down"}

Node = PathNode[bytes, str]


def tiles_lesson(board: str, search: str) -> Json:
    """A search for the way from a board to the goal.

    Raises:
        BadInputError: if it is not a board of the eight-puzzle, the goal cannot be reached, or
            there is no such search.
    """
    if search not in SEARCHES:
        raise BadInputError(f"no search named {shorten(search)}; there are {', '.join(SEARCHES)}")
    problem = SlidingTiles(board, estimate="E2")
    if (problem.shape.width, problem.shape.height) != (SIDE, SIDE):
        raise BadInputError(f"the eight-puzzle has 3 rows of 3, got {shorten(board)}")
    return _Telling(problem, *SEARCHES[search]).tell()


class _Telling:
    """Runs the search and writes down a step for each board that is developed."""

    def __init__(self, problem: SlidingTiles, weight: Fraction, title: str, why: str) -> None:
        self._problem, self._why, self._weight = problem, why, weight
        self._search = PathSearch(problem, PathSettings(weight=weight))
        self._numbers: dict[Node, int] = {}
        self._lesson = Lesson(title)

    def tell(self) -> Json:
        search = self._search
        self._lesson.add("The start", [Said(self._beginning())], self._nodes())
        while search.stopped is None and search.tally.expanded < MOST_EXPANSIONS:
            self._step()
        if search.stopped is None:
            text = f"This lesson ends after {MOST_EXPANSIONS} boards; the goal is not reached yet."
            self._lesson.add("To be continued", [Said(text)], ())
        else:
            self._end()
        return self._lesson.as_json()

    def _beginning(self) -> str:
        return (
            "Slide tiles into the free square until the board is the goal: 1 to 8 around the edge. "
            "Under each board: the steps so far, and the steps that are needed at least, because "
            "every tile has so far to go."
        )

    def _step(self) -> None:
        search, node = self._search, self._search.selected
        seen = len(search.seen)
        search.step()
        new = len(search.seen) - seen
        opened = sum(not one.closed for one in search.seen.values())
        steps = counted(int(node.g), "step")
        text = f"This board {self._why}: {steps} so far{self._rest(node)}."
        if node is search.root:
            text = "The start is developed first."
        more = f"It leads to {counted(new, 'new board')}. {counted(opened, 'board')} can be next."
        self._lesson.add(
            f"Board {search.tally.expanded}",
            [Said(text), Said(more)],
            self._nodes(),
            path=[self._numbers[one] for one in node.way()],
        )

    def _rest(self, node: Node) -> str:
        if not self._weight:
            return ""
        least = number_text(float(node.h / self._problem.scale))
        return f" and at least {least} to go"

    def _end(self) -> None:
        search = self._search
        if search.stopped is None:
            return
        result = search.result(search.stopped)
        text = f"The goal is reached in {counted(len(result.actions), 'step')}."
        moves = ", ".join(STEPS[one] for one in result.actions)
        way = f"The free square goes {moves}." if moves else "The start is the goal."
        proved = result.stopped is Stopped.PROVED
        said = [Said(text), Said(way), Said(SHORTEST if proved else PERHAPS_LONGER)]
        nodes = self._nodes(goal=search.selected)
        path = [self._numbers[one] for one in search.selected.way()]
        self._lesson.add("The goal", said, nodes, path=path)

    def _nodes(self, goal: Node | None = None) -> list[Json]:
        for node in self._search.seen.values():
            self._numbers.setdefault(node, len(self._numbers))
        return [self._node(node, number, goal) for node, number in self._numbers.items()]

    def _node(self, node: Node, number: int, goal: Node | None) -> dict[str, Any]:
        estimate = "" if number == 0 else f" + {number_text(float(node.h / self._problem.scale))}"
        return {
            "id": number,
            "parent": None if node.parent is None else self._numbers[node.parent],
            "name": f"{number_text(node.g)}{estimate}",
            "board": self._problem.show(node.state),
            "closed": node.closed,
            "goal": node is goal,
        }
