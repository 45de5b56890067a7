"""What a path search found, how good that is known to be, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Generic

from provebest.problems.protocol import Action, State
from provebest.vocabulary import Counters, Stopped

if TYPE_CHECKING:
    from provebest.search.path import PathSearch
    from provebest.search.path_node import PathNode


@dataclass(frozen=True, slots=True)
class PathResult(Generic[State, Action]):
    """A path to a goal, or, if none was found, to the state with the least estimate."""

    solved: bool
    path: tuple[State, ...]
    """The states from the start on; the last is a goal exactly if ``solved``."""
    actions: tuple[Action, ...]
    cost: float
    """The cost of ``path``."""
    stopped: Stopped
    reason: str
    """Why the search stopped and what that says of the answer, in one sentence."""
    counters: Counters
    stored: int
    """States held when the search ended."""
    restarts: int
    at_most_times_optimum: float | None
    """A proved bound on cost / least cost, given that the estimate never exceeds; else None."""
    optimum: float | None
    """The least cost, where it is known: proved by this search or told by the caller."""

    @property
    def proved(self) -> bool:
        """Whether this is a cheapest path, given that the estimate never exceeds the truth."""
        return self.stopped is Stopped.PROVED

    @property
    def length(self) -> int:
        """Steps in the path (Rosenberg's L)."""
        return len(self.actions)

    @property
    def penetrance(self) -> float | None:
        """L/D: the share of the developed nodes that the path uses. None if not solved."""
        return self.length / self.counters.expanded if self.solved and self.counters.expanded else None

    @property
    def path_efficiency(self) -> float | None:
        """L*/L, where the least length L* is known."""
        known = self.solved and self.optimum is not None and self.cost > 0
        return self.optimum / self.cost if known and self.optimum is not None else None

    @property
    def development_efficiency(self) -> float | None:
        """L*/D, where L* is known: path efficiency times penetrance."""
        if self.path_efficiency is None or self.penetrance is None:
            return None
        return self.path_efficiency * self.penetrance


def path_result(
    search: PathSearch[State, Action], goal: PathNode[State, Action] | None, stopped: Stopped
) -> PathResult[State, Action]:
    """The result of a search as it stands, with ``goal`` if it has found one."""
    end = goal or search.closest
    way = end.way()
    line = search.line_to_goal(end) if goal else []
    actions = [node.action for node in way[1:]] + [step.action for step in line]
    cost = end.g + sum(step.cost for step in line)
    factor = _times_optimum(search) if goal else None
    return PathResult(
        solved=goal is not None,
        path=tuple([node.state for node in way] + [step.state for step in line]),
        actions=tuple(action for action in actions if action is not None),
        cost=cost,
        stopped=stopped,
        reason=_reason(search, stopped, factor),
        counters=search.tally.frozen(),
        stored=search.stored(),
        restarts=search.restarts,
        at_most_times_optimum=factor,
        optimum=cost if stopped is Stopped.PROVED else search.optimum,
    )


def _times_optimum(search: PathSearch[State, Action]) -> float | None:
    """Pohl's bound: f = (1-wt)g + wt*h finds a goal within wt/(1-wt) of the best."""
    if not search.proves_within_factor or search.weight == 1:
        return None
    return float(max(Fraction(1), search.weight / (1 - search.weight)))


def _reason(
    search: PathSearch[State, Action], stopped: Stopped, factor: float | None
) -> str:
    if stopped is Stopped.PROVED:
        return "a goal was selected and no open node can lead to a cheaper one, given that the estimate never exceeds the true cost"
    if stopped is Stopped.FOUND:
        if factor is not None:
            return f"a goal was selected; it costs at most {factor:g} times the least, given that the estimate never exceeds the true cost"
        return "a goal was found; nothing is claimed about shorter paths"
    if stopped is Stopped.EXHAUSTED:
        if search.restarts:
            return "every node still stored was developed; parts of the tree had been discarded, so a path may exist"
        return "every state that can be reached was developed and none is a goal"
    return {
        Stopped.NODE_LIMIT: "the limit on developed nodes was reached before a goal was selected",
        Stopped.TIME_LIMIT: "the time was used up before a goal was selected",
        Stopped.MEMORY_LIMIT: "the storage was used up before a goal was selected",
        Stopped.DEPTH_LIMIT: "every path within the depth limit was tried; longer ones were not",
        Stopped.CANCELLED: "the search was interrupted",
    }.get(stopped, stopped.value)
