"""Fair turns: so many searches run at a time, and no tab waits longer because another asks more."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition, Lock

SLICE = 5.0
"""Seconds after which a search that is between two steps lets another one go on."""
LATE = 2 * SLICE
"""Seconds after which a turn is taken back from a search in the middle of a long step."""
CHECK = 0.2
"""Seconds between two looks at whether a waiting search was cancelled."""

Cancelled = Callable[[], bool]


class Turns:
    """Gives turns to owners, round and round: one of each owner before the second of any."""

    def __init__(self, most: int) -> None:
        self._free = most
        self._changed = Condition()
        self._waiting: OrderedDict[str, deque[object]] = OrderedDict()

    @contextmanager
    def turn(self, owner: str, cancelled: Cancelled) -> Iterator[Turn | None]:
        """Waits for a turn and yields it; yields None if it was cancelled before its turn came."""
        if not self._take(owner, cancelled):
            yield None
            return
        turn = Turn(self, owner, cancelled)
        try:
            yield turn
        finally:
            turn.end()

    def ahead_of(self, owner: str) -> int:
        """How many others wait, for the owner to read while it waits too."""
        with self._changed:
            return sum(len(queue) for name, queue in self._waiting.items() if name != owner)

    @property
    def is_wanted(self) -> bool:
        """Whether somebody waits for a turn."""
        return bool(self._waiting)

    def _take(self, owner: str, cancelled: Cancelled) -> bool:
        ticket = object()
        with self._changed:
            self._waiting.setdefault(owner, deque()).append(ticket)
            while not (self._free and self._is_next(owner, ticket)):
                if cancelled():
                    self._leave(owner, ticket)
                    return False
                self._changed.wait(CHECK)
            self._leave(owner, ticket)
            self._free -= 1
            return True

    def _is_next(self, owner: str, ticket: object) -> bool:
        return next(iter(self._waiting)) == owner and self._waiting[owner][0] is ticket

    def _leave(self, owner: str, ticket: object) -> None:
        """Takes a ticket out; the owner's other tickets go behind those of the other owners."""
        queue = self._waiting.pop(owner)
        queue.remove(ticket)
        if queue:
            self._waiting[owner] = queue
        self._changed.notify_all()

    def _give_back(self) -> None:
        with self._changed:
            self._free += 1
            self._changed.notify_all()


class Turn:
    """The turn that an owner has."""

    def __init__(self, turns: Turns, owner: str, cancelled: Cancelled) -> None:
        self._turns, self._owner, self._cancelled = turns, owner, cancelled
        self._begun = time.monotonic()
        self._changing = Lock()
        self._held = True

    def share(self) -> float:
        """Between two steps: lets somebody else go on, if one waits and this turn was long enough.

        Then it waits for the next turn, also if this one was taken back. Returns the seconds that
        it has waited.
        """
        if self._held and not self._is_over(SLICE):
            return 0.0
        self.end()
        begun = time.monotonic()
        self._held = self._turns._take(self._owner, self._cancelled)  # noqa: SLF001 - a turn is a part of its Turns
        self._begun = time.monotonic()
        return self._begun - begun

    def lend(self) -> None:
        """In the middle of a step: gives the turn back if it is late; the step goes on to its end.

        It may be called by any thread that works on the step.
        """
        if self._held and self._is_over(LATE):
            self.end()

    def end(self) -> None:
        """Gives the turn back, unless that is done."""
        with self._changing:
            held, self._held = self._held, False
        if held:
            self._turns._give_back()  # noqa: SLF001 - same

    def _is_over(self, seconds: float) -> bool:
        return self._turns.is_wanted and time.monotonic() - self._begun >= seconds
