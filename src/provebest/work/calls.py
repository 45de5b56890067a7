"""Functions by name, so that another machine calls its own copy: no code is sent anywhere."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pkgutil import resolve_name
from typing import Any

from provebest.vocabulary import BadInputError

Call = tuple[Callable[..., Any], tuple[Any, ...]]
"""A function and its arguments."""
Name = tuple[str, str]
"""The name of a module, and of a function in it."""


def name_of(function: Callable[..., Any]) -> Name:
    """The name by which another process can find this function.

    Raises:
        BadInputError: if it cannot be found by name.
    """
    module, name = function.__module__, function.__qualname__
    if module == "__main__":  # python -m studies.NAME
        spec = getattr(sys.modules["__main__"], "__spec__", None)
        module = "" if spec is None else spec.name
    if not module or "<" in name:
        raise BadInputError(f"{name} is not in a module that another machine could import")
    return module, name


def function_of(name: Name) -> Callable[..., Any]:
    """The function with this name, from the module as it is installed here.

    Raises:
        BadInputError: if there is none.
    """
    module, function = name
    try:
        found: Callable[..., Any] = resolve_name(f"{module}:{function}")
    except (ImportError, AttributeError):
        raise BadInputError(f"there is no {module}.{function} to do the work") from None
    return found
