"""The control procedure: SELECT finds a move, VERIFY attacks it [BM95-1].

Rules ``[BM95-n]`` are listed in ``docs/papers/berliner1995.md``.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Generic

from provebest.search.probability.backup import Aim, back_up, back_up_values, probabilities
from provebest.search.probability.beliefs import Belief, Believer, Move, State
from provebest.search.probability.graph import Graph
from provebest.search.probability.node import Node
from provebest.search.probability.policies import Policies
from provebest.search.probability.result import End, ProbabilityResult, probability_result
from provebest.vocabulary import BadInputError, Stopped, Tally

AnyNode = Node[Any, Any]


class Phase(enum.Enum):
    """Who is the Forcer: the Player looks for his move, then the Opponent for its refutation."""

    SELECT = "SELECT"
    VERIFY = "VERIFY"


class ProbabilitySearch(Generic[State, Move]):
    """The classic control. One ``step()`` is one expansion; the first is the root's."""

    def __init__(
        self,
        believer: Believer[State, Move],
        policies: Policies = Policies(),  # noqa: B008 - frozen, so one shared default is safe
        *,
        history: Iterable[Hashable] = (),
        on_event: Callable[[str, ProbabilitySearch[State, Move]], None] | None = None,
    ) -> None:
        self.believer = believer
        self.policies = policies
        self.tally = Tally()
        self.stopped: Stopped | None = None
        self.end: End | None = None
        """How the last SELECT and VERIFY ended, in the paper's words."""
        self.phase = Phase.SELECT
        self.rounds = 0
        """Times VERIFY has refuted what SELECT had chosen."""
        self.selected: AnyNode | None = None
        self.chances: dict[int, float] = {}
        """OptPrb of the root's moves when SELECT last ended, by the node's id."""
        self.target = 0.0
        self.root: AnyNode = Node(
            believer.start(), player_moved=False, depth=-1, real=0.0, hi=None, lo=None
        )
        self.graph = Graph(self.root, share=policies.share_positions)
        self._history = frozenset(history)
        self._on_event = on_event
        self._target_from: tuple[float, float] | None = None
        self._phase_used = 0
        self._phase_share = policies.effort.select_share(0, first=True)
        self._quota_hit = False
        self._path: list[AnyNode] = [self.root]
        """From the root to the leaf that is expanded next."""

    # --- what the loop around every search asks -------------------------------------------------

    def step(self, at_most: int = 1) -> None:  # noqa: ARG002 - every expansion is a batch of probes
        """Expands one leaf, backs up, and settles what comes next."""
        path = self._path
        self._expand(path)
        if self.root.children:
            self._choose_next()

    def stored(self) -> int:
        """Positions kept; none is forgotten."""
        return len(self.graph)

    def headline(self) -> str:
        """Phase, best move, target."""
        if not self.root.children:
            return self.phase.value
        best = self.best()
        return f"{self.phase.value} {self.move_of(best)} {best.real:g}, target {self.target:g}"

    def result(self, stopped: Stopped) -> ProbabilityResult[Move]:
        """The best move so far and why the search ended."""
        return probability_result(self, stopped)

    # --- the root ---------------------------------------------------------------------------------

    def best(self) -> AnyNode:
        """At all times the move with the greatest RealVal is considered best [BM95-3]."""
        return max(self.root.children, key=lambda node: node.real)

    def move_of(self, node: AnyNode) -> Move:
        """The root move that leads to this child of the root."""
        move: Move = self.root.moves[self.root.children.index(node)]
        return move

    def least_chance(self) -> float:
        """MinAct now."""
        policies = self.policies
        return policies.contention.least(self.tally.expanded, policies.effort.limit)

    # --- expansion --------------------------------------------------------------------------------

    def _expand(self, path: Sequence[AnyNode]) -> None:
        leaf = path[-1]
        player_moves = not leaf.player_moved
        forcer_moves = player_moves == (self.phase is Phase.SELECT)
        beliefs = self.believer.expand(leaf.state, leaf.depth + 1, hopes=forcer_moves)
        self.tally.expanded += 1
        self.tally.generated += len(beliefs)
        self._count_work()
        self._phase_used += 1
        for node in path:
            node.effort += 1
        if not beliefs:
            if leaf is self.root:
                raise BadInputError("there is no move to choose: the game is over")
            leaf.over = leaf.settled = True
            self._update_above(leaf)
            return
        for belief in beliefs:
            self._add(leaf, belief, player_moves=player_moves)
        self._update_above(leaf, including=True)

    def _add(self, leaf: AnyNode, belief: Belief[State, Move], *, player_moves: bool) -> None:
        """A child with its own values and what it inherits, once, from its parent [BM95-4]."""
        known = self.graph.known(belief.state)
        repeated = belief.state in self._history or belief.state == self.root.state
        if repeated or (known is not None and self.graph.closes_cycle(leaf, known)):
            draw = self.policies.draw
            self.graph.add(
                leaf,
                belief.move,
                Node(
                    belief.state,
                    player_moved=player_moves,
                    depth=leaf.depth + 1,
                    real=draw,
                    hi=draw,
                    lo=draw,
                    own_hope=True,
                    over=True,
                ),
                private=True,
            )
            return
        if known is not None:
            self.graph.join(leaf, belief.move, known)
            return
        sign = 1.0 if player_moves else -1.0
        real = sign * belief.real
        hi, lo = (real, real) if belief.over else (leaf.hi, leaf.lo)
        if belief.hope is not None and not belief.over:
            hi, lo = (belief.hope, lo) if player_moves else (hi, -belief.hope)
        child: AnyNode = Node(
            belief.state,
            player_moved=player_moves,
            depth=leaf.depth + 1,
            real=real,
            # A probe may leave the bounds it was given: then they give way [BM95-2].
            hi=None if hi is None else max(hi, real),
            lo=None if lo is None else min(lo, real),
            own_hope=belief.hope is not None or belief.over,
            over=belief.over,
            reply=belief.reply,
        )
        self.graph.add(leaf, belief.move, child)

    def _update_above(self, node: AnyNode, *, including: bool = False) -> None:
        """New values however far up they percolate."""
        aim = self._aim()
        probabilities([child for child in node.children if not child.children], aim)
        waiting = [node] if including else list(node.parents)
        while waiting:
            changed = waiting.pop()
            if back_up(changed, aim, self.policies.win):
                waiting.extend(changed.parents)

    def _aim(self) -> Aim:
        return Aim(self.target, self.phase is Phase.SELECT, self.policies.reply_groups)

    def _count_work(self) -> None:
        self.tally.probes, self.tally.probe_nodes = self.believer.work()

    # --- what comes next --------------------------------------------------------------------------

    def _choose_next(self) -> None:
        """Goes from phase to phase until there is a leaf to expand, or an end."""
        while self.stopped is None:
            path = self._select() if self.phase is Phase.SELECT else self._verify()
            if path is not None:
                self._path = path
                return

    def _tell(self, event: str) -> None:
        if self._on_event is not None:
            self._on_event(event, self)

    def _finish(self, select: str, verify: str) -> None:
        self.end = End(select, verify, self._quota_hit)
        best = self.best()
        self.selected = best
        if len(self.root.children) == 1:
            self.stopped = Stopped.FOUND
        elif self._separated_by_bounds(best):
            self.stopped = Stopped.PROVED
        else:
            self.stopped = Stopped.NODE_LIMIT if self._quota_hit else Stopped.FOUND
        self._tell("end")

    def _separated_by_bounds(self, best: AnyNode) -> bool:
        """Both sides' optimism is known, and even the worst of this move beats the others' best."""
        others = [node for node in self.root.children if node is not best]
        return best.lo is not None and all(
            node.hi is not None and node.hi <= best.lo for node in others
        )

    # --- SELECT -----------------------------------------------------------------------------------

    def _select(self) -> list[AnyNode] | None:
        best = self.best()
        children = self.root.children
        if len(children) == 1:
            self._finish("only move", "not needed")
            return None
        if best.settled and best.real >= self.policies.win:
            self._finish("won", "not needed")
            return None
        if all(node is best or (node.hi is not None and node.hi <= best.real) for node in children):
            return self._start_verify("separated")
        self._set_select_target(best)
        if self._phase_used >= self._phase_share:
            self._quota_hit = True
            return self._start_verify("effort limit")
        return self._forced_path(best)

    def _forced_path(self, best: AnyNode) -> list[AnyNode] | None:
        """Down to the leaf with the best chance; the target moves closer while there is none."""
        least = self.least_chance()
        while True:
            contending = self._contending(self.root, least)
            if any(node is not best for node in contending):
                path = self._descend(self.root, contending)
                if path is not None:
                    self._quota_hit = False
                    return path
                return self._start_verify("nothing left to expand")
            if contending:
                return self._start_verify("clearly best")
            gap = self.target - best.real
            if not self.policies.target_moves_closer or gap <= 2 * self.policies.closest_target:
                return self._start_verify("flat")
            self._retarget(self.target - gap / 2)
            self._tell("closer")

    def _contending(self, node: AnyNode, least: float) -> list[AnyNode]:
        """The children that the Forcer may still try, with effort taken into account."""
        weigh = self.policies.dithering.weigh
        return [
            child
            for child in node.children
            if not child.settled and weigh(child.p, child.effort, node.effort) >= least
        ]

    def _set_select_target(self, best: AnyNode) -> None:
        """Half-way from the best RealVal to the second-best hope; kept while neither moves [BM95-7]."""
        hopes = sorted((_hope(node) for node in self.root.children), reverse=True)
        second = hopes[1]
        if second <= best.real:
            second = max(_hope(node) for node in self.root.children if node is not best)
        if self._target_from != (second, best.real):
            self._target_from = (second, best.real)
            self._retarget((second + best.real) / 2)

    def _retarget(self, target: float) -> None:
        if target != self.target:
            self.target = target
            probabilities(self.graph.children_first(), self._aim())

    # --- VERIFY -----------------------------------------------------------------------------------

    def _start_verify(self, select_end: str) -> None:
        """The Opponent's optimism is asked for wherever it is missing below the choice [BM95-12]."""
        self.selected = self.best()
        self.select_end = select_end
        self.chances = {id(node): node.p for node in self.root.children}
        self._tell("selected")
        self.phase = Phase.VERIFY
        self._phase_used = 0
        first = self.rounds == 0
        self._phase_share = self.policies.effort.verify_share(self.tally.expanded, first=first)
        self._fill_hopes(player=False)
        self._set_verify_target()
        probabilities(self.graph.children_first(), self._aim())
        self._tell("verify")

    def _set_verify_target(self) -> None:
        """Just below the second-best RealVal: then the choice is no longer best [BM95-11]."""
        others = [node.real for node in self.root.children if node is not self.selected]
        target = max(others) - 1
        if target != self.target or self._target_from is not None:
            self._target_from = None
            self._retarget(target)

    def _verify(self) -> list[AnyNode] | None:
        selected = self.selected
        assert selected is not None  # noqa: S101 - VERIFY has something to attack
        self._set_verify_target()
        if selected.real <= self.target:
            self._refuted()
            return None
        if selected.settled:
            self._finish(self.select_end, "nothing left to expand")
            return None
        if self._phase_used >= self._phase_share:
            self._quota_hit = True
            self._finish(self.select_end, "effort limit")
            return None
        if not selected.children:
            return [self.root, selected]
        contending = self._contending(selected, self.least_chance())
        if not contending:
            self._finish(self.select_end, "no reply in contention")
            return None
        path = self._descend(selected, contending)
        if path is None:
            self._finish(self.select_end, "nothing left to expand")
            return None
        return [self.root, *path]

    def _refuted(self) -> None:
        """Back to SELECT with everything kept [BM95-14]."""
        self.rounds += 1
        self._tell("refuted")
        if self.tally.expanded >= self.policies.effort.limit:
            self._quota_hit = True
            self._finish(self.select_end, "refuted at the effort limit")
            return
        self.phase = Phase.SELECT
        self._phase_used = 0
        self._phase_share = self.policies.effort.select_share(self.tally.expanded, first=False)
        self._fill_hopes(player=True)
        self._target_from = None
        self._set_select_target(self.best())
        probabilities(self.graph.children_first(), self._aim())

    def _fill_hopes(self, *, player: bool) -> None:
        """Own optimism for every move of one side that has only an inherited one, then minimax.

        In VERIFY only below the selected move. Leaves of the other side take over their parent's
        new value where theirs is undefined [BM95-12].
        """
        top = self.root if player else self.selected
        assert top is not None  # noqa: S101 - VERIFY has something to attack
        below = self.graph.below(top)
        asked = [
            (parent, move, node)
            for parent in below
            for move, node in zip(parent.moves, parent.children, strict=True)
            if node.player_moved == player and not node.own_hope
        ]
        unique = list({id(node): (parent, move, node) for parent, move, node in asked}.values())
        sign = 1.0 if player else -1.0
        answers = self.believer.hopes(
            [
                (parent.state, move, node.state, sign * node.real, node.depth)
                for parent, move, node in unique
            ]
        )
        self._count_work()
        for (_, _, node), hope in zip(unique, answers, strict=True):
            node.own_hope = True
            if player:
                node.hi = max(hope, node.real)
            else:
                node.lo = min(-hope, node.real)
        for parent in below:
            for node in parent.children:
                if node.player_moved != player:
                    _inherit(node, parent, player=player)
        for node in reversed(below):
            if node.children:
                back_up_values(node, self.policies.win)
        self._update_above(top)

    # --- down the tree ----------------------------------------------------------------------------

    def _descend(self, node: AnyNode, among: list[AnyNode]) -> list[AnyNode] | None:
        """The Forcer takes the best chance, the Obstructor the best RealVal [BM95-13]."""
        path = [node]
        player_forces = self.phase is Phase.SELECT
        while True:
            player_chooses = not node.player_moved
            sign = 1.0 if player_chooses else -1.0
            if player_chooses == player_forces:
                weigh, of = self.policies.dithering.weigh, node.effort
                node = max(among, key=lambda c: (weigh(c.p, c.effort, of), sign * c.real))  # noqa: B023 - used at once
            else:
                node = max(among, key=lambda c: sign * c.real)  # noqa: B023 - used at once
            path.append(node)
            if not node.children:
                return path
            among = [child for child in node.children if not child.settled]
            if not among:
                return None


def _hope(node: AnyNode) -> float:
    """The Player's optimism for his own move; its real value where nobody has asked."""
    return node.real if node.hi is None else node.hi


def _inherit(node: AnyNode, parent: AnyNode, *, player: bool) -> None:
    if player and node.hi is None and parent.hi is not None:
        node.hi = max(parent.hi, node.real)
    if not player and node.lo is None and parent.lo is not None:
        node.lo = min(parent.lo, node.real)
