"""Results with an ``argument`` property, and trees that a notebook shows as pictures.

Searches do not import the argument and drawing packages; these are imported here on first use.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from importlib import import_module
from typing import Any, Protocol

from provebest.vocabulary.errors import ProvebestError


class Names(Protocol):
    """How a game writes its moves."""

    def name(self, move: Any, after: Sequence[Any] = ()) -> str:
        """Returns the name of a move played after the moves ``after`` from the root."""


@dataclass(frozen=True, slots=True)
class Argued:
    """A result that can explain its move: as text, JSON and pictures."""

    names: Names | None = field(default=None, compare=False, repr=False, kw_only=True)
    """How the game writes its moves; None means ``str(move)``."""

    def move_name(self, move: Any) -> str:
        """Returns a root move as the game writes it."""
        return str(move) if self.names is None else self.names.name(move)

    def line_text(self, line: Sequence[Any]) -> str:
        """Returns a line of moves from the root as the game writes them."""
        if self.names is None:
            return ", ".join(map(str, line))
        return ", ".join(self.names.name(move, line[:ply]) for ply, move in enumerate(line))

    @property
    def argument(self) -> Any:
        """The reasons for the move: an ``Argument`` with ``str()`` and ``as_json()``."""
        return import_module("provebest.argument.building").argument_of(self)

    def _repr_html_(self) -> str:
        """Returns HTML for a notebook: the argument, or the result if there is no argument."""
        try:
            argument = self.argument
        except ProvebestError:
            return f"<pre>{escape(str(self))}</pre>"
        text: str = import_module("provebest.drawing.page").card(argument)
        return text


def picture_of_intervals(root: Any) -> str:
    """Returns a tree of intervals as SVG."""
    svg: str = import_module("provebest.drawing.interval_drawing").as_svg(root)
    return svg
