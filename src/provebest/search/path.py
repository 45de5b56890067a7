"""Best-first search for a path: one procedure, many named searches.

This is the heuristic path algorithm HPA of Pohl as Rosenberg (1972) runs it. With weight 0 it is
breadth-first search, with 1/2 it is A*, with 1 the Graph Traverser, and in between weighted search.
Rules ``[R72-n]`` are listed in ``docs/papers/rosenberg1972.md``; code and list are in one order.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Generic, cast

from provebest.problems.protocol import Action, Problem, State
from provebest.search.duplicates import cheaper_way
from provebest.search.kept_trees import KeptTrees
from provebest.search.look_ahead import LookAhead, LookNode
from provebest.search.open_list import OpenList
from provebest.search.operators import OperatorSelection
from provebest.search.path_node import PathNode
from provebest.search.path_result import PathResult, why_stopped
from provebest.search.path_settings import PathSettings
from provebest.search.storage import Storage, restart_from_best
from provebest.vocabulary import BadInputError, Stopped, Tally


class PathSearch(Generic[State, Action]):
    """The search as an object with ``step()``. Most users want ``find_path``."""

    def __init__(
        self,
        problem: Problem[State, Action],
        settings: PathSettings = PathSettings(),  # noqa: B008 - frozen, so one default is safe
    ) -> None:
        self.problem, self.settings = problem, settings
        self._g_factor, self._h_factor = settings.factors(problem)
        self.tally = Tally()
        self.stopped: Stopped | None = None
        looks, keeps = settings.look_ahead != 0, settings.keep_trees > 0
        self._look = (
            LookAhead(problem, settings.look_ahead, self.tally, grow_trees=keeps) if looks else None
        )
        self._kept: KeptTrees[State, Action] | None = (
            KeptTrees(settings.keep_trees) if looks and keeps and not settings.operators else None
        )
        self._operators = (
            OperatorSelection(problem, settings.operators) if settings.operators else None
        )
        self.restarts = 0
        self.cut_by_depth = False
        self._emptied = Stopped.EXHAUSTED
        """What it means if no node is left open."""
        self.root: PathNode[State, Action] = PathNode(problem.start(), None, None, 0, 0, None)
        self.seen = {self.root.state: self.root}
        self.closest = self.root
        """The node with the least estimate so far: the best answer there is until one is found."""
        self.selected: PathNode[State, Action] = self.root
        self.clear_open()
        self.put(self.root)
        self._select()

    def step(self, at_most: int = 1) -> None:  # noqa: ARG002 - one is what plain Python makes
        """Develops the selected node and selects the next one."""
        node = self.selected
        tally = self.tally
        if node.remaining is None:
            tally.expanded += 1  # [R72-13] the start is counted, the goal is not
        if node.met is not None:
            # [R72-6] Look-ahead met the goal below this node: it is counted and nothing is made.
            self.stopped = Stopped.FOUND
            return
        if self.settings.duplicates == "relink" and node.links is None:
            node.links = []
        subtrees = self._kept.take(node) if self._kept is not None else None
        if subtrees is not None:
            # [R72-11] Look-ahead has made the children already; its trees go on growing from there.
            node.closed = True
            for tree in subtrees:
                self._reach(node, tree.action, tree.state, tree.cost, tree)
        else:
            for action, state, cost in self._steps_from(node):
                tally.generated += 1
                self._reach(node, action, state, cost, None)
        self._select()
        if self.settings.storage is not None:
            self._make_room(self.settings.storage)

    def put(self, node: PathNode[State, Action]) -> None:
        """Gives a node its priority and its place among the open nodes."""
        node.f = self._g_factor * node.g
        if self._h_factor:
            node.f += self._h_factor * node.h
        self.open.push(node.f, node)

    def clear_open(self) -> None:
        """Forgets which nodes are open."""
        self.open: OpenList[PathNode[State, Action]] = OpenList(self.settings.tie)

    def stored(self) -> int:
        """States held in memory, open and closed."""
        return len(self.seen)

    def headline(self) -> str:
        """How near the search has come, for a progress bar."""
        return f"closest estimate {float(self.closest.h / self.problem.scale):g}"

    def result(self, stopped: Stopped) -> PathResult[State, Action]:
        """The path found, or the path to the closest state so far."""
        solved = self.stopped in (Stopped.FOUND, Stopped.PROVED)
        end = self.selected if solved else self.closest
        way = end.way()
        line: list[LookNode[State, Action]] = []
        if solved and self._look is not None and end.met is not None:
            line = self._look.line_to_goal(end.state, end.looked_from, end.met)
        actions = [node.action for node in way[1:]] + [node.action for node in line]
        return PathResult(
            solved=solved,
            path=tuple([node.state for node in way] + [node.state for node in line]),
            actions=tuple(cast("Action", action) for action in actions),
            cost=end.g + sum(step.cost for step in line),
            stopped=stopped,
            reason=why_stopped(
                stopped,
                self.times_optimum,
                discarded=self.restarts > 0,
                blind=self.settings.wt == 0,
            ),
            counters=self.tally.frozen(),
            stored=self.stored(),
            restarts=self.restarts,
            at_most_times_optimum=float(self.times_optimum)
            if solved and self.times_optimum
            else None,
        )

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

    def _reach(
        self,
        parent: PathNode[State, Action],
        action: Action,
        state: State,
        cost: float,
        tree: LookNode[State, Action] | None,
    ) -> None:
        """Notes that a step leads from a node to a state: a new node, or one seen before."""
        if not cost >= 0:  # every proof rests on it
            raise BadInputError(f"a step to {self.problem.show(state)!r} costs {cost!r}; 0 or more")
        known = self.seen.get(state)
        if known is None:
            known = self._new_node(parent, action, state, cost, tree)
        elif parent.g + cost < known.g and self.settings.duplicates != "ignore":
            # [R72-7] "ignore": a state already seen is left as it is.
            cheaper_way(self, known, parent, action, cost)
        if parent.links is not None:
            parent.links.append((action, known, cost))

    def _new_node(
        self,
        parent: PathNode[State, Action],
        action: Action,
        state: State,
        cost: float,
        tree: LookNode[State, Action] | None,
    ) -> PathNode[State, Action]:
        met = None
        if self._look is None:
            self.tally.evaluated += 1
            h = self.problem.estimate(state)
        else:
            tree = tree or LookNode(action, state, cost)
            h, met = self._look(tree, parent.state)
        if math.isnan(h):
            raise BadInputError(f"the estimate of {self.problem.show(state)!r} is not a number")
        node = PathNode(state, parent, action, parent.g + cost, h, met)
        self.seen[state] = node
        self.put(node)
        if self._kept is not None and tree is not None:
            self._kept.keep(node, tree)
        if self._operators is not None:
            self._operators.learn(action, helped=h < parent.h)
        if h < self.closest.h or self.closest.parent is None:  # the start is not evaluated
            self.closest = node
        return node

    def _select(self) -> None:
        """Takes the open node with the least f; ends the search if that is a goal. [R72-8]."""
        max_depth = self.settings.max_depth
        while True:
            entry = self.open.pop()
            if entry is None:
                self.stopped = Stopped.DEPTH_LIMIT if self.cut_by_depth else self._emptied
                return
            priority, node = entry
            if node.closed or node.f != priority:
                continue  # its priority has changed since this entry was made
            if self.problem.is_goal(node.state):
                self.selected = node
                self.stopped = Stopped.PROVED if self.times_optimum == 1 else Stopped.FOUND
                return
            if node.f == math.inf:
                node.closed = True  # the estimate says that no goal lies this way
                self._emptied = Stopped.RULED_OUT
                continue
            if max_depth is not None and node.depth >= max_depth:
                self.cut_by_depth = node.closed = True
                continue
            self.selected = node
            return

    @property
    def times_optimum(self) -> Fraction | None:
        """The factor that covers a goal selected now; None where nothing can be claimed."""
        whole = self.restarts == 0 and not self.cut_by_depth
        return self.settings.times_optimum(self.problem) if whole else None

    def _make_room(self, storage: Storage) -> None:
        while self.stopped is None and len(self.seen) > storage.nodes:
            if self.restarts == storage.restarts:
                self.stopped = Stopped.MEMORY_LIMIT
                return
            self.restarts += 1
            restart_from_best(self, self.selected, storage.advance)
            self._select()
