"""Why a search ended, and what it cost."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Stopped(enum.Enum):
    """Why a search ended. Only ``PROVED`` carries a guarantee, and only given the stated bounds."""

    PROVED = "proved"
    """The answer is the best there is, given the bounds or estimates that were declared."""
    FOUND = "found"
    """An answer was found; nothing is claimed about better ones unless the result says so."""
    EXHAUSTED = "exhausted"
    """Everything that can be reached was looked at; there is no answer in it."""
    RULED_OUT = "ruled out"
    """Everything was looked at but for what an infinite estimate said to be hopeless."""
    BAND_FALSE = "declared error false"
    """What was seen contradicts the declared error of the estimate."""
    BOUNDS_FALSE = "bounds false"
    """Bounds that were given contradict each other; what was concluded from them is not proved."""
    NODE_LIMIT = "node limit"
    TIME_LIMIT = "time limit"
    DEPTH_LIMIT = "depth limit"
    MEMORY_LIMIT = "memory limit"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Counters:
    """Work done. Papers disagree on what a "node" is, so their counts are kept apart."""

    expanded: int = 0
    """Nodes whose successors were made (Rosenberg's D, Harris's and Berliner's expansions)."""
    generated: int = 0
    """States made, in the tree and in look-ahead, whether or not they were new."""
    evaluated: int = 0
    """Calls of the estimate or evaluation."""
    probes: int = 0
    """Searches asked of a prober."""
    probe_nodes: int = 0
    """Nodes that those searches visited."""

    def __add__(self, other: Counters) -> Counters:
        return Counters(
            self.expanded + other.expanded,
            self.generated + other.generated,
            self.evaluated + other.evaluated,
            self.probes + other.probes,
            self.probe_nodes + other.probe_nodes,
        )


@dataclass(slots=True)
class Tally:
    """Counters while they still run. One per search; ``frozen()`` is what a result carries."""

    expanded: int = 0
    generated: int = 0
    evaluated: int = 0
    probes: int = 0
    probe_nodes: int = 0

    def frozen(self) -> Counters:
        """The counts as they stand now."""
        return Counters(
            self.expanded, self.generated, self.evaluated, self.probes, self.probe_nodes
        )
