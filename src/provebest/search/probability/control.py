"""The control procedure: SELECT finds a move, VERIFY attacks it [BM95-1].

Rules ``[BM95-n]`` are listed in ``docs/papers/berliner1995.md``. What holds between two steps:
every value in the graph is right for the present target and Forcer, and ``path`` ends in the leaf
that the next step expands, or ``stopped`` is set. If a step was cut off while the next leaf was
being chosen, ``path`` still ends in the node expanded last, and the next step begins by choosing.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import pairwise
from typing import Any, Generic

from provebest.search.events import (
    ExpansionEnded,
    ExpansionStarted,
    Milestone,
    MilestoneReached,
    StepEnded,
)
from provebest.search.move_search import Snapshot
from provebest.search.probability import foresight, select, verify
from provebest.search.probability.backup import Aim
from provebest.search.probability.beliefs import AsksAhead, Believer, Move, State
from provebest.search.probability.graph import Graph
from provebest.search.probability.graph_builder import GraphBuilder
from provebest.search.probability.node import Node
from provebest.search.probability.phases import ControlProgress, Phase, SelectEnd, VerifyEnd
from provebest.search.probability.result import (
    End,
    ProbabilityResult,
    probability_result,
    root_moves,
)
from provebest.search.probability.settings import ClassicSettings
from provebest.search.probability.sure_bounds import SureBounds
from provebest.search.probability.values import Values
from provebest.search.setprobe.budget import Budget
from provebest.vocabulary import BadInputError, EventStream, Stopped, Tally, number_text

AnyNode = Node[Any, Any]


class ProbabilitySearch(Generic[State, Move]):
    """The classic control. One ``step()`` is one expansion; the first is the root's."""

    def __init__(
        self,
        believer: Believer[State, Move],
        policies: ClassicSettings = ClassicSettings(),  # noqa: B008 - frozen, so one shared default is safe
        *,
        history: Iterable[Hashable] = (),
        prober: str = "",
    ) -> None:
        self.believer = believer
        self.settings = policies
        self.prober = prober
        self.ahead: AsksAhead | None = None
        """Who hears in advance what may be asked; the search is the same with and without."""
        self.events = EventStream()
        self.tally = Tally()
        self.stopped: Stopped | None = None
        self.end: End | None = None
        """How the last SELECT and VERIFY ended, in the paper's words; None while it runs."""
        self.progress = ControlProgress(share=policies.effort.select_share(0, first=True))
        self.root: AnyNode = Node(
            believer.start(), player_moved=False, depth=-1, real=0.0, hi=None, lo=None
        )
        self.graph = Graph(
            self.root,
            share=policies.share_positions,
            draw=policies.draw,
            cycle_budget=policies.cycle_budget,
        )
        self.values = Values(self.graph, policies)
        self.builder = GraphBuilder(believer, self.graph, self.values, policies, history)
        self.path: list[AnyNode] = [self.root]
        """From the root to the leaf that is expanded next, or to the one expanded last if the next
        one has not been chosen yet."""
        self._work_before = 0, 0
        """Probes and their nodes that a saved search had made before this believer."""

    # --- what the loop around every search asks -------------------------------------------------

    def step(self, at_most: int = 1) -> None:  # noqa: ARG002 - every expansion is a batch of probes
        """Expands one leaf, backs up, and chooses the next leaf or ends the search.

        The believer is asked before anything changes. So a step that is cut off has changed
        nothing, or has made its expansion and left only the next leaf to be chosen.
        """
        purpose = self.phase.value
        try:
            if self.path[-1].children or self.path[-1].over:
                self._choose_next()
            if self.stopped is None:
                self._expand()
                self._choose_next()
                self.events.send(ExpansionEnded, self._expansion)
        finally:
            self._count_work()
            if self.ahead is not None and self.stopped is not None:
                self.ahead.rest()
        self.events.send(StepEnded, lambda: StepEnded(purpose, self.snapshot()))

    def stored(self) -> int:
        """Positions kept; none is forgotten."""
        return len(self.graph)

    def headline(self) -> str:
        """Phase, best move, target."""
        if not self.root.children:
            return self.phase.value
        best = self.best()
        real, target = number_text(best.real), number_text(self.target)
        return f"{self.phase.value} {self.move_of(best)} {real}, target {target}"

    def snapshot(self, most: int | None = None) -> Snapshot[Move]:
        """The state now. In VERIFY the chances of the root's moves are SELECT's last."""
        chances = self.chances if self.phase is Phase.VERIFY else {}
        moves = root_moves(self, chances, most)
        depth = len(moves[0].line) if moves else 0
        return Snapshot(
            purpose=self.phase.value,
            moves=moves,
            counters=self.tally.frozen(),
            depth=depth,
            deepest=depth,
            target=self.target if self.root.children else None,
        )

    @property
    def reason(self) -> str:
        """Why the search ended by itself; empty if it goes on, or if a limit ended it."""
        if self.stopped is None:
            return ""
        result = self.result(self.stopped)
        return result.reason if result.natural else ""

    def result(self, stopped: Stopped) -> ProbabilityResult[Move]:
        """The best move so far and why the search ended."""
        return probability_result(self, stopped)

    # --- the state of the search ------------------------------------------------------------------

    @property
    def depth(self) -> int:
        """Plies of the choice's line; 0 before the root is expanded."""
        return self.snapshot(1).depth

    @property
    def budget(self) -> None:
        """The loop around the search keeps its limits."""
        return None

    def renew(self, budget: Budget) -> None:
        """Changes nothing: see ``budget``."""

    @property
    def tree(self) -> ProbabilitySearch[State, Move]:
        """This search: it keeps its whole tree."""
        return self

    @property
    def answers_if_cut_off(self) -> bool:
        """An expansion that was cut off has no values."""
        return False

    @property
    def phase(self) -> Phase:
        """SELECT or VERIFY."""
        return self.progress.phase

    @property
    def target(self) -> float:
        """TargetVal, for the Player."""
        return self.progress.target

    @property
    def rounds(self) -> int:
        """Times VERIFY has refuted what SELECT had chosen."""
        return self.progress.rounds

    @property
    def selected(self) -> AnyNode | None:
        """The move that SELECT chose last; None before."""
        return self.progress.selected

    @property
    def chances(self) -> dict[int, float]:
        """OptPrb of the root's moves when SELECT last ended, by their place among the moves."""
        return self.progress.chances

    @property
    def exact(self) -> bool:
        """Whether every cycle was within its budget, so that values are those of their paths."""
        return all(component.exact for component in self.graph.components)

    def best(self) -> AnyNode:
        """The root move with the greatest RealVal, at all times considered best [BM95-3].

        Of equal moves the first. The root must be expanded.
        """
        return max(self.root.children, key=lambda node: node.real)

    def move_of(self, node: AnyNode) -> Move:
        """The root move that leads to this child of the root."""
        move: Move = self.root.moves[self.root.children.index(node)]
        return move

    def least_chance(self) -> float:
        """MinAct after the expansions made so far: chances below it are not in contention."""
        policies = self.settings
        return policies.contention.least(self.tally.expanded, policies.effort.limit)

    # --- the loop ---------------------------------------------------------------------------------

    def _expand(self) -> None:
        """Expands the leaf at the path's end; hopes are asked for if the Forcer moves there."""
        leaf, player_forces = self.path[-1], self.phase is Phase.SELECT
        self.events.send(
            ExpansionStarted, lambda: ExpansionStarted(self.phase.value, self._line_to_leaf())
        )
        asked = foresight.question(self, leaf)
        if self.ahead is not None:
            self.ahead.prepare(asked, foresight.foresee(self))
        beliefs = self.believer.expand(asked.state, asked.depth, hopes=asked.hopes)
        if beliefs:
            self.builder.add(leaf, beliefs, player=player_forces)
        elif leaf is self.root:
            raise BadInputError("there is no move to choose: the game is over")
        else:
            self.builder.nothing(leaf)
        self.tally.expanded += 1
        self.tally.generated += len(beliefs)
        self.progress.used += 1
        for node in self.path:
            node.effort += 1
        self._count_work()

    def _choose_next(self) -> None:
        """Goes from phase to phase until there is a leaf to expand, or an end.

        It may ask the believer, at a change of phase, and be cut off there: phase, target and
        values are then still those of the old phase, and it can be called again.
        """
        while self.stopped is None:
            selected = self.progress.selected
            if self.phase is Phase.SELECT or selected is None:
                found = select.next_leaf(self)
                if isinstance(found, SelectEnd):
                    self._end_select(found)
                    continue
            else:
                attack = verify.next_leaf(self, selected)
                if isinstance(attack, VerifyEnd):
                    self._end_verify(attack)
                    continue
                found = attack
            self.path = found
            return

    def _end_select(self, end: SelectEnd) -> None:
        """Ends the search if there is nothing to verify, else begins VERIFY of the best move.

        The order matters: first the question, then the chances of SELECT, which VERIFY overwrites.
        """
        if end in {SelectEnd.ONLY_MOVE, SelectEnd.SAME_POSITION, SelectEnd.WON}:
            self._finish(end, VerifyEnd.NOT_NEEDED)
            return
        progress, selected = self.progress, self.best()
        # The Opponent's optimism is asked for wherever it is missing below the choice [BM95-16].
        hopes = self.builder.ask_before_phase(selected, player=False)
        progress.selected, progress.select_end = selected, end
        progress.chances = {index: node.p for index, node in enumerate(self.root.children)}
        self.tell(Milestone.SELECTED)
        first = progress.rounds == 0
        share = self.settings.effort.verify_share(self.tally.expanded, first=first)
        self._start(Phase.VERIFY, share)
        self.builder.start_phase(selected, hopes, player=False)
        self._aim(verify.target(self, selected))
        self.tell(Milestone.VERIFY)

    def _end_verify(self, end: VerifyEnd) -> None:
        """Ends the search, or begins SELECT again if the choice was refuted and effort is left."""
        progress = self.progress
        if end is not VerifyEnd.REFUTED:
            self._finish(progress.select_end, end)
            return
        at_limit = self.tally.expanded >= self.settings.effort.limit
        hopes = {} if at_limit else self.builder.ask_before_phase(self.root, player=True)
        progress.rounds += 1
        self.tell(Milestone.REFUTED)
        if at_limit:
            progress.quota_hit = True
            self._finish(progress.select_end, VerifyEnd.REFUTED_AT_LIMIT)
            return
        # Back to SELECT with everything kept [BM95-17].
        progress.quota_hit = False
        share = self.settings.effort.select_share(self.tally.expanded, first=False)
        self._start(Phase.SELECT, share)
        self.builder.start_phase(self.root, hopes, player=True)
        progress.target_from = select.target_parameters(self, self.best())
        self._aim(sum(progress.target_from) / 2)

    def _start(self, phase: Phase, share: int) -> None:
        self.progress.phase, self.progress.used, self.progress.share = phase, 0, share

    def _finish(self, select_end: SelectEnd, verify_end: VerifyEnd) -> None:
        """Ends the search with the best move; sure bounds decide whether it is called proved."""
        self.end = End(select_end.value, verify_end.value, self.progress.quota_hit)
        best = self.best()
        self.progress.selected = best
        self.stopped = Stopped.NODE_LIMIT if self.progress.quota_hit else Stopped.FOUND
        if select_end not in {SelectEnd.ONLY_MOVE, SelectEnd.SAME_POSITION}:
            self.stopped = self.verdict() or self.stopped
        self.tell(Milestone.END)

    def verdict(self) -> Stopped | None:
        """What follows from sure bounds [BM95-28]: the choice is proved, or the bounds are false.

        None if neither, if values of cycles are not exact [BM95-24], or if there are positions
        before the root: coming back to them is a draw, of which the game's bounds know nothing.
        """
        if not self.exact or self.builder.history:
            return None
        sure = SureBounds(self.graph.nodes)
        if sure.contradict:
            return Stopped.BOUNDS_FALSE
        return Stopped.PROVED if sure.separate(self.best(), self.root.children) else None

    def aim_at(self, target: float) -> None:
        """Sets the target; if it has changed, every OptPrb in the graph is computed anew."""
        if target != self.target:
            self._aim(target)

    def _aim(self, target: float) -> None:
        self.progress.target = target
        self.values.take_aim(self.aim())

    def aim(self) -> Aim:
        """The present target and Forcer: OptPrb is the probability of reaching the one."""
        return Aim(self.target, self.phase is Phase.SELECT, self.settings.reply_groups)

    def tell(self, milestone: Milestone) -> None:
        """Reports a milestone to the listeners."""
        self.events.send(
            MilestoneReached,
            lambda: MilestoneReached(milestone, self.move_of(self.best()), self.target),
        )

    def _expansion(self) -> ExpansionEnded[Move]:
        best = self.best()
        return ExpansionEnded(self.move_of(best), best.real)

    def _line_to_leaf(self) -> tuple[Move, ...]:
        steps = pairwise(self.path)
        return tuple(above.moves[above.children.index(below)] for above, below in steps)

    def _count_work(self) -> None:
        probes, nodes = self.believer.work()
        self.tally.probes = self._work_before[0] + probes
        self.tally.probe_nodes = self._work_before[1] + nodes

    def go_on_counting(self, tally: Tally) -> None:
        """Continues the counts of an earlier run; what this believer did before is left out."""
        probes, nodes = self.believer.work()
        self.tally = tally
        self._work_before = tally.probes - probes, tally.probe_nodes - nodes
