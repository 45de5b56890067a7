"""CHOOSE: the procedure of the modern control, a generator that yields what it has to ask.

Rules ``[MC-n]`` are listed in ``docs/papers/setprobe.md``. Between two questions nothing can cut
the procedure off, so its fields and the search's are consistent whenever a question is asked. Every
value is of the side to move; every ``spent`` is a share of the budget.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from provebest.search.alphabeta.result import TO_THE_END
from provebest.search.probability.beliefs import Move
from provebest.search.probability.wording import WINS_BY_FORCE
from provebest.search.setprobe.question import Procedure
from provebest.search.setprobe.set_prober import SetValue
from provebest.search.setprobe.settling import Settling
from provebest.search.setprobe.wording import clearly_best, settled
from provebest.vocabulary import Stopped

if TYPE_CHECKING:
    from provebest.search.setprobe.search import ModernSearch

WAITS = 2
"""Plies that must pass after a vain try before separation is tried again [MC-6]."""
DEEPER = 2
"""Plies that HOPE and VERIFY search deeper than SELECT, and separation less deep."""


class Choosing(Generic[Move]):
    """SELECT and its reasons to look again and to stop; remembers what it needs between depths."""

    def __init__(self, search: ModernSearch[Any, Move]) -> None:
        self.search, self.settings = search, search.settings
        self.depth = search.settings.first_depth
        """The depth of SELECT's next or present search of all moves."""
        self.stable = 0
        """Depths for which the choice has been the same."""
        self.settling: Settling[Move] = Settling()
        self.deeper_look: SetValue[Move] | None = None
        """The last deeper look at rivals that reached SELECT's depth at the time."""
        self._hoped_at = -DEEPER
        """SELECT's depth at the last look at hopes."""
        self._wait_until = 0
        """The depth before which separation is not tried."""

    def steps(self) -> Procedure[None]:
        """SELECT deepens one search over all moves until there is a reason to stop [MC-1].

        If it returns without having ended the search, a limit was reached. The tests after a search
        are in the order in which they count: a win, the end of the game, HOPE, separation, settled.
        """
        search = self.search
        while search.goes_on(self.stable) and self.depth <= self.settings.deepest:
            found = yield from search.probe("SELECT", (), self.depth)
            if not found.depth:  # cut off before anything was known
                return
            self._take(found)
            self.settling.see(self.search.best, found)
            if self._end_if_won() or self._end_if_played_out(found) or not found.finished:
                return
            if (yield from self._look_at_hopes()):
                self.depth += 1
                continue
            if self._is_time_to_separate() and (yield from self._try_to_separate()):
                return
            if self._may_settle() and (yield from self._try_to_settle()):
                return
            self.depth += 1

    def _take(self, found: SetValue[Move]) -> None:
        """Takes the search of all moves as the choice, unless a deeper look says otherwise [MC-1].

        A deeper look stands while ``deeper.depth >= depth`` and its value is better than the new
        one by more than ``overturn``.
        """
        deeper, choice = self.deeper_look, found
        if (
            deeper is not None
            and deeper.depth >= self.depth
            and deeper.value > found.value + self.settings.overturn
        ):
            choice = deeper
        self.stable = self.stable + 1 if choice.best == self.search.best else 0
        self.search.take(choice, found.depth)

    def _end_if_won(self) -> bool:
        """Ends the search if the choice wins by force [MC-10]."""
        if self.search.value < self.settings.win:
            return False
        self.search.end(Stopped.FOUND, WINS_BY_FORCE)
        return True

    def _end_if_played_out(self, found: SetValue[Move]) -> bool:
        """Ends the search if every line has come to the end of the game [MC-14]."""
        if found.ended:
            self.search.end(Stopped.FOUND, TO_THE_END)
        return found.ended

    # --- hope -------------------------------------------------------------------------------------

    def _look_at_hopes(self) -> Procedure[bool]:
        """Looks again at rivals if one claims to be better or hopes have waited [MC-5].

        Returns whether the choice fell. Not within ``DEEPER`` plies of the last look.
        """
        search, settings, plies = self.search, self.settings, self.depth - self._hoped_at
        if search.spent() >= settings.hope_until or plies <= DEEPER:
            return False
        waited = 0 < settings.hope_every <= plies
        ahead = search.candidates.lead() >= settings.hope_lead
        if not search.candidates.claims(search.value) and not (waited and ahead):
            return False
        self._hoped_at = self.depth
        again = yield from self._look_again()
        if again is None or again.depth < self.depth:
            return False
        self.deeper_look = again
        return self._overturn(again)

    def _look_again(self, farther: int = DEEPER) -> Procedure[SetValue[Move] | None]:
        """HOPE: searches the rivals with the best chances, ``farther`` plies beyond SELECT [MC-3].

        None if no rival is in contention. A look that was cut off before SELECT's depth (or the
        depth asked for, if that is less) does not reduce the hopes.
        """
        candidates = self.search.candidates
        chosen = candidates.hopeful(self.search.value)
        if not chosen:
            return None
        moves = [candidate.move for candidate in chosen]
        found = yield from self.search.probe("hope", moves, self.depth + farther)
        if found.depth >= self.depth + min(0, farther):  # else it was cut off too soon
            candidates.record_deeper_look(chosen, found)
        return found

    def _overturn(self, found: SetValue[Move]) -> bool:
        """Makes a rival the choice if a deeper look finds it more than ``overturn`` better [MC-9].

        Returns whether it did; the choice then has to become stable anew.
        """
        if found.value <= self.search.value + self.settings.overturn:
            return False
        self.search.refutations += 1
        self.search.take(found, found.depth)
        self.stable = 0
        return True

    # --- the stop ---------------------------------------------------------------------------------

    def _is_time_to_separate(self) -> bool:
        """Whether the choice is stable, deep enough, and early enough to save something [MC-6]."""
        settings = self.settings
        return (
            self.stable >= settings.stable_for
            and self.depth >= max(settings.separate_from, self._wait_until)
            and settings.separate_after <= self.search.spent() < settings.separate_until
        )

    def _may_settle(self) -> bool:
        """Whether the choice has been the same for long enough, by the curve of MC-11."""
        settings, settling = self.settings, self.settling
        return (
            self.search.spent() >= settings.settle_after
            and abs(self.search.value) <= settings.settle_within
            and settling.unchanged >= settings.stable_for
            and settling.chance() >= 1 - settings.min_act
        )

    def _try_to_settle(self) -> Procedure[bool]:
        """Ends the search if going on could hardly matter, unless a rival has hope left [MC-11].

        Others may be as good as the choice. The rivals with hope are searched less deep than
        SELECT, so that the look costs little; one that was cut off prevents the end.
        """
        search, settling = self.search, self.settling
        chance, unchanged = settling.chance(), settling.unchanged
        hoped = yield from self._look_again(-2 * DEEPER)
        near = search.value + self.settings.overturn
        if hoped is not None and (not hoped.finished or hoped.value > near):
            return False
        search.end(Stopped.FOUND, settled(self.settings, self.depth, unchanged, chance))
        return True

    def _try_to_separate(self) -> Procedure[bool]:
        """Ends the search if the rest is out of contention: by spread, by hope, and after VERIFY.

        Returns whether it did. ``settings`` may change here: numbers in tempos become the game's.
        """
        settings = self.settings = yield from self.search.measure()
        gap = settings.gap(self.depth)
        if self.search.candidates.lead() < settings.separate_lead * gap:  # [MC-6]
            return False
        if settings.by_bounds:
            return (yield from self._separate_by_bounds(gap))
        return (yield from self._separate_by_values(gap))

    def _separate_by_bounds(self, gap: float) -> Procedure[bool]:
        """The questions of MC-7 and MC-8, asked so that a bound answers them [MC-15].

        ``reaches`` returns None if it was cut off: the stop then fails, as it does on the wrong
        answer. What counts as refuted is only a definite "no" of VERIFY.
        """
        search, value = self.search, self.search.value
        rest, least = search.candidates.rest(), value - gap
        if (yield from search.reaches("separation", rest, least, self.depth - DEEPER)) is not False:
            return False
        lost = (1 - self.settings.enough) * gap
        yield from search.look()
        hopeful = [candidate.move for candidate in search.candidates.hopeful(value)]
        if hopeful:
            near = value - self.settings.enough * gap
            if (yield from search.reaches("hope", hopeful, near, self.depth + DEEPER)) is not False:
                return False
        kept = yield from search.reaches("VERIFY", [search.best], value - lost, self.depth + DEEPER)
        if not kept:
            search.refutations += kept is False
            return False
        search.end(Stopped.FOUND, clearly_best(self.settings, self.depth, gap, gap - lost))
        return True

    def _separate_by_values(self, gap: float) -> Procedure[bool]:
        """The questions of MC-7 and MC-8 by values, which the argument then states."""
        search = self.search
        value = search.value
        self._wait_until = self.depth + WAITS
        rest = yield from search.probe(
            "separation", search.candidates.rest(), self.depth - DEEPER
        )  # [MC-7]
        if not rest.finished:
            return False
        search.candidates.record_probe(rest)
        if self.settings.losses_are_facts and rest.value <= -self.settings.win < value:  # [MC-14]
            search.end(Stopped.FOUND, "every other move loses by force")
            return True
        lead = value - rest.value
        if lead < gap:
            return False
        if (yield from self._hope_is_left(gap)):
            return False
        return (yield from self._verify(rest, lead, gap))

    def _hope_is_left(self, gap: float) -> Procedure[bool]:
        """Whether a rival with hope came too near, or was not searched to the end [MC-7].

        If the look overturns the choice, the stop fails as well.
        """
        hoped = yield from self._look_again()
        if hoped is None:
            return False
        if hoped.depth >= self.depth and self._overturn(hoped):
            self.deeper_look, self._hoped_at = hoped, self.depth
            return True
        return not hoped.finished or self.search.value - hoped.value < self.settings.enough * gap

    def _verify(self, rest: SetValue[Move], lead: float, gap: float) -> Procedure[bool]:
        """VERIFY: the choice alone, two plies deeper, must keep most of its lead [MC-8].

        ``rest`` is the best of the others and ``lead`` what the choice was ahead of it. The deeper
        value is taken over even if the choice fails.
        """
        search = self.search
        tried = yield from search.probe("VERIFY", [search.best], self.depth + DEEPER)
        if not tried.finished:
            return False
        search.take(tried, self.depth)
        left = tried.value - rest.value
        if left < self.settings.enough * gap:
            search.refutations += 1
            return False
        search.end(Stopped.FOUND, clearly_best(self.settings, self.depth, lead, left))
        return True
