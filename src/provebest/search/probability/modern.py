"""The modern control: deep probes of sets of root moves, hope to look again, and a stop.

SELECT deepens one search over all moves; when its choice has been stable and the rest seem to be
separated, the rivals with hope are looked at deeper, and VERIFY looks deeper at the choice alone.
Rules ``[MC-n]`` are listed in ``docs/papers/berliner1995.md``.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Generic

from provebest.search.probability.beliefs import Believer, Move, State
from provebest.search.probability.budget import Budget
from provebest.search.probability.candidates import Candidates
from provebest.search.probability.modern_settings import Modern
from provebest.search.probability.result import ProbabilityResult
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
    ) -> None:
        self.believer, self.sets = believer, sets
        self.budget, self.settings = budget, settings
        self.only = tuple(only)
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
            raise BadInputError("nothing was searched: the budget ended before the first probe")
        moves = self.candidates.ranked()
        reason = self.reason or f"stopped by the {stopped.value} at depth {self.depth}"
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

    # --- the procedure ----------------------------------------------------------------------------

    def _choose(self) -> Iterator[None]:
        """CHOOSE: SELECT by deepening, separation, hope, VERIFY [MC-1]."""
        settings = self.settings
        self._expand_root()
        stable, depth, wait_until, hoped_at = 0, settings.first_depth, 0, -2
        settled: SetValue[Move] | None = None
        while not self._ended():
            found = yield from self._probe("SELECT", (), depth)
            # Deeper evidence wins over a shallower search of all moves.
            if settled is not None and settled.depth >= depth and settled.value > found.value:
                best, value, line = settled.best, settled.value, settled.line
            else:
                best, value, line = found.best, found.value, found.line
            stable = stable + 1 if best == self.best else 0
            self._take(best, value, line, depth)
            if not found.finished or self._won(value):
                break
            if self._wants_another_look(value, depth - hoped_at):
                hoped_at, settled = depth, (yield from self._look_again(value, depth)) or settled
                if settled is not None and settled.value > self.value:
                    stable = self._overturned(settled)
                    depth += 1
                    continue
            if (
                stable >= settings.stable_for
                and depth >= settings.separate_from
                and depth >= wait_until
                and self._spent() < settings.separate_until
            ):
                verdict = yield from self._separate(value, depth)
                if verdict == "clear":
                    break
                if isinstance(verdict, SetValue):
                    settled, hoped_at = verdict, depth
                    stable = self._overturned(verdict)
                    wait_until = depth + 2
                else:
                    wait_until = depth + (3 if verdict == "close" else 2)
            depth += 1
        if self.stopped is None:
            self.stopped = Stopped.TIME_LIMIT if self.budget.nodes is None else Stopped.NODE_LIMIT

    def _expand_root(self) -> None:
        """Every move with a small real value and a hope: what to look at again, later."""
        beliefs = self.believer.expand(self.believer.start(), 0, hopes=True)
        if self.only:
            beliefs = [belief for belief in beliefs if belief.move in self.only]
        if not beliefs:
            raise BadInputError("there is no move to choose: the game is over")
        self.tally.expanded += 1
        self.tally.generated += len(beliefs)
        self.candidates.add(beliefs)
        self._count()
        if len(beliefs) == 1:
            self._end(Stopped.FOUND, "it is the only move")
        elif any(belief.over and belief.real >= self.settings.win for belief in beliefs):
            self._end(Stopped.FOUND, "it wins at once")

    def _separate(self, value: float, depth: int) -> Generator[None, None, str | SetValue[Move]]:
        """Whether the rest is out of contention: by spread, by hope, against the best defence."""
        settings = self.settings
        gap = settings.gap(depth)
        second = yield from self._probe("separation", self.candidates.rest(), depth - 2)
        self.candidates.note(second)
        if not second.finished or value - second.value < gap:
            return "close" if value - second.value < gap / 2 else "later"
        hoped = yield from self._look_again(value, depth)
        if hoped is not None:
            if hoped.value > value:
                return hoped
            if not hoped.finished or value - hoped.value < settings.enough * gap:
                return "later"
        tried = yield from self._probe("VERIFY", [self.best], depth + 2)
        if not tried.finished:
            return "later"
        self._take(tried.best, tried.value, tried.line, depth)
        if tried.value - second.value >= settings.enough * gap:
            chance = settings.upset(tried.value - second.value, depth)
            self._end(
                Stopped.FOUND,
                f"clearly best at depth {depth}: the others are {value - second.value:.0f} behind, "
                f"no hope of theirs was worth it, and it stood up to a deeper look "
                f"(chance of an upset by spread about {chance:.1%})",
            )
            return "clear"
        self.refutations += 1
        return "later"

    def _look_again(self, value: float, depth: int) -> Generator[None, None, SetValue[Move] | None]:
        """HOPE: the rivals with the best chances two plies deeper; hopes are halved [MC-3]."""
        chosen = self.candidates.hopeful(value)
        if not chosen:
            return None
        found = yield from self._probe("hope", [c.move for c in chosen], depth + 2)
        self.candidates.looked_at(chosen, found)
        return found

    # --- small questions --------------------------------------------------------------------------

    def _wants_another_look(self, value: float, plies: int) -> bool:
        """A rival claims to be better, or hopes have waited long enough."""
        settings = self.settings
        if self._spent() >= settings.hope_until or plies <= 2:
            return False
        return self.candidates.claims(value) or 0 < settings.hope_every <= plies

    def _won(self, value: float) -> bool:
        if value < self.settings.win:
            return False
        self._end(Stopped.FOUND, "it wins by force")
        return True

    def _ended(self) -> bool:
        return self.stopped is not None or self._spent() >= 1.0

    def _spent(self) -> float:
        return self.budget.spent(self.tally.probe_nodes)

    def _end(self, stopped: Stopped, reason: str) -> None:
        self.stopped, self.reason = stopped, reason

    def _overturned(self, found: SetValue[Move]) -> int:
        """The choice falls; the count of stable depths begins anew."""
        self.refutations += 1
        self._take(found.best, found.value, found.line, found.depth)
        return 0

    def _take(self, best: Move, value: float, line: tuple[Move, ...], depth: int) -> None:
        self.candidates.take(best, value, line)
        self.depth = depth

    def _probe(
        self, doing: str, moves: Sequence[Move | None], depth: int
    ) -> Generator[None, None, SetValue[Move]]:
        """Says what comes next, and in the next step does it."""
        self.doing, self.looking_at = doing, depth
        yield
        asked = [move for move in (moves or self.only) if move is not None]
        used = self.tally.probe_nodes
        found = self.sets.probe(
            asked, depth, nodes=self.budget.nodes_left(used), seconds=self.budget.seconds_left()
        )
        self._set_probes += 1
        self.tally.expanded += 1
        self._count()
        among = f"{len(asked)} moves" if asked else "all moves"
        cut = "" if found.finished else ", cut off"
        self.journal.append(
            f"{doing:<10} depth {depth:>2}, {among}: {found.best} {found.value:g}{cut} "
            f"({self.tally.probe_nodes - used:,} nodes)"
        )
        return found

    def _count(self) -> None:
        probes, nodes = self.believer.work()
        self.tally.probes = probes + self._set_probes
        self.tally.probe_nodes = nodes + self.sets.nodes()
