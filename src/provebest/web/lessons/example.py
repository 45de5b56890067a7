"""The worked example of 1995, figure by figure: what the search has found, beside the paper."""

from __future__ import annotations

from typing import Any

from provebest.papers.berliner1995 import (
    COLUMNS,
    EXAMPLE,
    TreeTable,
    agrees,
    printed_cells,
    replay,
    tree_table,
)
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.node import Node
from provebest.search.probability.phases import Phase
from provebest.vocabulary import number_text
from provebest.web.lessons.lesson import Json, Lesson, Said

ExampleSearch = ProbabilitySearch[str, str]
SCALE = (-100.0, 100.0)
SHOWN = tuple(column for column in COLUMNS if column != "TargetVal")
"""The target is the same in every row: a sentence tells it."""


def example_lesson() -> Json:
    """The eight figures of the example, computed again by the search."""
    lesson = Lesson("The worked example of 1995", SCALE)
    told = _Figures(lesson)
    _, search, _ = replay(told.show)
    told.end(search)
    return lesson.as_json()


class _Figures:
    """Writes down a step for each figure, and what has changed since the one before."""

    def __init__(self, lesson: Lesson) -> None:
        self._lesson = lesson
        self._numbers: dict[str, int] = {}
        self._target: float | None = None
        self._expanded: list[str] = []

    def show(self, figure: int, search: ExampleSearch) -> None:
        """Called by the replay at each figure."""
        said = [*self._expansions(search), *self._about_target(search)]
        if figure == 7:
            said.append(Said(_end_of_select(search)))
        else:
            said.append(Said(_chances(search)))
        ours = tree_table(search)
        nodes = self._nodes(search.root, None, ours)
        parents = {node["id"]: node["parent"] for node in nodes}
        path = [self._numbers[self._expanded[-1]]]
        while parents[path[-1]] is not None:
            path.append(parents[path[-1]])
        table = _table(figure, ours)
        self._lesson.add(f"Figure {figure}", said, nodes, path=reversed(path), table=table)

    def end(self, search: ExampleSearch) -> None:
        """The last step: why the choice stands."""
        least = _chance(EXAMPLE.contention.at_first)
        best = search.best().state
        text = (
            f"No reply has a chance of {least} any more: VERIFY has failed to refute {best}. "
            f"{best} is played, after {search.tally.expanded} expansions."
        )
        self._lesson.add("The move", [Said(text)], (), path=[0, self._numbers[best]])

    def _expansions(self, search: ExampleSearch) -> list[Said]:
        """The nodes that were expanded since the last figure, with their moves."""
        said = []
        waiting = [search.root]
        while waiting:
            node = waiting.pop()
            waiting.extend(node.children)
            if node.children and node.state not in self._expanded:
                self._expanded.append(node.state)
                name = "the root" if node is search.root else node.state
                who = "The Player" if node.player_to_move else "The Opponent"
                moves = "; ".join(_move(child) for child in node.children)
                text = f"{search.phase.name} expands {name}. {who} has three moves: {moves}."
                said.append(Said(text))
        return said

    def _about_target(self, search: ExampleSearch) -> list[Said]:
        if search.target == self._target:
            return []
        self._target = search.target
        target = number_text(search.target)
        if search.phase is Phase.VERIFY:
            best = search.best().state
            text = f"VERIFY begins: can the Opponent bring {best} down to {target}?"
        else:
            text = (
                f"The target is {target}, half-way from the best value to the second-greatest hope."
            )
        return [Said(text)]

    def _nodes(self, node: Node[str, str], parent: int | None, ours: TreeTable) -> list[Json]:
        number = self._numbers.setdefault(node.state, len(self._numbers))
        made: Json = {
            "id": number,
            "parent": parent,
            "name": "root" if parent is None else node.state,
            "max": node.player_to_move,
        }
        if parent is not None:
            chance = ours[node.state]["OptPrb"]
            made |= {"lo": node.lo, "hi": node.hi, "real": node.real, "chance": chance}
        below = [one for child in node.children for one in self._nodes(child, number, ours)]
        return [made, *below]


def _move(node: Node[str, str]) -> str:
    hope = node.hi if node.player_moved else node.lo
    if hope is None or not node.own_hope:
        return f"{node.state} is worth {number_text(node.real)}"
    verb = "hopes for" if node.player_moved else "may fall to"
    return f"{node.state} is worth {number_text(node.real)} and {verb} {number_text(hope)}"


def _chances(search: ExampleSearch) -> str:
    best = search.best()
    forcing = search.root if search.phase is Phase.SELECT else best
    chances = ", ".join(f"{child.state} {_chance(child.p)}" for child in forcing.children)
    who = "the moves" if search.phase is Phase.SELECT else f"the replies to {best.state}"
    return f"Chances of {who} to reach the target: {chances}."


def _end_of_select(search: ExampleSearch) -> str:
    best = search.best().state
    least = _chance(EXAMPLE.contention.at_first)
    return f"{_chances(search)} Only {best} has {least} or more: SELECT ends and chooses {best}."


def _chance(value: float) -> str:
    return f"{value:.3f}"


def _table(figure: int, ours: TreeTable) -> list[Json]:
    """The rows of the paper's table: our values, and the printed ones where they differ."""
    rows: dict[str, Json] = {}
    for number, name, column, printed in printed_cells():
        if number == figure and column in SHOWN:
            value = ours[name][column]
            row = rows.setdefault(name, {"name": name, "cells": []})
            row["cells"].append(_cell(value, printed, column))
    return [{"name": "", "cells": [{"text": one, "paper": ""} for one in SHOWN]}, *rows.values()]


def _cell(value: float | None, printed: str, column: str) -> dict[str, Any]:
    paper = "" if agrees(value, printed, column) else printed
    if value is None:
        return {"text": "", "paper": paper}
    text = _chance(value) if column == "OptPrb" else number_text(value)
    return {"text": text, "paper": paper}
