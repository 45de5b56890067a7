"""What a search says of a test position."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Solution:
    """The move that a search found for one position, and what it cost."""

    move: str
    value: int | None
    depth: int
    nodes: int
    seconds: float
    expansions: int | None
    """Expansions of the tree; None for searches that do not expand one."""
    stopped_early: bool
    """Whether it ended before the limit was reached."""
