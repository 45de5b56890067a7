"""Tells an engine that hangs from one that is slow."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

SILENCE = 15.0
"""Seconds without a sign of life after which an engine that searches counts as hung."""


class Watch:
    """Watches over one search.

    After half of ``silence`` seconds without a sign of life, ``ask`` is called once: it sends
    ``isready``, which an engine has to answer even while it searches. After the other half the
    engine counts as hung.

    Each line that it sends is a sign of life. ``readyok`` is one only if the engine has a score and
    may still be searching, which takes ``expected`` seconds: the part of it that reads commands may
    go on although the search hangs.
    """

    def __init__(
        self, ask: Callable[[], None], begun: float, silence: float, expected: float
    ) -> None:
        self._ask, self.begun, self._half = ask, begun, silence / 2
        self._busy_until = begun + expected
        self._last_sign, self._asked = begun, inf

    def notice(self, arrival: float, *, ready: bool, scored: bool) -> None:
        """A line has arrived: ``readyok`` (``ready``) or another one."""
        if not ready or (scored and arrival < self._busy_until):
            self._last_sign, self._asked = arrival, inf

    def is_hung(self, now: float) -> bool:
        """Whether the engine was silent for too long.

        The second half counts from the question, so that an engine is not taken for hung because
        the whole computer slept.
        """
        if self._asked == inf and now > self._last_sign + self._half:
            self._asked = now
            self._ask()
        return now > self._asked + self._half
