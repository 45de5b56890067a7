"""A UCI engine in a process: sends lines to it and receives its lines with their time of arrival.

The client of python-chess is not used: it has no limit for an answer on a running clock, and
counts the time of its own reading as the engine's.
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
"""Seconds for an engine to start, and to get ready; long, because the machine may be busy."""
FAREWELL = 0.5
"""Seconds for an engine to end after ``quit``."""
POLL = 0.05


class UciProcess:
    """A running engine; ``name`` is its own name for itself, ``options`` are its option names.

    Raises:
        EngineFailedError: if it cannot be started or does not answer as a UCI engine.
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
            # A session of its own, so that Ctrl-C reaches only this program.
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

    def send(self, *lines: str) -> None:
        """Sends one line, or several in one write.

        Raises:
            EngineFailedError: if the engine has ended.
            BadInputError: if a line contains a line break or a null character.
        """
        if any(sign in line for line in lines for sign in "\r\n\0"):
            raise BadInputError(f"{shorten(lines)} contains a line break or a null character")
        try:
            if self._process.stdin is not None:
                self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
                self._process.stdin.flush()
        except (OSError, ValueError):
            raise EngineFailedError(f"it ended by itself{self._code()}") from None

    def receive(self, until: float = inf, complaint: str = "nothing came") -> tuple[float, str]:
        """The next line, with its time of arrival. A line that arrives too late is ignored.

        Raises:
            EngineFailedError: with ``complaint`` if none arrives in time, or if the engine ended.
            CancelledError: if ``cancel`` is set.
        """
        while True:
            if self._cancel is not None and self._cancel.is_set():
                raise CancelledError
            received = self.receive_within(POLL)
            if received is not None and received[0] <= until:
                return received
            if time.perf_counter() > until:
                raise EngineFailedError(f"{complaint} in time")

    def receive_within(self, seconds: float) -> tuple[float, str] | None:
        """The next line, with its time of arrival; None if none arrives in this time.

        Raises:
            EngineFailedError: if the engine has ended.
        """
        try:
            at, line = self._lines.get(timeout=seconds)
        except Empty:
            return None
        if line is None:
            self._lines.put((at, None))
            raise EngineFailedError(f"it ended by itself{self._code()}")
        return at, line

    def discard_received(self) -> None:
        """Discards the lines that have arrived so far."""
        while not self._lines.empty():
            at, line = self._lines.get()
            if line is None:  # the mark of its end must stay
                self._lines.put((at, None))
                return

    def get_ready(self) -> None:
        """Waits until it has carried out all commands so far."""
        self.send("isready")
        until = time.perf_counter() + self._patience
        while self.receive(until, "no readyok came")[1] != "readyok":
            pass

    def close(self) -> None:
        """Tells the engine to quit, and kills it if it does not."""
        with suppress(EngineFailedError):
            self.send("quit")
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):  # its whole session: also processes that it started
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def _introduce(self) -> None:
        self.send("uci")
        until = time.perf_counter() + self._patience
        while (line := self.receive(until, "no uciok came")[1]) != "uciok":
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
