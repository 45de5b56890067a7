"""A UCI engine as a process: lines to it and from it, none of them waited for without end.

Stands below every conversation with an engine: a prober's (``uci.py``) and a match's.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread

from provebest.vocabulary import BadInputError, CancelledError, shorten

POLL = 0.05
"""Seconds between two looks at whether an answer is still wanted."""
LAST_WORDS = 0.5
"""Seconds for an engine to end after it was asked to."""


class EngineFailedError(Exception):
    """An engine that has died, hangs, or says what no engine says."""


class UciProcess:
    """A started program, not yet known to be an engine; ``cancel`` ends all waiting for it.

    Raises:
        BadInputError: for a program that cannot be started.
    """

    def __init__(self, command: Sequence[str], name: str, cancel: Event | None = None) -> None:
        self.name = name
        """Ours at first, then what it calls itself."""
        self.declared: list[str] = []
        """The options that it has."""
        self._cancel = cancel
        self._lines: SimpleQueue[tuple[float, str | None]] = SimpleQueue()
        try:
            # A session of its own: Ctrl-C is ours to answer.
            self._process = subprocess.Popen(  # noqa: S603 - a list of arguments, no shell
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise BadInputError(f"{name} cannot be started: {error.strerror}") from None
        Thread(target=self._read, daemon=True).start()

    def introduce(self, patience: float) -> None:
        """Hears its name and its options."""
        self.say("uci")
        until = time.perf_counter() + patience
        while (line := self.hear(until, "no uciok came")[1]) != "uciok":
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip()
            elif line.startswith("option name "):
                option = line.removeprefix("option name ").partition(" type ")[0]
                self.declared.append(option.strip())

    def get_ready(self, patience: float) -> None:
        """Waits until all that was said before is done."""
        self.say("isready")
        until = time.perf_counter() + patience
        while self.hear(until, "no readyok came")[1] != "readyok":
            pass

    def forget_lines(self) -> None:
        """Passes over whatever it has said since it was last heard."""
        while not self._lines.empty():
            if self._lines.get()[1] is None:
                self._lines.put((time.perf_counter(), None))
                return

    def say(self, *lines: str) -> None:
        """Tells it these, in one write.

        Raises:
            EngineFailedError: where it has ended.
            BadInputError: for a line that is more than one.
        """
        if any(sign in line for line in lines for sign in "\r\n\0"):
            raise BadInputError(f"{shorten(lines)} would be more lines than were meant")
        try:
            if self._process.stdin is not None:
                self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
                self._process.stdin.flush()
        except (OSError, ValueError):
            raise EngineFailedError(f"it ended by itself{self._code()}") from None

    def heard(self, seconds: float) -> tuple[float, str] | None:
        """The next line, with the time at which it came, if one comes so soon.

        Raises:
            EngineFailedError: where it has ended.
        """
        try:
            at, line = self._lines.get(timeout=seconds)
        except Empty:
            return None
        if line is None:
            self._lines.put((at, None))
            raise EngineFailedError(f"it ended by itself{self._code()}")
        return at, line

    def hear(self, until: float, complaint: str) -> tuple[float, str]:
        """The next line, with the time at which it came; one that comes too late is none.

        Raises:
            EngineFailedError: where none comes.
            CancelledError: where nobody wants it any more.
        """
        while True:
            if self._cancel is not None and self._cancel.is_set():
                raise CancelledError
            heard = self.heard(POLL)
            if heard is not None and heard[0] <= until:
                return heard
            if time.perf_counter() > until:
                raise EngineFailedError(f"{complaint}: it hangs")

    def close(self) -> None:
        """Asked to quit, and killed if it does not."""
        with suppress(EngineFailedError):
            self.say("quit")
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(LAST_WORDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            with suppress(OSError):
                self._process.stdout.close()

    def _code(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            return f" with exit code {self._process.wait(1)}"
        return ""

    def _read(self) -> None:
        stream = self._process.stdout
        with suppress(OSError, ValueError):
            while stream is not None and (raw := stream.readline()):
                self._lines.put((time.perf_counter(), raw.decode("utf-8", "replace").strip()))
        self._lines.put((time.perf_counter(), None))
