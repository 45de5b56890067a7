"""What a caller is told when something cannot be done: one family of errors, one for each cause.

Every error is one sentence that a user can read as it is. Commands print it and exit with code 2;
nobody sees a traceback. docs/errors.md lists them all.
"""

from __future__ import annotations

from typing import Any


def shorten(text: object, longest: int = 60) -> str:
    """What was read, in quotes, cut where it would fill the screen."""
    shown = repr(text)
    return shown if len(shown) <= longest else f"{shown[: longest - 4]}...{shown[-1]}"


class CancelledError(Exception):
    """A step was cancelled in its middle, and has changed nothing.

    It is not a ``ProvebestError``: nothing went wrong, somebody asked for an end. Searches answer
    it with the best move so far, and commands with exit code 130.
    """


class ProvebestError(Exception):
    """Anything that this package refuses or fails to do; the causes are its subclasses.

    All of them can be pickled with their sentence and their attributes, whatever their
    constructors take, so that a worker process can hand them to the one that waits.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (type(self), self.args, self.__dict__)


class BadInputError(ProvebestError, ValueError):
    """Input that cannot be used: one sentence that says what was read and what would be right."""


class EngineFailedError(ProvebestError):
    """Another engine cannot be started, has died, hangs, or says what no engine says."""


class CannotWriteError(ProvebestError):
    """A file or a folder that cannot be written; the sentence names it and the cause."""


class NothingSearchedError(ProvebestError):
    """A search was asked for its answer before it had looked at any move."""


def _unpickled(
    kind: type[ProvebestError], args: tuple[Any, ...], attributes: dict[str, Any]
) -> ProvebestError:
    """The error as it was; its constructor, which may take other arguments, is not called."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(attributes)
    return error
