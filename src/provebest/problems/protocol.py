"""The methods of a one-person problem. Every path search in this package needs only these."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable
from typing import Generic, Protocol, TypeVar

State = TypeVar("State", bound=Hashable)
Action = TypeVar("Action")


class CompiledPath(Protocol[State, Action]):
    """A best-first path search in compiled code, supplied by a problem."""

    @property
    def status(self) -> str:
        """``running``, ``goal``, ``met``, ``exhausted``, ``ruled out`` or ``full``."""

    @property
    def expanded(self) -> int:
        """Nodes expanded."""

    @property
    def generated(self) -> int:
        """States generated, in the tree and in look-ahead."""

    @property
    def evaluated(self) -> int:
        """States whose estimate was computed."""

    @property
    def stored(self) -> int:
        """States held in memory."""

    def advance(self, at_most: int, poll: Callable[[], object]) -> None:
        """Expands up to this many nodes, calling ``poll`` meanwhile: it may raise."""

    def closest_estimate(self) -> float:
        """The least estimate so far, times the problem's scale."""

    def path(self, *, to_closest: bool) -> tuple[list[State], list[Action], float]:
        """Returns the states, actions and cost of the path to the goal, or to the closest state."""


class Problem(ABC, Generic[State, Action]):
    """A start, steps with costs, a goal test and an estimate. States are immutable and hashable.

    Three methods are required; an estimate makes the search fast. See
    ``docs/your-own-problem.md``.
    """

    scale: int = 1
    """``estimate`` returns the estimated cost times this, so that weighted integers stay exact."""

    admissible: bool = False
    """Promise: 0 <= ``estimate`` <= ``scale`` times the true remaining cost, for every state.

    Proofs rely on it."""

    is_tree: bool = False
    """Promise: no state can be reached in two ways, so the search need not remember states."""

    vouched: bool = False
    """True in the class itself: its answers are not checked. A subclass does not inherit this."""

    @abstractmethod
    def start(self) -> State:
        """Returns the state in which the search begins."""

    @abstractmethod
    def successors(self, state: State) -> Iterable[tuple[Action, State, float]]:
        """Returns ``(action, state, cost)`` for each step, in a fixed order; every cost is >= 0."""

    @abstractmethod
    def is_goal(self, state: State) -> bool:
        """Returns whether this state is a goal."""

    def estimate(self, state: State) -> float:  # noqa: ARG002 - for problems that know more
        """Returns ``scale`` times the estimated cost from here to a goal; 0 if nothing is known.

        The result is 0 or more; ``math.inf`` means that no goal can be reached from here.
        """
        return 0

    def look_ahead(
        self, state: State, parent: State | None, depth: int
    ) -> tuple[float, int | None, int, int] | None:
        """Looks ahead in compiled code; None if there is none and the search grows the tree itself.

        Returns ``(value, steps to the goal or None if it was not met, states generated, states
        evaluated)``, equal to what ``provebest.search.path.look_ahead`` finds.
        """
        del state, parent, depth
        return None

    def overestimate(self, state: State) -> float | None:
        """Returns ``scale`` times the most that the estimate can be too high; None if unknown."""
        del state
        return 0 if self.admissible else None

    def upper_estimate(self, state: State) -> float | None:
        """Returns ``scale`` times a cost that should suffice from here (Harris's H2), or None."""
        del state
        return None

    def completion(self, state: State) -> list[tuple[Action, State, float]] | None:
        """Returns steps from here to a goal that cost ``upper_estimate``; None if not known."""
        del state
        return None

    def compiled_path_search(
        self, *, g_factor: int, h_factor: int, look_ahead: int, newest_first: bool, reopen: bool
    ) -> CompiledPath[State, Action] | None:
        """Returns a compiled path search equal to ``PathSearch`` node for node; None if none."""
        del g_factor, h_factor, look_ahead, newest_first, reopen
        return None

    def show(self, state: State) -> str:
        """Returns the state as short text, for people."""
        return str(state)
