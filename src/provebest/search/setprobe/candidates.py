"""The root moves of the modern control: what each is worth, hopes for, and has cost."""

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
    """One root move."""

    move: Move
    first: float
    """Its value by the first look."""
    hope: float
    forcing: bool
    """Its hope is more than any extra move would give [MC-4]."""
    line: tuple[Move, ...]
    real: float
    effort: int = 0
    """Probes that were about this move above all."""
    at_most: float = math.inf
    """What the last search of all moves left it."""

    def chance(self, value: float) -> float:
        """How likely hope makes it that this move is worth more: a guide."""
        if self.hope <= value or (not self.forcing and self.real <= value):
            return 0.0
        return (self.hope - value) / (self.hope - min(self.real, value))


class Candidates(Generic[Move]):
    """All root moves, and which of them is the choice."""

    def __init__(self, settings: ModernSettings) -> None:
        self.settings = settings
        self.moves: dict[Move, Candidate[Move]] = {}
        self.best: Move | None = None
        self.value = 0.0

    def add(self, beliefs: Iterable[Belief[State, Move]]) -> None:
        """Every move with a small real value and a hope: what to look at again, later."""
        for belief in beliefs:
            hope = belief.real if belief.hope is None else belief.hope
            forcing = hope - belief.real >= self.settings.a_tempo
            self.moves[belief.move] = Candidate(
                belief.move, belief.real, hope, forcing, (belief.move,), belief.real
            )
        first = max(self.moves.values(), key=lambda c: c.real)
        self.best, self.value = first.move, first.real

    def add_unseen(self, moves: Iterable[Move]) -> None:
        """Moves of which nothing is known, and nothing hoped, until they are looked at [MC-15]."""
        for move in moves:
            nothing = -math.inf
            self.moves[move] = Candidate(
                move, first=nothing, hope=nothing, forcing=False, line=(move,), real=nothing
            )

    def look(self, beliefs: Iterable[Belief[State, Move]]) -> None:
        """The first look at moves that were added unseen; the choice keeps its value."""
        for belief in beliefs:
            c = self.moves[belief.move]
            if c.move != self.best:
                c.real = belief.real
            c.first = belief.real
            hope = belief.real if belief.hope is None else belief.hope
            c.hope, c.forcing = max(c.hope, hope), hope - belief.real >= self.settings.a_tempo

    def rest(self) -> list[Move]:
        """All but the choice."""
        return [move for move in self.moves if move != self.best]

    def hope_for(self, margins: Mapping[Move, float], settings: ModernSettings) -> None:
        """What moves hope for beyond their values of the first look, asked for after it [MC-12]."""
        self.settings = settings
        for move, margin in margins.items():
            c = self.moves[move]
            c.hope, c.forcing = max(c.hope, c.first + margin), margin >= settings.a_tempo

    def take(self, found: SetValue[Move]) -> None:
        """The choice now, and its value."""
        self.best, self.value = found.best, found.value
        chosen = self.moves[found.best]
        chosen.real, chosen.line = found.value, found.line or chosen.line
        chosen.hope = max(chosen.hope, found.value)
        chosen.effort += 1
        chosen.at_most = math.inf
        for move, bound in found.at_most.items():
            self.moves[move].at_most = bound

    def note(self, found: SetValue[Move]) -> None:
        """What a probe of some of the moves says about them."""
        best = self.moves[found.best]
        best.real, best.line = found.value, found.line or best.line
        best.effort += 1
        for move, bound in found.at_most.items():
            c = self.moves[move]
            c.real = min(c.real, bound)

    def hopeful(self, value: float) -> list[Candidate[Move]]:
        """The rivals with the best chances, best first."""
        rivals = [
            c
            for c in self.moves.values()
            if c.move != self.best and c.chance(value) >= self.settings.min_act
        ]
        rivals.sort(key=lambda c: c.chance(value), reverse=True)
        return rivals[: self.settings.rivals_with_hope]

    def looked_at(self, chosen: Sequence[Candidate[Move]], found: SetValue[Move]) -> None:
        """A deeper look has been taken at these: half of each hope is gone [MC-3]."""
        for c in chosen:
            margin = c.hope - c.real
            c.real = found.value if c.move == found.best else min(c.real, found.value)
            c.hope = c.real + margin / 2
        self.moves[found.best].line = found.line
        self.moves[found.best].effort += 1

    def lead(self) -> float:
        """How far the choice is ahead of all others, as far as they have been looked at."""
        return self.value - max(c.real for c in self.moves.values() if c.move != self.best)

    def claims(self, value: float) -> bool:
        """Whether a rival seems to be much better than the choice [MC-5]."""
        limit = value + self.settings.claim
        return any(c.real >= limit for c in self.moves.values() if c.move != self.best)

    def ranked(self, most: int | None = None) -> tuple[RootMove[Move], ...]:
        """The choice, then the others by their values; all of them, or so many."""
        if most == 1 and self.best is not None:
            ranked = [self.moves[self.best]]
        else:
            ranked = sorted(
                self.moves.values(), key=lambda c: (c.move == self.best, c.real), reverse=True
            )[:most]
        return tuple(
            RootMove(
                c.move,
                c.real,
                c.hope,
                None,
                1.0 if c.move == self.best else c.chance(self.value),
                c.effort,
                c.line,
            )
            for c in ranked
        )

    def bounded(self) -> tuple[RootMove[Move], ...]:
        """The same, where it is known with what the last search of all moves left to each.

        For searches whose first look is so short that the choice may seem worse by it; a hope that
        nobody asked for is none, and a loss that any search has seen is one.
        """
        asked, moves = not self.settings.in_tempos, []
        for move in self.ranked():
            bound = self.moves[move.move].at_most
            lost = move.real <= -self.settings.win
            real = move.real if lost or bound == math.inf else bound
            moves.append(replace(move, real=real, hope=move.hope if asked else None))
        return (moves[0], *sorted(moves[1:], key=lambda move: move.real, reverse=True))
