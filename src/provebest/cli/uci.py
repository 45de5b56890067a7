"""``provebest uci``: runs as an engine for chess programs."""

from __future__ import annotations

import os
import select
import signal
import sys

from provebest import __version__
from provebest.chess.uci.engine import UciEngine
from provebest.vocabulary.passwords import guard_output

LONGEST_LINE = 1 << 20
PIECE = 1 << 16
INTERRUPTED = 130


def uci() -> int:
    """Run as a UCI engine for chess programs.

    \b
    provebest uci
    """
    guard_output()
    engine = UciEngine(_write, name=f"provebest {__version__}")
    code = 0
    try:
        lines = Lines(sys.stdin.fileno(), _woken_by_signals())
        while (line := lines.read()) is not None and engine.handle(line):
            pass
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        code = 0
    _close(engine)
    return code


class Lines:
    """Reads lines from a file, and raises KeyboardInterrupt at once on Ctrl-C.

    If a signal comes just before a read, Python handles it only after the read, which may never
    return. So nothing is read until there is something to read.
    """

    def __init__(self, source: int, woken: int) -> None:
        self._source, self._woken = source, woken
        self._rest = bytearray()
        self._ended = False

    def read(self) -> str | None:
        """The next line as ASCII, other bytes replaced; None at the end of the file.

        A line longer than ``LONGEST_LINE`` bytes is returned as an empty one.
        """
        too_long = False
        while b"\n" not in self._rest and not self._ended:
            if len(self._rest) > LONGEST_LINE:
                self._rest.clear()
                too_long = True
            ready, _, _ = select.select([self._source, self._woken], [], [])
            if self._woken in ready:
                raise KeyboardInterrupt
            piece = os.read(self._source, PIECE)
            self._ended = not piece
            self._rest += piece
        if not self._rest:
            return None
        line, _, self._rest = self._rest.partition(b"\n")
        return "" if too_long or len(line) > LONGEST_LINE else line.decode("ascii", "replace")


def _woken_by_signals() -> int:
    """A file descriptor that becomes readable when a signal comes."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)  # set_wakeup_fd requires it
    signal.set_wakeup_fd(writer)
    return reader


def _close(engine: UciEngine) -> None:
    """Closes the engine; a second Ctrl-C meanwhile ends the process with the same exit code."""
    try:
        engine.close()
    except KeyboardInterrupt:
        os._exit(INTERRUPTED)


def _write(line: str) -> None:
    try:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except (OSError, ValueError):
        # The chess program is gone, so there is no one to report an error to.
        os._exit(0)
