"""The modern control: deep probes of sets of root moves, hope to look again, and a stop.

SELECT deepens one search over all moves; when its choice has been stable and the rest seem to be
separated, the rivals with hope are looked at deeper, and VERIFY looks deeper at the choice alone.
Rules ``[MC-n]`` are listed in ``docs/papers/berliner1995.md``.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from threading import Event
from typing import Generic

from provebest.search.probability.beliefs import Belief, Believer, Move, State
from provebest.search.probability.budget import Budget
from provebest.search.probability.candidates import Candidates
from provebest.search.probability.choosing import Choosing
from provebest.search.probability.modern_settings import Modern, a_tempo
from provebest.search.probability.result import (
    NOTHING,
    ONLY_MOVE,
    ProbabilityResult,
    cut_off,
)
from provebest.search.probability.set_prober import SetProber, SetValue
from provebest.search.probability.standing import Standing
from provebest.vocabulary import BadInputError, Stopped, Tally


class ModernSearch(Generic[State, Move]):
    """One ``step()`` is one probe of a set of moves; the first expands the root."""

    def __init__(
        self,
        believer: Believer[State, Move],
        sets: SetProber[Move],
        budget: Budget,
        settings: Modern = Modern(),  # noqa: B008 - frozen, so one shared default is safe
        *,
        only: Sequence[Move] = (),
        cancel: Event | None = None,
        unseen: Sequence[Move] = (),
    ) -> None:
        """``unseen``: all moves, where they are looked at only when a stop needs it [MC-15]."""
        self.believer, self.sets = believer, sets
        self.budget, self.settings = budget, settings
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
        self.journal: list[str] = []
        """Every probe of a set of moves, in a line."""
        self._beliefs: tuple[Belief[State, Move], ...] = ()
        self._unseen = self.only or tuple(unseen) if unseen else ()
        self._set_probes = 0
        self._plan = self._choose()

    def step(self, at_most: int = 1) -> None:  # noqa: ARG002 - every step is a search of its own
        """Makes the next probe."""
        next(self._plan, None)

    def standing(self) -> Standing[Move]:
        """A picture of this moment."""
        return Standing(
            self.doing, f"depth {self.looking_at}", self.candidates.ranked(), self.tally.frozen()
        )

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
        return f"{self.doing} depth {self.depth}: {self.best} {self.value:g}"

    def result(self, stopped: Stopped) -> ProbabilityResult[Move]:
        """The best move so far and why the search ended."""
        if self.best is None:
            raise BadInputError(NOTHING)
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
        )

    # --- the procedure: see choosing.py -----------------------------------------------------------

    def _choose(self) -> Iterator[None]:
        if self._unseen:
            self._begin_unseen()
        else:
            self._expand_root()
        choosing = Choosing(self)
        yield from choosing.steps()
        if self.stopped is None:
            self.stopped = self._limit(choosing.depth)

    def _begin_unseen(self) -> None:
        """SELECT begins at once; what it finds first stands for a first look [MC-15]."""
        self.candidates.add_unseen(self._unseen)
        found = self.sets.probe(
            self.only,
            self.settings.first_depth,
            nodes=self.budget.nodes_left(0),
            seconds=self.budget.seconds_left(),
        )
        self.take(found, found.depth)
        self._count()
        if len(self._unseen) == 1:
            self.end(Stopped.FOUND, ONLY_MOVE)

    def look(self) -> None:
        """The first look, where it has waited until a stop needs the hopes [MC-15]."""
        if self._unseen:
            self._unseen = ()
            self.candidates.look(self._first_look(hopes=True))
            self._count()

    def _first_look(self, *, hopes: bool) -> list[Belief[State, Move]]:
        beliefs = self.believer.expand(self.believer.start(), 0, hopes=hopes)
        return [belief for belief in beliefs if not self.only or belief.move in self.only]

    def _expand_root(self) -> None:
        """Every move with a small real value and a hope: what to look at again [MC-1]."""
        beliefs = self._first_look(hopes=not self.settings.in_tempos)
        self._beliefs = tuple(beliefs)
        if not beliefs:
            raise BadInputError("there is no move to choose: the game is over")
        self.tally.expanded += 1
        self.tally.generated += len(beliefs)
        self.candidates.add(beliefs)
        self._count()
        if len(beliefs) == 1:
            self.end(Stopped.FOUND, ONLY_MOVE)
        elif any(belief.over and belief.real >= self.settings.win for belief in beliefs):
            self.end(Stopped.FOUND, "it wins at once")

    def measure(self) -> Modern:
        """The numbers in the units of the game: hopes are asked for, once, and say what a tempo is.

        [MC-12].
        """
        if self.settings.in_tempos:
            start, open_ = self.believer.start(), [b for b in self._beliefs if not b.over]
            hopes = self.believer.hopes([(start, b.move, b.state, b.real, 0) for b in open_])
            hoped = {b.move: hope - b.real for b, hope in zip(open_, hopes, strict=True)}
            self.settings = self.settings.at(a_tempo(hoped.values()))
            self.candidates.hope_for(hoped, self.settings)
            self._count()
        return self.settings

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
    ) -> Generator[None, None, SetValue[Move]]:
        """Says what comes next, and in the next step does it."""
        return (yield from self._ask(doing, moves, depth, None))

    def reaches(
        self, doing: str, moves: Sequence[Move | None], bound: float, depth: int
    ) -> Generator[None, None, bool | None]:
        """The same, for whether one of the moves is worth the bound; None where it was cut off."""
        found = yield from self._ask(doing, moves, depth, bound)
        return found.value >= bound if found.finished else None

    def _ask(
        self, doing: str, moves: Sequence[Move | None], depth: int, bound: float | None
    ) -> Generator[None, None, SetValue[Move]]:
        self.doing, self.looking_at = doing, depth
        yield
        asked = [move for move in (moves or self.only) if move is not None]
        used = self.tally.probe_nodes
        nodes, seconds = self.budget.nodes_left(used), self.budget.seconds_left()
        if bound is None:
            found = self.sets.probe(asked, depth, nodes=nodes, seconds=seconds)
        else:
            found = self.sets.reaches(asked, bound, depth, nodes=nodes, seconds=seconds)
        self._set_probes += 1
        self.tally.expanded += 1
        self._count()
        among = f"{len(asked)} moves" if asked else "all moves"
        self.journal.append(
            f"{doing:<10} depth {depth:>2}, {among}{_told(found, bound)} "
            f"({self.tally.probe_nodes - used:,} nodes)"
        )
        return found

    def _count(self) -> None:
        probes, nodes = self.believer.work()
        self.tally.probes = probes + self._set_probes
        self.tally.probe_nodes = nodes + self.sets.nodes()


def _told(found: SetValue[Move], bound: float | None) -> str:
    """An answer, for the journal."""
    if bound is None:
        return f": {found.best} {found.value:g}" + ("" if found.finished else ", cut off")
    answer = f"reached by {found.best}" if found.value >= bound else "not reached"
    return f", {bound:.0f} wanted: " + (answer if found.finished else "cut off")
