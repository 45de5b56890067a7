"""How much a choice may cost, in counted nodes or in measured seconds.

The clock starts when the budget is made, if nothing else is said. If only nodes are given, the
clock is never used, so such a search repeats exactly.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

from provebest.vocabulary import BadInputError, Stopped


@dataclass(slots=True)
class Budget:
    """What a search may spend. Counted nodes give the same search everywhere; seconds do not.

    Methods that take ``nodes`` mean the nodes visited so far in this search.

    Raises:
        BadInputError: if neither limit is given, or one is not above 0.
    """

    nodes: int | None = None
    seconds: float | None = None
    grace: float = 0.0
    """Extra seconds for a depth that was begun in time; 0 also allows any depth to be begun."""
    begun: float = field(default_factory=time.perf_counter)
    """When its clock started, by ``time.perf_counter``."""

    def __post_init__(self) -> None:
        if self.nodes is None and self.seconds is None:
            raise BadInputError("a budget is a number of nodes, or of seconds, or both")
        if self.nodes is not None and self.nodes < 1:
            raise BadInputError(f"a budget has at least one node, got {self.nodes}")
        if self.seconds is not None and not self.seconds > 0:
            raise BadInputError(f"a budget has more than 0 seconds, got {self.seconds}")

    def without(self, share: float) -> Budget:
        """The same budget less this share of its nodes and seconds; its clock goes on."""
        nodes = None if self.nodes is None else max(1, round((1 - share) * self.nodes))
        seconds = None if self.seconds is None else (1 - share) * self.seconds
        return replace(self, nodes=nodes, seconds=seconds)

    @property
    def elapsed(self) -> float:
        """Seconds since its clock started."""
        return time.perf_counter() - self.begun

    def spent(self, nodes: int) -> float:
        """The share of the budget that is spent: 1 or more if nothing is left.

        With both limits, the greater share counts. ``grace`` is not part of it.
        """
        shares = [0.0]
        if self.nodes is not None:
            shares.append(nodes / self.nodes)
        if self.seconds is not None:
            shares.append(self.elapsed / self.seconds)
        return max(shares)

    def limit(self, nodes: int) -> Stopped:
        """Which limit ended the search: nodes if they are spent or the only limit, else time."""
        if self.nodes is not None and (self.seconds is None or nodes >= self.nodes):
            return Stopped.NODE_LIMIT
        return Stopped.TIME_LIMIT

    def nodes_left(self, nodes: int) -> int | None:
        """Nodes that may still be visited, at least 1; None if they are not limited."""
        return None if self.nodes is None else max(1, self.nodes - nodes)

    def seconds_left(self) -> float | None:
        """Seconds that are left, grace included, at least 0.001; None if time is not limited."""
        if self.seconds is None:
            return None
        return max(0.001, self.seconds + self.grace - self.elapsed)

    def begins(self, nodes: int) -> bool:
        """Whether another depth may be begun.

        Without grace, as long as anything is left. With it, only if there is time enough to finish:
        a depth takes about as long as all before it.
        """
        if not self.grace or self.seconds is None:
            return self.spent(nodes) < 1
        return 2 * self.spent(nodes) < 1 + self.grace / self.seconds
