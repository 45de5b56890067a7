"""What was looked at besides the search itself, so that its choice can be argued for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol

from provebest.argument.parts import Attempt, Move, Parry, Threat
from provebest.search.probability.result import RootMove


@dataclass(frozen=True, slots=True)
class Look(Generic[Move]):
    """One search of a set of moves at the root: the best of them and how play goes on."""

    value: float
    line: tuple[Move, ...]
    depth: int
    at_most: bool = False
    """The value is an upper bound."""


@dataclass(frozen=True, slots=True)
class Evidence(Generic[Move]):
    """Whatever of it there was time for."""

    looked: Mapping[Move, Look[Move]] = field(default_factory=dict)
    """Rivals that were searched alone, or came out best of all rivals."""
    rest: Look[Move] | None = None
    """All rivals searched together: none of them came above this."""
    attempts: tuple[Attempt[Move], ...] = ()
    threat: Threat[Move] | None = None
    parry: Parry[Move] | None = None
    probes: int = 0
    nodes: int = 0
    """What it cost besides the search."""


class Chance(Protocol):
    """How likely a rival is really to reach a value: measured, for some game and prober."""

    def __call__(
        self, goal: float, rival: RootMove[Any], looked: Look[Any] | None, /
    ) -> float | None:
        """None where nobody has measured it."""


def unmeasured(
    goal: float,  # noqa: ARG001 - nothing is known
    rival: RootMove[Any],  # noqa: ARG001 - same
    looked: Look[Any] | None,  # noqa: ARG001 - same
) -> float | None:
    """For games in which nobody has measured how often hopes come true."""
    return None
