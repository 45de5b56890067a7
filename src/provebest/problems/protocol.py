"""What a one-person problem must offer. Every path search in this package needs only this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

State = TypeVar("State", bound=Hashable)
Action = TypeVar("Action")


class Problem(ABC, Generic[State, Action]):
    """A start, steps with costs, a goal test and an estimate. States are immutable and hashable.

    Three methods make a problem; the estimate makes it quick. See ``docs/your-own-problem.md``.
    """

    scale: int = 1
    """``estimate`` returns the estimated cost times this, so that weighted integers stay exact."""

    admissible: bool = False
    """Promise that the estimate never exceeds the true remaining cost. Proofs rest on it."""

    @abstractmethod
    def start(self) -> State:
        """Where the search begins."""

    @abstractmethod
    def successors(self, state: State) -> Iterable[tuple[Action, State, float]]:
        """``(action, state, cost)`` for each step, in a fixed order; no cost is negative."""

    @abstractmethod
    def is_goal(self, state: State) -> bool:
        """Whether the search may end here."""

    def estimate(self, state: State) -> float:  # noqa: ARG002 - for problems that know more
        """``scale`` times the estimated cost from here to a goal; 0 says nothing."""
        return 0

    def look_ahead(
        self, state: State, parent: State | None, depth: int
    ) -> tuple[float, int | None, int, int] | None:
        """A compiled look-ahead, or None where there is none and the search grows the tree itself.

        ``(value, steps to the goal if it was met, states generated, states evaluated)``, equal to
        what ``provebest.search.look_ahead`` finds.
        """
        del state, parent, depth

    def upper_estimate(self, state: State) -> float | None:
        """``scale`` times a cost that should suffice from here (Harris's H2); None if there is none."""
        del state

    def completion(self, state: State) -> list[tuple[Action, State, float]] | None:
        """Actual steps from here to a goal whose cost is ``upper_estimate``; None if not known."""
        del state

    def show(self, state: State) -> str:
        """The state in a few characters, for people."""
        return str(state)
