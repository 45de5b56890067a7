"""The speed of the search, in nodes per second: assumed at first, then measured."""

from __future__ import annotations

USUAL_SPEED = 1_000_000.0
"""Nodes per second below which a machine is slow, so that B* needs more time for a move.

This is a lower limit, so it is below ``PLAIN_SPEED``.
"""
PLAIN_SPEED = 1_500_000
"""Nodes per second of an ordinary machine: converts seconds into nodes for a first look."""


class Speed:
    """The current speed of this machine, which is lower if it is busy with other work."""

    def __init__(self) -> None:
        self.nodes_per_second = USUAL_SPEED

    def note(self, nodes: int, seconds: float) -> None:
        """Counts a search that visited ``nodes`` in ``seconds``; very short ones are ignored."""
        if nodes >= 5_000 and seconds > 0:
            self.nodes_per_second += 0.3 * (nodes / seconds - self.nodes_per_second)

    def nodes_in(self, seconds: float) -> float:
        """How many nodes a search visits in this time."""
        return self.nodes_per_second * seconds

    @property
    def slowness(self) -> float:
        """How many times longer than usual a search takes; 1 on a machine that is not slow."""
        return max(1.0, USUAL_SPEED / self.nodes_per_second)
