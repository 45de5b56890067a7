"""The one loop around every search: limits, cancelling and progress are written here only."""

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
"""How often the clock's slower questions are asked: cancelled? memory? progress?"""

AT_ONCE = 4096
"""Expansions a compiled search makes before it is asked anything; a few milliseconds."""


class Search(Protocol[Result_co]):
    """A search that can be run one expansion at a time and asked at any moment.

    Between two calls of ``step()`` the search has already chosen the node it will expand next and
    has finished if that node ends the search: so a node limit is tested after the goal test.
    """

    tally: Tally
    stopped: Stopped | None
    """Set when the search has ended by itself; ``step()`` may not be called after that."""

    def step(self, at_most: int = 1) -> None:
        """Makes one expansion; a compiled search may make up to ``at_most`` in one go."""

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

    Time and cancelling are kept inside a step too, wherever it calls the user's code. An exception
    of that code is the user's: it comes out as it is.

    Raises:
        CancelledError: if it was cancelled in its very first step, so that there is no answer.
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
                    raise  # the limit of a search that this one runs inside of
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
    """What the next step may use of the limits that are counted."""
    if limits.expanded is not None:
        guard.expansions_left = limits.expanded - tally.expanded
    if limits.probe_nodes is not None:
        guard.probe_nodes_left = limits.probe_nodes - tally.probe_nodes


def is_from_outside(error: BaseException) -> bool:
    """Whether an exception was raised in code that is not this package's: the user's own."""
    frames = error.__traceback__
    while frames is not None and frames.tb_next is not None:
        frames = frames.tb_next
    module = "" if frames is None else frames.tb_frame.f_globals.get("__name__", "")
    return not str(module).startswith("provebest.")


class _Watch:
    """Asks before each step whether a limit is reached; the slower questions only at each tick."""

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
    """How many expansions cannot overrun a counted limit."""
    if limits.stored is not None:
        return 1
    return AT_ONCE if limits.expanded is None else min(AT_ONCE, limits.expanded - tally.expanded)


def resident_megabytes() -> float:
    """Memory this process holds now; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError, ValueError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
