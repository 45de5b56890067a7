"""Results that argue for themselves."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Argued:
    """A result whose argument can be read, kept and drawn.

    Arguments live in a room above the searches, which know nothing of them: it is found by its name
    when somebody asks, and nothing of it is loaded before.
    """

    __slots__ = ()

    @property
    def argument(self) -> Any:
        """Why: an ``argument.Argument``, which prints itself and has ``as_json()``."""
        return import_module("provebest.argument.building").argument_of(self)

    def _repr_html_(self) -> str:
        """How a notebook shows it."""
        text: str = import_module("provebest.argument.page").card(self.argument)
        return text
