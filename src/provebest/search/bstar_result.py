"""What B* found: the move, and the bounds that prove it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, cast

from provebest.games.protocol import Move, State
from provebest.search.bstar_node import IntervalNode
from provebest.vocabulary import Argued, Counters, Interval, Stopped

if TYPE_CHECKING:
    from provebest.search.interval_search import IntervalSearch


@dataclass(frozen=True, slots=True)
class Arc(Generic[Move]):
    """A move at the root: its bounds for MAX, and each side's most optimistic play from it on."""

    move: Move
    lo: float
    hi: float
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class BStarResult(Argued, Generic[Move]):
    """The best move so far, its bounds, and what stands against it. All bounds speak for MAX."""

    move: Move | None
    """None only where the search was stopped before the root was expanded."""
    value: Interval
    """Bounds of the root: what MAX gets with best play, given the bounds of the leaves."""
    best: Interval
    """Bounds of the best move."""
    rivals_hi: float
    """The greatest upper bound of any other move; minus infinity where there is no other."""
    line: tuple[Move, ...]
    """Each side's most optimistic arcs from the best move on, as far as the tree goes."""
    stopped: Stopped
    reason: str
    counters: Counters
    depth: int
    """Depth of the deepest node made."""
    stored: int
    violations: int
    """How often a bound was seen to have been false."""
    arcs: tuple[Arc[Move], ...] = ()
    """Every move with its bounds and a line, in the order of the game."""

    @property
    def proved(self) -> bool:
        """Whether no other move can be better, given the bounds of the leaves."""
        return self.stopped is Stopped.PROVED


_REASONS = {
    Stopped.PROVED: "the best move's lower bound has reached every rival's upper bound, "
    "given the bounds of the leaves",
    Stopped.BOUNDS_FALSE: "the moves are separated, but bounds were seen to contradict each other, "
    "so nothing is proved",
    Stopped.DEPTH_LIMIT: "the next expansion would pass the depth limit",
    Stopped.NODE_LIMIT: "the next expansion would pass the limit on nodes",
    Stopped.TIME_LIMIT: "the time was used up before a move was proved",
    Stopped.MEMORY_LIMIT: "the memory was used up before a move was proved",
    Stopped.CANCELLED: "the search was interrupted before a move was proved",
}


def bstar_result(search: IntervalSearch[State, Move], stopped: Stopped) -> BStarResult[Move]:
    """The result of an interval search as it stands."""
    arcs = search.root.children or []
    return summary(
        search.root,
        stopped,
        line=lambda arc: _line(arcs[arc]),
        counters=search.tally.frozen(),
        depth=deepest(search.root),
        stored=search.stored(),
        violations=search.violations,
    )


def summary(
    root: IntervalNode[State, Move],
    stopped: Stopped,
    *,
    line: Callable[[int], tuple[Move, ...]],
    counters: Counters,
    depth: int,
    stored: int,
    violations: int,
) -> BStarResult[Move]:
    """A result from the root and its arcs; ``line`` tells how play goes on from an arc."""
    arcs = root.children or []
    place, best, rivals_hi = None, root, -math.inf
    if arcs:
        # Before separation the surest arc is the safest answer; at separation it is the best one.
        place = max(range(len(arcs)), key=lambda arc: (arcs[arc].lo, arcs[arc].hi))
        best = arcs[place]
        rivals_hi = max((arc.hi for arc in arcs if arc is not best), default=-math.inf)
    return BStarResult(
        move=best.move,
        value=Interval(root.lo, root.hi),
        best=Interval(best.lo, best.hi),
        rivals_hi=rivals_hi,
        line=() if place is None else line(place),
        stopped=stopped,
        reason=_REASONS.get(stopped, stopped.value),
        counters=counters,
        depth=depth,
        stored=stored,
        violations=violations,
        arcs=tuple(
            Arc(cast("Move", arc.move), arc.lo, arc.hi, line(number))
            for number, arc in enumerate(arcs)
        ),
    )


def headline(root: IntervalNode[State, Move]) -> str:
    """The best arc so far and what stands against it, for a progress bar."""
    if not root.children:
        return ""
    best, alternative = root.best_and_alternative()
    rival = -math.inf if alternative is None else alternative.hi
    return f"{best.move} [{best.lo:g}, {best.hi:g}] against {rival:g}"


def deepest(root: IntervalNode[State, Move]) -> int:
    """The depth of the deepest node of a tree."""
    depth, stack = 0, [root]
    while stack:
        node = stack.pop()
        depth = max(depth, node.depth)
        stack.extend(node.children or ())
    return depth


def _line(node: IntervalNode[State, Move]) -> tuple[Move, ...]:
    line = [cast("Move", node.move)]
    while node.children:
        node, _ = node.best_and_alternative()
        line.append(cast("Move", node.move))
    return tuple(line)
