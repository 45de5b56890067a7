"""The rules of 1979 as events: why B* goes to the leaf that it expands next.

The rules are listed in ``docs/papers/berliner1979.md``; the value of a ``Rule`` is its label there.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Generic

from provebest.games.protocol import Move, State
from provebest.search.intervals.node import IntervalNode
from provebest.vocabulary import SearchEvent


class Rule(enum.Enum):
    """A rule by which B* moves through its tree."""

    STRATEGY = "B79-5"
    """At the root: raise the best arc, or lower its rivals."""
    RESOLVED = "B79-8"
    MAX_ELSEWHERE = "B79-9"
    MIN_ELSEWHERE = "B79-10"
    PROVED_ENOUGH = "B79-11"
    DISPROVED_ENOUGH = "B79-12"
    DESCEND = "B79-13"


@dataclass(frozen=True, slots=True)
class RuleApplied(SearchEvent, Generic[Move]):
    """B* has applied a rule: it goes to a node (STRATEGY, DESCEND), or leaves it (the others)."""

    rule: Rule
    line: tuple[Move, ...]
    """The node, by the moves from the root."""
    proving: bool
    """Whether the strategy is PROVEBEST; if not, it is DISPROVEREST."""
    aspiration: float
    """What the arc is to reach, from below if proving and else from above."""
    max_elsewhere: float
    min_elsewhere: float
    """The best that each side can have outside this node, by what the search knows."""


def line_to(node: IntervalNode[State, Move]) -> tuple[Move, ...]:
    """The moves from the root to a node."""
    moves: list[Move] = []
    at: IntervalNode[State, Move] | None = node
    while at is not None and at.move is not None:
        moves.append(at.move)
        at = at.parent
    return tuple(reversed(moves))
