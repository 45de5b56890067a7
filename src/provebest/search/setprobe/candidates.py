"""The root moves of the modern control: the value, the hope and the effort of each.

Values speak for the side to move. They come from searches of different depths: only the choice's
is that of the last search of all moves, the others' are from the first look or from the last probe
that said something about them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic

from provebest.search.probability.beliefs import Belief, Move, State
from provebest.search.probability.result import RootMove
from provebest.search.setprobe.law import Law
from provebest.search.setprobe.set_prober import SetValue


@dataclass(slots=True)
class Candidate(Generic[Move]):
    """One root move and what is known of it."""

    move: Move
    first: float
    """Its value by the first look."""
    hope: float
    """What it might be worth; minus infinity if nobody has asked for that."""
    line: tuple[Move, ...]
    """Best play as far as it is known; it begins with ``move``."""
    real: float
    """Its value by the last probe that said something about it; perhaps only an upper bound."""
    effort: int = 0
    """Probes whose best move it was; one that also made it the choice may count twice."""
    at_most: float = math.inf
    """Its upper bound from the last search of all moves; infinite if there is none."""

    is_bound: bool = False
    """Whether ``real`` is only a lower bound: an attack asked for no more."""

    @property
    def known(self) -> float:
        """Its value, as far as no search of all moves says that it is less."""
        return min(self.real, self.at_most)


class Candidates(Generic[Move]):
    """All root moves, and which of them is the choice.

    Once there are moves, ``best`` is one of them, and ``moves[best].real == value`` after ``take``.
    """

    def __init__(self) -> None:
        self.moves: dict[Move, Candidate[Move]] = {}
        """In the order in which they were added; it breaks ties."""
        self.best: Move | None = None
        """The choice; None before the root is expanded."""
        self.value = 0.0
        """The choice's value."""

    def add(self, beliefs: Iterable[Belief[State, Move]]) -> None:
        """Adds every move with its value and hope by the first look; the greatest value is chosen.

        If hopes were asked for, the value of a move without one is its hope. There must be at least
        one move.
        """
        beliefs = list(beliefs)
        asked = any(belief.hope is not None for belief in beliefs)
        for belief in beliefs:
            least = belief.real if asked else -math.inf
            hope = least if belief.hope is None else belief.hope
            self.moves[belief.move] = Candidate(
                move=belief.move,
                first=belief.real,
                hope=hope,
                line=(belief.move,),
                real=belief.real,
            )
        first = max(self.moves.values(), key=lambda c: c.real)
        self.best, self.value = first.move, first.real

    def add_unseen(self, moves: Iterable[Move]) -> None:
        """Adds moves of which nothing is known or hoped: there is no first look [MC-4].

        Nothing is chosen by this: ``take`` must follow.
        """
        for move in moves:
            nothing = -math.inf
            self.moves[move] = Candidate(
                move, first=nothing, hope=nothing, line=(move,), real=nothing
            )

    def record_hopes(self, margins: Mapping[Move, float]) -> None:
        """Records hopes that were asked for after the first look [MC-9].

        A margin is what a move hopes for beyond its value of the first look; 0 if it is missing.
        """
        for c in self.moves.values():
            c.hope = max(c.hope, c.first + margins.get(c.move, 0.0))

    def take(self, found: SetValue[Move], *, is_bound: bool = False) -> None:
        """Makes the best of this probe the choice; ``is_bound`` if it is worth at least so much."""
        self.best, self.value = found.best, found.value
        chosen = self.moves[found.best]
        chosen.real, chosen.line = found.value, found.line or chosen.line
        chosen.effort += 1
        chosen.is_bound = is_bound
        chosen.at_most = math.inf

    def bound(self, found: SetValue[Move]) -> None:
        """Records what a finished search of all moves says of the others: none is above its best.

        A bound of the prober's own may be lower.
        """
        for c in self.moves.values():
            if c.move != self.best:
                c.at_most = min(found.at_most.get(c.move, found.value), self.value)

    def others_at_most(self) -> float:
        """The upper bound of all moves but the choice; infinite before a search of all moves."""
        return max(
            (c.at_most for c in self.moves.values() if c.move != self.best), default=-math.inf
        )

    def rest(self) -> list[Move]:
        """All moves but the choice."""
        return [move for move in self.moves if move != self.best]

    def ranked(self, law: Law, doubt: float, most: int | None = None) -> tuple[RootMove[Move], ...]:
        """The choice, then the others by what is known of them; all of them, or the first ``most``.

        Of equal values the earlier move comes first.
        """
        if most == 1 and self.best is not None:
            ranked, chances = [self.moves[self.best]], dict[Move, float]()
        else:
            ranked = sorted(
                self.moves.values(), key=lambda c: (c.move == self.best, c.known), reverse=True
            )[:most]
            rivals = {c.move: c.known for c in self.moves.values() if c.move != self.best}
            chances = law.share_out(doubt, self.value, rivals)
        return tuple(
            RootMove(
                move=c.move,
                real=c.known,
                hope=None if c.hope == -math.inf else max(c.hope, c.known),
                fear=None,
                chance=1 - doubt if c.move == self.best else chances[c.move],
                effort=c.effort,
                line=c.line,
                is_bound=c.is_bound and c.move == self.best,
            )
            for c in ranked
        )
