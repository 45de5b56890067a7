"""What a worker on another machine does: calls functions by name, of the package as it has it."""

from __future__ import annotations

import os
import pickle
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from provebest import __version__
from provebest.vocabulary import BadInputError, EngineFailedError, ProvebestError
from provebest.work.calls import Name, function_of

RESULT, ERROR, ENGINE_FAILED = "result", "error", "engine failed"
Answer = tuple[str, bytes]
"""What became of a call, and the result or the error."""


def prepare(
    version: str, folder: str, folders: Sequence[str], check: tuple[Name, bytes] | None
) -> str | None:
    """Gets ready for calls; returns a sentence if this machine cannot do the work.

    ``folder`` is the one in which the run was started, so that names of files mean the same here,
    and ``folders`` are those from which it imports. Those that exist here are used.
    """
    with suppress(OSError):
        os.chdir(folder)
    sys.path.extend(each for each in folders if each not in sys.path and os.path.isdir(each))  # noqa: PTH112 - names from outside
    try:
        if version != __version__:
            raise BadInputError(f"it has provebest {__version__}, the run needs {version}")
        if check is not None:
            function_of(check[0])(*pickle.loads(check[1]))  # noqa: S301 - sent by this run
    except ProvebestError as error:
        return str(error)
    return None


def perform(name: Name, args: bytes) -> Answer:
    """Calls a function."""
    try:
        result = function_of(name)(*pickle.loads(args))  # noqa: S301 - sent by this run
        return RESULT, pickle.dumps(result)
    except EngineFailedError as error:
        return ENGINE_FAILED, pickle.dumps(error)
    except Exception as error:  # noqa: BLE001 - it is raised where the run was started
        return ERROR, _as_bytes(error)


def _as_bytes(error: Exception) -> bytes:
    if not isinstance(error, ProvebestError):
        error.add_note(traceback.format_exc())
    try:
        raw = pickle.dumps(error)
        pickle.loads(raw)  # noqa: S301 - our own; some errors can be written but not read
    except Exception:  # noqa: BLE001 - an error that cannot be sent is told in words
        return pickle.dumps(RuntimeError(f"{error!r}\n{traceback.format_exc()}"))
    return raw


def unpack(raw: bytes) -> Any:
    """A result or an error, as ``perform`` packed it."""
    return pickle.loads(raw)  # noqa: S301 - sent by a worker of this run


def pack(args: tuple[Any, ...]) -> bytes:
    """Arguments, as ``perform`` unpacks them."""
    return pickle.dumps(args)
