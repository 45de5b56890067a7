"""What was searched for the argument after the choice was made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol

from provebest.argument.parts import Attempt, Move, Parry, Threat
from provebest.search.probability.result import RootMove


@dataclass(frozen=True, slots=True)
class Look(Generic[Move]):
    """A search of some root moves: the value and the line of the best of them."""

    value: float
    line: tuple[Move, ...]
    depth: int
    at_most: bool = False
    """The value is an upper bound."""
    before: float | None = None
    """The value one depth before, if it is known: a move whose value jumps is not yet judged."""
    shallow: bool = False
    """It saw so little that a small difference proves nothing."""

    @property
    def kindest(self) -> float:
        """The greater of the values at the last two depths."""
        return self.value if self.before is None else max(self.value, self.before)


@dataclass(frozen=True, slots=True)
class Evidence(Generic[Move]):
    """The results that fitted into the budget of the argument."""

    looks: Mapping[Move, Look[Move]] = field(default_factory=dict)
    """Rivals that were searched alone, or were best in the search of all rivals."""
    rest: Look[Move] | None = None
    """The search of all rivals together: none of them is above its value."""
    line: tuple[Move, ...] = ()
    """The line of the choice, if it was searched farther than the search had kept it."""
    lines: Mapping[Move, tuple[Move, ...]] = field(default_factory=dict)
    """Lines of rivals that were searched farther than the search had kept them."""
    attempts: tuple[Attempt[Move], ...] = ()
    threat: Threat[Move] | None = None
    parry: Parry[Move] | None = None
    depth: int = 0
    """Plies of the search of all moves that found the choice; 0 if there was none. A look that is
    not deeper does not overrule it."""
    probes: int = 0
    nodes: int = 0
    """The cost of the evidence; that of the search is not included."""


class Chance(Protocol):
    """The measured chance that a rival really reaches a value, for a game and a prober."""

    def __call__(
        self, goal: float, rival: RootMove[Any], look: Look[Any] | None, /
    ) -> float | None:
        """The chance; None if it was not measured."""


def unmeasured(
    goal: float,  # noqa: ARG001 - nothing is known
    rival: RootMove[Any],  # noqa: ARG001 - same
    look: Look[Any] | None,  # noqa: ARG001 - same
) -> float | None:
    """None: for games in which the chance was not measured."""
    return None
