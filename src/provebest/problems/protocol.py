"""What a one-person problem must offer. Every path search in this package needs only this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from typing import Generic, Protocol, TypeVar

State = TypeVar("State", bound=Hashable)
Action = TypeVar("Action")


class CompiledPath(Protocol[State, Action]):
    """A best-first path search that a problem brings along in compiled code."""

    @property
    def status(self) -> str:
        """``running``, ``goal``, ``met``, ``exhausted``, ``ruled out`` or ``full``."""

    @property
    def expanded(self) -> int:
        """Nodes developed."""

    @property
    def generated(self) -> int:
        """States made, in the tree and in look-ahead."""

    @property
    def evaluated(self) -> int:
        """Estimates made."""

    @property
    def stored(self) -> int:
        """States held in memory."""

    def advance(self, at_most: int) -> None:
        """Develops up to this many nodes."""

    def closest_estimate(self) -> float:
        """The least estimate so far, times the problem's scale."""

    def path(self, *, to_closest: bool) -> tuple[list[State], list[Action], float]:
        """States, actions and cost of the way to the goal, or to the closest state."""


class Problem(ABC, Generic[State, Action]):
    """A start, steps with costs, a goal test and an estimate. States are immutable and hashable.

    Three methods make a problem; the estimate makes it quick. See ``docs/your-own-problem.md``.
    """

    scale: int = 1
    """``estimate`` returns the estimated cost times this, so that weighted integers stay exact."""

    admissible: bool = False
    """Promise that the estimate is never negative and never exceeds the true remaining cost.

    Proofs rest on it."""

    is_tree: bool = False
    """Promise that no state can be reached in two ways, so that none need be remembered."""

    vouched: bool = False
    """Set in a class of its own whose answers need no check; a subclass is checked again."""

    @abstractmethod
    def start(self) -> State:
        """Where the search begins."""

    @abstractmethod
    def successors(self, state: State) -> Iterable[tuple[Action, State, float]]:
        """``(action, state, cost)`` for each step, in a fixed order; costs are 0 or more."""

    @abstractmethod
    def is_goal(self, state: State) -> bool:
        """Whether the search may end here."""

    def estimate(self, state: State) -> float:  # noqa: ARG002 - for problems that know more
        """``scale`` times the estimated cost from here to a goal; 0 says nothing.

        Never negative; ``math.inf`` says that no goal can be reached from here.
        """
        return 0

    def look_ahead(
        self, state: State, parent: State | None, depth: int
    ) -> tuple[float, int | None, int, int] | None:
        """A compiled look-ahead, or None where there is none and the search grows the tree itself.

        ``(value, steps to the goal if it was met, states generated, states evaluated)``, equal to
        what ``provebest.search.look_ahead`` finds.
        """
        del state, parent, depth
        return None

    def overestimate(self, state: State) -> float | None:
        """``scale`` times the most that the estimate here can exceed the truth; None if unknown."""
        del state
        return 0 if self.admissible else None

    def upper_estimate(self, state: State) -> float | None:
        """``scale`` times a cost that should suffice from here (Harris's H2); None if none."""
        del state
        return None

    def completion(self, state: State) -> list[tuple[Action, State, float]] | None:
        """Actual steps from here to a goal whose cost is ``upper_estimate``; None if not known."""
        del state
        return None

    def compiled_path_search(
        self, *, g_factor: int, h_factor: int, look_ahead: int, newest_first: bool, reopen: bool
    ) -> CompiledPath[State, Action] | None:
        """The path search in compiled code, equal to ``PathSearch`` node for node; None if none."""
        del g_factor, h_factor, look_ahead, newest_first, reopen
        return None

    def show(self, state: State) -> str:
        """The state in a few characters, for people."""
        return str(state)
