"""Where the control procedure stands: its phase, its target, what is left of its effort."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any

from provebest.search.probability.node import Node


class Phase(enum.Enum):
    """Who is the Forcer: the Player looks for his move, then the Opponent for its refutation."""

    SELECT = "SELECT"
    VERIFY = "VERIFY"

    @property
    def doing(self) -> str:
        """The phase in plain words."""
        return "choosing a move" if self is Phase.SELECT else "examining the replies"


class SelectEnd(enum.Enum):
    """Why SELECT was over, in the paper's words."""

    ONLY_MOVE = "only move"
    SAME_POSITION = "same position"
    WON = "won"
    SEPARATED = "separated"
    CLEARLY_BEST = "clearly best"
    FLAT = "flat"
    NOTHING_LEFT = "nothing left to expand"
    EFFORT = "effort limit"


class VerifyEnd(enum.Enum):
    """Why VERIFY was over; after REFUTED the search goes on, unless its effort is spent."""

    NOT_NEEDED = "not needed"
    REFUTED = "refuted"
    REFUTED_AT_LIMIT = "refuted at the effort limit"
    NO_REPLY = "no reply in contention"
    NOTHING_LEFT = "nothing left to expand"
    EFFORT = "effort limit"


@dataclass(slots=True)
class ControlProgress:
    """Everything that changes besides the graph and the counters."""

    share: int
    """Expansions that this phase may make."""
    phase: Phase = Phase.SELECT
    target: float = 0.0
    target_from: tuple[float, float] | None = None
    """The hope and the RealVal that SELECT's target was made of."""
    used: int = 0
    """Expansions made in this phase."""
    quota_hit: bool = False
    """The last SELECT, or the VERIFY after it, was cut off by its share."""
    rounds: int = 0
    """Times VERIFY has refuted what SELECT had chosen."""
    selected: Node[Any, Any] | None = None
    select_end: SelectEnd = SelectEnd.EFFORT
    chances: dict[int, float] = field(default_factory=dict)
    """OptPrb of the root's moves when SELECT last ended, by their number."""
