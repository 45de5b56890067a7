"""The loop that runs every search; limits, cancelling and progress are handled only here."""

from __future__ import annotations

import math
import os
import time
from pathlib import Path
from typing import Protocol, TypeVar

from provebest.vocabulary.errors import CancelledError
from provebest.vocabulary.events import Listener, Progress
from provebest.vocabulary.guard import Guard, LimitReachedError, guarding
from provebest.vocabulary.limits import Limits, check_limits
from provebest.vocabulary.outcome import Stopped, Tally

Result_co = TypeVar("Result_co", covariant=True)
Result = TypeVar("Result")

TICK_SECONDS = 0.05
"""How often cancelling, memory and progress are checked."""

AT_ONCE = 4096
"""Expansions a compiled search makes between two checks; a few milliseconds."""


class Search(Protocol[Result_co]):
    """A search that runs one expansion at a time and can give an answer after each.

    Between two calls of ``step()`` the search has already chosen the node it will expand next and
    has finished if that node ends the search: so a node limit is checked after the goal test.
    """

    tally: Tally
    stopped: Stopped | None
    """Set when the search has ended by itself; ``step()`` must not be called after that."""

    def step(self, at_most: int = 1) -> None:
        """Makes one expansion; a compiled search may make up to ``at_most``."""

    def stored(self) -> int:
        """Nodes kept in memory, for ``Limits.stored``."""

    def headline(self) -> str:
        """The best answer so far in a few words, for a progress bar."""

    def result(self, stopped: Stopped) -> Result_co:
        """The best answer so far; ``stopped`` says why there is no better one."""


def run(
    search: Search[Result],
    limits: Limits = Limits(),  # noqa: B008 - frozen, so one shared default is safe
    on_event: Listener | None = None,
) -> Result:
    """Steps the search until it ends by itself or reaches a limit, and returns its answer.

    Time and cancelling are also checked inside a step, before each call of the user's code.
    Exceptions raised by that code pass through unchanged.

    Raises:
        CancelledError: if it was cancelled in its first step, so that there is no answer.
    """
    check_limits(limits)
    watch = _Watch(search, limits, on_event)
    with guarding(watch.deadline, limits.cancel) as guard:
        while search.stopped is None:
            reached = watch.limit_reached()
            if reached is not None:
                return search.result(reached)
            _renew(guard, limits, search.tally)
            try:
                search.step(_at_most(limits, search.tally))
            except LimitReachedError as error:
                if error.kept_by is not guard:
                    raise  # the limit of an outer search
                return search.result(error.stopped)
            except MemoryError as error:
                if is_from_outside(error):
                    raise
                return search.result(Stopped.MEMORY_LIMIT)
            except CancelledError:
                if search.tally.expanded == 0:
                    raise
                return search.result(Stopped.CANCELLED)
    return search.result(search.stopped)


def _renew(guard: Guard, limits: Limits, tally: Tally) -> None:
    """Sets what the next step may use of the counted limits."""
    if limits.expanded is not None:
        guard.expansions_left = limits.expanded - tally.expanded
    if limits.probe_nodes is not None:
        guard.probe_nodes_left = limits.probe_nodes - tally.probe_nodes


def is_from_outside(error: BaseException) -> bool:
    """Returns whether an exception was raised outside this package, in the user's code."""
    frames = error.__traceback__
    while frames is not None and frames.tb_next is not None:
        frames = frames.tb_next
    module = "" if frames is None else frames.tb_frame.f_globals.get("__name__", "")
    return not str(module).startswith("provebest.")


class _Watch:
    """Checks limits before each step; the slower checks only once per tick."""

    def __init__(
        self,
        search: Search[Result],
        limits: Limits,
        on_event: Listener | None,
    ) -> None:
        self._search, self._limits, self._on_event = search, limits, on_event
        self._begun = self._due = time.perf_counter()
        self.deadline = math.inf if limits.seconds is None else self._begun + limits.seconds

    def limit_reached(self) -> Stopped | None:
        search, limits = self._search, self._limits
        if limits.expanded is not None and search.tally.expanded >= limits.expanded:
            return Stopped.NODE_LIMIT
        if limits.stored is not None and search.stored() >= limits.stored:
            return Stopped.MEMORY_LIMIT
        if limits.probe_nodes is not None and search.tally.probe_nodes >= limits.probe_nodes:
            return Stopped.NODE_LIMIT
        now = time.perf_counter()
        if now >= self.deadline:
            return Stopped.TIME_LIMIT
        return self._tick(now) if now >= self._due else None

    def _tick(self, now: float) -> Stopped | None:
        search, limits = self._search, self._limits
        self._due = now + TICK_SECONDS
        if limits.cancel is not None and limits.cancel.is_set():
            return Stopped.CANCELLED
        if limits.megabytes is not None and resident_megabytes() >= limits.megabytes:
            return Stopped.MEMORY_LIMIT
        if self._on_event is not None:
            expanded, seconds = search.tally.expanded, now - self._begun
            self._on_event(Progress(expanded, search.stored(), seconds, search.headline()))
        return None


def _at_most(limits: Limits, tally: Tally) -> int:
    """Returns how many expansions cannot exceed a counted limit."""
    if limits.stored is not None:
        return 1
    return AT_ONCE if limits.expanded is None else min(AT_ONCE, limits.expanded - tally.expanded)


def resident_megabytes() -> float:
    """Returns the resident memory of this process in megabytes; 0 if it is unknown."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError, ValueError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
