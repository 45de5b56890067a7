"""Ctrl-C while a command starts or ends: it has no answer to save then, so it ends at once.

Until the command begins its work, and after that, a KeyboardInterrupt would be a traceback from
the middle of an import or from a callback of the interpreter. This is imported before everything
else, so it imports only what every interpreter has loaded: ``signal`` itself would take a while.
"""

from __future__ import annotations

import os
import sys
from _signal import SIGINT, default_int_handler, getsignal, signal  # type: ignore[import-not-found]

COMMANDS = frozenset({"provebest", "provebest-uci"})
INTERRUPTED = 130


def is_command() -> bool:
    """Whether this process is one of our commands, and no program that imports the package."""
    program, words = sys.argv[0] if sys.argv else "", sys.orig_argv
    if program == "-m":
        return "provebest" in words
    return os.path.basename(program) in COMMANDS and program in words  # noqa: PTH119 - for speed


def leave_on_interrupt() -> None:
    """Has Ctrl-C end this process from now on, unless somebody else has a use for it."""
    if getsignal(SIGINT) is default_int_handler:
        signal(SIGINT, _leave)


def raise_on_interrupt() -> None:
    """Has Ctrl-C raise KeyboardInterrupt again."""
    if getsignal(SIGINT) is _leave:
        signal(SIGINT, default_int_handler)


def _leave(_number: int, _frame: object) -> None:
    try:
        os.write(2, b"provebest: interrupted\n")
    finally:
        os._exit(INTERRUPTED)


if is_command():
    leave_on_interrupt()
