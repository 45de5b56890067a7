"""Berliner's yardstick: depth-first alpha-beta on intervals, one ply deeper at a time. [B79-17].

No node is searched whose interval shows that it cannot influence the solution (forward pruning).
Nothing is kept from one depth to the next: memory is a path, and the price is expansions.

It is not a search for users: it measures how many expansions B* saves. It answers only if an arc of
the root is separated, so "proved" means the same as for B*.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Generic

from provebest.games.checked import checked
from provebest.games.mirrored import Mirrored
from provebest.games.protocol import Game, Move, State
from provebest.vocabulary import BadInputError, Stopped


@dataclass(frozen=True, slots=True)
class YardstickResult:
    """How many expansions the yardstick needed."""

    move: object
    """The move proved best; None if a limit came first."""
    expanded: int
    """Expansions over all depths; a node expanded again at the next depth counts again."""
    depth: int
    """Depth of the last search begun, in plies."""
    stopped: Stopped


@dataclass(slots=True)
class _Arc(Generic[State, Move]):
    move: Move
    state: State
    lo: float
    hi: float


class _TooManyError(Exception):
    """The next expansion would pass the limit; the depth that was begun is given up."""


def interval_alphabeta(
    game: Game[State, Move], *, max_expanded: int = 30_000, max_depth: int = 100
) -> YardstickResult:
    """Searches to depth 1, 2, ... until one arc of the root is separated or a limit is reached.

    It begins at the game's start; ``expanded <= max_expanded`` and ``depth <= max_depth``.
    """
    asked = checked(game)
    chooser = asked if asked.max_to_move(asked.start()) else Mirrored(asked)
    search = _Depths(chooser, max_expanded)
    depth = 0
    try:
        while depth < max_depth:
            depth += 1
            best = search.separated_at(depth)
            if best is not None:
                why = Stopped.BOUNDS_FALSE if search.violations else Stopped.PROVED
                return YardstickResult(best.move, search.expanded, depth, why)
    except _TooManyError:
        return YardstickResult(None, search.expanded, depth, Stopped.NODE_LIMIT)
    return YardstickResult(None, search.expanded, depth, Stopped.DEPTH_LIMIT)


class _Depths(Generic[State, Move]):
    """The searches to each depth, which share their counters and nothing else."""

    def __init__(self, game: Game[State, Move], max_expanded: int) -> None:
        self._game, self._max_expanded = game, max_expanded
        self.expanded = self.violations = 0

    def separated_at(self, depth: int) -> _Arc[State, Move] | None:
        """The arc that a search to this depth separates from all others, or None.

        Arcs are searched in turn, each in the window that the others leave at that moment:
        ``alpha`` is what another arc has for sure, ``beta`` the most that another can reach.
        """
        arcs = self._expand(self._game.start())
        arcs.sort(key=lambda arc: -arc.hi)  # stable: the game's order among equals
        for arc in arcs:
            others = [other for other in arcs if other is not arc]
            alpha = max((other.lo for other in others), default=-math.inf)
            beta = max((other.hi for other in others), default=-math.inf)
            arc.lo, arc.hi = self._bounds(arc, alpha, beta, depth - 1)
        best = max(arcs, key=lambda arc: (arc.lo, arc.hi))
        separated = all(best.lo >= arc.hi for arc in arcs if arc is not best)
        return best if separated else None

    def _bounds(
        self, node: _Arc[State, Move], alpha: float, beta: float, depth: int
    ) -> tuple[float, float]:
        """Bounds after a search to this depth of what can still matter inside the window.

        Valid bounds stay valid, whatever was left out: a child that is not searched keeps its own.
        They are not wider than the node's own, unless one of the two was false.
        """
        if depth == 0 or node.lo == node.hi or node.hi <= alpha or node.lo >= beta:
            return node.lo, node.hi
        children = self._expand(node.state)
        max_moves = self._game.max_to_move(node.state)
        children.sort(key=lambda child: -child.hi if max_moves else child.lo)
        for child in children:
            if max_moves:
                sure = max(other.lo for other in children)
                alpha = max(alpha, sure)
                is_enough = sure >= beta
            else:
                sure = min(other.hi for other in children)
                beta = min(beta, sure)
                is_enough = sure <= alpha
            if is_enough:
                break
            child.lo, child.hi = self._bounds(child, alpha, beta, depth - 1)
        pick = max if max_moves else min
        lo, hi = pick(child.lo for child in children), pick(child.hi for child in children)
        if max(lo, node.lo) > min(hi, node.hi):
            self.violations += 1
            return lo, hi
        return max(lo, node.lo), min(hi, node.hi)

    def _expand(self, state: State) -> list[_Arc[State, Move]]:
        if self.expanded >= self._max_expanded:
            raise _TooManyError
        children = self._game.expand(state)
        if not children:
            raise BadInputError(
                f"there is no move in {self._game.show(state)!r}, and no exact value"
            )
        self.expanded += 1
        return [_Arc(*child) for child in children]
