"""What a certificate of the modern control is made of: the events of its search."""

from __future__ import annotations

from typing import Any

from provebest.search.events import FirstLook, SetProbed
from provebest.search.probability.beliefs import Belief
from provebest.vocabulary import EventStream


class Recorder:
    """Listens to a search from before its first step; a search with a tree sends nothing here."""

    def __init__(self, events: EventStream) -> None:
        self.probes: list[SetProbed[Any]] = []
        self.first_look: list[Belief[Any, Any]] = []
        """The values and hopes of the root moves, each move looked at by itself."""
        events.on(SetProbed, self._note_probe)
        events.on(FirstLook, lambda look: self.first_look.extend(look.beliefs))

    def _note_probe(self, probe: SetProbed[Any]) -> None:
        if probe.bound is None:  # whether a bound is reached is no value to certify
            self.probes.append(probe)
