"""A paper's table beside ours, cell by cell."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: what the paper prints, what we find, and why they differ if they do."""

    row: str
    column: str
    ours: str
    paper: str | None = None
    """None where the paper has no number to compare with."""
    why: str = ""
    """The reason for a difference that is understood; a difference without one is a failure."""
    data: dict[str, Any] = field(default_factory=dict)
    """The same as numbers, for scripts."""

    @property
    def agrees(self) -> bool | None:
        """Whether the two are equal; None where there is nothing to compare."""
        return None if self.paper is None else self.ours == self.paper


@dataclass(frozen=True, slots=True)
class Table:
    """A table, the paper's or one of our own beside it."""

    name: str
    caption: str
    cells: tuple[Cell, ...]
    corner: str = ""
    """What the row and column labels mean."""

    @property
    def compared(self) -> int:
        """Cells that the paper has too."""
        return sum(cell.agrees is not None for cell in self.cells)

    @property
    def agreeing(self) -> int:
        """Cells equal to the paper's."""
        return sum(cell.agrees is True for cell in self.cells)

    @property
    def unexplained(self) -> int:
        """Cells that differ for no known reason."""
        return sum(cell.agrees is False and not cell.why for cell in self.cells)

    def as_json(self) -> dict[str, Any]:
        """The table as the ``reproduce`` command prints it."""
        rows = [
            {
                "row": cell.row,
                "column": cell.column,
                "paper": cell.paper,
                "ours": cell.ours,
                "agree": cell.agrees,
                "why": cell.why,
                **cell.data,
            }
            for cell in self.cells
        ]
        return {
            "name": self.name,
            "caption": self.caption,
            "cells": self.compared,
            "agree": self.agreeing,
            "rows": rows,
        }


def finished(makers: Iterable[Callable[[], Iterable[Table]]]) -> tuple[list[Table], bool]:
    """The tables of all makers, and whether all of them came to an end; Ctrl-C ends the list."""
    tables: list[Table] = []
    try:
        for make in makers:
            tables.extend(make())
    except KeyboardInterrupt:
        return tables, False
    return tables, True


@dataclass(frozen=True, slots=True)
class Reproduction:
    """All tables of one paper and what they come to."""

    paper: str
    tables: tuple[Table, ...]
    summary: tuple[str, ...]
    """Sentences with the figures that matter."""
    complete: bool = True
    """False if it was interrupted; the tables are those that were finished."""

    @property
    def reproduced(self) -> bool:
        """Whether every difference from the paper has a known reason."""
        return all(table.unexplained == 0 for table in self.tables)

    def as_json(self) -> dict[str, Any]:
        """Everything, for scripts."""
        return {
            "paper": self.paper,
            "reproduced": self.reproduced,
            "complete": self.complete,
            "summary": list(self.summary),
            "tables": [table.as_json() for table in self.tables],
        }
