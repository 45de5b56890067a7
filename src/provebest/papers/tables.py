"""Tables that compare a paper's numbers with ours, cell by cell."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: the paper's number, our number, and the reason if they differ."""

    row: str
    column: str
    ours: str
    paper: str | None = None
    """None if the paper has no number to compare with."""
    why: str = ""
    """The known reason for a difference; a difference without a reason is a failure."""
    data: dict[str, Any] = field(default_factory=dict)
    """The same as numbers, for scripts."""

    @property
    def agrees(self) -> bool | None:
        """Whether the two are equal; None if there is nothing to compare."""
        return None if self.paper is None else self.ours == self.paper


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the paper, or an additional one of ours."""

    name: str
    caption: str
    cells: tuple[Cell, ...]
    corner: str = ""
    """What the row and column labels mean."""

    @property
    def compared(self) -> int:
        """The number of cells that the paper has too."""
        return sum(cell.agrees is not None for cell in self.cells)

    @property
    def agreeing(self) -> int:
        """The number of cells equal to the paper's."""
        return sum(cell.agrees is True for cell in self.cells)

    @property
    def unexplained(self) -> int:
        """The number of cells that differ for no known reason."""
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


def make_tables(makers: Iterable[Callable[[], Iterable[Table]]]) -> tuple[list[Table], bool]:
    """The tables of all makers, and True; after Ctrl-C the tables finished so far, and False."""
    tables: list[Table] = []
    try:
        for make in makers:
            tables.extend(make())
    except KeyboardInterrupt:
        return tables, False
    return tables, True


@dataclass(frozen=True, slots=True)
class Reproduction:
    """All tables of one paper and a summary."""

    paper: str
    tables: tuple[Table, ...]
    summary: tuple[str, ...]
    """Sentences with the figures that matter."""
    complete: bool = True
    """False if it was interrupted; then ``tables`` has only finished ones."""

    @property
    def reproduced(self) -> bool:
        """Whether every difference from the paper has a known reason."""
        return all(table.unexplained == 0 for table in self.tables)

    def as_json(self) -> dict[str, Any]:
        """The reproduction as the ``reproduce`` command prints it."""
        return {
            "paper": self.paper,
            "reproduced": self.reproduced,
            "complete": self.complete,
            "summary": list(self.summary),
            "tables": [table.as_json() for table in self.tables],
        }
