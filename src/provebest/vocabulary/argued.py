"""Results that argue for themselves, and trees that draw themselves.

Arguments and pictures live in rooms above the searches, which know nothing of them. The package
itself, which knows all rooms, says once who presents: see ``provebest/presenting.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any, Protocol

from provebest.vocabulary.errors import ProvebestError

if TYPE_CHECKING:  # a type alone: nothing of the room above is loaded
    from provebest.argument.argument import Argument


class Presenter(Protocol):
    """Turns results into arguments, and arguments and trees into pictures."""

    def argument_of(self, result: Argued) -> Argument[Any]:
        """The argument for a result."""

    def card(self, argument: Argument[Any]) -> str:
        """The argument as HTML, for a notebook."""

    def interval_tree(self, root: Any) -> str:
        """A tree of intervals as SVG."""


_presenters: list[Presenter] = []


def present_with(presenter: Presenter) -> None:
    """Names the presenter of every result from now on."""
    _presenters[:] = [presenter]


def presenter() -> Presenter:
    """The presenter that was named last; the package names one when it is imported."""
    return _presenters[0]


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
    def argument(self) -> Argument[Any]:
        """The argument for the result, which prints itself and has ``as_json()``."""
        return presenter().argument_of(self)

    def _repr_html_(self) -> str:
        """How a notebook shows it: the argument, or what was found if there is nothing to argue."""
        try:
            argument = self.argument
        except ProvebestError:
            return f"<pre>{escape(str(self))}</pre>"
        return presenter().card(argument)
