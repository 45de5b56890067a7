"""The events of a search that chooses a move. ``Progress`` comes from the loop around it."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any, Generic

from provebest.search.move_search import Snapshot
from provebest.search.probability.beliefs import Belief, Move
from provebest.search.setprobe.set_prober import SetValue
from provebest.vocabulary import SearchEvent, counted, number_text


@dataclass(frozen=True, slots=True)
class StepEnded(SearchEvent, Generic[Move]):
    """A step is over: what it was for, and the state of the search after it."""

    purpose: str
    """The ``purpose`` of the snapshot before the step."""
    snapshot: Snapshot[Move]


@dataclass(frozen=True, slots=True)
class ExpansionStarted(SearchEvent, Generic[Move]):
    """The classic control is about to expand the leaf at the end of a line."""

    phase: str
    """SELECT or VERIFY."""
    line: tuple[Move, ...]
    """From the root; empty for the root itself."""


@dataclass(frozen=True, slots=True)
class ExpansionEnded(SearchEvent, Generic[Move]):
    """The leaf was expanded and its values were backed up: the best root move after it."""

    best: Move
    value: float


class Milestone(enum.Enum):
    """Where the control procedure changes its course."""

    SELECTED = "selected"
    """SELECT has chosen a move; its target and its chances still stand."""
    VERIFY = "verify"
    """VERIFY begins, with its own target."""
    CLOSER = "closer"
    """SELECT has moved its target closer."""
    REFUTED = "refuted"
    """VERIFY has refuted the choice; its target still stands."""
    END = "end"


@dataclass(frozen=True, slots=True)
class MilestoneReached(SearchEvent, Generic[Move]):
    """The classic control has reached a milestone, with the best move at that moment."""

    milestone: Milestone
    best: Move
    target: float


@dataclass(frozen=True, slots=True)
class FirstLook(SearchEvent, Generic[Move]):
    """The modern control has looked at every root move by itself."""

    beliefs: tuple[Belief[Any, Move], ...]


@dataclass(frozen=True, slots=True)
class SetProbed(SearchEvent, Generic[Move]):
    """The modern control has probed a set of moves: why, which, how deep, and the answer."""

    purpose: str
    """SELECT (the best of all moves), rivals or VERIFY (the two attacks on the choice, or VERIFY of
    all moves, which is both), losses (whether all rivals lose by force; only in games where a loss
    that is found is certain)."""
    moves: tuple[Move, ...]
    """Empty: all moves."""
    depth: int
    bound: float | None
    """Set if the only question was whether a move is worth this much."""
    found: SetValue[Move]
    nodes: int
    """Nodes of this probe alone."""

    def __str__(self) -> str:
        among = counted(len(self.moves), "move") if self.moves else "all moves"
        answer = f"{self.purpose:<10} depth {self.depth:>2}, {among}{self._answer()}"
        return f"{answer} ({counted(self.nodes, 'node')})"

    def _answer(self) -> str:
        found = self.found
        if self.bound is None:
            value = f": {found.best} {number_text(found.value)}"
            return value if found.finished else f"{value}, cut off"
        reached = f"reached by {found.best}" if found.value >= self.bound else "not reached"
        return f", {self.bound:.0f} wanted: " + (reached if found.finished else "cut off")
