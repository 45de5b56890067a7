"""How things stand in a probability-based search that is still running."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from provebest.search.probability.beliefs import Move
from provebest.search.probability.result import RootMove
from provebest.vocabulary import Counters


@dataclass(frozen=True, slots=True)
class Snapshot(Generic[Move]):
    """A picture of one moment: it does not change when the search goes on."""

    doing: str
    """What the next step is for: SELECT, VERIFY, or a word of the modern control."""
    aim: str
    """The target, or the depth."""
    moves: tuple[RootMove[Move], ...]
    """Best first; none before the root is expanded."""
    counters: Counters
