"""``provebest uci``: an engine for chess programs."""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

from provebest import __version__
from provebest.chess.uci_engine import UciEngine

LONGEST_LINE = 1 << 20
INTERRUPTED = 130


def uci() -> int:
    """Play and analyse for a chess program, by the UCI protocol on stdin and stdout.

    \b
    provebest uci
    """
    engine = UciEngine(_write, name=f"provebest {__version__}")
    code = 0
    try:
        while (line := read_line(sys.stdin.buffer)) is not None and engine.handle(line):
            pass
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        code = 0
    _close(engine)
    return code


def read_line(stream: BinaryIO) -> str | None:
    """The next line in plain letters, other bytes replaced; None at the end."""
    raw = stream.readline(LONGEST_LINE)
    if not raw:
        return None
    if len(raw) == LONGEST_LINE and not raw.endswith(b"\n"):
        while raw and not raw.endswith(b"\n"):  # no command is so long
            raw = stream.readline(LONGEST_LINE)
        return ""
    return raw.decode("ascii", "replace")


def _close(engine: UciEngine) -> None:
    """A second Ctrl-C while the last move is being said changes nothing."""
    try:
        engine.close()
    except KeyboardInterrupt:
        os._exit(INTERRUPTED)


def _write(line: str) -> None:
    try:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except (OSError, ValueError):
        # The program on the other side has gone, and with it everyone who could be told.
        os._exit(0)
