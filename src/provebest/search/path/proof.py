"""Whether the tree that was built contradicts the assumptions that a proof rests on.

A proof rests on an estimate that never exceeds the true cost. The tree itself is a test of that:
from each state of the path, ``h <= scale * cost of the rest of the path``; for a goal that was made
but not selected, ``h == 0``. The steps between other states are not kept, so nothing is tested
there: passing the test does not show that the estimate is admissible.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from provebest.problems.protocol import Action, Problem, State
from provebest.search.bandwidth.band import surely_less
from provebest.search.path.node import PathNode
from provebest.vocabulary import BadInputError, shorten


def first_overestimate(
    goal: PathNode[State, Action],
    made: Iterable[PathNode[State, Action]],
    problem: Problem[State, Action],
) -> str | None:
    """Where the tree shows the estimate to exceed the true cost, in words; None if it does not."""
    return _along_the_path(goal, problem) or _at_a_cheaper_goal(goal, made, problem)


def _along_the_path(goal: PathNode[State, Action], problem: Problem[State, Action]) -> str | None:
    """The first state of the path whose estimate exceeds the cost of the rest of it.

    Costs are added up along the path, not taken from g, which may be too great.
    """
    way = goal.way()
    total = sum_in_order(node.step_cost for node in way)
    so_far: float = 0
    for node in way:
        so_far += node.step_cost
        # The search never evaluates the start: it is estimated for this alone, and not counted.
        h = problem.estimate(node.state) if node.parent is None else node.h
        if surely_less(problem.scale * total, problem.scale * so_far + h):
            estimate, rest = float(h / problem.scale), float(total - so_far)
            return (
                f"{estimate:g} from {shorten(node.state)}, but the rest of the path costs {rest:g}"
            )
    return None


def _at_a_cheaper_goal(
    goal: PathNode[State, Action],
    made: Iterable[PathNode[State, Action]],
    problem: Problem[State, Action],
) -> str | None:
    """An open node that is a cheaper goal: only an estimate above 0 can have kept it back."""
    for node in made:
        waits = not node.closed and node.g < goal.g and node.h > 0
        if waits and problem.is_goal(node.state):
            estimate = float(node.h / problem.scale)
            return f"{estimate:g} from {shorten(node.state)}, which is a goal"
    return None


def sum_in_order(costs: Iterable[float]) -> float:
    """The sum, added from the first to the last as the search does; ``sum`` rounds differently.

    Whole numbers and fractions stay what they are.
    """
    total: float = 0
    for cost in costs:
        total += cost
    return total


def refuse_changed_states(
    goal: PathNode[State, Action],
    seen: Mapping[State, PathNode[State, Action]],
    problem: Problem[State, Action],
) -> None:
    """Checks that the states of a path are still those under which they were stored.

    Raises:
        BadInputError: if one was changed in place: then the path may not be one.
    """
    for node in goal.way():
        if seen.get(node.state) is not node:
            raise BadInputError(
                f"the state {shorten(node.state)} of {type(problem).__name__} was changed after it "
                f"was returned; states must stay as they are"
            )
