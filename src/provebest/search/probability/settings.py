"""The small decisions of the control procedure, each of which can be changed or switched off."""

from __future__ import annotations

from dataclasses import dataclass

from provebest.vocabulary import BadInputError


@dataclass(frozen=True, slots=True)
class Effort:
    """How many expansions each phase may make [BM95-20]; the root's is the first of them."""

    limit: int = 225
    first_select: float = 0.40
    first_verify: int = 50
    later: float = 0.50
    least_verify: int = 15

    def select_share(self, used: int, *, first: bool) -> int:
        """Expansions for this SELECT, those made before it not counted."""
        if first:
            return max(1, round(self.first_select * self.limit)) - used
        return max(0, int(self.later * (self.limit - used)))

    def verify_share(self, used: int, *, first: bool) -> int:
        """Expansions for this VERIFY; the last may go past the limit."""
        if first:
            return min(self.first_verify, max(self.least_verify, self.limit - used))
        return max(self.least_verify, int(self.later * (self.limit - used)))


@dataclass(frozen=True, slots=True)
class Contention:
    """MinAct: below it a move is no longer in contention; it rises as effort is spent [BM95-12]."""

    at_first: float = 0.15
    at_last: float = 0.40

    def least(self, used: int, limit: int) -> float:
        """MinAct after ``used`` of ``limit`` expansions."""
        return self.at_first + (self.at_last - self.at_first) * min(1.0, used / limit)


@dataclass(frozen=True, slots=True)
class Dithering:
    """Effort already spent makes a chance a little less attractive [BM95-19]; 0 is none."""

    strength: float = 0.3

    def weigh(self, p: float, effort: int, of: int) -> float:
        """The chance as the Forcer sees it when he chooses."""
        return p * (1.0 - self.strength * effort / of) if of else p


@dataclass(frozen=True, slots=True)
class ClassicSettings:
    """Everything that can be chosen about the classic control; named in the result."""

    effort: Effort = Effort()
    contention: Contention = Contention()
    dithering: Dithering = Dithering()
    reply_groups: bool = True
    target_moves_closer: bool = True
    closest_target: float = 1.0
    """A target this near the best real value is not moved any closer [BM95-11]."""
    win: float = float("inf")
    """A settled value as high as this cannot be improved on: a mate."""
    draw: float = 0.0
    share_positions: bool = True
    conditional_values: bool = True
    """Otherwise an edge that closes a cycle is a draw, however its end is reached [BM95-23]."""
    cycle_budget: int = 1000
    """Members of a component looked at on its paths, each time it is evaluated [BM95-24]."""

    def __post_init__(self) -> None:
        if self.effort.limit < 1:
            raise BadInputError(f"a search needs at least one expansion, got {self.effort.limit}")
        if not self.closest_target > 0:
            raise BadInputError(f"the closest target must be above 0, got {self.closest_target}")
