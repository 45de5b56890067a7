"""Records the events of a search, for a certificate of the modern control."""

from __future__ import annotations

from typing import Any

from provebest.search.events import FirstLook, SetProbed
from provebest.search.probability.beliefs import Belief
from provebest.vocabulary import EventStream


class Recorder:
    """Records the set-probes of a search from its first step; other searches send none."""

    def __init__(self, events: EventStream) -> None:
        self.probes: list[SetProbed[Any]] = []
        self.first_look: list[Belief[Any, Any]] = []
        """The values and hopes of the root moves, each move probed by itself."""
        events.on(SetProbed, self._note_probe)
        events.on(FirstLook, lambda look: self.first_look.extend(look.beliefs))

    def _note_probe(self, probe: SetProbed[Any]) -> None:
        if probe.bound is None:  # a test of a bound gives no value to certify
            self.probes.append(probe)
