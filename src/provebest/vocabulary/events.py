"""What a search reports while it runs: one stream of typed events, and whoever listens to it.

A progress bar, the table on the terminal, the picture of the race, the log in the paper's notation,
a certificate and a chess program all listen to this stream. An event is frozen: a listener may keep
it, and nothing that it does with it changes the search.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar


@dataclass(frozen=True, slots=True)
class SearchEvent:
    """Something that has happened in a search."""


@dataclass(frozen=True, slots=True)
class Progress(SearchEvent):
    """How far the search has come; sent by ``run`` between two steps, at most 20 times a second."""

    expanded: int
    stored: int
    seconds: float
    headline: str


Listener = Callable[[SearchEvent], None]
SomeEvent = TypeVar("SomeEvent", bound=SearchEvent)


class EventStream:
    """The stream of one search. Listeners are called in the order in which they were added.

    A listener runs inside the search: what it raises comes out of ``step()`` or ``run()``.
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

    def send(self, kind: type[SomeEvent], make: Callable[[], SomeEvent]) -> None:
        """Sends the event that ``make`` returns; it is called once, and only if somebody listens.

        Making an event may therefore cost something, and must not change the search.
        """
        listeners = [listener for wanted, listener in self._listeners if issubclass(kind, wanted)]
        if listeners:
            event = make()
            for listener in listeners:
                listener(event)

    def pass_on(self, event: SearchEvent) -> None:
        """Sends an event that exists already: a stream can listen to another one."""
        self.send(type(event), lambda: event)
