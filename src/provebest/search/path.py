"""Best-first search for a path: one procedure, many named searches.

This is the heuristic path algorithm HPA of Pohl as Rosenberg (1972) runs it. With weight 0 it is
breadth-first search, with 1/2 it is A*, with 1 the Graph Traverser, and in between weighted search.
Rules ``[R72-n]`` are listed in ``docs/papers/rosenberg1972.md``; code and list are in one order.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Generic

from provebest.problems.protocol import Action, Problem, State
from provebest.search.duplicates import DuplicateRule, cheaper_way, check_rule
from provebest.search.kept_trees import KeptTrees
from provebest.search.look_ahead import DepthRule, LookAhead, LookNode
from provebest.search.open_list import OpenList, Tie
from provebest.search.operators import OperatorOrder, OperatorSelection
from provebest.search.path_node import PathNode
from provebest.search.path_result import PathResult, path_result
from provebest.search.storage import Storage, restart_from_best
from provebest.vocabulary import BadInputError, Stopped, Tally, as_fraction


class PathSearch(Generic[State, Action]):
    """The search as an object with ``step()``. Most users want ``find_path``."""

    def __init__(
        self,
        problem: Problem[State, Action],
        *,
        weight: float | str | Fraction = Fraction(1, 2),
        look_ahead: int | DepthRule = 0,
        tie: Tie = "newest",
        duplicates: DuplicateRule = "reopen",
        operators: OperatorOrder | None = None,
        storage: Storage | None = None,
        keep_trees: int = 0,
        max_depth: int | None = None,
        optimum: float | None = None,
    ) -> None:
        check_rule(duplicates)
        if tie not in ("newest", "oldest"):
            raise BadInputError(f"tie must be newest or oldest, got {tie!r}")
        if operators not in (None, "fixed", "learned"):
            raise BadInputError(f"operators must be fixed or learned, got {operators!r}")
        self.problem = problem
        self.duplicates: DuplicateRule = duplicates
        self.weight = as_fraction(weight, "weight")
        if not 0 <= self.weight <= 1:
            raise BadInputError(f"weight must lie between 0 and 1, got {weight!r}")
        # [R72-4] f = (1-wt)*g + wt*h, times the denominator of wt and the problem's scale: with
        # whole numbers in, every f is whole and ties are exact.
        self._g_factor = (1 - self.weight).numerator * problem.scale
        self._h_factor = self.weight.numerator
        self.tally = Tally()
        self.stopped: Stopped | None = None
        self.tie: Tie = tie
        self.look_ahead = look_ahead
        self._look = (
            None
            if look_ahead == 0
            else LookAhead(problem, look_ahead, self.tally, grow_trees=keep_trees > 0)
        )
        self._kept: KeptTrees[State, Action] | None = KeptTrees(keep_trees) if keep_trees else None
        self._operators = OperatorSelection(problem, operators) if operators else None
        self._storage = storage
        self._max_depth = max_depth
        self.optimum = optimum
        """The least cost if the caller knows it; used for efficiencies only, never by the search."""
        self.restarts = 0
        self.cut_by_depth = False
        self.root: PathNode[State, Action] = PathNode(problem.start(), None, None, 0, 0, 0, None)
        self.seen = {self.root.state: self.root}
        self.closest = self.root
        """The node with the least estimate so far: the best answer there is until one is found."""
        self.selected: PathNode[State, Action] = self.root
        self.clear_open()
        self.put(self.root)
        self._select()

    def step(self) -> None:
        """Develops the selected node and selects the next one."""
        node = self.selected
        tally, seen = self.tally, self.seen
        if node.remaining is None:
            tally.expanded += 1  # [R72-13] the start is counted, the goal is not
        if node.met is not None:
            # [R72-6] Look-ahead met the goal below this node: it is counted and nothing is made.
            self.stopped = Stopped.FOUND
            return
        children = self._kept.take(node) if self._kept else None
        linking = self.duplicates == "relink"
        if linking and node.links is None:
            node.links = []
        for action, state, cost in self._steps_from(node):
            tally.generated += 1
            known = seen.get(state)
            if known is None:
                known = self._new_node(node, action, state, cost, children)
            elif self.duplicates != "ignore" and node.g + cost < known.g:
                # [R72-7] "ignore": a state already seen is left as it is.
                cheaper_way(self, known, node, action, cost)
            if linking and node.links is not None:
                node.links.append((action, known, cost))
        self._select()
        if self._storage is not None:
            self._make_room(self._storage)

    def put(self, node: PathNode[State, Action]) -> None:
        """Gives a node its priority and its place among the open nodes."""
        node.f = self._g_factor * node.g
        if self._h_factor:
            node.f += self._h_factor * node.h
        self.open.push(node.f, node)

    def clear_open(self) -> None:
        """Forgets which nodes are open."""
        self.open: OpenList[PathNode[State, Action]] = OpenList(self.tie)

    def stored(self) -> int:
        """States held in memory, open and closed."""
        return len(self.seen)

    def headline(self) -> str:
        """How near the search has come, for a progress bar."""
        return f"closest estimate {self.closest.h / self.problem.scale:g}"

    def result(self, stopped: Stopped) -> PathResult[State, Action]:
        """The path found, or the path to the closest state so far."""
        goal = self.selected if self.stopped in (Stopped.FOUND, Stopped.PROVED) else None
        return path_result(self, goal, stopped)

    def line_to_goal(self, node: PathNode[State, Action]) -> list[LookNode[State, Action]]:
        """The steps below a node whose look-ahead met the goal."""
        if self._look is None or node.met is None:
            return []
        parent = node.parent.state if node.parent else None
        return self._look.line_to_goal(node.state, parent, node.met)

    def _steps_from(self, node: PathNode[State, Action]) -> list[tuple[Action, State, float]]:
        if self._operators is None:
            node.closed = True
            return list(self.problem.successors(node.state))
        # [R72-9] One operator; the node stays open, behind its child, while others remain.
        step = self._operators.take(node)
        node.closed = not node.remaining
        if not node.closed:
            self.open.push(node.f, node)
        return [] if step is None else [step]

    def _new_node(
        self,
        parent: PathNode[State, Action],
        action: Action,
        state: State,
        cost: float,
        children: dict[State, LookNode[State, Action]] | None,
    ) -> PathNode[State, Action]:
        met = None
        if self._look is None:
            self.tally.evaluated += 1
            h = self.problem.estimate(state)
            tree = None
        else:
            tree = (children or {}).get(state) or LookNode(action, state, cost)
            h, met = self._look(tree, parent.state)
        node = PathNode(state, parent, action, parent.g + cost, h, 0, met)
        self.seen[state] = node
        self.put(node)
        if self._kept is not None and tree is not None:
            self._kept.keep(node, tree)
        if self._operators is not None:
            self._operators.learn(action, helped=h < parent.h)
        if h < self.closest.h or self.closest is self.root:
            self.closest = node
        return node

    def _select(self) -> None:
        """Takes the open node with the least f; ends the search if that is a goal. [R72-8]."""
        while True:
            entry = self.open.pop()
            if entry is None:
                self.stopped = Stopped.DEPTH_LIMIT if self.cut_by_depth else Stopped.EXHAUSTED
                return
            priority, node = entry
            if node.closed or node.f != priority:
                continue  # its priority has changed since this entry was made
            if self.problem.is_goal(node.state):
                self.selected = node
                shortest = self.proves_within_factor and self.weight <= Fraction(1, 2)
                self.stopped = Stopped.PROVED if shortest else Stopped.FOUND
                return
            if node.f == math.inf:
                node.closed = True  # the estimate says that no goal lies this way
                continue
            if self._max_depth is not None and node.depth >= self._max_depth:
                self.cut_by_depth = node.closed = True
                continue
            self.selected = node
            return

    @property
    def proves_within_factor(self) -> bool:
        """Whether Pohl's bound covers a goal selected now, given an estimate that never exceeds."""
        return (
            (self.problem.admissible or self.weight == 0)
            and self._look is None
            and self.duplicates != "ignore"
            and self.restarts == 0
            and not self.cut_by_depth
        )

    def _make_room(self, storage: Storage) -> None:
        while self.stopped is None and len(self.seen) > storage.nodes:
            if self.restarts == storage.restarts:
                self.stopped = Stopped.MEMORY_LIMIT
                return
            self.restarts += 1
            restart_from_best(self, self.selected, storage.advance)
            self._select()
