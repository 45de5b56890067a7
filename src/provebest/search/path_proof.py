"""What a path that was found can say against the promises it was found with.

A proof rests on an estimate that never exceeds the true cost. The tree itself is a test of that:
from each state of the path a goal is known to lie no farther than the rest of the path costs, and
from a goal that was made and not selected, nothing remains. The steps between other states are not
kept, so they tell nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from provebest.problems.protocol import Action, Problem, State
from provebest.search.band import surely_less
from provebest.search.path_node import PathNode
from provebest.vocabulary import BadInputError, shorten


def first_overestimate(
    goal: PathNode[State, Action],
    made: Iterable[PathNode[State, Action]],
    problem: Problem[State, Action],
) -> str | None:
    """Where the tree shows the estimate to exceed the truth, in words; None if it does not."""
    return _along_the_path(goal, problem) or _at_a_cheaper_goal(goal, made, problem)


def _along_the_path(goal: PathNode[State, Action], problem: Problem[State, Action]) -> str | None:
    way = goal.way()
    total = added_up(node.step_cost for node in way)
    so_far: float = 0
    for node in way:
        so_far += node.step_cost
        # The search never evaluates the start: it is estimated for this alone, and not counted.
        h = problem.estimate(node.state) if node.parent is None else node.h
        if surely_less(problem.scale * total, problem.scale * so_far + h):
            told, rest = float(h / problem.scale), float(total - so_far)
            return (
                f"{told:g} from {shorten(node.state)}, where the path goes on at a cost of {rest:g}"
            )
    return None


def _at_a_cheaper_goal(
    goal: PathNode[State, Action],
    made: Iterable[PathNode[State, Action]],
    problem: Problem[State, Action],
) -> str | None:
    for node in made:
        waits = not node.closed and node.g < goal.g and node.h > 0
        if waits and problem.is_goal(node.state):
            told = float(node.h / problem.scale)
            return f"{told:g} from {shorten(node.state)}, which is a goal"
    return None


def added_up(costs: Iterable[float]) -> float:
    """The sum, from the first to the last as the search adds; ``sum`` rounds floats otherwise."""
    total: float = 0
    for cost in costs:
        total += cost
    return total


def refuse_changed_states(
    goal: PathNode[State, Action],
    seen: Mapping[State, PathNode[State, Action]],
    problem: Problem[State, Action],
) -> None:
    """Returns if the states of a path are still those under which they were stored.

    Raises:
        BadInputError: if one was changed in place, so that the path is none.
    """
    for node in goal.way():
        if seen.get(node.state) is not node:
            raise BadInputError(
                f"the state {shorten(node.state)} of {type(problem).__name__} was changed after it "
                f"was returned; states must stay as they are"
            )
