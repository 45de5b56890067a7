"""How fast machines search: what is assumed before anything is measured, and what is measured."""

from __future__ import annotations

USUAL_SPEED = 1_000_000.0
"""Nodes per second of a machine that is not slow: on a slower one, B* needs more time for a move.

This is a lower limit, so it is below ``PLAIN_SPEED``.
"""
PLAIN_SPEED = 1_500_000
"""Nodes per second of an ordinary machine: turns seconds into nodes to size a first look."""


class Speed:
    """How fast this machine searches now; one that is busy elsewhere is slow."""

    def __init__(self) -> None:
        self.nodes_per_second = USUAL_SPEED

    def note(self, nodes: int, seconds: float) -> None:
        """A thought visited so many nodes; one that was very short says nothing."""
        if nodes >= 5_000 and seconds > 0:
            self.nodes_per_second += 0.3 * (nodes / seconds - self.nodes_per_second)

    @property
    def slowness(self) -> float:
        """How many times longer than usual everything takes; 1 on a fast machine."""
        return max(1.0, USUAL_SPEED / self.nodes_per_second)
