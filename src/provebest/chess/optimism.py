"""The optimistic value of a chess move, by the rules of the paper's section 3.10.

All values are hundredths of a pawn for the side that makes the move. For a move without a check,
the value comes from a probe in which the side that moved gets another turn.
"""

from __future__ import annotations

from dataclasses import dataclass

from provebest.chess.probes.expansion import Hope
from provebest.games.chess_values import MATES_FROM


@dataclass(frozen=True, slots=True)
class Optimism:
    """The levels of hope. A level is a share of the way from the real value to ``decisive``."""

    decisive: float = 2000.0
    """The value of a won game for hope; the values of mates are far higher."""
    check_by_replies: tuple[float, ...] = (0.80, 0.68)
    """Levels of checks with one and two legal replies. With three it is ``many_replies``, less
    ``each_reply`` for each further reply, and at least ``least_check``."""
    many_replies: float = 0.52
    each_reply: float = 0.06
    least_check: float = 0.10
    capturable_checker: float = 1.0
    """Factor if the checking piece can be captured; below 1, sacrifices are searched too little."""
    king_must_move: float = 1.1
    """Factor if only king moves answer the check."""
    mate_threat: float = 0.60
    """Level of a mate threat: between checks with two replies and checks with three."""
    each_ply: float = 0.97
    """Factor for each ply below the root: hopes near the root are preferred."""
    hit_and_run: float = 1.0
    """Share of the gain that counts if it is made by a piece that the best reply captures."""

    def hope(self, promise: Hope, real: float, *, retaken: bool, depth: int) -> float:
        """The mover's optimistic value of a move, at least ``real``."""
        if promise.checks:
            return max(real, self._raise(real, self.check_share(promise), depth))
        if promise.value is None:  # the probe was cut off: there is no reason for hope
            return real
        if promise.value >= MATES_FROM:
            return max(real, self._raise(real, self.mate_threat, depth))
        gain = min(promise.value, self.decisive) - real
        if promise.runs_on and retaken:
            gain *= self.hit_and_run
        return max(real, real + gain)

    def check_share(self, promise: Hope) -> float:
        """The level of a check: high for few replies, a safe checker, a king that must move."""
        count = max(promise.replies, 1)
        if count <= len(self.check_by_replies):
            share = self.check_by_replies[count - 1]
        else:
            more = count - len(self.check_by_replies) - 1
            share = max(self.least_check, self.many_replies - self.each_reply * more)
        if not promise.checker_safe:
            share *= self.capturable_checker
        if promise.king_must_move:
            share *= self.king_must_move
        return min(share, 1.0)

    def _raise(self, real: float, share: float, depth: int) -> float:
        return real + share * self.each_ply**depth * (self.decisive - real)
