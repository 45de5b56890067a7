"""Look-ahead for one person: a state is worth the least estimate some steps further on.

Rosenberg (1972), sections 2.2 and 3.1; rules ``[R72-n]`` in ``docs/papers/rosenberg1972.md``. If
the problem has a compiled look-ahead, it is used; it returns the same values and counts.

The value is an estimate of what remains, in the same units, not a bound: the steps down are not
added, so a search with look-ahead proves nothing about the cost.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from numbers import Real
from typing import Any, Generic

from provebest.problems.checked import CheckedProblem, twin
from provebest.problems.protocol import Action, Problem, State
from provebest.vocabulary import BadInputError, Tally, guard, shorten

DepthRule = Callable[[float], int]
"""Returns the look-ahead depth for a node, given its estimated remaining cost."""

DEEPEST_LOOK_AHEAD = 20
"""A look-ahead tree grows exponentially; this deep, one node can take a second."""


@dataclass(slots=True, eq=False)
class LookNode(Generic[State, Action]):
    """A state in a look-ahead tree.

    ``steps`` is None until all of its children have been made once; ``estimate`` until it is
    needed. So a tree that is kept and grown further costs only what is new.
    """

    action: Action
    state: State
    cost: float
    is_goal: bool = False
    estimate: float | None = None
    steps: list[LookNode[State, Action]] | None = None


class LookAhead(Generic[State, Action]):
    """Evaluates states of one problem by looking ahead, and counts the work in the given tally.

    ``depth`` is a number, or a rule that gives one for each estimate [R72-10]. ``grow_trees`` is
    for trees that are kept: the compiled look-ahead builds none, so it is not used then.
    """

    def __init__(
        self,
        problem: Problem[State, Action],
        depth: int | DepthRule,
        tally: Tally,
        *,
        grow_trees: bool = False,
    ) -> None:
        self._problem, self._depth, self._tally = problem, depth, tally
        self._compiled = None if grow_trees else twin(problem, "look_ahead")
        self._checks = not isinstance(problem, CheckedProblem)
        """Whether limits must be tested here; a checked problem tests them itself."""

    def __call__(self, tree: LookNode[State, Action], parent: State) -> tuple[float, int | None]:
        """The value of a state reached from ``parent``, times scale, and the steps to a goal.

        The second is None unless look-ahead met a goal; then the value is 0. Infinite if no state
        lies that many steps ahead.
        """
        depth = self.depth_at(tree)
        if self._compiled is not None:
            found = self._compiled(tree.state, parent, depth)
            if found is not None:
                value, met, generated, evaluated = found
                self._tally.generated += generated
                self._tally.evaluated += evaluated
                return value, met
        return self._look(tree, parent, depth)

    def depth_at(self, tree: LookNode[State, Action]) -> int:
        """How many steps to look ahead of this state: from 0 to ``DEEPEST_LOOK_AHEAD``.

        The user's rule may return any number; it is cut to that range, nan and minus infinity are
        refused.
        """
        if isinstance(self._depth, int):
            return self._depth
        estimate = self._estimate(tree) / self._problem.scale
        guard().check()
        depth: Any = self._depth(estimate)
        is_number = isinstance(depth, Real)
        if not is_number or not depth > -math.inf:  # or NaN
            raise BadInputError(
                f"the look-ahead rule returned {shorten(depth)} for the estimate "
                f"{float(estimate):g}; expected a depth from 0 to {DEEPEST_LOOK_AHEAD}"
            )
        return DEEPEST_LOOK_AHEAD if depth >= DEEPEST_LOOK_AHEAD else max(0, int(depth))

    def line_to_goal(
        self, state: State, parent: State | None, steps: int
    ) -> list[LookNode[State, Action]]:
        """The steps to a goal that was met ``steps`` away: the first in the problem's order.

        The search is made again, for look-ahead keeps no line. Empty if there is no such goal.
        """
        for action, child, cost in self._problem.successors(state):
            if child == parent:
                continue
            if steps == 1 and self._problem.is_goal(child):
                return [LookNode(action, child, cost)]
            if steps > 1 and (rest := self.line_to_goal(child, state, steps - 1)):
                return [LookNode(action, child, cost), *rest]
        return []

    def _look(
        self, node: LookNode[State, Action], parent: State | None, depth: int
    ) -> tuple[float, int | None]:
        """The least estimate ``depth`` steps below a node, or 0 and the steps to a goal.

        Children are tried in the problem's order, and the first goal met ends it: the counts
        depend on that order.
        """
        if depth == 0:
            return self._estimate(node), None
        best = math.inf
        children: Iterable[LookNode[State, Action]] = (
            self._grow(node, parent) if node.steps is None else node.steps
        )
        for child in children:
            if child.is_goal:
                return 0, 1  # [R72-6] the goal was met: nothing else matters
            if depth == 1:
                value = self._estimate(child)
            else:
                value, met = self._look(child, node.state, depth - 1)
                if met is not None:
                    return 0, met + 1
            best = min(best, value)  # [R72-5] only the estimate comes up, not the way down
        return best, None

    def _grow(
        self, node: LookNode[State, Action], parent: State | None
    ) -> Iterator[LookNode[State, Action]]:
        """Makes the children one by one; they are kept in ``steps`` once all have been made.

        Lazy, so that nothing is made after a goal was met.
        """
        if self._checks:
            guard().check()  # a tree of such nodes is one step of the search, and can take long
        grown = []
        for action, state, cost in self._problem.successors(node.state):
            if state == parent:  # [R72-5] never straight back
                continue
            child = LookNode(action, state, cost, self._problem.is_goal(state))
            self._tally.generated += 1
            grown.append(child)
            yield child
        node.steps = grown

    def _estimate(self, node: LookNode[State, Action]) -> float:
        """The problem's estimate, asked for and counted once for each node."""
        if node.estimate is None:
            node.estimate = self._problem.estimate(node.state)
            self._tally.evaluated += 1
        return node.estimate


def varying_depth(nearest: int, farthest: int, start_estimate: float) -> DepthRule:
    """A rule that looks ahead farther while the goal is far away. [R72-10].

    ``farthest`` steps at ``start_estimate`` or more, ``nearest`` at 0, in proportion between.
    """
    if not 0 <= nearest <= farthest <= DEEPEST_LOOK_AHEAD:
        raise BadInputError(
            f"look-ahead {nearest}..{farthest} must rise within 0 to {DEEPEST_LOOK_AHEAD}"
        )

    def depth(estimate: float) -> int:
        share = min(1.0, estimate / start_estimate) if start_estimate > 0 else 0.0
        return nearest + round((farthest - nearest) * share)

    return depth
