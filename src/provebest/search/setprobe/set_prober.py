"""Searches of the root restricted to some of its moves: what the modern control asks.

Values speak for the side to move at the root. "The set" is the moves that were given; an empty list
means all moves of the root.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol

from provebest.search.probability.beliefs import Move


@dataclass(frozen=True, slots=True)
class SetValue(Generic[Move]):
    """The best of a set of moves at a depth, for the side to move.

    If it was cut off (``not finished``), ``best`` and ``value`` are the best answer so far, and
    only ``depth`` says how much that is worth.
    """

    best: Move
    value: float
    line: tuple[Move, ...]
    """Best play as far as it is known; it begins with ``best``."""
    depth: int
    """The last depth that was completed for the whole set; 0 if none was."""
    finished: bool
    """Whether the depth that was asked for was completed."""
    at_most: Mapping[Move, float]
    """Upper bounds of the other moves from this search; moves without one may be missing."""
    share: float | None = None
    """The share of the last depth's nodes that lie below the best move; None if not counted."""
    ended: bool = False
    """Whether every line that matters was followed to the end of the game: a deeper search would
    find the same."""


class SetProber(Protocol[Move]):
    """Searches of the root restricted to some of its moves.

    A prober may keep what it learns of a set and go on from there when the same set is asked for
    again, as a rule one ply deeper.
    """

    deepest: int = 0
    """Plies of the longest variation so far; 0 if they are not counted."""

    def probe(
        self, moves: Sequence[Move], depth: int, *, nodes: int | None, seconds: float | None
    ) -> SetValue[Move]:
        """The best of these moves (of all, if none are given) at this depth.

        The limits are for this probe alone; one that is cut off returns what it has.
        """

    def reaches(
        self,
        moves: Sequence[Move],
        bound: float,
        depth: int,
        *,
        nodes: int | None,
        seconds: float | None,
    ) -> SetValue[Move]:
        """Whether one of these moves is worth the bound; a prober may stop once that is known.

        If finished, ``value >= bound`` means that ``best`` is worth at least ``value``, and
        ``value < bound`` that no move of the set is worth more than ``value``.
        """
        del bound  # an exact value answers any such question
        return self.probe(moves, depth, nodes=nodes, seconds=seconds)

    def expect(self, moves: Sequence[Move], depth: int) -> None:
        """Says that no ``probe`` of these moves that is less deep can end the search.

        A prober that cannot continue a search may go there at once; others need not care.
        """
        del moves, depth

    def knows(self, moves: Sequence[Move], depth: int) -> bool:
        """Whether a ``probe`` that is expected has an answer that costs nothing."""
        del moves, depth
        return False

    def nodes(self) -> int:
        """Nodes visited so far, over all probes; it never falls."""
