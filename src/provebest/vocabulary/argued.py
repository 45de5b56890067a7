"""Results with an ``argument`` property, and trees that a notebook shows as pictures.

Searches do not import the argument and drawing packages. The package itself registers a presenter
once: see ``provebest/presenting.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from provebest.vocabulary.errors import ProvebestError
from provebest.vocabulary.outside import escape

if TYPE_CHECKING:  # only a type: nothing is imported at run time
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
    """Sets the presenter of all results from now on."""
    _presenters[:] = [presenter]


def presenter() -> Presenter:
    """Returns the present presenter; the package sets one when it is imported."""
    return _presenters[0]


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
    def argument(self) -> Argument[Any]:
        """The reasons for the result: an ``Argument`` with ``str()`` and ``as_json()``."""
        return presenter().argument_of(self)

    def _repr_html_(self) -> str:
        """Returns HTML for a notebook: the argument, or the result if there is no argument."""
        try:
            argument = self.argument
        except ProvebestError:
            return f"<pre>{escape(str(self))}</pre>"
        return presenter().card(argument)
