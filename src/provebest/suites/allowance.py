"""What a search may use on a test position, and what it says."""

from __future__ import annotations

from dataclasses import dataclass

from provebest.vocabulary import BadInputError


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a search may use for one position; whichever ends first.

    Raises:
        BadInputError: for an allowance of nothing.
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not 0 < self.seconds < 1e6:
            raise BadInputError(f"a position gets more than 0 seconds; got {self.seconds}")
        if self.nodes is not None and self.nodes < 1:
            raise BadInputError(f"a position gets 1 node or more; got {self.nodes}")


@dataclass(frozen=True, slots=True)
class Solution:
    """What a search says of one position."""

    move: str
    value: int | None
    depth: int
    nodes: int
    seconds: float
    expansions: int | None
    """For searches that expand a tree of their own; None for those that do not."""
    stopped_early: bool
    """It had its answer before the allowance was used up."""
