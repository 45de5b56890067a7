"""How much a choice may cost, in counted nodes or in measured seconds."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from provebest.vocabulary import BadInputError, Stopped


def begun_until(stable: int) -> float:
    """The share of a time until which another depth is begun, which takes about twice the last."""
    return 0.45 if stable >= 6 else 0.6 if stable >= 3 else 0.9


@dataclass(slots=True)
class Budget:
    """What may be spent. Counted nodes give the same search everywhere; seconds do not."""

    nodes: int | None = None
    seconds: float | None = None
    grace: float = 0.0
    """Seconds beyond the others that a search may take which was begun in time."""
    _begun: float = field(default_factory=time.perf_counter)

    def __post_init__(self) -> None:
        if self.nodes is None and self.seconds is None:
            raise BadInputError("a budget is a number of nodes, or of seconds, or both")
        if self.nodes is not None and self.nodes < 1:
            raise BadInputError(f"a budget has at least one node, got {self.nodes}")
        if self.seconds is not None and not self.seconds > 0:
            raise BadInputError(f"a budget has more than 0 seconds, got {self.seconds}")

    def spent(self, nodes: int) -> float:
        """The share that is gone after so many nodes: 1 or more when there is nothing left."""
        shares = [0.0]
        if self.nodes is not None:
            shares.append(nodes / self.nodes)
        if self.seconds is not None:
            shares.append((time.perf_counter() - self._begun) / self.seconds)
        return max(shares)

    def limit(self, nodes: int) -> Stopped:
        """Which of the two is spent; where it is both or neither, the one that was given first."""
        if self.nodes is not None and (self.seconds is None or nodes >= self.nodes):
            return Stopped.NODE_LIMIT
        return Stopped.TIME_LIMIT

    def nodes_left(self, nodes: int) -> int | None:
        """Nodes that may still be visited, at least one."""
        return None if self.nodes is None else max(1, self.nodes - nodes)

    def seconds_left(self) -> float | None:
        """Seconds that are left, a little more than none."""
        if self.seconds is None:
            return None
        return max(0.001, self.seconds + self.grace - (time.perf_counter() - self._begun))

    def begins(self, nodes: int, stable: int) -> bool:
        """Whether another depth is begun; where there is grace, one that can be finished.

        The longer the answer has been the same, the less is risked for it.
        """
        return self.spent(nodes) < (begun_until(stable) if self.grace else 1.0)
