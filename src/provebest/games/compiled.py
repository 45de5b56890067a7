"""The methods of a game that runs interval searches in compiled code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

Move_co = TypeVar("Move_co", covariant=True)

Bounds = tuple[float, float]


class CompiledSearch(Protocol[Move_co]):
    """An interval search in compiled code, on a tree where every node has the same moves."""

    @property
    def status(self) -> str:
        """``running``, ``separated``, ``depth limit``, ``node limit`` or ``full``."""

    @property
    def expanded(self) -> int:
        """Expansions made."""

    @property
    def generated(self) -> int:
        """Nodes generated, without the root."""

    @property
    def stored(self) -> int:
        """Nodes held in memory."""

    @property
    def violations(self) -> int:
        """How often a bound turned out to be false."""

    @property
    def depth(self) -> int:
        """Depth of the deepest node generated."""

    def advance(self, at_most: int, poll: Callable[[], object]) -> None:
        """Makes up to this many expansions, calling ``poll`` meanwhile: it may raise."""

    def root(self) -> Bounds:
        """The root's bounds."""

    def arcs(self) -> list[Bounds]:
        """The bounds of each arc of the root; empty before the root is expanded."""

    def line(self, arc: int) -> Sequence[Move_co]:
        """Returns the most optimistic line that begins with this arc, to a leaf of the tree."""

    def nodes(self) -> list[tuple[float, float, int, int, int | None]]:
        """``(lo, hi, dlo, dhi, first child or None)`` of every node, parents before children."""


class CompiledSearches(Protocol[Move_co]):
    """A game's searches in compiled code, equal to the Python ones node for node."""

    def bstar(
        self,
        *,
        rivals: str,
        by_range: bool,
        middle: bool,
        max_depth: int | None,
        max_nodes: int | None,
    ) -> CompiledSearch[Move_co]:
        """Berliner's B*, with the settings that ``provebest.search.intervals.strategy`` parses."""

    def flow(
        self,
        *,
        criterion: str,
        disprove_best: float | None,
        max_depth: int | None,
        max_nodes: int | None,
    ) -> CompiledSearch[Move_co]:
        """B* with Anema's control flow, and Disprove-Best."""

    def grid(
        self,
        *,
        thresholds: int,
        least_inside: int,
        max_depth: int | None,
        max_nodes: int | None,
    ) -> CompiledSearch[Move_co]:
        """Grid proof-number search."""
