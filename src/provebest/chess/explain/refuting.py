"""Confirms the reply to a rival that its line shows: it must be the finding of two searches.

A rival may be worse although the first reply in its line is not the move that shows it: a search
whose last two depths disagree on the reply knows the value better than the reply.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from provebest.argument.argument import LONGEST_LINE
from provebest.argument.evidence import Look
from provebest.chess.explain.purse import Purse
from provebest.games.chess import ChessPosition
from provebest.games.chess_values import MATES_FROM
from provebest.search.setprobe.set_prober import SetProber, SetValue

REPLY = 0.02
"""Share of the budget for evidence: the second search of the replies to a rival."""


@dataclass(frozen=True, slots=True)
class Refuting:
    """The replies to rivals."""

    position: ChessPosition
    sets: Callable[[ChessPosition], SetProber[str]]
    """Makes the prober for the moves of a position; it knows nothing of other searches."""
    purse: Purse

    def confirmed(self, look: Look[str], depths: Sequence[SetValue[str]]) -> Look[str]:
        """The look, with a reply on which two searches agree; else with the rival's move alone.

        ``depths`` are the last depths of the search of the rival. If they do not agree, the replies
        are searched again, without the results of the first search. If nothing is left for that,
        the line stays as it is.
        """
        seen = [_reply(found) for found in depths]
        if len(look.line) < 2 or abs(look.value) >= MATES_FROM:
            return look
        if len(seen) > 1 and len(set(seen)) == 1:
            return look
        after = self.position.copy()
        after.play(look.line[0])
        if len(after.legal_moves()) == 1:
            return look
        again = self.purse.deepest(self.sets(after), (), look.depth, REPLY)
        if again is None or again.best == look.line[1]:
            return look
        line = (look.line[0], *again.line) if again.best in seen else look.line[:1]
        return replace(look, line=line[:LONGEST_LINE])


def _reply(found: SetValue[str]) -> str | None:
    return found.line[1] if len(found.line) > 1 else None
