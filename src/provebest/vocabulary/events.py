"""Events that a search sends while it runs, and the stream that passes them to listeners.

The progress bar, the table on the terminal, the picture of the race, the log in the paper's
notation, certificates and chess programs all use this stream. Events are frozen: a listener may
keep them, and cannot change the search through them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar


@dataclass(frozen=True, slots=True)
class SearchEvent:
    """Base class of the events of a search."""


@dataclass(frozen=True, slots=True)
class Progress(SearchEvent):
    """The progress of a search; sent by ``run`` between two steps, at most 20 times a second."""

    expanded: int
    stored: int
    seconds: float
    headline: str


Listener = Callable[[SearchEvent], None]
SomeEvent = TypeVar("SomeEvent", bound=SearchEvent)


class EventStream:
    """The stream of one search. Listeners are called in the order in which they were added.

    A listener runs inside the search: its exceptions are raised by ``step()`` or ``run()``.
    """

    def __init__(self) -> None:
        self._listeners: list[tuple[type[SearchEvent], Listener]] = []

    def listen(self, listener: Listener | None) -> None:
        """Calls the listener with every event from now on; None adds nothing."""
        if listener is not None:
            self._listeners.append((SearchEvent, listener))

    def on(self, kind: type[SomeEvent], listener: Callable[[SomeEvent], None]) -> None:
        """Calls the listener with every event of one kind from now on."""
        self._listeners.append((kind, listener))  # type: ignore[arg-type]  # send() tests the kind

    def has_listener(self, kind: type[SearchEvent]) -> bool:
        """Whether somebody is called with events of this kind."""
        return any(issubclass(kind, wanted) for wanted, _ in self._listeners)

    def send(self, kind: type[SomeEvent], make: Callable[[], SomeEvent]) -> None:
        """Sends the event that ``make`` returns; calls it once, and only if there is a listener.

        So making an event may be slow; it must not change the search.
        """
        listeners = [listener for wanted, listener in self._listeners if issubclass(kind, wanted)]
        if listeners:
            event = make()
            for listener in listeners:
                listener(event)

    def pass_on(self, event: SearchEvent) -> None:
        """Sends an existing event, so that one stream can listen to another."""
        self.send(type(event), lambda: event)
