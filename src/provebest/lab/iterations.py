"""Clocks of evaluations for searches that deepen: an iteration that cannot be paid is not begun."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Iterations:
    """What the iterations of one search have cost so far."""

    width: int
    """Moves to choose from: half of it is how the second iteration is expected to grow."""
    costs: list[int] = field(default_factory=list)

    def payable(self, spent: int, allowed: int) -> bool:
        """Whether another fits into what is allowed if it grows as the last did; the first does."""
        if not self.costs:
            return True
        before = self.costs[-2] if len(self.costs) > 1 else 0
        growth = self.costs[-1] / before if before else self.width / 2
        return spent + self.costs[-1] * growth <= allowed
