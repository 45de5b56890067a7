"""The pipes to and from a program: neither reading nor writing waits longer than it is told to.

``PollingPipes`` need no threads, so that the time of arrival is exact; ``ThreadedPipes`` work on
systems whose pipes cannot be polled, such as Windows.
"""

from __future__ import annotations

import os
import select
import threading
from contextlib import suppress
from queue import Empty, Full, Queue, SimpleQueue
from typing import IO, Protocol

CHUNK = 1 << 16
"""Bytes that are read at once."""
MOST_CHUNKS = 16
"""Chunks that wait to be read; then the program has to wait before it can write more."""
RETRY = 0.1
"""Seconds after which a thread looks whether its pipes were closed."""


class Pipes(Protocol):
    """The two pipes of a program."""

    def write(self, data: bytes) -> int:
        """How many bytes were taken: 0 if the program has to read first.

        Raises:
            OSError: if the program has closed its end.
        """
        ...

    def read(self, seconds: float) -> bytes | None:
        """What has arrived, b"" at the end; None if nothing arrives in this time."""
        ...

    def close(self) -> None:
        """Closes both ends."""
        ...


class PollingPipes:
    """Pipes that the system can poll."""

    def __init__(self, to: IO[bytes], back: IO[bytes]) -> None:
        self._to, self._back = to, back
        for stream in (to, back):
            os.set_blocking(stream.fileno(), False)
        self._poll = select.poll()
        self._poll.register(back.fileno(), select.POLLIN)

    def write(self, data: bytes) -> int:
        """As ``Pipes.write``."""
        if self._to.closed:
            raise BrokenPipeError
        try:
            return os.write(self._to.fileno(), data)
        except BlockingIOError:
            return 0

    def read(self, seconds: float) -> bytes | None:
        """As ``Pipes.read``."""
        if self._back.closed:
            return b""
        if not self._poll.poll(1000 * seconds):
            return None
        try:
            return os.read(self._back.fileno(), CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def close(self) -> None:
        """Closes both ends."""
        _close(self._to, self._back)


class ThreadedPipes:
    """Pipes with a thread for each direction."""

    def __init__(self, to: IO[bytes], back: IO[bytes]) -> None:
        self._to, self._back = to, back
        self._written: SimpleQueue[bytes | None] = SimpleQueue()
        self._chunks: Queue[bytes] = Queue(MOST_CHUNKS)
        self._broken, self._closed = threading.Event(), threading.Event()
        for work in (self._keep_writing, self._keep_reading):
            threading.Thread(target=work, daemon=True).start()

    def write(self, data: bytes) -> int:
        """As ``Pipes.write``."""
        if self._broken.is_set() or self._closed.is_set():
            raise BrokenPipeError
        self._written.put(data)
        return len(data)

    def read(self, seconds: float) -> bytes | None:
        """As ``Pipes.read``."""
        try:
            chunk = self._chunks.get(timeout=max(0.001, seconds))
        except Empty:
            return None
        if not chunk:
            self._chunks.put(b"")  # the end stays
        return chunk

    def close(self) -> None:
        """Has both threads end; each closes its own pipe."""
        self._closed.set()
        self._written.put(None)

    def _keep_writing(self) -> None:
        with suppress(OSError, ValueError):
            while (data := self._written.get()) is not None:
                while data:
                    data = data[os.write(self._to.fileno(), data) :]
        self._broken.set()
        _close(self._to)

    def _keep_reading(self) -> None:
        chunk = b" "
        while chunk and not self._closed.is_set():
            try:
                chunk = os.read(self._back.fileno(), CHUNK)
            except (OSError, ValueError):
                chunk = b""
            while not self._closed.is_set():
                with suppress(Full):
                    self._chunks.put(chunk, timeout=RETRY)
                    break
        _close(self._back)


def _close(*streams: IO[bytes]) -> None:
    for stream in streams:
        with suppress(OSError):
            stream.close()


def open_pipes(to: IO[bytes], back: IO[bytes]) -> Pipes:
    """The pipes of a program, as this system can read them."""
    return PollingPipes(to, back) if hasattr(select, "poll") else ThreadedPipes(to, back)
