"""A lesson: steps, each with sentences and with what has changed in a tree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from provebest.vocabulary import number_text

Json = dict[str, Any]
MOST_EXPANSIONS = 40
"""Expansions of a lesson: nobody steps through more, and the tree still fits the page."""


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of a step, with the label of the rule that it tells of, if there is one."""

    text: str
    rule: str = ""


@dataclass(slots=True)
class Lesson:
    """The steps so far, and the tree as the last step has left it."""

    title: str
    scale: tuple[float, float] | None = None
    """The least and the greatest value, if nodes are drawn as bars."""
    steps: list[Json] = field(default_factory=list)
    _drawn: dict[int, Json] = field(default_factory=dict)

    def add(
        self,
        title: str,
        said: Iterable[Said],
        nodes: Iterable[Json],
        *,
        path: Iterable[int] = (),
        table: list[Json] | None = None,
    ) -> None:
        """Adds a step. Of the nodes, which have an ``id`` each, only those that changed are told.

        ``path`` is drawn as the way that the search has taken, ``table`` below the tree.
        """
        changed = [node for node in nodes if self._drawn.get(node["id"]) != node]
        self._drawn |= {node["id"]: node for node in changed}
        self.steps.append(
            {
                "title": title,
                "said": [{"text": one.text, "rule": one.rule} for one in said],
                "nodes": changed,
                "path": list(path),
                "table": table,
            }
        )

    def as_json(self) -> Json:
        """What the page draws."""
        return {"title": self.title, "scale": self.scale, "steps": self.steps}


def letters(number: int) -> str:
    """A, B, ..., Z, AA, AB, ...: the name of the node that was made after ``number`` others."""
    name = ""
    number += 1
    while number:
        number, place = divmod(number - 1, 26)
        name = chr(ord("A") + place) + name
    return name


def between(lo: float, hi: float) -> str:
    """Bounds in words."""
    if lo == hi:
        return f"exactly {number_text(lo)}"
    return f"{number_text(lo)} to {number_text(hi)}"
