"""What a task has to say: the last word on each thing, so that a page can come late or be slow."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Lock
from typing import Any

MOST_POINTS = 400
"""Points of a race that are kept; of more, every second one is dropped."""

Message = dict[str, Any]
Written = Message | Callable[[], Message]
"""A message, or a function that makes it when it is read, if it is read at all."""


class Journal:
    """Messages by key, each with a number that grows. A newer message of a key replaces the older.

    It is written by the thread of a task and read by the event loop.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._number = 0
        self._latest: dict[str, tuple[int, Written]] = {}
        self._points: list[Any] = []
        self._wakers: set[Callable[[], None]] = set()

    def add_point(self, point: Any) -> None:
        """Keeps a point of the race for those who come late."""
        with self._lock:
            self._points.append(point)
            if len(self._points) > MOST_POINTS:
                del self._points[-2:0:-2]

    def points(self) -> list[Any]:
        """The points that are kept."""
        with self._lock:
            return list(self._points)

    def forget_points(self) -> None:
        """Drops the points: another race begins."""
        with self._lock:
            self._points.clear()

    def write(self, key: str, message: Written) -> None:
        """Keeps a message and wakes everybody who reads."""
        with self._lock:
            self._number += 1
            self._latest[key] = (self._number, message)
            wakers = list(self._wakers)
        for wake in wakers:
            wake()

    def forget(self, *prefixes: str) -> None:
        """Drops the messages whose keys begin with one of these."""
        with self._lock:
            for key in [key for key in self._latest if key.startswith(prefixes)]:
                del self._latest[key]

    def read(self, after: int) -> tuple[int, list[Message]]:
        """The number of the last message, and the messages after this number, in order.

        From 0 on, the points of the race come first.
        """
        with self._lock:
            last, points = self._number, list(self._points) if after == 0 else []
            news = [(number, key) for key, (number, _) in self._latest.items() if number > after]
            written = [(number, key, self._latest[key][1]) for number, key in sorted(news)]
        messages: list[Message] = [{"type": "race", "points": points}] if points else []
        for number, key, message in written:
            made = message() if callable(message) else message
            messages.append(made)
            with self._lock:
                if self._latest.get(key, (0,))[0] == number:
                    self._latest[key] = (number, made)
        return last, messages

    def waker(self, loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> Callable[[], None]:
        """A function that stops the wakings of this event, which is set at every message."""

        def wake() -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(event.set)

        with self._lock:
            self._wakers.add(wake)

        def stop() -> None:
            with self._lock:
                self._wakers.discard(wake)

        return stop
