"""A share of some things, with its interval."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

SIGMAS = 1.96
"""Of an interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many of all things have some property."""

    hits: int
    total: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share (Wilson); from 0 to 1 if there is nothing."""
        if not self.total:
            return 0.0, 1.0
        n, share, z = self.total, self.hits / self.total, SIGMAS
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        return middle - half, middle + half

    def as_json(self) -> dict[str, Any]:
        """The share as JSON; ``share``, ``low`` and ``high`` are None if there is nothing."""
        low, high = self.interval if self.total else (None, None)
        share = self.hits / self.total if self.total else None
        return {"hits": self.hits, "total": self.total, "share": share, "low": low, "high": high}

    def __str__(self) -> str:
        if not self.total:
            return "none"
        low, high = (max(0.0, end) for end in self.interval)
        shown = f"{self.hits / self.total:.0%}, {low:.0%} to {high:.0%}".replace("%", " %")
        return f"{self.hits} of {self.total} ({shown})"
