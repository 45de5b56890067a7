"""What a bandwidth search found, and how far from the best it can be.

Costs here are the problem's own; the search's bounds are times ``scale`` and are divided here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, cast

from provebest.problems.protocol import Action, State
from provebest.vocabulary import Counters, Interval, Stopped, counted

if TYPE_CHECKING:
    from provebest.search.bandwidth.search import BandwidthSearch


@dataclass(frozen=True, slots=True)
class BandwidthResult(Generic[State, Action]):
    """The best goal so far, with the bound on its error that holds given the declared band."""

    solved: bool
    """Whether ``path`` leads to a goal: one selected by the search, or completed by an estimate."""
    path: tuple[State, ...]
    actions: tuple[Action, ...]
    cost: float | None
    completed: bool
    """Whether the path ends in a completion from the upper estimate, not in a selected goal."""
    optimum: Interval | None
    """The cheapest cost lies here, given the declared band; the upper end is infinite while no goal
    is known. None if the band was seen to be false, or if there is no goal."""
    stopped: Stopped
    reason: str
    """Why the search stopped and what that says of the answer, in one sentence."""
    counters: Counters
    dropped: int
    """Nodes dropped because some goal surely costs less than any below them."""
    open_left: int
    peak_open: int
    """The most nodes that were open at once: the memory that Harris counts."""
    first_goal_cost: float | None
    """Cost of the first goal selected: at most e above the optimum."""
    expanded_at_first_goal: int | None

    def __str__(self) -> str:
        """The cost and its error, why the search stopped, and the work done, in three lines."""
        if self.cost is None:
            answer = "not solved"
        else:
            steps = counted(len(self.actions), "step")
            answer = f"solved in {steps}, cost {float(self.cost):g}"
            above = self.at_most_above_optimum
            if above is not None and not self.proved:
                answer += f", at most {float(above):g} above the cheapest"
            if self.completed:
                answer += "; an upper estimate completed the path"
        nodes = counted(self.counters.expanded, "node")
        expanded = f"{nodes} expanded, {self.dropped:,} dropped"
        return f"{answer}\n{self.stopped.value}: {self.reason}\n{expanded}"

    @property
    def proved(self) -> bool:
        """Whether the path is a cheapest one, given the declared band."""
        return self.stopped is Stopped.PROVED

    @property
    def at_most_above_optimum(self) -> float | None:
        """How much more than the cheapest path this one can cost, given the band.

        ``cost - optimum.lo``, so 0 or more; None if nothing is known.
        """
        if self.cost is None or self.optimum is None or self.optimum.lo == -math.inf:
            return None
        return self.cost - self.optimum.lo


def bandwidth_result(
    search: BandwidthSearch[State, Action], stopped: Stopped
) -> BandwidthResult[State, Action]:
    """The result of a search as it stands; it may be asked for at any time between two steps."""
    way, completed = _best_way(search)
    cost = sum(step for _, _, step in way) if way else None
    nowhere = stopped in (Stopped.BAND_FALSE, Stopped.EXHAUSTED)
    optimum = None if nowhere else _optimum(search, cost)
    above = None if optimum is None or cost is None else cost - optimum.lo
    first = search.first_goal
    return BandwidthResult(
        solved=bool(way),
        path=tuple(state for _, state, _ in way),
        actions=tuple(cast("Action", action) for action, _, _ in way[1:]),
        cost=cost,
        completed=completed,
        optimum=optimum,
        stopped=stopped,
        reason=_reason(stopped, above, solved=bool(way)),
        counters=search.tally.frozen(),
        dropped=search.dropped,
        open_left=search.open_count,
        peak_open=search.peak_open,
        first_goal_cost=None if first is None else first.g,
        expanded_at_first_goal=None if first is None else search.expanded_at_first_goal,
    )


_Way = list[tuple[Action | None, State, float]]
"""Action, state after it and its cost; the start first, without an action."""


def _best_way(search: BandwidthSearch[State, Action]) -> tuple[_Way[Action, State], bool]:
    """Steps from the start to the best goal known, and whether an estimate completed them.

    A selected goal is preferred to a completion of the same cost. Empty if no goal is known.
    """
    goal, node = search.best, search.upper_node
    if node is not None:
        rest = search.asked.completion(node.state)
        if rest is not None and (goal is None or node.g + sum(s[2] for s in rest) < goal.g):
            return [(n.action, n.state, n.step_cost) for n in node.way()] + list(rest), True
    return [(n.action, n.state, n.step_cost) for n in goal.way()] if goal else [], False


def _optimum(search: BandwidthSearch[State, Action], cost: float | None) -> Interval:
    """Bounds of the cheapest cost; ``lo <= hi`` even if rounding has them cross."""
    scale = search.problem.scale
    hi = search.least_upper if cost is None else min(search.least_upper, scale * cost)
    lo = min(max(search.lower_bound(), search.proved_lower), hi)
    return Interval(_unscaled(lo, scale), _unscaled(hi, scale))


def _unscaled(value: float, scale: int) -> float:
    """``value / scale``; a whole number if it is one."""
    if scale == 1 or abs(value) == math.inf:
        return value
    whole, rest = divmod(value, scale)
    return whole if rest == 0 else float(value / scale)


def _reason(stopped: Stopped, above: float | None, *, solved: bool) -> str:
    bound = (
        f"at most {float(above):g} above the cheapest" if above is not None else "of unknown error"
    )
    answer = f"the path is {bound}, given the declared band" if solved else "no goal was found yet"
    if stopped is Stopped.PROVED:
        return "no open node can hold a cheaper goal, given the declared band"
    if stopped is Stopped.FOUND:
        return f"the first goal was selected; {answer}"
    if stopped is Stopped.BAND_FALSE:
        return (
            "what was seen contradicts the declared band: e or d was stated too small, "
            "so nothing is known of the error"
        )
    if stopped is Stopped.CANCELLED:
        return f"the search was interrupted; {answer}"
    if stopped is Stopped.EXHAUSTED:
        return (
            "every state that can be reached was expanded, nothing was dropped, and none is a goal"
        )
    return f"the {stopped.value} was reached; {answer}"
