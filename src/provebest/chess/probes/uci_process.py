"""A UCI engine in a process: sends lines to it and receives its lines with their time of arrival.

Whatever the engine does, each wait ends by its deadline and memory is bounded: an engine may hang,
die, leave a child that holds its pipe, ignore its input, or write without end.

The client of python-chess is not used: it has no limit for an answer on a running clock, and
counts the time of its own reading as the engine's.
"""

from __future__ import annotations

import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from math import inf
from typing import IO, cast

from provebest.chess.probes.pipes import open_pipes
from provebest.chess.probes.uci_words import Findings
from provebest.vocabulary import BadInputError, CancelledError, EngineFailedError, shorten
from provebest.vocabulary.children import end_with_us, kill_group, marked_environment
from provebest.vocabulary.outside import visible

PATIENCE = 60.0
"""Seconds for an engine to start, and to get ready; long, because the machine may be busy."""
FAREWELL = 0.5
"""Seconds for an engine to end after ``quit``."""
POLL = 0.05
"""Seconds after which an engine that has died is noticed, even if a child holds its pipe."""
LONGEST_LINE = 1 << 15
"""Bytes; the rest of a longer line is ignored."""
LONGEST_NAME = 200
MOST_OPTIONS = 1000
RETRY = 0.005
"""Seconds to wait for an engine that does not read what it is sent."""
MOST_WAITING = 2000
"""Lines that wait to be received; of more that arrive while a command is sent, the last count."""


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
        deadline: float = inf,
    ) -> None:
        self.name, self.options = "", list[str]()
        self.deadline = deadline
        """The time (``time.perf_counter``) at which every wait ends."""
        self._cancel, self._patience = cancel, patience
        self._lines: deque[tuple[float, str]] = deque()
        self._rest = bytearray()
        """The beginning of the line that has not ended yet."""
        self._closed = self._killed = False
        self.lost = False
        """It did not answer, or was sent half a command, so it must be replaced."""
        self._owed = 0
        """How many ``readyok`` are still to come."""
        environment = marked_environment()
        try:
            # A session of its own, so that Ctrl-C reaches only this program.
            self._process = subprocess.Popen(  # noqa: S603 - a list of arguments, no shell
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            raise EngineFailedError(_start_failure(command, error.strerror)) from None
        except ValueError:
            raise EngineFailedError(_start_failure(command, "its name contains a NUL")) from None
        end_with_us(self._process.pid, environment)
        to, back = self._process.stdin, self._process.stdout
        self._pipes = open_pipes(cast("IO[bytes]", to), cast("IO[bytes]", back))
        try:
            self._introduce()
        except BaseException:
            self.kill()
            raise

    def send(self, *lines: str) -> None:
        """Sends one line, or several in one write.

        Raises:
            EngineFailedError: if the engine has ended, or does not read what it is sent.
            BadInputError: if a line contains a line break or a null character.
            CancelledError: if ``cancel`` is set while the engine does not read.
        """
        if any(sign in line for line in lines for sign in "\r\n\0"):
            raise BadInputError(f"{shorten(lines)} contains a line break or a null character")
        left = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
        until = time.perf_counter() + self._patience
        while left:
            try:
                taken = self._pipes.write(left)
            except OSError:
                raise self._ended() from None
            left = left[taken:]
            if not taken:
                self._wait_until_it_reads(until)

    def receive(self, until: float = inf, complaint: str = "nothing came") -> tuple[float, str]:
        """The next line, with its time of arrival. A line that arrives too late is ignored.

        Raises:
            EngineFailedError: with ``complaint`` if none arrives in time, or if the engine ended.
            CancelledError: if ``cancel`` is set.
        """
        received = self._wait(until)
        if received is None:
            self.lost = True
            raise EngineFailedError(f"{complaint} in time")
        return received

    def receive_within(self, seconds: float) -> tuple[float, str] | None:
        """The next line, with its time of arrival; None if none arrives in this time.

        Raises:
            EngineFailedError: if the engine has ended.
        """
        until = time.perf_counter() + seconds
        while not self._lines:
            left = until - time.perf_counter()
            raw = self._pipes.read(max(0.0, min(POLL, left)))
            if raw is None and self._has_ended():
                raw = self._pipes.read(POLL) or b""  # it may have written before it ended
            if raw is not None:
                self._take(raw)
            if left <= 0 and not self._lines:
                return None
        return self._lines.popleft()

    def get_ready(self, patience: float | None = None) -> None:
        """Waits until it has carried out all commands so far, and ignores what it sent before.

        Raises:
            EngineFailedError: if it ends, or is not ready within ``patience`` seconds.
            CancelledError: if ``cancel`` is set.
        """
        self.ask_if_ready()
        until = time.perf_counter() + (self._patience if patience is None else patience)
        while self._owed:
            self.is_ready_sign(self.receive(until, "no readyok came")[1])

    def ask_if_ready(self) -> None:
        """Sends ``isready``; who receives lines passes them to ``is_ready_sign``.

        Raises:
            EngineFailedError: as ``send``.
            CancelledError: as ``send``.
        """
        self.send("isready")
        self._owed += 1

    def is_ready_sign(self, line: str) -> bool:
        """Whether this line answers ``isready``; each answer must be counted here once."""
        if line != "readyok":
            return False
        self._owed = max(0, self._owed - 1)
        return True

    def play(self, go: str, found: Findings, seconds: float, *, stop_after: float = inf) -> float:
        """Sends ``go`` and hears the answer; returns the seconds that it took.

        The engine must be ready. After ``stop_after`` seconds it is sent ``stop``.

        Raises:
            EngineFailedError: if it ends, or has not answered after ``seconds``.
            CancelledError: if ``cancel`` is set.
        """
        begun = time.perf_counter()
        self.send(go)
        if stop_after < seconds:
            while not found.answered and (heard := self._wait(begun + stop_after)) is not None:
                found.hear(*heard)
            if not found.answered:
                self.send("stop")
        while not found.answered:
            found.hear(*self.receive(begun + seconds, "no move came"))
        return found.arrival - begun

    def close(self) -> None:
        """Tells the engine to quit, and kills it if it does not."""
        if not self._closed:
            with suppress(OSError):
                self._pipes.write(b"quit\n")
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(FAREWELL)
        self.kill()

    def kill(self) -> None:
        """Ends the engine at once, with all processes that it has started."""
        self._kill_group()
        if self._closed:
            return
        self._closed = True
        self._pipes.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)

    def _wait(self, until: float) -> tuple[float, str] | None:
        """The next line that arrives by then; None if none does.

        Raises:
            EngineFailedError: if the engine has ended.
            CancelledError: if ``cancel`` is set.
        """
        until = min(until, self.deadline)
        while True:
            if self._cancel is not None and self._cancel.is_set():
                raise CancelledError
            received = self.receive_within(POLL)
            if received is not None and received[0] <= until:
                return received
            if time.perf_counter() > until:
                return None

    def _introduce(self) -> None:
        self.send("uci")
        until = time.perf_counter() + self._patience
        while (line := self.receive(until, "no uciok came")[1]) != "uciok":
            if line.startswith("id name "):
                self.name = visible(line.removeprefix("id name ").strip(), most=LONGEST_NAME)
            elif line.startswith("option name ") and len(self.options) < MOST_OPTIONS:
                option = line.removeprefix("option name ").partition(" type ")[0]
                self.options.append(visible(option.strip(), most=LONGEST_NAME))

    def _kill_group(self) -> None:
        """Kills the engine's processes, once: later, another program may have their number."""
        if not self._killed:
            self._killed = True
            self._process.kill()
            kill_group(self._process.pid)

    def _has_ended(self) -> bool:
        ended = self._closed or self._process.poll() is not None
        if ended:
            self._kill_group()
        return ended

    def _ended(self) -> EngineFailedError:
        code = ""
        with suppress(subprocess.TimeoutExpired):
            code = f" with exit code {self._process.wait(FAREWELL)}"
        self._kill_group()
        return EngineFailedError(f"it ended by itself{code}")

    def _wait_until_it_reads(self, until: float) -> None:
        """Waits for a moment; reads too, because an engine that cannot write does not read."""
        if self._cancel is not None and self._cancel.is_set():
            self.lost = True
            raise CancelledError
        raw = self._pipes.read(RETRY)
        if raw is not None:
            self._take(raw)
        while len(self._lines) > MOST_WAITING:
            self._lines.popleft()
        if self._has_ended():
            raise self._ended()
        if time.perf_counter() > min(until, self.deadline):
            self.lost = True
            raise EngineFailedError("it did not read its commands in time")

    def _take(self, raw: bytes) -> None:
        """Divides what has arrived into lines; b"" is the end.

        Raises:
            EngineFailedError: at the end.
        """
        if not raw:
            raise self._ended()
        now = time.perf_counter()
        *whole, rest = raw.split(b"\n")
        for piece in whole:
            self._add(piece)
            self._lines.append((now, self._rest.decode("utf-8", "replace").strip()))
            self._rest.clear()
        self._add(rest)

    def _add(self, piece: bytes) -> None:
        self._rest += piece[: LONGEST_LINE - len(self._rest)]


def _start_failure(command: Sequence[str], why: str | None) -> str:
    return f"the engine {visible(command[0], most=LONGEST_NAME)} cannot be started: {why}"
