"""Results that argue for themselves, and trees that draw themselves.

Arguments and pictures live in a room above the searches, which know nothing of them: it is found by
its name when somebody asks, and nothing of it is loaded before.
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
        """The name of a move that is made after others, from the root on."""


@dataclass(frozen=True, slots=True)
class Argued:
    """A result whose argument can be read, kept and drawn."""

    names: Names | None = field(default=None, compare=False, repr=False, kw_only=True)
    """How the game writes its moves; None if a move is written as it prints itself."""

    def move_name(self, move: Any) -> str:
        """A move at the root, as the game writes it."""
        return str(move) if self.names is None else self.names.name(move)

    def line_text(self, line: Sequence[Any]) -> str:
        """Moves from the root on, as the game writes them."""
        if self.names is None:
            return ", ".join(map(str, line))
        return ", ".join(self.names.name(move, line[:ply]) for ply, move in enumerate(line))

    @property
    def argument(self) -> Any:
        """Why: an ``argument.Argument``, which prints itself and has ``as_json()``."""
        return import_module("provebest.argument.building").argument_of(self)

    def _repr_html_(self) -> str:
        """How a notebook shows it: the argument, or what was found if there is nothing to argue."""
        try:
            argument = self.argument
        except ProvebestError:
            return f"<pre>{escape(str(self))}</pre>"
        text: str = import_module("provebest.drawing.page").card(argument)
        return text


def picture_of_intervals(root: Any) -> str:
    """A tree of intervals as SVG."""
    svg: str = import_module("provebest.drawing.interval_drawing").as_svg(root)
    return svg
