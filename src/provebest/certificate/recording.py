"""Records the events of a search, to save or certify what the modern control found."""

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
        events.on(SetProbed, self.probes.append)
        events.on(FirstLook, lambda look: self.first_look.extend(look.beliefs))
