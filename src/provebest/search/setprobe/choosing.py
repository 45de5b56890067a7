"""CHOOSE: the procedure of the modern control, a generator that yields what it has to ask.

Rules ``[MC-n]`` are listed in ``docs/papers/setprobe.md``. Between two questions nothing can cut
the procedure off, so its fields and the search's are consistent whenever a question is asked. Every
value is of the side to move; every ``spent`` is a share of the budget. For games of chess
``native/chess/choosing.cpp`` is its twin: a rule that changes must change in both.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic

from provebest.search.alphabeta.result import TO_THE_END
from provebest.search.probability.beliefs import Move
from provebest.search.probability.wording import WINS_BY_FORCE
from provebest.search.setprobe.law import TOLERANCE, Attack, Sight
from provebest.search.setprobe.question import Procedure
from provebest.search.setprobe.set_prober import SetValue
from provebest.search.setprobe.wording import (
    ALL_OTHERS_LOSE,
    THE_OTHERS,
    THIS_MOVE,
    settled,
    time_is_worth_more,
)

if TYPE_CHECKING:
    from provebest.search.setprobe.search import ModernSearch


class Choosing(Generic[Move]):
    """SELECT, and before a stop the attacks on its choice; remembers what it needs of a depth."""

    def __init__(self, search: ModernSearch[Any, Move]) -> None:
        self.search, self.settings = search, search.settings
        self.depth = search.settings.first_depth
        """The depth of SELECT's next or present search of all moves."""
        self.chosen: Move | None = None
        """The choice after the last search of all moves, or the rival that has refuted it."""
        self.unchanged = 0
        """Searches of all moves before the last one after which the choice was the same."""
        self.deeper_look: SetValue[Move] | None = None
        """What made a rival the choice: it stands until SELECT is deeper."""

    def steps(self) -> Procedure[None]:
        """SELECT, and if it found no reason to stop, the attack for which a part was kept [MC-5].

        If it returns without having ended the search, a limit was reached.
        """
        yield from self._select()
        if self.search.stopped is None and self.search.release():
            yield from self._attack_at_last()

    def _select(self) -> Procedure[None]:
        """Deepens one search over all moves until there is a reason to stop [MC-1].

        The tests after a search are in the order in which they count: a win, the end of the game,
        the law.
        """
        search = self.search
        while self.depth <= self.settings.deepest and search.goes_on(self.depth):
            search.expect(self._soonest_stop())
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
        self.search.take(choice, found.depth, is_bound=choice is deeper)
        if not found.finished and choice.best == self.chosen:
            return  # nothing new is known of it
        self.unchanged = self.unchanged + 1 if choice.best == self.chosen else 0
        self.chosen = choice.best
        share = found.share if choice is found else None
        if found.finished:
            self.search.candidates.bound(found)
        self.search.see(
            Sight(
                depth=found.depth,
                unchanged=self.unchanged,
                share=share,
                points=0.5 if self.settings.in_tempos else self.settings.law.points(choice.value),
            )
        )

    def _end_if_decided(self, found: SetValue[Move]) -> bool:
        """Ends the search if the choice wins by force [MC-7] or the game was played out [MC-8]."""
        search, win = self.search, self.settings.win
        if search.value >= win:
            search.end(WINS_BY_FORCE)
        elif found.ended:
            search.end(TO_THE_END)
        elif found.finished:
            self._end_if_others_lose(search.candidates.others_at_most())
        return search.stopped is not None

    def _end_if_others_lose(self, others: float) -> bool:
        """Ends the search if no other move is worth more than a forced loss [MC-8]."""
        lost = -self.settings.win
        if not self.settings.losses_are_facts or not others <= lost < self.search.value:
            return False
        self.search.end(ALL_OTHERS_LOSE)
        return True

    # --- the stop ---------------------------------------------------------------------------------

    def _may_stop(self) -> Procedure[bool]:
        """Ends the search if the law says so and the choice holds against both attacks.

        Returns whether it did. ``settings`` may change here: numbers in tempos become the game's.
        """
        search = self.search
        sight = search.sight
        if sight is None or not self._is_enough(replace(sight, attack=Attack.HELD)):
            return False
        if self.settings.in_tempos:
            self.settings = yield from search.measure()
            sight = replace(sight, points=self.settings.law.points(search.value))
            search.see(sight)
            if not self._is_enough(replace(sight, attack=Attack.HELD)):
                return False
        if self.settings.time_price:
            # [MC-4] An attack takes about as long as all before it, so it costs more than it wins.
            if not self._is_enough(sight):
                return False
            search.end(time_is_worth_more(self.depth, search.doubt()), certain=False)
            return True
        apart = self.settings.rivals_apart
        attacked = yield from (self._attack() if apart else self._attack_together())
        if attacked is not None and search.stopped is None:
            search.see(replace(sight, attack=Attack.HELD))
            why = settled(self.depth, self.unchanged, attacked, search.measured_doubt())
            search.end(why, certain=False)
        return search.stopped is not None

    def _soonest_stop(self) -> int:
        """The least depth that a stop needs, if the choice and its value stay as they are [MC-1].

        The attacks are part of it. A prober that begins every search anew goes there at once.
        """
        if self.settings.time_price:  # attacks are not made, and the price of a depth is not known
            return self.depth
        sight = self.search.sight
        if sight is None:
            sight = Sight(self.depth, 0, None, self.settings.law.points(self.search.value))
        while sight.depth < self.depth:
            sight = sight.deeper()
        while sight.depth < self.settings.deepest:
            if self._is_enough(replace(sight, attack=Attack.HELD)):
                break
            sight = sight.deeper()
        return min(sight.depth + self.settings.deeper, self.settings.deepest)

    def _is_enough(self, sight: Sight) -> bool:
        return self.settings.is_enough(sight, self.search.spent())

    def _attack(self) -> Procedure[list[str] | None]:
        """Attacks the choice; returns what was searched deeper, in words, or None if it fell.

        [MC-5] The rivals, ``deeper`` plies deeper, must not beat it by half of ``TOLERANCE``; one
        that does is the choice. [MC-6] VERIFY: alone, as deep, it must not lose ``TOLERANCE``. An
        attack that was cut off counts as one that it did not stand up to; a rival that had beaten
        it by then, no less deep than SELECT, is the choice. An attack that cannot succeed, because
        only a forced win or loss would be enough, is left out. May end the search [MC-8].
        """
        search, law, depth = self.search, self.settings.law, self.depth + self.settings.deeper
        here = law.points(search.value)
        better, least = law.value(here + TOLERANCE / 2), law.value(here - TOLERANCE)
        attacked = []
        if better < self.settings.win:
            attacked.append(THE_OTHERS)
            rival = yield from search.reaches("rivals", search.candidates.rest(), better, depth)
            if rival.value >= better and rival.depth >= self.depth:
                self._replace_by(rival)
                return None
            if not rival.finished:
                return None
            if self.settings.losses_are_facts and (yield from self._others_lose(depth)):
                return attacked
        if least > -self.settings.win:
            attacked.append(THIS_MOVE)
            alone = yield from search.reaches("VERIFY", [search.best], least, depth)
            if not alone.finished:
                return None
            if alone.value < least:
                self._refute()
                return None
        return attacked

    def _attack_together(self) -> Procedure[list[str] | None]:
        """Both attacks as one search of all moves, which SELECT would make next anyway.

        [MC-5] The choice must be the best move ``deeper`` plies deeper, too, and [MC-6] not lose
        ``TOLERANCE``. Deeper searches that are paid for already have to be seen first.
        """
        search, law, depth = self.search, self.settings.law, self.depth + self.settings.deeper
        if search.knows(depth + 1):
            return None
        search.expect(depth)
        found = yield from search.probe("VERIFY", (), depth)
        if not found.finished:
            return None
        if found.best != search.best or found.value < law.value(
            law.points(search.value) - TOLERANCE
        ):
            self._refute()
            return None
        return [THE_OTHERS, THIS_MOVE]

    def _attack_at_last(self) -> Procedure[None]:
        """The rivals get what is left; one that is better, no less deep, is the choice [MC-5]."""
        search, above = self.search, math.nextafter(self.search.value, math.inf)
        rest = search.candidates.rest()
        rival = yield from search.reaches("rivals", rest, above, self.settings.deepest)
        if rival.value >= above and rival.depth >= search.depth:
            self._replace_by(rival)

    def _replace_by(self, rival: SetValue[Move]) -> None:
        """Makes a rival the choice that an attack found to be better."""
        search, depth = self.search, self.search.depth
        self.deeper_look, self.chosen, self.unchanged = rival, rival.best, 0
        search.take(rival, depth, is_bound=True)
        search.see(Sight(depth, 0, None, self.settings.law.points(rival.value)))
        self._refute()

    def _others_lose(self, depth: int) -> Procedure[bool]:
        """Ends the search if no rival is worth more than a forced loss at this depth [MC-8].

        That no rival is good enough says less: such an answer is a bound as near as it may be.
        """
        lost = -self.settings.win
        if not -math.inf < lost < self.search.value:
            return False
        rest = self.search.candidates.rest()
        found = yield from self.search.reaches("losses", rest, math.nextafter(lost, 0), depth)
        return found.finished and self._end_if_others_lose(found.value)

    def _refute(self) -> None:
        self.search.refutations += 1
        if self.search.sight is not None:
            self.search.see(replace(self.search.sight, attack=Attack.REFUTED))
