"""One expansion of a chess tree: every legal move with its probes and what optimism looks at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event
from typing import NamedTuple, Protocol

from provebest._native import ChessProber
from provebest.chess.probes.native import NO_LIMIT
from provebest.games.chess import ChessPosition
from provebest.vocabulary import BadInputError, CancelledError

Path = tuple[str, ...]
"""Moves in UCI, played from the root."""


@dataclass(frozen=True, slots=True)
class ProbeSize:
    """How large a probe is: plies, nodes, whichever ends first."""

    depth: int = 4
    nodes: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.depth <= 64:
            raise BadInputError(f"a probe's depth is from 0 to 64, got {self.depth}")
        if self.nodes is not None and self.nodes < 1:
            raise BadInputError(f"a probe needs at least one node, got {self.nodes}")

    @property
    def limit(self) -> int:
        """Nodes as the compiled prober counts them."""
        return NO_LIMIT if self.nodes is None else self.nodes


class Hope(NamedTuple):
    """What is known of a move's promise; ``value`` speaks for the side that makes it."""

    value: int | None
    """With another turn it would be worth this; None after a check, which must be answered,
    and where the probe was cut off."""
    checks: bool
    replies: int
    checker_safe: bool
    king_must_move: bool
    runs_on: bool
    """The extra move is made by the piece that has just moved."""


class MoveFacts(NamedTuple):
    """A legal move and what the probes say of it, for the side that makes it."""

    move: str
    key: int
    """Of the position after it: equal keys, equal positions."""
    over: bool
    real: int
    reply: str | None
    retaken: bool
    """The best reply takes the piece that has just moved."""
    hope: Hope


class Expander(Protocol):
    """Where a chess tree gets its values: asked once for each expansion."""

    name: str
    """Which prober, of which size: part of what a result says about itself."""
    real: ProbeSize
    hope: ProbeSize

    def expand(self, path: Path, *, hopes: bool) -> list[MoveFacts]:
        """Every legal move after these, in a fixed order."""

    def hopes(self, paths: Sequence[Path]) -> list[Hope]:
        """The promise of the last move of each path."""

    def work(self) -> tuple[int, int]:
        """Probes asked so far, and the nodes they visited."""


class NativeExpander:
    """Expansions by the compiled prober, all moves of a position in one call."""

    def __init__(
        self,
        root: ChessPosition,
        *,
        real: ProbeSize,
        hope: ProbeSize,
        threads: int = 1,
        exact: bool = False,
        cancel: Event | None = None,
        beside: NativeExpander | None = None,
    ) -> None:
        """``beside``: one of the same means, whose tables, which take time to make, are shared."""
        self.root = root
        self.real, self.hope = real, hope
        kind = "exact" if exact else "selective"
        self.name = f"native {kind}, depth {real.depth}"
        self.compiled: ChessProber = (
            ChessProber(threads=threads, selective=not exact) if beside is None else beside.compiled
        )
        self._poll = None if cancel is None else cancel.is_set
        self._probes = self._nodes = 0

    def expand(self, path: Path, *, hopes: bool) -> list[MoveFacts]:
        """Every legal move after these."""
        answers = self.compiled.expand(
            self.root,
            path,
            real_depth=self.real.depth,
            real_nodes=self.real.limit,
            hope_depth=self.hope.depth,
            hope_nodes=self.hope.limit,
            with_hopes=hopes,
            poll=self._poll,
        )
        self._refuse_if_cancelled()
        facts = []
        for move, key, over, real, reply, hope, checks, replies, safe, king, *rest in answers:
            runs_on, retaken, probes, nodes = rest
            self._probes += probes
            self._nodes += nodes
            promise = Hope(hope, checks, replies, safe, king, bool(runs_on))
            facts.append(MoveFacts(move, key, over, real, reply, bool(retaken), promise))
        return facts

    def hopes(self, paths: Sequence[Path]) -> list[Hope]:
        """The promise of the last move of each path."""
        answers = self.compiled.hopes(
            self.root, paths, depth=self.hope.depth, nodes=self.hope.limit, poll=self._poll
        )
        self._refuse_if_cancelled()
        promises = []
        for hope, checks, replies, safe, king, runs_on, probes, nodes in answers:
            self._probes += probes
            self._nodes += nodes
            promises.append(Hope(hope, checks, replies, safe, king, runs_on))
        return promises

    def _refuse_if_cancelled(self) -> None:
        """What was cut off is no value of any move."""
        if self._poll is not None and self._poll():
            raise CancelledError

    def work(self) -> tuple[int, int]:
        """Probes asked so far, and the nodes they visited."""
        return self._probes, self._nodes
