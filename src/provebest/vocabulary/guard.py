"""Limits that hold inside a step: asked for before every call of the user's own code.

``run`` raises a guard around each step, and whatever calls user code asks ``guard().check()``
first. So a limit is passed by at most one such call, however long a step is. A search that runs
inside the user's code (a game whose bounds are searched for) has a guard of its own inside.
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
    """A step was cut off by a limit. The search is as it was before it, but for its counters.

    It is not a ``ProvebestError``: ``run`` catches it, and its caller gets an answer.
    """

    def __init__(self, stopped: Stopped, kept_by: Guard) -> None:
        super().__init__(stopped.value)
        self.stopped, self.kept_by = stopped, kept_by


class Guard:
    """What a running search may still use. Times are those of ``time.perf_counter``."""

    __slots__ = ("_cancel", "_deadline", "_outer", "expansions_left", "probe_nodes_left")

    def __init__(
        self,
        deadline: float = math.inf,
        cancel: Event | None = None,
        outer: Guard | None = None,
    ) -> None:
        self._deadline, self._cancel, self._outer = deadline, cancel, outer
        self.expansions_left: float = math.inf
        """For searches whose one step makes many expansions; renewed before each step."""
        self.probe_nodes_left: float = math.inf
        """For probes that can be cut off; renewed before each step."""

    def limits_something(self) -> bool:
        """Whether ``check`` can ever raise."""
        return self._deadline < math.inf or self._cancel is not None or self._outer is not None

    def check(self) -> None:
        """Returns if there is time left and nobody has cancelled.

        Raises:
            LimitReachedError: otherwise.
        """
        if self._deadline < math.inf and time.perf_counter() >= self._deadline:
            raise LimitReachedError(Stopped.TIME_LIMIT, self)
        if self._cancel is not None and self._cancel.is_set():
            raise LimitReachedError(Stopped.CANCELLED, self)
        if self._outer is not None:
            self._outer.check()

    def count_expansion(self) -> None:
        """Takes one expansion from what is left; LimitReachedError if there is none."""
        if self.expansions_left <= 0:
            raise LimitReachedError(Stopped.NODE_LIMIT, self)
        self.expansions_left -= 1

    def count_probe_node(self) -> None:
        """Takes one node of a probe from what is left; LimitReachedError if there is none."""
        if self.probe_nodes_left <= 0:
            raise LimitReachedError(Stopped.NODE_LIMIT, self)
        self.probe_nodes_left -= 1


_current: ContextVar[Guard] = ContextVar("guard", default=Guard())  # noqa: B039 - without limits nothing of it changes but by -1 from infinity


guard = _current.get  # not a function around it: it is called before every call of a game
"""The guard of the innermost search that runs here; one without limits if none does."""


@contextmanager
def guarding(deadline: float, cancel: Event | None) -> Iterator[Guard]:
    """Raises a guard for the block; guards that stand already go on holding."""
    outer = _current.get()
    inner = Guard(deadline, cancel, outer if outer.limits_something() else None)
    token = _current.set(inner)
    try:
        yield inner
    finally:
        _current.reset(token)
