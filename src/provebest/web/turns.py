"""Fair turns: so many searches run at a time, and no tab waits longer because another asks more."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition

SLICE = 5.0
"""Seconds after which a search without a limit of its own lets another one go on."""
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
            if turn.held:
                self._give_back()

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
        self.held = True

    def share(self) -> None:
        """Lets somebody else go on, if one waits and this turn was long enough; then waits."""
        if not self._turns.is_wanted or time.monotonic() - self._begun < SLICE:
            return
        self.held = False
        self._turns._give_back()  # noqa: SLF001 - a turn is a part of its Turns
        self.held = self._turns._take(self._owner, self._cancelled)  # noqa: SLF001 - same
        self._begun = time.monotonic()
