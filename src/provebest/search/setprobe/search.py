"""The modern control: deep searches of all moves, and one law that says when to stop.

SELECT deepens one search over all moves. When the law says that going on can hardly matter, the
rivals are searched deeper, and then the choice alone (VERIFY); if neither refutes the choice, it is
played. Rules ``[MC-n]`` are listed in ``docs/papers/setprobe.md``. The procedure itself is in
``choosing.py``, as a generator; here its questions are asked, counted and kept within the budget.
Between two steps the generator waits at ``_question``, or has ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from threading import Event
from typing import Any, Generic

from provebest.search.events import FirstLook, SetProbed, StepEnded
from provebest.search.move_search import Snapshot
from provebest.search.probability.beliefs import Belief, Believer, Move, State
from provebest.search.probability.result import ProbabilityResult, RootMove
from provebest.search.probability.wording import NOTHING, ONLY_MOVE, cut_off
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.candidates import Candidates
from provebest.search.setprobe.choosing import Choosing
from provebest.search.setprobe.law import MOST_DOUBT, Sight
from provebest.search.setprobe.question import Procedure, Question
from provebest.search.setprobe.set_prober import SetProber, SetValue
from provebest.search.setprobe.settings import ModernSettings, a_tempo
from provebest.search.setprobe.wording import WINS_AT_ONCE, time_is_worth_more
from provebest.vocabulary import (
    BadInputError,
    EventStream,
    LimitReachedError,
    NothingSearchedError,
    Stopped,
    Tally,
    guard,
    number_text,
)


class ModernSearch(Generic[State, Move]):
    """One ``step()`` is one probe of a set of moves; the first expands the root.

    For ``Limits.expanded`` every set-probe counts like an expansion; the counters tell them apart.
    """

    def __init__(
        self,
        believer: Believer[State, Move],
        sets: SetProber[Move],
        budget: Budget,
        settings: ModernSettings = ModernSettings(),  # noqa: B008 - frozen, so one shared default is safe
        *,
        only: Sequence[Move] = (),
        cancel: Event | None = None,
        unseen: Sequence[Move] = (),
        prober: str = "",
    ) -> None:
        """Makes a search that has not begun.

        ``only`` restricts it to these moves. ``unseen`` holds all moves if there is to be no first
        look: on a clock only the move matters [MC-4].
        """
        self.believer, self.sets = believer, sets
        self.budget: Budget = budget
        self.settings, self.prober = settings, prober
        self._kept = settings.kept
        """The share of the budget that is kept for a last attack, as long as it is kept."""
        self.events = EventStream()
        self.only = tuple(only)
        self.cancel = cancel
        """If it is set, the probe that is being made is cut off, and the search ends."""
        self.tally = Tally()
        self.stopped: Stopped | None = None
        self.reason = ""
        """Why the search ended by itself; empty if a limit ended it."""
        self._certain = False
        """Whether it ended because no search could find a better move."""
        self.candidates: Candidates[Move] = Candidates()
        self.depth = 0
        """The depth in plies to which the choice is known; 0 before the first search."""
        self.sight: Sight | None = None
        """What the law sees of the choice; None before the first search of all moves."""
        self.refutations = 0
        """How often a choice was overturned by a deeper search."""
        self.doing = "root"
        """What the next step is for, in a word."""
        self.looking_at = 0
        """The depth of the next probe."""
        self._beliefs: tuple[Belief[State, Move], ...] = ()
        self._unseen = self.only or tuple(unseen) if unseen else ()
        self._set_probes = 0
        self._plan = self._choose()
        self._question: Question | None = None
        """The question whose answer the procedure waits for; None at the start and at the end."""

    def step(self, at_most: int = 1) -> None:  # noqa: ARG002 - every step is a search of its own
        """Makes the next probe; one that is cut off by a limit is made again in the next step.

        A probe cut off by the search's own budget is not: its answer goes to the procedure as it
        is, marked as not finished.
        """
        allowed = guard()
        if self._set_probes >= allowed.expansions_left:  # a set-probe counts like an expansion
            raise LimitReachedError(Stopped.NODE_LIMIT, allowed)
        if self._question is None:
            self._question = next(self._plan, None)
        purpose = self.doing
        while self._question is not None:
            try:
                answer = self._question.ask()
            finally:
                self._count()
            self._question = self._answer(answer)
            if self._question is None or self._question.alone:
                break
        self.events.send(StepEnded, lambda: StepEnded(purpose, self.snapshot()))

    def _answer(self, answer: Any) -> Question | None:
        """Sends the procedure an answer; returns its next question, or None if it has ended."""
        try:
            return self._plan.send(answer)
        except StopIteration:
            return None

    def snapshot(self, most: int | None = None) -> Snapshot[Move]:
        """The state now; asked for after every step, so few moves should cost little."""
        moves = self._ranked(most)
        line = len(moves[0].line) if moves else 0
        return Snapshot(
            purpose=self.doing,
            moves=moves,
            counters=self.tally.frozen(),
            depth=self.depth,
            deepest=max(self.depth, self.sets.deepest, line),
            asking=self.looking_at,
            doubt=self.doubt() if self.settings.measured else None,
        )

    def renew(self, budget: Budget) -> None:
        """Keeps these limits from now on; ends if by them the next depth is not to be begun."""
        self.budget = budget
        if self.stopped is not None or self.doing != "SELECT":
            return
        if self.settings.time_price and self._is_enough():
            self.end(time_is_worth_more(self.depth, self.doubt()), certain=False)
        elif not self.goes_on(self.looking_at):
            self.stopped = self._limit(self.depth)

    def _is_enough(self) -> bool:
        """Whether the law would end the search now, by what was seen after the last depth."""
        return self.sight is not None and self.settings.is_enough(self.sight, self.spent())

    @property
    def tree(self) -> None:
        """No tree is kept: a set-probe keeps its best line."""
        return None

    @property
    def answers_if_cut_off(self) -> bool:
        """A set-probe that was cut off has values if one before it was finished."""
        return self.depth > 0

    @property
    def best(self) -> Move | None:
        """The choice so far; None before the root is expanded."""
        return self.candidates.best

    @property
    def value(self) -> float:
        """The choice's value, for the side to move."""
        return self.candidates.value

    def stored(self) -> int:
        """Root moves: nothing else is kept here."""
        return len(self.candidates.moves)

    def headline(self) -> str:
        """The present purpose and depth, and the best move so far, for a progress bar."""
        return f"{self.doing} depth {self.depth}: {self.best} {number_text(self.value)}"

    def result(self, stopped: Stopped) -> ProbabilityResult[Move]:
        """The best move so far and why the search ended.

        Raises:
            NothingSearchedError: before the root is expanded.
        """
        if self.best is None:
            raise NothingSearchedError(NOTHING)
        moves = self._ranked()
        reason = self.reason or f"{cut_off(stopped)} at depth {self.depth}"
        return ProbabilityResult(
            move=self.best,
            value=self.value,
            stopped=stopped,
            reason=reason,
            moves=moves,
            line=moves[0].line,
            refutations=self.refutations,
            target=self.value,
            counters=self.tally.frozen(),
            set_probes=self._set_probes,
            doubt=self.measured_doubt(),
        )

    def _ranked(self, most: int | None = None) -> tuple[RootMove[Move], ...]:
        return self.candidates.ranked(self.settings.law, self.doubt(), most)

    def see(self, sight: Sight) -> None:
        """What the law sees from now on."""
        self.sight = sight

    def doubt(self) -> float:
        """How likely it is that the choice is not good enough [MC-2]; 0 if that is certain."""
        if self._certain:
            return 0.0
        return MOST_DOUBT if self.sight is None else self.settings.law.doubt(self.sight)

    def measured_doubt(self) -> float | None:
        """The doubt as it may be told; None if it was not measured for the game, or not yet."""
        known = self._certain or self.sight is not None
        return self.doubt() if known and self.settings.measured else None

    # --- the procedure: see choosing.py -----------------------------------------------------------

    def _choose(self) -> Procedure[None]:
        """The whole procedure: the first look or probe, then SELECT; it sets ``stopped``."""
        if self._unseen:
            self._begin((yield Question(self._first_probe)))
        else:
            self._expand_root((yield Question(self._first_look)))
        choosing = Choosing(self)
        yield from choosing.steps()
        if self.stopped is None:
            self.stopped = self._limit(choosing.depth)

    def _first_probe(self) -> SetValue[Move]:
        nodes, seconds = self.budget.nodes_left(0), self.budget.seconds_left()
        return self.sets.probe(self.only, self.settings.first_depth, nodes=nodes, seconds=seconds)

    def _begin(self, found: SetValue[Move]) -> None:
        """Begins SELECT at once: its first probe takes the place of a first look [MC-4]."""
        self._set_probes += 1
        self.tally.expanded += 1
        self.candidates.add_unseen(self._unseen)
        self.take(found, found.depth)
        self._count()
        if len(self._unseen) == 1:
            self.end(ONLY_MOVE)

    def _first_look(self) -> list[Belief[State, Move]]:
        hopes = not self.settings.in_tempos
        beliefs = self.believer.expand(self.believer.start(), 0, hopes=hopes)
        self.events.send(FirstLook, lambda: FirstLook(tuple(beliefs)))
        return [belief for belief in beliefs if not self.only or belief.move in self.only]

    def _expand_root(self, beliefs: list[Belief[State, Move]]) -> None:
        """Adds every move with its value and hope by small probes [MC-1]; may end the search."""
        self._beliefs = tuple(beliefs)
        if not beliefs:
            raise BadInputError("there is no move to choose: the game is over")
        self.tally.expanded += 1
        self.tally.generated += len(beliefs)
        self.candidates.add(beliefs)
        if len(beliefs) == 1:
            self.end(ONLY_MOVE)
        elif any(belief.over and belief.real >= self.settings.win for belief in beliefs):
            self.end(WINS_AT_ONCE)

    def measure(self) -> Procedure[ModernSettings]:
        """The settings in the units of the game.

        [MC-9] If they are in tempos, hopes are asked for, once, and show what a tempo is worth.
        """
        if self.settings.in_tempos:
            open_ = [belief for belief in self._beliefs if not belief.over]
            hopes = yield Question(partial(self._hopes, open_), alone=False)
            hoped = {b.move: hope - b.real for b, hope in zip(open_, hopes, strict=True)}
            self.settings = self.settings.at(a_tempo(hoped.values()))
            self.candidates.record_hopes(hoped)
        return self.settings

    def _hopes(self, moves: Sequence[Belief[State, Move]]) -> Sequence[float]:
        start = self.believer.start()
        return self.believer.hopes([(start, b.move, b.state, b.real, 0) for b in moves])

    def _limit(self, depth: int) -> Stopped:
        """Which limit ended a search that had no reason to stop [MC-7]."""
        if self.cancel is not None and self.cancel.is_set():
            return Stopped.CANCELLED
        if depth > self.settings.deepest:
            return Stopped.DEPTH_LIMIT
        return self.budget.limit(self.tally.probe_nodes)

    def goes_on(self, depth: int) -> bool:
        """Whether a search of all moves at this depth is begun, or its answer is there already."""
        if self.stopped is not None:
            return False
        return self._allowed().begins(self.tally.probe_nodes) or self.knows(depth)

    def release(self) -> bool:
        """Allows what was kept for a last attack; whether there is something to attack with it."""
        kept, self._kept = self._kept, 0.0
        return kept > 0 and self.sight is not None and not self._is_spent()

    def _allowed(self) -> Budget:
        """The budget without what is kept for later."""
        return self.budget.without(self._kept) if self._kept else self.budget

    def knows(self, depth: int) -> bool:
        """Whether a search of all moves at this depth has an answer that costs nothing."""
        return self.sets.knows(self.only, depth)

    def expect(self, depth: int) -> None:
        """Tells the prober that no search of all moves less deep than this can end the search."""
        self.sets.expect(self.only, depth)

    def spent(self) -> float:
        """The share of the budget that is spent; 1 or more if nothing is left."""
        return self.budget.spent(self.tally.probe_nodes)

    def end(self, reason: str, *, certain: bool = True) -> None:
        """Ends the search, and says why; ``certain`` if no search could find a better move."""
        self.stopped, self.reason, self._certain = Stopped.FOUND, reason, certain

    def take(self, found: SetValue[Move], depth: int, *, is_bound: bool = False) -> None:
        """Makes the best of a probe the choice, known to this depth."""
        self.candidates.take(found, is_bound=is_bound)
        self.depth = depth

    def probe(
        self, doing: str, moves: Sequence[Move | None], depth: int
    ) -> Procedure[SetValue[Move]]:
        """Probes a set of moves (all, if none are given) in a step of its own."""
        return (yield from self._ask(doing, moves, depth, None))

    def reaches(
        self, doing: str, moves: Sequence[Move | None], bound: float, depth: int
    ) -> Procedure[SetValue[Move]]:
        """Whether one of the moves is worth the bound: see ``SetProber.reaches``."""
        return (yield from self._ask(doing, moves, depth, bound))

    def _ask(
        self, doing: str, moves: Sequence[Move | None], depth: int, bound: float | None
    ) -> Procedure[SetValue[Move]]:
        self.doing, self.looking_at = doing, depth
        asked = [move for move in (moves or self.only) if move is not None]
        used = self.tally.probe_nodes
        found: SetValue[Move] = yield Question(partial(self._probe, asked, depth, bound))
        self._set_probes += 1
        self._count()
        self.events.send(
            SetProbed,
            lambda: SetProbed(
                purpose=doing,
                moves=tuple(asked),
                depth=depth,
                bound=bound,
                found=found,
                nodes=self.tally.probe_nodes - used,
            ),
        )
        return found

    def _probe(self, moves: Sequence[Move], depth: int, bound: float | None) -> SetValue[Move]:
        used = self.tally.probe_nodes
        allowed = self._allowed()
        nodes, seconds = allowed.nodes_left(used), allowed.seconds_left()
        if bound is None:
            found = self.sets.probe(moves, depth, nodes=nodes, seconds=seconds)
        else:
            found = self.sets.reaches(moves, bound, depth, nodes=nodes, seconds=seconds)
        if not found.finished and not self._is_spent():
            # Cut off by a limit of the loop around this search: that limit is raised here, and the
            # question is asked again in the next step.
            guard().check()
        return found

    def _is_spent(self) -> bool:
        """Whether the search has to end: its own budget is spent, or it was cancelled."""
        spent = self._allowed().spent(self.tally.probe_nodes)
        return spent >= 1 or (self.cancel is not None and self.cancel.is_set())

    def _count(self) -> None:
        probes, nodes = self.believer.work()
        self.tally.probes = probes + self._set_probes
        self.tally.probe_nodes = nodes + self.sets.nodes()
