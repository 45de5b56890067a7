"""The errors of this package: one class for each cause.

Every message is one sentence written for users. Commands print it and exit with code 2, without a
traceback. docs/errors.md lists all errors.
"""

from __future__ import annotations

from typing import Any

from provebest.vocabulary.outside import visible
from provebest.vocabulary.passwords import hide

LONGEST_SENTENCE = 1000
"""Characters of the message of an error; a longer one is cut."""


def shorten(text: object, longest: int = 60) -> str:
    """Returns the ``repr`` of an object as one visible line, cut to ``longest`` characters.

    It never fails, whatever the object is, and takes no longer for a long text.
    """
    if isinstance(text, str):
        text = hide(text)
    if isinstance(text, str | bytes):
        text = text[: longest + 1]
    try:
        whole = hide(repr(text))
    except Exception:  # noqa: BLE001 - an object of the user's, or one too large or too deep to show
        whole = f"<{type(text).__name__}>"
    shown = visible(whole[: longest + 1], most=10 * longest + 10)
    return shown if len(shown) <= longest else f"{shown[: longest - 4]}...{visible(whole[-1])[-1]}"


class CancelledError(Exception):
    """A step was cancelled before it finished, and has changed nothing.

    It is not a ``ProvebestError``: nothing went wrong, the user stopped the search. Searches then
    return the best move so far, and commands exit with code 130.
    """


class ProvebestError(Exception):
    """Base class of the errors of this package.

    All of them can be pickled with their message and attributes, even if their constructors take
    other arguments, so that a worker process can pass them to its parent. The message is one line
    that can be shown anywhere, even if it quotes a file or an engine.
    """

    def __str__(self) -> str:
        return visible(super().__str__(), most=LONGEST_SENTENCE)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (type(self), self.args, self.__dict__)


class BadInputError(ProvebestError, ValueError):
    """Invalid input. The message says what was read and what is expected."""


class EngineFailedError(ProvebestError):
    """Another engine cannot be started, has exited, hangs, or gives an invalid answer."""


class CannotWriteError(ProvebestError):
    """A file or folder cannot be written. The message names it and the cause."""


class JobsSetAsideError(ProvebestError):
    """Jobs that ended their workers again and again were set aside; all others are finished."""


class NotEnoughMemoryError(ProvebestError):
    """The compiled core gets no memory for a table or a thread."""


class NothingSearchedError(ProvebestError):
    """The result of a search was requested before it had searched any move."""


def _unpickle(
    kind: type[ProvebestError], args: tuple[Any, ...], attributes: dict[str, Any]
) -> ProvebestError:
    """Restores an error without calling its constructor, which may take other arguments."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(attributes)
    return error
