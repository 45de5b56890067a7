"""Limits that hold inside a step: they are checked before every call of the user's own code.

``run`` sets a guard around each step, and code that calls user code first calls
``guard().check()``; so does code that counts expansions or probe nodes within a step, because our
own games are not asked through ``checked``. So a limit is exceeded by at most one such call,
however long a step is. A search that runs inside the user's code (a game that searches for its
bounds) has its own guard.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event

from provebest.vocabulary.outcome import Stopped


class LimitReachedError(Exception):
    """A limit interrupted a step. Except for its counters, the search is as before the step.

    It is not a ``ProvebestError``: ``run`` catches it and returns an answer.
    """

    def __init__(self, stopped: Stopped, kept_by: Guard) -> None:
        super().__init__(stopped.value)
        self.stopped, self.kept_by = stopped, kept_by


class Guard:
    """The resources left to a running search. Times are those of ``time.perf_counter``."""

    __slots__ = ("_cancel", "_deadline", "_outer", "expansions_left", "probe_nodes_left")

    def __init__(
        self,
        deadline: float = math.inf,
        cancel: Event | None = None,
        outer: Guard | None = None,
    ) -> None:
        self._deadline, self._cancel, self._outer = deadline, cancel, outer
        self.expansions_left: float = math.inf
        """For searches that make many expansions in one step; set before each step."""
        self.probe_nodes_left: float = math.inf
        """For probes that can be interrupted; set before each step."""

    def limits_something(self) -> bool:
        """Returns whether ``check`` can ever raise."""
        return self._deadline < math.inf or self._cancel is not None or self._outer is not None

    @property
    def seconds_left(self) -> float:
        """Seconds until the time of this search or an outer one is up; may be infinite."""
        own = self._deadline - time.perf_counter()
        return own if self._outer is None else min(own, self._outer.seconds_left)

    def check(self) -> None:
        """Checks the time and whether the search was cancelled.

        Raises:
            LimitReachedError: if the time is up or the search was cancelled.
        """
        if self._deadline < math.inf and time.perf_counter() >= self._deadline:
            raise LimitReachedError(Stopped.TIME_LIMIT, self)
        if self._cancel is not None and self._cancel.is_set():
            raise LimitReachedError(Stopped.CANCELLED, self)
        if self._outer is not None:
            self._outer.check()

    def count_expansion(self) -> None:
        """Checks, and uses up one expansion; raises LimitReachedError if none is left."""
        self.check()
        if self.expansions_left <= 0:
            raise LimitReachedError(Stopped.NODE_LIMIT, self)
        self.expansions_left -= 1

    def count_probe_node(self) -> None:
        """Checks, and uses up one probe node; raises LimitReachedError if none is left."""
        self.check()
        if self.probe_nodes_left <= 0:
            raise LimitReachedError(Stopped.NODE_LIMIT, self)
        self.probe_nodes_left -= 1


_current: ContextVar[Guard] = ContextVar("guard", default=Guard())  # noqa: B039 - its counts are infinite, so they never change


guard = _current.get  # no wrapper, for speed: it is called before every call of a game
"""Returns the guard of the innermost running search; without a search, one without limits."""


@contextmanager
def guarding(deadline: float, cancel: Event | None) -> Iterator[Guard]:
    """Sets a guard for the block; outer guards stay in force."""
    outer = _current.get()
    inner = Guard(deadline, cancel, outer if outer.limits_something() else None)
    token = _current.set(inner)
    try:
        yield inner
    finally:
        _current.reset(token)
