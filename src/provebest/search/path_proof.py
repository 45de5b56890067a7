"""What a path that was found can say against the promises it was found with.

A proof rests on an estimate that never exceeds the true cost. The path itself is a test of that:
from each of its states a goal is known to lie no farther than the rest of the path costs.
"""

from __future__ import annotations

from collections.abc import Mapping

from provebest.problems.protocol import Action, Problem, State
from provebest.search.band import surely_less
from provebest.search.path_node import PathNode
from provebest.vocabulary import BadInputError, shorten


def first_overestimate(
    goal: PathNode[State, Action], problem: Problem[State, Action]
) -> str | None:
    """Where the path shows the estimate to exceed the truth, in words; None if it does not.

    The start is estimated for this alone and is not counted: the search never evaluates it.
    """
    total = problem.scale * goal.g
    for node in goal.way():
        h = problem.estimate(node.state) if node.parent is None else node.h
        if surely_less(total, problem.scale * node.g + h):
            rest = float(goal.g - node.g)
            told = float(h / problem.scale)
            return (
                f"{told:g} from {shorten(node.state)}, where the path goes on at a cost of {rest:g}"
            )
    return None


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
