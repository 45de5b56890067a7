"""Best-first search for a path: one procedure, many named searches.

This is the heuristic path algorithm HPA of Pohl as Rosenberg (1972) runs it. With weight 0 it is
breadth-first search, with 1/2 it is A*, with 1 the Graph Traverser, and in between weighted search.
Rules ``[R72-n]`` are listed in ``docs/papers/rosenberg1972.md``; code and list are in one order.

What holds between two steps: ``seen`` has one node for each state made (under a storage limit, for
each state kept); every node that is not closed is selected or has an entry with its present f in
``open``; older entries are skipped when they come up. The goal test is made when a node is
selected, not when it is made, which the bound on the cost of a path rests on.
"""

from __future__ import annotations

import math
from copy import deepcopy
from fractions import Fraction
from typing import Any, Generic, Self, cast

from provebest.problems.checked import checked, refuse_unhashable, renewal
from provebest.problems.protocol import Action, Problem, State
from provebest.search.copying import attach_nodes, detach_nodes
from provebest.search.path.duplicates import cheaper_way
from provebest.search.path.kept_trees import KeptTrees
from provebest.search.path.look_ahead import LookAhead, LookNode
from provebest.search.path.node import PathNode
from provebest.search.path.open_list import OpenList
from provebest.search.path.operators import OperatorSelection
from provebest.search.path.proof import first_overestimate, refuse_changed_states, sum_in_order
from provebest.search.path.result import PathResult, why_stopped
from provebest.search.path.rows import in_a_row
from provebest.search.path.settings import PathSettings
from provebest.search.path.storage import Storage, restart_from_best
from provebest.vocabulary import Stopped, Tally


class PathSearch(Generic[State, Action]):
    """The search as an object with ``step()``. Most users want ``find_path``.

    A step that is cut off, by a limit or by an exception of the problem's own, is finished by the
    next one: nothing is done twice, and what is left is kept in ``_left`` and ``_trees``.
    """

    def __init__(
        self,
        problem: Problem[State, Action],
        settings: PathSettings = PathSettings(),  # noqa: B008 - frozen, so one default is safe
    ) -> None:
        self.problem, self.settings = problem, settings
        asked = self._asked = checked(problem, hashed=True)
        self._renew = renewal(asked)
        self._g_factor, self._h_factor = settings.factors(problem)
        self._rule = settings.rule
        self.tally = Tally()
        self.stopped: Stopped | None = None
        looks, keeps = settings.look_ahead != 0, settings.keep_trees > 0
        self._look = (
            LookAhead(asked, settings.look_ahead, self.tally, grow_trees=keeps) if looks else None
        )
        self._kept: KeptTrees[State, Action] | None = (
            KeptTrees(settings.keep_trees) if looks and keeps and not settings.operators else None
        )
        self._operators = (
            OperatorSelection(asked, settings.operators) if settings.operators else None
        )
        self.restarts = 0
        self.cut_by_depth = False
        self.overestimate: str | None = None
        """Where the tree shows that the estimate exceeds the true cost, in words."""
        self._emptied = Stopped.EXHAUSTED
        """Why the search ends if no node is left open."""
        self._left: list[tuple[Action, State, float]] | None = None
        """Steps of the selected node still to be reached; None between two whole steps."""
        self._trees: list[LookNode[State, Action]] | None = None
        """The look-ahead trees of those steps, if they were kept."""
        self._line: list[LookNode[State, Action]] = []
        """The steps from the selected node to a goal that look-ahead met."""
        self.root: PathNode[State, Action] = PathNode(asked.start(), None, None, 0, 0, None)
        self.seen = {self.root.state: self.root}
        """The nodes by state, in the order in which they were made (``storage.py`` needs it)."""
        self.closest = self.root
        """The node with the least estimate so far, the first of equals: the answer until there is
        a goal. The start is never estimated, so any other node takes its place."""
        self.selected: PathNode[State, Action] = self.root
        """The node to develop next; once ``stopped`` is set, the goal if there is one."""
        self.clear_open()
        self.put(self.root)
        self._select()

    def step(self, at_most: int = 1) -> None:
        """Develops the selected node and selects the next one; up to ``at_most`` times in a row."""
        if self._renew is not None:
            self._renew()
        in_a_row(self, self._develop, at_most)

    def __getstate__(self) -> dict[str, Any]:
        return detach_nodes(self, [*self.seen.values(), self.root, self.closest, self.selected])

    def __setstate__(self, state: dict[str, Any]) -> None:
        attach_nodes(self, state)

    def __copy__(self) -> Self:
        """A search with a tree of its own."""
        return deepcopy(self)

    def put(self, node: PathNode[State, Action]) -> None:
        """Gives a node its priority and its place among the open nodes, as the newest of equals.

        An entry made before stays in ``open``; it is skipped because its priority is not the
        node's f any more, or because the node is closed by then.
        """
        f = self._g_factor * node.g
        if self._h_factor:  # with weight 0 an infinite estimate must not make f a nan
            f += self._h_factor * node.h
        node.f = f
        self.open.push(f, node)

    def clear_open(self) -> None:
        """Makes ``open`` empty; the nodes themselves are not changed."""
        self.open: OpenList[PathNode[State, Action]] = OpenList(self.settings.tie)

    def stored(self) -> int:
        """States held in memory, open and closed."""
        return len(self.seen)

    def headline(self) -> str:
        """How near the search has come, for a progress bar."""
        return f"closest estimate {float(self.closest.h / self.problem.scale):g}"

    def result(self, stopped: Stopped) -> PathResult[State, Action]:
        """The path found, or the path to the closest state so far."""
        solved = self.stopped in (Stopped.FOUND, Stopped.PROVED, Stopped.BAND_FALSE)
        end = self.selected if solved else self.closest
        way, line = end.way(), self._line
        actions = [node.action for node in way[1:]] + [node.action for node in line]
        return PathResult(
            solved=solved,
            path=tuple([node.state for node in way] + [node.state for node in line]),
            actions=tuple(cast("Action", action) for action in actions),
            cost=sum_in_order([*(node.step_cost for node in way), *(node.cost for node in line)])
            if solved
            else None,
            stopped=stopped,
            reason=why_stopped(
                stopped,
                self.times_optimum,
                discarded=self.restarts > 0,
                blind=self.settings.wt == 0,
                overestimate=self.overestimate,
            ),
            counters=self.tally.frozen(),
            stored=self.stored(),
            restarts=self.restarts,
            at_most_times_optimum=float(self.times_optimum)
            if solved and self.times_optimum
            else None,
        )

    def _develop(self) -> None:
        """Develops the selected node, or finishes doing so, and selects the next one.

        ``_left`` is None before the node's steps are known, holds the steps still to be reached if
        it was cut off, and is None again at the end.
        """
        node = self.selected
        if self._left is None:
            if node.met is not None:
                self._follow_look_ahead(node, node.met)
                return
            left = self._steps_from(node)
        else:
            left = self._left
        self._reach_all(node, left)
        self._select()
        if self.settings.storage is not None:
            self._make_room(self.settings.storage)
        self._left = None

    def _follow_look_ahead(self, node: PathNode[State, Action], steps: int) -> None:
        """[R72-6] Look-ahead met a goal below this node: it is counted and ends the search.

        No node is made for the line to the goal; it is kept in ``_line``. The goal need not be a
        cheapest one, so this is never called proved.
        """
        if self._look is not None:
            self._line = self._look.line_to_goal(node.state, node.looked_from, steps)
        self._count(node)
        self.stopped = Stopped.FOUND

    def _count(self, node: PathNode[State, Action]) -> None:
        """Counts a node as developed, unless one of its operators was applied before."""
        if node.remaining is None:
            self.tally.expanded += 1  # [R72-13] the start is counted, the goal is not

    def _steps_from(self, node: PathNode[State, Action]) -> list[tuple[Action, State, float]]:
        """Counts and closes a node, and returns its steps; if the problem raises, neither.

        With operator selection it is one step, and the node stays open while others remain.
        """
        steps: list[tuple[Action, State, float]]
        if self._kept is not None:
            self._trees = self._kept.take(node)
        if self._trees is not None:
            # [R72-11] Look-ahead has made the children already; its trees go on growing from there.
            steps = [(tree.action, tree.state, tree.cost) for tree in self._trees]
            self._count(node)
            node.closed = True
        elif self._operators is None:
            found = self._asked.successors(node.state)
            steps = found if isinstance(found, list) else list(found)
            self.tally.expanded += 1  # [R72-13]
            node.closed = True
        else:
            # [R72-9] One operator; the node stays open, behind its child, while others remain.
            first = node.remaining is None
            step = self._operators.take(node)
            self.tally.expanded += first
            node.closed = not node.remaining
            if not node.closed:
                self.open.push(node.f, node)
            steps = [] if step is None else [step]
        if self._rule == "relink" and node.links is None:
            node.links = []
        return steps

    def _reach_all(
        self, parent: PathNode[State, Action], steps: list[tuple[Action, State, float]]
    ) -> None:
        """Makes nodes for the steps, or records a cheaper way to nodes seen before.

        In the order of the steps, which decides ties. If the problem raises, the steps not yet
        done are left in ``_left`` (and their trees in ``_trees``) for the next call.
        """
        seen, rule, links, trees = self.seen, self._rule, parent.links, self._trees
        done = 0
        try:
            for action, state, cost in steps:
                known = seen.get(state)
                if known is None:
                    tree = trees[done] if trees is not None else None
                    known = self._new_node(parent, action, state, cost, tree)
                elif parent.g + cost < known.g and rule != "ignore":
                    # [R72-7] "ignore": a state already seen is left as it is.
                    cheaper_way(self, known, parent, action, cost)
                if links is not None:
                    links.append((action, known, cost))
                done += 1
        except BaseException as error:
            if isinstance(error, TypeError):
                refuse_unhashable(self._asked, parent.state, steps)
            self._left = steps[done:]
            self._trees = trees if trees is None else trees[done:]
            raise
        else:
            self._left = []
        finally:
            if trees is None:
                self.tally.generated += done

    def _new_node(
        self,
        parent: PathNode[State, Action],
        action: Action,
        state: State,
        cost: float,
        tree: LookNode[State, Action] | None,
    ) -> PathNode[State, Action]:
        """Estimates a state, by look-ahead if that is set, and opens a node for it.

        The problem is asked first: if it raises, nothing was changed but counters.
        """
        met = None
        if self._look is None:
            h = self._asked.estimate(state)
            self.tally.evaluated += 1
        else:
            tree = tree or LookNode(action, state, cost)
            h, met = self._look(tree, parent.state)
        node = PathNode(state, parent, action, cost, h, met)
        self.put(node)
        self.seen[state] = node
        if self._kept is not None and tree is not None:
            self._kept.keep(node, tree)
        if self._operators is not None:
            self._operators.learn(action, helped=h < parent.h)
        if h < self.closest.h or self.closest.parent is None:  # the start is not evaluated
            self.closest = node
        return node

    def _select(self) -> None:
        """Takes the open node with the least f; ends the search if that is a goal. [R72-8].

        Afterwards ``selected`` is to be developed, or ``stopped`` is set. The goal test comes
        before the tests of f and depth: a goal is accepted whatever its estimate says.
        """
        max_depth = self.settings.max_depth
        while True:
            entry = self.open.pop()
            if entry is None:
                self.stopped = Stopped.DEPTH_LIMIT if self.cut_by_depth else self._emptied
                return
            priority, node = entry
            if node.closed or node.f != priority:
                continue  # its priority has changed since this entry was made
            try:
                if self._asked.is_goal(node.state):
                    self.stopped = self._verdict(node)
                    self.selected = node
                    return
            except BaseException:
                self.open.put_back(priority, node)
                raise
            if node.f == math.inf:
                node.closed = True  # the estimate says that no goal lies this way
                self._emptied = Stopped.RULED_OUT
                continue
            if max_depth is not None and node.depth >= max_depth:
                self.cut_by_depth = node.closed = True
                continue
            self.selected = node
            return

    def _verdict(self, goal: PathNode[State, Action]) -> Stopped:
        """What may be claimed of a goal that is selected: proved, found, or a false estimate."""
        if self.restarts == 0:
            refuse_changed_states(goal, self.seen, self.problem)
        factor = self.times_optimum
        if factor is None:
            return Stopped.FOUND
        if self.settings.wt > 0:
            self.overestimate = first_overestimate(goal, self.seen.values(), self._asked)
            if self.overestimate is not None:
                return Stopped.BAND_FALSE
        return Stopped.PROVED if factor == 1 else Stopped.FOUND

    @property
    def times_optimum(self) -> Fraction | None:
        """A goal selected now costs at most this many times the least; None if nothing is claimed.

        Nothing is once nodes were discarded or cut by depth, or the estimate was seen to exceed the
        true cost.
        """
        whole = self.restarts == 0 and not self.cut_by_depth and self.overestimate is None
        return self.settings.times_optimum(self.problem) if whole else None

    def _make_room(self, storage: Storage) -> None:
        """Restarts until ``len(seen) <= storage.nodes``, or ends the search for lack of memory."""
        while self.stopped is None and len(self.seen) > storage.nodes:
            if self.restarts == storage.restarts:
                self.stopped = Stopped.MEMORY_LIMIT
                return
            self.restarts += 1
            restart_from_best(self, self.selected, storage.advance)
            self._select()
