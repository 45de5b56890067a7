"""The modern control: deep probes of sets of root moves, hope to look again, and a stop.

SELECT deepens one search over all moves; when its choice has been stable and the rest seem to be
separated, the rivals with hope are looked at deeper, and VERIFY looks deeper at the choice alone.
Rules ``[MC-n]`` are listed in ``docs/papers/setprobe.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from threading import Event
from typing import Any, Generic

from provebest.search.events import FirstLook, SetProbed, StepEnded
from provebest.search.move_search import Snapshot
from provebest.search.probability.beliefs import Belief, Believer, Move, State
from provebest.search.probability.result import (
    NOTHING,
    ONLY_MOVE,
    ProbabilityResult,
    cut_off,
)
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.candidates import Candidates
from provebest.search.setprobe.choosing import Choosing
from provebest.search.setprobe.question import Procedure, Question
from provebest.search.setprobe.set_prober import SetProber, SetValue
from provebest.search.setprobe.settings import ModernSettings, a_tempo
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
        """``unseen``: all moves, where they are looked at only when a stop needs it [MC-15]."""
        self.believer, self.sets = believer, sets
        self.budget: Budget = budget
        self.settings, self.prober = settings, prober
        self.events = EventStream()
        self.only = tuple(only)
        self.cancel = cancel
        """Whoever sets it cuts off the probe that is being made, and so ends the search."""
        self.tally = Tally()
        self.stopped: Stopped | None = None
        self.reason = ""
        self.candidates: Candidates[Move] = Candidates(settings)
        self.depth = 0
        self.refutations = 0
        self.doing = "root"
        """What the next step is for, in a word."""
        self.looking_at = 0
        """The depth of the next probe."""
        self._beliefs: tuple[Belief[State, Move], ...] = ()
        self._unseen = self.only or tuple(unseen) if unseen else ()
        self._set_probes = 0
        self._plan = self._choose()
        self._question: Question | None = None
        """What the procedure waits for."""

    def step(self, at_most: int = 1) -> None:  # noqa: ARG002 - every step is a search of its own
        """Makes the next probe; one that is cut off by a limit is made again in the next step."""
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
        """The next question of the procedure, after the answer to the last."""
        try:
            return self._plan.send(answer)
        except StopIteration:
            return None

    def snapshot(self, most: int | None = None) -> Snapshot[Move]:
        """The state now; asked for after every step, so few moves should cost little."""
        moves = self.candidates.ranked(most)
        line = len(moves[0].line) if moves else 0
        return Snapshot(
            self.doing,
            f"depth {self.looking_at}",
            moves,
            self.tally.frozen(),
            self.depth,
            max(self.depth, self.sets.deepest, line),
        )

    def renew(self, budget: Budget) -> None:
        """Keeps these limits from now on."""
        self.budget = budget

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
        """What the choice is worth."""
        return self.candidates.value

    def stored(self) -> int:
        """Moves that are kept track of."""
        return len(self.candidates.moves)

    def headline(self) -> str:
        """What is done, and the best move so far."""
        return f"{self.doing} depth {self.depth}: {self.best} {number_text(self.value)}"

    def result(self, stopped: Stopped) -> ProbabilityResult[Move]:
        """The best move so far and why the search ended."""
        if self.best is None:
            raise NothingSearchedError(NOTHING)
        moves = self.candidates.ranked()
        reason = self.reason or f"{cut_off(stopped)} at depth {self.depth}"
        return ProbabilityResult(
            self.best,
            self.value,
            stopped,
            reason,
            moves,
            moves[0].line,
            self.refutations,
            self.value,
            self.tally.frozen(),
            set_probes=self._set_probes,
        )

    # --- the procedure: see choosing.py -----------------------------------------------------------

    def _choose(self) -> Procedure[None]:
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
        """SELECT begins at once; what it finds first stands for a first look [MC-15]."""
        self._set_probes += 1
        self.tally.expanded += 1
        self.candidates.add_unseen(self._unseen)
        self.take(found, found.depth)
        self._count()
        if len(self._unseen) == 1:
            self.end(Stopped.FOUND, ONLY_MOVE)

    def look(self) -> Procedure[None]:
        """The first look, where it has waited until a stop needs the hopes [MC-15]."""
        if self._unseen:
            beliefs = yield Question(self._look_with_hopes, alone=False)
            self._unseen = ()
            self.candidates.look(beliefs)

    def _first_look(self) -> list[Belief[State, Move]]:
        return self._look_at_all(hopes=not self.settings.in_tempos)

    def _look_with_hopes(self) -> list[Belief[State, Move]]:
        return self._look_at_all(hopes=True)

    def _look_at_all(self, *, hopes: bool) -> list[Belief[State, Move]]:
        beliefs = self.believer.expand(self.believer.start(), 0, hopes=hopes)
        self.events.send(FirstLook, lambda: FirstLook(tuple(beliefs)))
        return [belief for belief in beliefs if not self.only or belief.move in self.only]

    def _expand_root(self, beliefs: list[Belief[State, Move]]) -> None:
        """Every move with a small real value and a hope: what to look at again [MC-1]."""
        self._beliefs = tuple(beliefs)
        if not beliefs:
            raise BadInputError("there is no move to choose: the game is over")
        self.tally.expanded += 1
        self.tally.generated += len(beliefs)
        self.candidates.add(beliefs)
        if len(beliefs) == 1:
            self.end(Stopped.FOUND, ONLY_MOVE)
        elif any(belief.over and belief.real >= self.settings.win for belief in beliefs):
            self.end(Stopped.FOUND, "it wins at once")

    def measure(self) -> Procedure[ModernSettings]:
        """The numbers in the units of the game: hopes are asked for, once, and say what a tempo is.

        [MC-12].
        """
        if self.settings.in_tempos:
            open_ = [belief for belief in self._beliefs if not belief.over]
            hopes = yield Question(partial(self._hopes, open_), alone=False)
            hoped = {b.move: hope - b.real for b, hope in zip(open_, hopes, strict=True)}
            self.settings = self.settings.at(a_tempo(hoped.values()))
            self.candidates.hope_for(hoped, self.settings)
        return self.settings

    def _hopes(self, moves: Sequence[Belief[State, Move]]) -> Sequence[float]:
        start = self.believer.start()
        return self.believer.hopes([(start, b.move, b.state, b.real, 0) for b in moves])

    def _limit(self, depth: int) -> Stopped:
        """Which limit it was, where there was no reason to stop [MC-10]."""
        if self.cancel is not None and self.cancel.is_set():
            return Stopped.CANCELLED
        if depth > self.settings.deepest:
            return Stopped.DEPTH_LIMIT
        return self.budget.limit(self.tally.probe_nodes)

    def goes_on(self, stable: int) -> bool:
        """Whether another depth is begun after a choice that has been the same for so many."""
        return self.stopped is None and self.budget.begins(self.tally.probe_nodes, stable)

    def spent(self) -> float:
        """The share of the budget that is gone."""
        return self.budget.spent(self.tally.probe_nodes)

    def end(self, stopped: Stopped, reason: str) -> None:
        """Ends the search, and says why."""
        self.stopped, self.reason = stopped, reason

    def take(self, found: SetValue[Move], depth: int) -> None:
        """The choice now; every move was searched to this depth."""
        self.candidates.take(found)
        self.depth = depth

    def probe(
        self, doing: str, moves: Sequence[Move | None], depth: int
    ) -> Procedure[SetValue[Move]]:
        """Says what comes next, and in the next step does it."""
        return (yield from self._ask(doing, moves, depth, None))

    def reaches(
        self, doing: str, moves: Sequence[Move | None], bound: float, depth: int
    ) -> Procedure[bool | None]:
        """The same, for whether one of the moves is worth the bound; None where it was cut off."""
        found = yield from self._ask(doing, moves, depth, bound)
        return found.value >= bound if found.finished else None

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
                doing, tuple(asked), depth, bound, found, self.tally.probe_nodes - used
            ),
        )
        return found

    def _probe(self, moves: Sequence[Move], depth: int, bound: float | None) -> SetValue[Move]:
        used = self.tally.probe_nodes
        nodes, seconds = self.budget.nodes_left(used), self.budget.seconds_left()
        if bound is None:
            found = self.sets.probe(moves, depth, nodes=nodes, seconds=seconds)
        else:
            found = self.sets.reaches(moves, bound, depth, nodes=nodes, seconds=seconds)
        if not found.finished and not self._is_spent():
            guard().check()  # cut off by a limit of whoever runs this: it is asked again
        return found

    def _is_spent(self) -> bool:
        """Whether the search has to end by its own budget, or because it was told to."""
        return self.spent() >= 1 or (self.cancel is not None and self.cancel.is_set())

    def _count(self) -> None:
        probes, nodes = self.believer.work()
        self.tally.probes = probes + self._set_probes
        self.tally.probe_nodes = nodes + self.sets.nodes()
