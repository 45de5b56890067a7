"""The root moves of the modern control: the value, the hope and the effort of each.

Values speak for the side to move. They come from searches of different depths: only the choice's
is that of the last search of all moves, the others' are from the first look or from the last probe
that said something about them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from provebest.search.probability.beliefs import Belief, Move, State
from provebest.search.probability.result import RootMove
from provebest.search.setprobe.set_prober import SetValue
from provebest.search.setprobe.settings import ModernSettings


@dataclass(slots=True)
class Candidate(Generic[Move]):
    """One root move and what is known of it."""

    move: Move
    first: float
    """Its value by the first look."""
    hope: float
    """What it might be worth; halved towards ``real`` by every deeper look."""
    forcing: bool
    """Whether its hope is more than an extra move alone would give [MC-4]."""
    line: tuple[Move, ...]
    """Best play as far as it is known; it begins with ``move``."""
    real: float
    """Its value by the last probe that said something about it; perhaps only an upper bound."""
    effort: int = 0
    """Probes whose best move it was; one that also made it the choice may count twice."""
    at_most: float = math.inf
    """Its upper bound from the last search of all moves; infinite if there is none."""

    def chance(self, value: float) -> float:
        """How likely hope makes it that this move is worth more than ``value``: 0 to 1, a guide.

        Linear from 1 at ``real`` to 0 at ``hope``, as in the classic control. 0 if the hope does
        not exceed the value, or is what any extra move gives and ``real`` does not exceed it.
        """
        if self.hope <= value or (not self.forcing and self.real <= value):
            return 0.0
        return (self.hope - value) / (self.hope - min(self.real, value))


class Candidates(Generic[Move]):
    """All root moves, and which of them is the choice.

    Once there are moves, ``best`` is one of them, and ``moves[best].real == value`` after ``take``.
    """

    def __init__(self, settings: ModernSettings) -> None:
        self.settings = settings
        self.moves: dict[Move, Candidate[Move]] = {}
        """In the order in which they were added; it breaks ties."""
        self.best: Move | None = None
        """The choice; None before the root is expanded."""
        self.value = 0.0
        """The choice's value."""

    def add(self, beliefs: Iterable[Belief[State, Move]]) -> None:
        """Adds every move with its value and hope by the first look; the greatest value is chosen.

        Without a hope the move's value is its hope. There must be at least one move.
        """
        for belief in beliefs:
            hope = belief.real if belief.hope is None else belief.hope
            forcing = hope - belief.real >= self.settings.a_tempo
            self.moves[belief.move] = Candidate(
                move=belief.move,
                first=belief.real,
                hope=hope,
                forcing=forcing,
                line=(belief.move,),
                real=belief.real,
            )
        first = max(self.moves.values(), key=lambda c: c.real)
        self.best, self.value = first.move, first.real

    def add_unseen(self, moves: Iterable[Move]) -> None:
        """Adds moves of which nothing is known or hoped until they are looked at [MC-15].

        Nothing is chosen by this: ``take`` must follow.
        """
        for move in moves:
            nothing = -math.inf
            self.moves[move] = Candidate(
                move, first=nothing, hope=nothing, forcing=False, line=(move,), real=nothing
            )

    def record_first_look(self, beliefs: Iterable[Belief[State, Move]]) -> None:
        """Records the first look at moves that were added unseen; the choice keeps its value."""
        for belief in beliefs:
            c = self.moves[belief.move]
            if c.move != self.best:
                c.real = belief.real
            c.first = belief.real
            hope = belief.real if belief.hope is None else belief.hope
            c.hope, c.forcing = max(c.hope, hope), hope - belief.real >= self.settings.a_tempo

    def rest(self) -> list[Move]:
        """All moves but the choice."""
        return [move for move in self.moves if move != self.best]

    def record_hopes(self, margins: Mapping[Move, float], settings: ModernSettings) -> None:
        """Records hopes that were asked for after the first look [MC-12].

        A margin is what a move hopes for beyond its value of the first look. ``settings`` are those
        in the units that the margins have shown.
        """
        self.settings = settings
        for move, margin in margins.items():
            c = self.moves[move]
            c.hope, c.forcing = max(c.hope, c.first + margin), margin >= settings.a_tempo

    def take(self, found: SetValue[Move]) -> None:
        """Makes the best of this probe the choice, and records what it says of the others."""
        self.best, self.value = found.best, found.value
        chosen = self.moves[found.best]
        chosen.real, chosen.line = found.value, found.line or chosen.line
        chosen.hope = max(chosen.hope, found.value)
        chosen.effort += 1
        chosen.at_most = math.inf
        for move, bound in found.at_most.items():
            self.moves[move].at_most = bound

    def record_probe(self, found: SetValue[Move]) -> None:
        """Records what a probe of some moves says about them; the choice stays.

        The best gets its value, the others at most their bounds. The probe may be less deep than
        the one that the old value is from.
        """
        best = self.moves[found.best]
        best.real, best.line = found.value, found.line or best.line
        best.effort += 1
        for move, bound in found.at_most.items():
            c = self.moves[move]
            c.real = min(c.real, bound)

    def hopeful(self, value: float) -> list[Candidate[Move]]:
        """The rivals in contention, best chance first, at most ``rivals_with_hope`` of them.

        In contention: with a chance of ``min_act`` or more to be worth more than ``value``.
        """
        rivals = [
            c
            for c in self.moves.values()
            if c.move != self.best and c.chance(value) >= self.settings.min_act
        ]
        rivals.sort(key=lambda c: c.chance(value), reverse=True)
        return rivals[: self.settings.rivals_with_hope]

    def record_deeper_look(self, chosen: Sequence[Candidate[Move]], found: SetValue[Move]) -> None:
        """Records a deeper look at these moves: half of each margin of hope is gone [MC-3].

        The others of the set are worth at most what the best of it is.
        """
        for c in chosen:
            margin = c.hope - c.real
            c.real = found.value if c.move == found.best else min(c.real, found.value)
            c.hope = c.real + margin / 2
        self.moves[found.best].line = found.line
        self.moves[found.best].effort += 1

    def lead(self) -> float:
        """How far the choice is ahead of the best rival by the values that are known.

        Negative if a rival seems better. There must be a rival.
        """
        return self.value - max(c.real for c in self.moves.values() if c.move != self.best)

    def claims(self, value: float) -> bool:
        """Whether a rival seems to be better than ``value`` by ``claim`` or more [MC-5]."""
        limit = value + self.settings.claim
        return any(c.real >= limit for c in self.moves.values() if c.move != self.best)

    def ranked(self, most: int | None = None) -> tuple[RootMove[Move], ...]:
        """The choice, then the others by their values; all of them, or the first ``most``.

        Of equal values the earlier move comes first. Only the choice's chance is 1, by definition.
        """
        if most == 1 and self.best is not None:
            ranked = [self.moves[self.best]]
        else:
            ranked = sorted(
                self.moves.values(), key=lambda c: (c.move == self.best, c.real), reverse=True
            )[:most]
        return tuple(
            RootMove(
                move=c.move,
                real=c.real,
                hope=c.hope,
                fear=None,
                chance=1.0 if c.move == self.best else c.chance(self.value),
                effort=c.effort,
                line=c.line,
            )
            for c in ranked
        )

    def bounded(self) -> tuple[RootMove[Move], ...]:
        """As ``ranked``, with the bounds of the last search of all moves as values if it gave any.

        For searches whose first look is so short that by it a rival may seem better than the
        choice. A loss that any search has seen stays one. Hopes are None if none were asked for.
        """
        asked, moves = not self.settings.in_tempos, []
        for move in self.ranked():
            bound = self.moves[move.move].at_most
            lost = move.real <= -self.settings.win
            real = move.real if lost or bound == math.inf else bound
            moves.append(replace(move, real=real, hope=move.hope if asked else None))
        return (moves[0], *sorted(moves[1:], key=lambda move: move.real, reverse=True))
