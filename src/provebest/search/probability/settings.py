"""The parameters of the control procedure; each rule can be changed or switched off.

Values are in the believer's units; effort counts expansions.
"""

from __future__ import annotations

from dataclasses import dataclass

from provebest.vocabulary import BadInputError


@dataclass(frozen=True, slots=True)
class Effort:
    """How many expansions each phase may make [BM95-20]; the root's is the first of them."""

    limit: int = 225
    """Expansions of the whole search; the last VERIFY may pass it."""
    first_select: float = 0.40
    """Share of ``limit`` for the first SELECT."""
    first_verify: int = 50
    """Expansions for the first VERIFY."""
    later: float = 0.50
    """Share of what is left of ``limit`` for each later phase."""
    least_verify: int = 15
    """Every VERIFY may make this many, whatever is left."""

    def select_share(self, used: int, *, first: bool) -> int:
        """Expansions that the SELECT beginning now may make, after ``used`` in all; perhaps 0."""
        if first:
            return max(1, round(self.first_select * self.limit)) - used
        return max(0, int(self.later * (self.limit - used)))

    def verify_share(self, used: int, *, first: bool) -> int:
        """Expansions that the VERIFY beginning now may make; the last may pass the limit."""
        if first:
            return min(self.first_verify, max(self.least_verify, self.limit - used))
        return max(self.least_verify, int(self.later * (self.limit - used)))


@dataclass(frozen=True, slots=True)
class Contention:
    """MinAct: below it a move is no longer in contention; it rises as effort is spent [BM95-12]."""

    at_first: float = 0.15
    """A probability, before the first expansion."""
    at_last: float = 0.40
    """And when the effort limit is reached; linear between."""

    def least(self, used: int, limit: int) -> float:
        """MinAct after ``used`` of ``limit`` expansions."""
        return self.at_first + (self.at_last - self.at_first) * min(1.0, used / limit)


@dataclass(frozen=True, slots=True)
class Dithering:
    """Effort already spent makes a chance less attractive [BM95-19]; strength 0 switches it off."""

    strength: float = 0.3
    """The share of a chance that is taken off if all effort has gone there."""

    def weigh(self, p: float, effort: int, of: int) -> float:
        """The chance that the Forcer compares: p less ``strength * effort / of`` of it.

        ``effort`` is the child's, ``of`` its parent's. In a tree ``effort <= of``; a shared child
        may have more, from other parents, and the weight may then even be negative.
        """
        return p * (1.0 - self.strength * effort / of) if of else p


@dataclass(frozen=True, slots=True)
class ClassicSettings:
    """All parameters of the classic control.

    Raises:
        BadInputError: for an effort limit below 1 or a closest target that is not above 0.
    """

    effort: Effort = Effort()
    contention: Contention = Contention()
    dithering: Dithering = Dithering()
    reply_groups: bool = True
    """Whether the Obstructor's moves with the same best answer count once."""
    target_moves_closer: bool = True
    """Whether SELECT lowers a target that no move is likely to reach."""
    closest_target: float = 1.0
    """SELECT does not move its target closer than this to the best RealVal [BM95-11]."""
    win: float = float("inf")
    """A settled value this great cannot be improved on: a mate. For the Opponent, ``-win``."""
    draw: float = 0.0
    """The value of a repetition, for the Player."""
    share_positions: bool = True
    """Whether several move orders may lead to one node; if not, the graph is a tree."""
    conditional_values: bool = True
    """If False, an edge that closes a cycle is a draw on every path [BM95-23]."""
    cycle_budget: int = 1000
    """Most values computed on the paths of a component each time it is evaluated [BM95-24]."""

    def __post_init__(self) -> None:
        if self.effort.limit < 1:
            raise BadInputError(f"a search needs at least one expansion, got {self.effort.limit}")
        if not self.closest_target > 0:
            raise BadInputError(f"the closest target must be above 0, got {self.closest_target}")
