"""How much a chess move may be worth: the paper's section 3.10, one rule after the other.

All values are hundredths of a pawn for the side that makes the move. What is not said here comes
from the probe itself: the side that moved gets another turn, and the search says what it does.
"""

from __future__ import annotations

from dataclasses import dataclass

from provebest.chess.probes.expansion import Hope
from provebest.games.chess_values import MATES_FROM


@dataclass(frozen=True, slots=True)
class Optimism:
    """The levels of hope. A level is a share of the way from the real value to ``decisive``."""

    decisive: float = 2000.0
    """What a won game counts for hope: mates themselves are far above."""
    check_by_replies: tuple[float, ...] = (0.80, 0.68)
    """One legal reply, two; from three on ``many_replies`` less ``each_reply`` for each more."""
    many_replies: float = 0.52
    each_reply: float = 0.06
    least_check: float = 0.10
    capturable_checker: float = 1.0
    """Factor where the checking piece can be taken; below 1 it starves sacrifices."""
    king_must_move: float = 1.1
    mate_threat: float = 0.60
    """Below checks with one or two replies, above those with three or more."""
    each_ply: float = 0.97
    """Hopes near the root are preferred."""
    hit_and_run: float = 1.0
    """Share of the promise that is kept where the piece that runs on would have been taken."""

    def hope(self, promise: Hope, real: float, *, retaken: bool, depth: int) -> float:
        """The mover's optimism; never below what the move is worth already."""
        if promise.checks:
            return max(real, self._raised(real, self.check_share(promise), depth))
        if promise.value is None:  # its probe was cut off: nothing is known to hope for
            return real
        if promise.value >= MATES_FROM:
            return max(real, self._raised(real, self.mate_threat, depth))
        gain = min(promise.value, self.decisive) - real
        if promise.runs_on and retaken:
            gain *= self.hit_and_run
        return max(real, real + gain)

    def check_share(self, promise: Hope) -> float:
        """The strength of a check: few replies, a safe checker, a king that must move."""
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

    def _raised(self, real: float, share: float, depth: int) -> float:
        return real + share * self.each_ply**depth * (self.decisive - real)
