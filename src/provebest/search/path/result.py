"""What a path search found, how good that is known to be, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic

from provebest.problems.protocol import Action, State
from provebest.vocabulary import Counters, Stopped, counted


@dataclass(frozen=True, slots=True)
class PathResult(Generic[State, Action]):
    """A path to a goal, or, if none was found, to the state with the least estimate."""

    solved: bool
    path: tuple[State, ...]
    """The states from the start on. If ``solved`` the last is a goal; if not it is the one with the
    least estimate, which can be a goal that was made but not yet selected."""
    actions: tuple[Action, ...]
    cost: float | None
    """The cost of ``path``; None if it does not lead to a goal."""
    stopped: Stopped
    reason: str
    """Why the search stopped and what that says of the answer, in one sentence."""
    counters: Counters
    stored: int
    """States held when the search ended."""
    restarts: int
    at_most_times_optimum: float | None
    """A proved bound on cost / least cost, given that the estimate never exceeds the true cost;
    None if nothing is claimed."""
    known_optimum: float | None = None
    """The least cost, if the caller gave it."""

    def __str__(self) -> str:
        """The path's length and cost, why the search stopped, and the work done, in three lines."""
        if self.cost is None:
            answer = f"not solved; the path to the closest state has {counted(self.length, 'step')}"
        else:
            answer = f"solved in {counted(self.length, 'step')}, cost {float(self.cost):g}"
        expanded = f"{counted(self.counters.expanded, 'node')} expanded"
        return f"{answer}\n{self.stopped.value}: {self.reason}\n{expanded}"

    @property
    def proved(self) -> bool:
        """Whether this is a cheapest path, given that the estimate never exceeds the true cost."""
        return self.stopped is Stopped.PROVED

    @property
    def length(self) -> int:
        """Steps in the path (Rosenberg's L)."""
        return len(self.actions)

    @property
    def optimum(self) -> float | None:
        """The least cost if it is known: proved by this search or given by the caller."""
        return self.cost if self.proved else self.known_optimum

    @property
    def penetrance(self) -> float | None:
        """L/D: steps of the path over nodes developed; None if not solved.

        It may exceed 1: with look-ahead the end of the path was not developed.
        """
        developed = self.counters.expanded
        return self.length / developed if self.solved and developed else None

    @property
    def path_efficiency(self) -> float | None:
        """L*/L: the least cost over this path's, at most 1; None if the least is not known."""
        optimum = self.optimum
        if not self.cost or optimum is None or optimum > self.cost:
            return None  # not known, or not the optimum
        return optimum / self.cost

    @property
    def development_efficiency(self) -> float | None:
        """L*/D: path efficiency times penetrance; None if either is None."""
        if self.path_efficiency is None or self.penetrance is None:
            return None
        return self.path_efficiency * self.penetrance


_GIVEN = "given that the estimate never exceeds the true cost"

_REASONS = {
    Stopped.PROVED: f"a goal was selected and no open node can lead to a cheaper one, {_GIVEN}",
    Stopped.FOUND: "a goal was found; nothing is claimed about cheaper paths",
    Stopped.EXHAUSTED: "every state that can be reached was developed and none is a goal",
    Stopped.RULED_OUT: "no goal was found among the states whose estimate is not infinite",
    Stopped.NODE_LIMIT: "the limit on developed nodes was reached before a goal was selected",
    Stopped.TIME_LIMIT: "the time was used up before a goal was selected",
    Stopped.MEMORY_LIMIT: "the storage was used up before a goal was selected",
    Stopped.DEPTH_LIMIT: "no goal was selected; nodes at the depth limit were not developed",
    Stopped.CANCELLED: "the search was interrupted before a goal was selected",
}


def why_stopped(
    stopped: Stopped,
    times_optimum: Fraction | None,
    *,
    discarded: bool,
    blind: bool,
    overestimate: str | None = None,
) -> str:
    """One sentence on why a path search ended and what may be concluded.

    ``times_optimum`` is the bound on the cost that holds, if one does. ``discarded``: parts of the
    tree were discarded; ``blind``: no estimate was used; ``overestimate``: where the tree shows the
    estimate to be too great.
    """
    if stopped is Stopped.BAND_FALSE:
        return (
            f"a goal was selected, but the estimate exceeds the true cost: it is {overestimate}; "
            f"so nothing is claimed about cheaper paths"
        )
    if stopped is Stopped.PROVED and blind:
        return "a goal was selected and no open node can lead to a cheaper one"
    if stopped is Stopped.FOUND and times_optimum is not None:
        factor = float(times_optimum)
        return f"a goal was selected; it costs at most {factor:g} times the least, {_GIVEN}"
    if stopped is Stopped.EXHAUSTED and discarded:
        return "every node still stored was developed; others were discarded, so a path may exist"
    return _REASONS[stopped]
