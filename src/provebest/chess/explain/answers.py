"""Searches for the answers to the opponent's replies, and decides which of them can be claimed.

A claimed answer must keep what the choice is worth. Two searches of about the same depth differ by
more than many replies cost, so an answer is claimed only if the reply costs the opponent something
or if no other answer is as good.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from provebest.argument.argument import LONGEST_LINE
from provebest.argument.claim_words import SURE
from provebest.argument.parts import Attempt
from provebest.chess.explain.purse import Purse
from provebest.games.chess import ChessPosition
from provebest.games.chess_values import MATES_FROM, seen_from_root
from provebest.search.probability.result import ProbabilityResult
from provebest.search.setprobe.set_prober import SetProber, SetValue

UNANSWERED = 30.0
"""Hundredths of a pawn: if a reply seems to cost us more than this, its answer was not found."""
WORSE_REPLY = 100.0
"""Hundredths of a pawn: a reply that costs the opponent more than this is left out, unless it takes
a piece that seems to be free."""
COSTS = 30.0
"""Hundredths of a pawn: to a reply that costs the opponent as much, our answer need not be the only
good one."""
BEST_ANSWER = 10.0
"""Hundredths of a pawn by which the answer to another reply must exceed all other answers."""
COSTS_MUCH, MAIN_ANSWER = 60.0, 150.0
"""The same two if the search is not settled, because the value of the choice may change; the second
also for the main line's reply, which costs nothing."""
NEARLY = 2
"""The difference in depth (plies) up to which the values of two searches are compared."""
ANSWER, OTHERS = 0.08, 0.04
"""Shares of the budget for evidence: the answers to a reply, and the other answers."""
DEPTHS = 2
"""The last depths of a search that must agree on the answer."""
DEEPEST = 20
"""Plies: a choice that was settled at once is no reason for shallow searches of the answers."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to replies to the choice."""

    after: ChessPosition
    """After the choice."""
    result: ProbabilityResult[str]
    sets: Callable[[ChessPosition], SetProber[str]]
    """Makes the prober for the moves of a position; it knows nothing of other searches."""
    purse: Purse
    depth: int = DEEPEST
    """The greatest depth of a search, in plies."""

    def of_reply(self, reply: str, *, tempting: bool) -> Attempt[str] | None:
        """The attempt with this reply; None if it is not worth telling, or has no sure answer.

        The answer must be the same at the last depths, and keep the value at each of them. A reply
        that ends the game has none.
        """
        position = self._after(reply)
        if not position.legal_moves():
            return None
        answers = self.sets(position)
        last = self.purse.each_depth(answers, (), self.depth, ANSWER)[-DEPTHS:]
        if len({found.best for found in last}) != 1:
            return None
        values = [seen_from_root(found.value, 2) for found in last]
        most = math.inf if tempting else self.result.value + WORSE_REPLY
        cost = min(values) - self.result.value
        if cost < -UNANSWERED or values[-1] > most:
            return None
        costs, by = (COSTS, BEST_ANSWER) if self._is_settled else (COSTS_MUCH, MAIN_ANSWER)
        if cost < costs and not self._exceeds_others(answers, reply, last[-1], by):
            return None
        line = (reply, *last[-1].line)[:LONGEST_LINE]
        return Attempt(line, values[-1], depth=last[-1].depth + 1, tempting=tempting)

    def of_main_line(self, replies: SetProber[str]) -> list[Attempt[str]]:
        """The reply of the main line, and the answer that a second search finds or prefers.

        The second search starts without the results of the first. The answer is open if that search
        does not find it and finds none that is worth as much as the choice either, or if another
        answer is about as good.
        """
        line = self.result.line[1 : LONGEST_LINE + 1]
        if len(line) < 2:
            return []
        if abs(self.result.value) >= MATES_FROM:
            return [Attempt(line, self.result.value)]
        again = self.purse.deepest(replies, line[:1], self.depth, OTHERS)
        answer = None if again is None or len(again.line) < 2 else again.line[1]
        if again is None or answer is None:
            return [Attempt(line, self.result.value, open=True)]
        value = -seen_from_root(again.value, 1)
        if answer == line[1]:
            told = Attempt(line, self.result.value)
        elif abs(value - self.result.value) <= UNANSWERED:
            told = Attempt(again.line[:LONGEST_LINE], value, depth=again.depth)
        else:
            return [Attempt(line, self.result.value, open=True, instead=answer)]
        answers = self.sets(self._after(line[0]))
        best = self.purse.deepest(answers, [answer], self.depth, OTHERS)
        alone = best is not None and self._exceeds_others(answers, line[0], best, MAIN_ANSWER)
        return [told if alone else Attempt(told.line, told.value, depth=told.depth, open=True)]

    @property
    def _is_settled(self) -> bool:
        """Whether the search of the choice ended by itself and is sure."""
        doubt = self.result.doubt
        return self.result.natural and doubt is not None and doubt <= SURE

    def _after(self, reply: str) -> ChessPosition:
        position = self.after.copy()
        position.play(reply)
        return position

    def _exceeds_others(
        self, answers: SetProber[str], reply: str, best: SetValue[str], by: float
    ) -> bool:
        """Whether no other answer comes near the best one in a search about as deep."""
        legal = self._after(reply).legal_moves()
        others = [move for move in legal if move != best.best]
        if not others:
            return True
        found = self.purse.deepest(answers, others, best.depth, OTHERS)
        if found is None or (found.depth < best.depth - NEARLY and found.value > -MATES_FROM):
            return False
        return best.value - found.value >= by
