"""The limit of a search on a test position, and its solution."""

from __future__ import annotations

from dataclasses import dataclass

from provebest.vocabulary import BadInputError


@dataclass(frozen=True, slots=True)
class Allowance:
    """The time and nodes that a search may use for one position; it stops at the first limit.

    Raises:
        BadInputError: unless 0 < seconds < 1e6 and nodes >= 1.
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not 0 < self.seconds < 1e6:
            raise BadInputError(f"--seconds must be greater than 0; got {self.seconds}")
        if self.nodes is not None and self.nodes < 1:
            raise BadInputError(f"--nodes must be 1 or more; got {self.nodes}")


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
