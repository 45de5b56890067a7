"""The heartbeat of a search: it shows that the engine lives, however long a probe takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Self

HEARTBEAT = 0.4
"""Seconds without output after which a search repeats its latest report."""


class Heart:
    """Calls ``on_beat``, in a thread of its own, while the block lasts and nothing else is said."""

    def __init__(self, on_beat: Callable[[], None]) -> None:
        self._on_beat = on_beat
        self._over = Event()
        self._thread = Thread(target=self._live, daemon=True)
        self.delay()

    def __enter__(self) -> Self:
        with suppress(RuntimeError):  # no more threads: the search is worth more than this one
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()

    def delay(self) -> None:
        """Restarts the wait for the next beat, after other output."""
        self._next = time.perf_counter() + HEARTBEAT

    def _live(self) -> None:
        while not self._over.wait(max(0.0, self._next - time.perf_counter())):
            if time.perf_counter() >= self._next:
                self.delay()
                self._on_beat()
