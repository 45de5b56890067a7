"""CHOOSE: the procedure of the modern control, a generator that yields what it has to ask.

Rules ``[MC-n]`` are listed in ``docs/papers/setprobe.md``. Between two questions nothing can cut
the procedure off, so its fields and the search's are consistent whenever a question is asked. Every
value is of the side to move; every ``spent`` is a share of the budget.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic

from provebest.search.alphabeta.result import TO_THE_END
from provebest.search.probability.beliefs import Move
from provebest.search.probability.wording import WINS_BY_FORCE
from provebest.search.setprobe.law import TOLERANCE, Attack, Sight
from provebest.search.setprobe.question import Procedure
from provebest.search.setprobe.set_prober import SetValue
from provebest.search.setprobe.wording import ALL_OTHERS_LOSE, settled, time_is_worth_more
from provebest.vocabulary import Stopped

if TYPE_CHECKING:
    from provebest.search.setprobe.search import ModernSearch

DEEPER = 2
"""Plies that HOPE and VERIFY search deeper than SELECT."""


class Choosing(Generic[Move]):
    """SELECT, and before a stop the attacks on its choice; remembers what it needs of a depth."""

    def __init__(self, search: ModernSearch[Any, Move]) -> None:
        self.search, self.settings = search, search.settings
        self.depth = search.settings.first_depth
        """The depth of SELECT's next or present search of all moves."""
        self.unchanged = 0
        """Depths before the last one at which the choice was the same."""
        self.deeper_look: SetValue[Move] | None = None
        """What made a rival the choice: it stands until SELECT is deeper."""

    def steps(self) -> Procedure[None]:
        """SELECT deepens one search over all moves until there is a reason to stop [MC-1].

        If it returns without having ended the search, a limit was reached. The tests after a search
        are in the order in which they count: a win, the end of the game, the law.
        """
        search = self.search
        while search.goes_on() and self.depth <= self.settings.deepest:
            found = yield from search.probe("SELECT", (), self.depth)
            if not found.depth:  # cut off before anything was known
                return
            self._take(found)
            if self._end_if_decided(found) or not found.finished:
                return
            if (yield from self._may_stop()):
                return
            self.depth += 1

    def _take(self, found: SetValue[Move]) -> None:
        """Takes the search of all moves as the choice, unless a deeper look says otherwise [MC-1].

        A deeper look stands while ``deeper.depth >= depth`` and its value is better.
        """
        deeper, choice = self.deeper_look, found
        if deeper is not None and deeper.depth >= self.depth and deeper.value > found.value:
            choice = deeper
        self.unchanged = self.unchanged + 1 if choice.best == self.search.best else 0
        share = found.share if choice is found else None
        self.search.take(choice, found.depth)
        if found.finished:
            self.search.candidates.bound(found)
        self.search.see(
            Sight(
                depth=found.depth,
                unchanged=self.unchanged,
                share=share,
                points=0.5 if self.settings.in_tempos else self.settings.law.points(choice.value),
                moves=len(self.search.candidates.moves),
            )
        )

    def _end_if_decided(self, found: SetValue[Move]) -> bool:
        """Ends the search if the choice wins by force [MC-7] or the game was played out [MC-8]."""
        search, win = self.search, self.settings.win
        if search.value >= win:
            search.end(Stopped.FOUND, WINS_BY_FORCE)
        elif found.ended:
            search.end(Stopped.FOUND, TO_THE_END)
        elif (
            self.settings.losses_are_facts
            and found.finished
            and search.value > -win
            and search.candidates.others_at_most() <= -win
        ):
            search.end(Stopped.FOUND, ALL_OTHERS_LOSE)
        return search.stopped is not None

    # --- the stop ---------------------------------------------------------------------------------

    def _may_stop(self) -> Procedure[bool]:
        """Ends the search if the law says so and the choice holds against HOPE and VERIFY.

        Returns whether it did. ``settings`` may change here: numbers in tempos become the game's.
        """
        search = self.search
        sight = self.search.sight
        if sight is None or not self._is_enough(replace(sight, attack=Attack.HELD)):
            return False
        if self.settings.in_tempos:
            self.settings = yield from search.measure()
            search.see(replace(sight, points=self.settings.law.points(search.value)))
            sight = search.sight
            if sight is None or not self._is_enough(replace(sight, attack=Attack.HELD)):
                return False
        if self.settings.time_price and 2 * search.spent() > 1:
            # [MC-4] No time is left for another depth, so no answer could change anything.
            if not self._is_enough(sight):
                return False
            search.end(Stopped.FOUND, time_is_worth_more(self.depth, search.doubt()))
            return True
        if not (yield from self._holds()):
            return False
        search.see(replace(sight, attack=Attack.HELD))
        doubt = search.doubt() if self.settings.measured else None
        search.end(Stopped.FOUND, settled(self.depth, self.unchanged, doubt))
        return True

    def _is_enough(self, sight: Sight) -> bool:
        return self.settings.is_enough(sight, self.search.spent())

    def _holds(self) -> Procedure[bool]:
        """Whether the choice stands up to both attacks; a cut-off attack counts as not held."""
        refuted = (yield from self._hope()) or (yield from self._verify())
        return refuted is False

    def _hope(self) -> Procedure[bool | None]:
        """HOPE: whether a rival with a threat is better, two plies deeper: the choice then [MC-5].

        None if that was cut off.
        """
        search, law, value = self.search, self.settings.law, self.search.value
        yield from search.look()
        better = law.value(law.points(value) + TOLERANCE / 2)
        hopeful = search.candidates.hopeful(better)
        if not hopeful or better >= self.settings.win:
            return False
        found = yield from search.reaches("hope", hopeful, better, self.depth + DEEPER)
        if not found.finished:
            return None
        if found.value < better:
            return False
        search.refutations += 1
        self.deeper_look, self.unchanged = found, 0
        search.take(found, self.depth)
        self._refuted()
        return True

    def _verify(self) -> Procedure[bool | None]:
        """VERIFY: whether the choice alone, two plies deeper, loses more than ``TOLERANCE`` [MC-6].

        None if that was cut off.
        """
        search, law = self.search, self.settings.law
        least = law.value(law.points(search.value) - TOLERANCE)
        if least <= -self.settings.win:
            return False
        found = yield from search.reaches("VERIFY", [search.best], least, self.depth + DEEPER)
        if not found.finished:
            return None
        if found.value >= least:
            return False
        search.refutations += 1
        self._refuted()
        return True

    def _refuted(self) -> None:
        if self.search.sight is not None:
            self.search.see(replace(self.search.sight, attack=Attack.REFUTED))
