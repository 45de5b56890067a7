"""Who presents results: the rooms of arguments and pictures, loaded when somebody asks."""

# ruff: noqa: PLC0415 - these rooms load python-chess, for which `import provebest` does not wait

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from provebest.argument.argument import Argument
    from provebest.vocabulary import Argued


class Rooms:
    """The presenter of this package."""

    def argument_of(self, result: Argued) -> Argument[Any]:
        """The argument for a result.

        Raises:
            BadInputError: for a result that carries none.
            NothingSearchedError: for a search that was stopped before its first answer.
        """
        from provebest.argument.building import argument_of

        return argument_of(result)

    def card(self, argument: Argument[Any]) -> str:
        """The argument as HTML, for a notebook."""
        from provebest.drawing.page import card

        return card(argument)

    def interval_tree(self, root: Any) -> str:
        """A tree of intervals as SVG."""
        from provebest.drawing.interval_drawing import as_svg

        return as_svg(root)
