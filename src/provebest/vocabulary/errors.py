"""The errors of this package: one class for each cause.

Every message is one sentence written for users. Commands print it and exit with code 2, without a
traceback. docs/errors.md lists all errors.
"""

from __future__ import annotations

from typing import Any


def shorten(text: object, longest: int = 60) -> str:
    """Returns the ``repr`` of an object, cut to ``longest`` characters."""
    shown = repr(text)
    return shown if len(shown) <= longest else f"{shown[: longest - 4]}...{shown[-1]}"


class CancelledError(Exception):
    """A step was cancelled before it finished, and has changed nothing.

    It is not a ``ProvebestError``: nothing went wrong, the user stopped the search. Searches then
    return the best move so far, and commands exit with code 130.
    """


class ProvebestError(Exception):
    """Base class of the errors of this package.

    All of them can be pickled with their message and attributes, even if their constructors take
    other arguments, so that a worker process can pass them to its parent.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (type(self), self.args, self.__dict__)


class BadInputError(ProvebestError, ValueError):
    """Invalid input. The message says what was read and what is expected."""


class EngineFailedError(ProvebestError):
    """Another engine cannot be started, has exited, hangs, or gives an invalid answer."""


class CannotWriteError(ProvebestError):
    """A file or folder cannot be written. The message names it and the cause."""


class NothingSearchedError(ProvebestError):
    """The result of a search was requested before it had searched any move."""


def _unpickle(
    kind: type[ProvebestError], args: tuple[Any, ...], attributes: dict[str, Any]
) -> ProvebestError:
    """Restores an error without calling its constructor, which may take other arguments."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(attributes)
    return error
