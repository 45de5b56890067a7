"""Ends the search of an analysis early, and keeps time for the argument."""

from __future__ import annotations

from threading import Event

STOPPED_SECONDS = 1.5
"""Seconds for the argument of a search that somebody stopped: he waits for it."""


class SearchStop(Event):
    """``stop()`` ends the search and leaves the argument; ``set()`` ends both.

    It is passed to ``analyse`` as ``cancel``. A search asks ``is_set``; so do the searches for the
    argument, for which a stop is over.
    """

    def __init__(self) -> None:
        super().__init__()
        self._stop, self._over = Event(), Event()
        self.waited = 0.0
        """Seconds for which the search had to pause; they are not a part of its time."""

    def stop(self) -> None:
        """Ends the search, if it has not ended."""
        self._stop.set()

    def is_set(self) -> bool:
        """Whether what is running now has to end."""
        return super().is_set() or (self._stop.is_set() and not self._over.is_set())

    @property
    def stopped(self) -> bool:
        """Whether somebody has stopped the search."""
        return self._stop.is_set()

    def end_search(self) -> bool:
        """The search has ended; returns whether it was stopped."""
        self._over.set()
        return self._stop.is_set()
