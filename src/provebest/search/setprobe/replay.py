"""Answers that a search by the modern control had before, given again to one that goes on.

The procedure asks the same questions in the same order as long as it gets the same answers. So the
recorded answers lead a new search to where the old one stopped, at no cost, and the first question
that has no recorded answer is put to the prober. A prober that keeps a table begins with an empty
one, so what follows may differ from a search that was never stopped.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic

from provebest.search.probability.beliefs import Belief, Believer, Move, State
from provebest.search.setprobe.set_prober import SetProber, SetValue


@dataclass(frozen=True, slots=True)
class RecordedProbe(Generic[Move]):
    """One set-probe that was finished, and its cost in nodes."""

    moves: tuple[Move, ...]
    depth: int
    bound: float | None
    """Set if the question was whether a move is worth this much; None if it was for a value."""
    found: SetValue[Move]
    nodes: int


class ReplayedSets(SetProber[Move]):
    """A ``SetProber`` that answers from a record while the questions are those of the record."""

    def __init__(self, sets: SetProber[Move], record: Iterable[RecordedProbe[Move]]) -> None:
        self._sets, self._record = sets, deque(record)
        self._replayed = 0
        """Nodes of the answers that were given from the record."""

    def probe(
        self, moves: Sequence[Move], depth: int, *, nodes: int | None, seconds: float | None
    ) -> SetValue[Move]:
        """The recorded answer if this is the next question of the record; else the prober's."""
        found = self._recorded(moves, depth, None, nodes)
        if found is None:
            found = self._sets.probe(moves, depth, nodes=nodes, seconds=seconds)
            self.deepest = max(self.deepest, self._sets.deepest)
        return found

    def reaches(
        self,
        moves: Sequence[Move],
        bound: float,
        depth: int,
        *,
        nodes: int | None,
        seconds: float | None,
    ) -> SetValue[Move]:
        """The recorded answer if this is the next question of the record; else the prober's."""
        found = self._recorded(moves, depth, bound, nodes)
        if found is None:
            found = self._sets.reaches(moves, bound, depth, nodes=nodes, seconds=seconds)
            self.deepest = max(self.deepest, self._sets.deepest)
        return found

    def expect(self, moves: Sequence[Move], depth: int) -> None:
        """Tells the prober."""
        self._sets.expect(moves, depth)

    def knows(self, moves: Sequence[Move], depth: int) -> bool:
        """Whether the prober knows it: a record has nothing after what cut its search off."""
        return not self._record and self._sets.knows(moves, depth)

    def _recorded(
        self, moves: Sequence[Move], depth: int, bound: float | None, nodes: int | None
    ) -> SetValue[Move] | None:
        """The next answer of the record; None, now and later, if it is to another question."""
        if not self._record:
            return None
        known = self._record.popleft()
        affordable = nodes is None or known.nodes <= nodes
        if (known.moves, known.depth, known.bound) != (
            tuple(moves),
            depth,
            bound,
        ) or not affordable:
            self._record.clear()  # from here on the record leads elsewhere
            return None
        self._replayed += known.nodes
        return known.found

    def nodes(self) -> int:
        """Nodes of the prober and of the recorded answers."""
        return self._sets.nodes() + self._replayed


class ReplayedBeliefs(Generic[State, Move]):
    """A ``Believer`` whose look at the root moves is recorded; its nodes are not counted again."""

    def __init__(
        self, believer: Believer[State, Move], root: Sequence[Belief[State, Move]]
    ) -> None:
        self._believer, self._root = believer, list(root)

    def start(self) -> State:
        """The position to search."""
        return self._believer.start()

    def expand(self, state: State, depth: int, *, hopes: bool) -> Sequence[Belief[State, Move]]:
        """The recorded beliefs for the root, if hopes are not asked for or are recorded."""
        known = self._root if state == self._believer.start() else []
        if known and (not hopes or any(belief.hope is not None for belief in known)):
            return list(known)
        return self._believer.expand(state, depth, hopes=hopes)

    def hopes(self, asked: Sequence[tuple[State, Move, State, float, int]]) -> Sequence[float]:
        """The believer's."""
        return self._believer.hopes(asked)

    def work(self) -> tuple[int, int]:
        """The believer's probes and nodes."""
        return self._believer.work()
