"""Why a search ended, and how much work it did."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Stopped(enum.Enum):
    """Why a search ended.

    Only ``PROVED`` and ``WITHIN_REGRET`` are guarantees, and only given the stated bounds.
    """

    PROVED = "proved"
    """No answer is better, given the declared bounds or estimates."""
    WITHIN_REGRET = "within regret"
    """No answer is better by more than the regret that was asked for, given the bounds."""
    FOUND = "found"
    """An answer was found; nothing is claimed about better ones unless the result says so."""
    EXHAUSTED = "exhausted"
    """Every reachable state was searched; there is no answer."""
    RULED_OUT = "ruled out"
    """Every state was searched except those that an infinite estimate ruled out; no answer."""
    BAND_FALSE = "declared error false"
    """The search contradicts the declared error of the estimate."""
    BOUNDS_FALSE = "bounds false"
    """The given bounds contradict each other, so nothing is proved."""
    NODE_LIMIT = "node limit"
    TIME_LIMIT = "time limit"
    DEPTH_LIMIT = "depth limit"
    MEMORY_LIMIT = "memory limit"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Counters:
    """Work done. Papers disagree on what a "node" is, so there are separate counts."""

    expanded: int = 0
    """Nodes whose successors were generated (Rosenberg's D, Harris's and Berliner's expansions)."""
    generated: int = 0
    """States generated, in the tree and in look-ahead, new or not."""
    evaluated: int = 0
    """Calls of the estimate or evaluation."""
    probes: int = 0
    """Searches made by a prober."""
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
    """The running counters of a search; ``frozen()`` returns them for a result."""

    expanded: int = 0
    generated: int = 0
    evaluated: int = 0
    probes: int = 0
    probe_nodes: int = 0

    def frozen(self) -> Counters:
        """Returns the present counts."""
        return Counters(
            self.expanded, self.generated, self.evaluated, self.probes, self.probe_nodes
        )
