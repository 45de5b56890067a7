"""What B* found: the move, and the bounds that prove it.

The search counts for the side that chooses; a result speaks for the game's MAX. ``turned`` is the
one place where the two are exchanged.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, cast

from provebest.games.protocol import Move, State
from provebest.search.intervals.node import IntervalNode
from provebest.search.intervals.regret import least_regret, regret_between
from provebest.vocabulary import Argued, Counters, Interval, Stopped, at_most_text, number_text

if TYPE_CHECKING:
    from provebest.search.intervals.search import IntervalSearch


@dataclass(frozen=True, slots=True)
class Arc(Generic[Move]):
    """A move at the root: its bounds for MAX, and a line.

    The line is each side's most optimistic play from the move on, the move included.
    """

    move: Move
    lo: float
    hi: float
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class BStarResult(Argued, Generic[Move]):
    """The best move so far, its bounds, and the best bound of its rivals.

    All bounds speak for MAX, whichever side chooses. A move is proved if no other can be better for
    the side that chooses: ``best.lo >= rival_bound`` if MAX chooses, ``best.hi <= rival_bound`` if
    MIN does.
    """

    move: Move | None
    """None only if the search was stopped before the root was expanded."""
    value: Interval
    """Bounds of the root: what MAX gets with best play, given the bounds of the leaves."""
    best: Interval
    """Bounds of the best move."""
    rival_bound: float
    """The best that any other move can still be for the side that chooses.

    The greatest upper bound if MAX chooses (minus infinity if there is no other move), the least
    lower bound if MIN does (plus infinity)."""
    line: tuple[Move, ...]
    """Each side's most optimistic arcs from the best move on, as far as the tree goes."""
    stopped: Stopped
    reason: str
    counters: Counters
    depth: int
    """Depth of the deepest node made, in plies."""
    stored: int
    """Nodes in memory at the end."""
    violations: int
    """How often a bound was seen to have been false."""
    arcs: tuple[Arc[Move], ...] = ()
    """Every move with its bounds and a line, in the order of the game."""
    max_chooses: bool = True
    """Whether MAX is to move at the root."""

    @property
    def proved(self) -> bool:
        """Whether no other move can be better, given the bounds of the leaves."""
        return self.stopped is Stopped.PROVED

    @property
    def regret(self) -> float | None:
        """How much worse than the best move this one can be, given the bounds of the leaves.

        The best that any rival can be less the worst that this move can be; 0 if that is less, or
        if there is no rival; infinite if a bound is. It holds however the search ended. None if
        there is no move, or if bounds were seen to be false.
        """
        if self.move is None or self.violations:
            return None
        if self.max_chooses:
            return regret_between(self.rival_bound, self.best.lo)
        return regret_between(self.best.hi, self.rival_bound)

    def __str__(self) -> str:
        """The move, why it is best, and the work done, in three lines."""
        if self.move is None:
            return f"no move: {self.reason}"
        side, proved = ("at most", "at least") if self.max_chooses else ("at least", "at most")
        bound = self.best.lo if self.max_chooses else self.best.hi
        against = (
            "there is no other move"
            if len(self.arcs) == 1
            else f"every other move {side} {number_text(self.rival_bound)}"
        )
        worth = f"{self.move_name(self.move)} is worth {proved} {number_text(bound)} to MAX"
        return (
            f"{worth}; {against}\n"
            f"{self.stopped.value}: {self.reason}\n"
            f"{self.counters.expanded:,} expansions, depth {self.depth}"
        )

    def turned(self) -> BStarResult[Move]:
        """The same result with MAX and MIN exchanged; ``result.turned().turned() == result``."""
        return replace(
            self,
            value=-self.value,
            best=-self.best,
            rival_bound=-self.rival_bound,
            arcs=tuple(replace(arc, lo=-arc.hi, hi=-arc.lo) for arc in self.arcs),
            max_chooses=not self.max_chooses,
        )


_REASONS = {
    Stopped.PROVED: "no other move can be better for the side that chooses, "
    "given the bounds of the leaves",
    Stopped.BOUNDS_FALSE: "the moves are separated, but bounds were seen to contradict each other, "
    "so nothing is proved",
    Stopped.DEPTH_LIMIT: "the next expansion would pass the depth limit",
    Stopped.NODE_LIMIT: "the next expansion would pass the limit on nodes",
    Stopped.TIME_LIMIT: "the time was used up before a move was proved",
    Stopped.MEMORY_LIMIT: "the memory was used up before a move was proved",
    Stopped.CANCELLED: "the search was interrupted before a move was proved",
}
_FALSE_WITHIN_REGRET = (
    "one move is separated or within the regret that was asked for, but bounds were seen to "
    "contradict each other, so nothing is proved"
)


def bstar_result(search: IntervalSearch[State, Move], stopped: Stopped) -> BStarResult[Move]:
    """The result of an interval search as it stands."""
    arcs = search.root.children or []
    result: BStarResult[Move] = summary(
        search.root,
        stopped,
        line=lambda arc: _line(arcs[arc]),
        counters=search.tally.frozen(),
        depth=search.deepest,
        stored=search.stored(),
        violations=search.violations,
        largest_regret=search.largest_regret,
    )
    return result if search.max_chooses else result.turned()


def summary(
    root: IntervalNode[State, Move],
    stopped: Stopped,
    *,
    line: Callable[[int], tuple[Move, ...]],
    counters: Counters,
    depth: int,
    stored: int,
    violations: int,
    largest_regret: float = 0,
) -> BStarResult[Move]:
    """A result for MAX from the root and its arcs.

    ``line(n)`` is the line that begins with arc ``n``. ``root.children`` may be None: then there is
    no move, and the bounds are the root's.
    """
    arcs = root.children or []
    place, best, rival_bound = None, root, -math.inf
    if arcs:
        place = chosen_arc(arcs, largest_regret)
        best = arcs[place]
        rival_bound = max((arc.hi for arc in arcs if arc is not best), default=-math.inf)
    result = BStarResult(
        move=best.move,
        value=Interval(root.lo, root.hi),
        best=Interval(best.lo, best.hi),
        rival_bound=rival_bound,
        line=() if place is None else line(place),
        stopped=stopped,
        reason="",
        counters=counters,
        depth=depth,
        stored=stored,
        violations=violations,
        arcs=tuple(
            Arc(cast("Move", arc.move), arc.lo, arc.hi, line(number))
            for number, arc in enumerate(arcs)
        ),
    )
    return replace(result, reason=_reason(result, largest_regret))


def chosen_arc(arcs: Sequence[IntervalNode[State, Move]], largest_regret: float) -> int:
    """The place of the arc that a search answers; at separation it is a proved one.

    The surest: greatest lo, then greatest hi, then the earlier. If a largest regret was given, the
    arc with the least bound of its regret instead; at separation the two are the same.
    """
    if largest_regret > 0:
        return least_regret([(arc.lo, arc.hi) for arc in arcs])[0]
    return max(range(len(arcs)), key=lambda arc: (arcs[arc].lo, arcs[arc].hi))


def _reason(result: BStarResult[Move], largest_regret: float) -> str:
    """Why the search stopped, and unless it is proved, how much worse the move can be."""
    stopped, regret = result.stopped, result.regret
    why = _REASONS.get(stopped, stopped.value)
    if stopped is Stopped.BOUNDS_FALSE and largest_regret > 0:
        return _FALSE_WITHIN_REGRET
    if result.proved or regret is None or regret == math.inf:
        return why
    worse = (
        f"given these bounds the choice is at most {at_most_text(regret)} worse than any other move"
    )
    if stopped is Stopped.WITHIN_REGRET:
        return f"{worse} ({at_most_text(largest_regret)} was allowed)"
    return f"{why}; {worse}"


def headline(root: IntervalNode[State, Move], *, max_chooses: bool = True) -> str:
    """The most optimistic arc and its rival's bound, for a progress bar.

    Not always the move that ``summary`` would answer, which is the surest.
    """
    if not root.children:
        return ""
    best, alternative = root.best_and_alternative()
    rival = -math.inf if alternative is None else alternative.hi
    bounds = Interval(best.lo, best.hi)
    shown, against = (bounds, rival) if max_chooses else (-bounds, -rival)
    lo, hi = number_text(shown.lo), number_text(shown.hi)
    return f"{best.move} [{lo}, {hi}] against {number_text(against)}"


def _line(node: IntervalNode[State, Move]) -> tuple[Move, ...]:
    """The node's own move, then each side's most optimistic arcs, as far as the tree goes."""
    line = [cast("Move", node.move)]
    while node.children:
        node, _ = node.best_and_alternative()
        line.append(cast("Move", node.move))
    return tuple(line)
