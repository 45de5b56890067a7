"""A UCI engine as a process: told lines, heard with the time at which they came, never trusted.

python-chess's client has no limit for an answer on a running clock, and hands the time of its own
reading to the engine; here every line is stamped when it arrives.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from math import inf
from queue import Empty, SimpleQueue

from provebest.vocabulary import BadInputError, CancelledError, EngineFailedError, shorten

PATIENCE = 60.0
"""Seconds for an engine to begin, and to get ready; busy machines take their time."""
FAREWELL = 0.5
"""Seconds for an engine to end when it is asked to."""
POLL = 0.05


class UciProcess:
    """Started, and introduced: ``name`` is what it calls itself, ``options`` are what it has.

    Raises:
        EngineFailedError: where it does not begin as a UCI engine.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        cancel: threading.Event | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self.name, self.options = "", list[str]()
        self._cancel, self._patience = cancel, patience
        self._lines: SimpleQueue[tuple[float, str | None]] = SimpleQueue()
        try:
            # A session of its own: Ctrl-C is ours to answer.
            self._process = subprocess.Popen(  # noqa: S603 - a list of arguments, no shell
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise EngineFailedError(f"it cannot be started: {error.strerror}") from None
        threading.Thread(target=self._read, daemon=True).start()
        try:
            self._introduce()
        except BaseException:
            self.close()
            raise

    def say(self, *lines: str) -> None:
        """Tells it a line, or several in one write.

        Raises:
            EngineFailedError: where nobody listens any more.
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

    def hear(self, until: float = inf, complaint: str = "nothing came") -> tuple[float, str]:
        """The next line, with the time at which it came; one that comes too late is none.

        Raises:
            EngineFailedError: where none comes, or none can come any more.
            CancelledError: where nobody wants to hear it any more.
        """
        while True:
            if self._cancel is not None and self._cancel.is_set():
                raise CancelledError
            heard = self.heard_within(POLL)
            if heard is not None and heard[0] <= until:
                return heard
            if time.perf_counter() > until:
                raise EngineFailedError(f"{complaint}: it hangs")

    def heard_within(self, seconds: float) -> tuple[float, str] | None:
        """The next line, with the time at which it came, if one comes so soon.

        Raises:
            EngineFailedError: where none can come any more.
        """
        try:
            at, line = self._lines.get(timeout=seconds)
        except Empty:
            return None
        if line is None:
            self._lines.put((at, None))
            raise EngineFailedError(f"it ended by itself{self._code()}")
        return at, line

    def overhear(self) -> None:
        """Passes over what it has said so far."""
        while not self._lines.empty():
            at, line = self._lines.get()
            if line is None:  # its end is not passed over
                self._lines.put((at, None))
                return

    def get_ready(self) -> None:
        """Waits until it has done what it was told."""
        self.say("isready")
        until = time.perf_counter() + self._patience
        while self.hear(until, "no readyok came")[1] != "readyok":
            pass

    def close(self) -> None:
        """Asked to quit, and killed if it does not."""
        with suppress(EngineFailedError):
            self.say("quit")
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):  # the session is its own: what it started goes too
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def _introduce(self) -> None:
        self.say("uci")
        until = time.perf_counter() + self._patience
        while (line := self.hear(until, "no uciok came")[1]) != "uciok":
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip()
            elif line.startswith("option name "):
                option = line.removeprefix("option name ").partition(" type ")[0]
                self.options.append(option.strip())

    def _code(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            return f" with exit code {self._process.wait(1)}"
        return ""

    def _read(self) -> None:
        stream = self._process.stdout
        with suppress(OSError, ValueError):
            while stream is not None and (raw := stream.readline()):
                self._lines.put((time.perf_counter(), raw.decode("utf-8", "replace").strip()))
            if stream is not None:
                stream.close()
        self._lines.put((time.perf_counter(), None))
