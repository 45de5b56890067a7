"""Searches of the root restricted to some of its moves: what the modern control asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol

from provebest.search.probability.beliefs import Move


@dataclass(frozen=True, slots=True)
class SetValue(Generic[Move]):
    """The best of a set of moves at a depth, for the side to move."""

    best: Move
    value: float
    line: tuple[Move, ...]
    depth: int
    """The depth that was completed for the whole set; 0 where nothing is known of it."""
    finished: bool
    """The depth that was asked for was completed."""
    at_most: Mapping[Move, float]
    """Upper bounds that this search gave for the others, of the same depth."""
    share: float | None = None
    """Of the nodes of the last depth, those below the best move; None where nobody counted."""
    ended: bool = False
    """Every line that matters was followed to the end of the game: deeper is no different."""


class SetProber(Protocol[Move]):
    """Searches of the root restricted to some of its moves, which go on from where they were."""

    deepest: int = 0
    """Plies of the longest variation so far; 0 if nobody counts."""

    def probe(
        self, moves: Sequence[Move], depth: int, *, nodes: int | None, seconds: float | None
    ) -> SetValue[Move]:
        """The best of these moves (none: of all) at this depth, or as far as the limits allow."""

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

        The value is the bound or more, of the best, or an upper bound for all that is below it.
        """
        del bound  # a value answers any such question
        return self.probe(moves, depth, nodes=nodes, seconds=seconds)

    def nodes(self) -> int:
        """Nodes visited so far."""
