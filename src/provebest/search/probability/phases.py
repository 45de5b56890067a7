"""The state of the control procedure: its phase, its target, and the effort it has used."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any

from provebest.search.probability.node import Node


class Phase(enum.Enum):
    """Which side is the Forcer: the Player in SELECT, the Opponent in VERIFY."""

    SELECT = "SELECT"
    VERIFY = "VERIFY"

    @property
    def doing(self) -> str:
        """The phase in plain words."""
        return "choosing a move" if self is Phase.SELECT else "examining the replies"


class SelectEnd(enum.Enum):
    """Why SELECT ended. The first three end the search; after the others VERIFY begins."""

    ONLY_MOVE = "only move"
    SAME_POSITION = "same position"
    WON = "won"
    SEPARATED = "separated"
    CLEARLY_BEST = "clearly best"
    FLAT = "flat"
    NOTHING_LEFT = "nothing left to expand"
    EFFORT = "effort limit"


class VerifyEnd(enum.Enum):
    """Why VERIFY ended. After REFUTED SELECT begins again; the others end the search."""

    NOT_NEEDED = "not needed"
    REFUTED = "refuted"
    REFUTED_AT_LIMIT = "refuted at the effort limit"
    NO_REPLY = "no reply in contention"
    NOTHING_LEFT = "nothing left to expand"
    EFFORT = "effort limit"


@dataclass(slots=True)
class ControlProgress:
    """Everything that changes besides the graph and the counters; all of it is saved."""

    share: int
    """Expansions that this phase may make."""
    phase: Phase = Phase.SELECT
    target: float = 0.0
    """TargetVal, for the Player: every OptPrb in the graph belongs to it."""
    target_from: tuple[float, float] | None = None
    """The hope and the RealVal that SELECT's target was computed from; None before the first."""
    used: int = 0
    """Expansions made in this phase."""
    quota_hit: bool = False
    """Whether the last SELECT, or the VERIFY after it, was cut off by its share of effort."""
    rounds: int = 0
    """Times VERIFY has refuted what SELECT had chosen."""
    selected: Node[Any, Any] | None = None
    """What the last SELECT chose; at the end of the search, the move to play."""
    select_end: SelectEnd = SelectEnd.EFFORT
    """Why the last SELECT ended; before that it has no meaning."""
    chances: dict[int, float] = field(default_factory=dict)
    """OptPrb of the root's moves when SELECT last ended, by their place at the root."""
