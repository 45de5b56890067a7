"""One expansion of a chess tree: every legal move, its probes, and the facts for its hope."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any, NamedTuple, Protocol

from provebest._native import ChessProber
from provebest.chess.probes.native import NO_LIMIT, native_kind
from provebest.games.chess import ChessPosition
from provebest.games.chess_evaluation import DEFAULT_EVALUATION, correction_of
from provebest.vocabulary import BadInputError, CancelledError, guard

Path = tuple[str, ...]
"""Moves from the root, in UCI notation."""


@dataclass(frozen=True, slots=True)
class ProbeSize:
    """The size of a probe: it ends at this depth in plies, or after this many nodes."""

    depth: int = 4
    nodes: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.depth <= 64:
            raise BadInputError(f"a probe's depth must be from 0 to 64, got {self.depth}")
        if self.nodes is not None and self.nodes < 1:
            raise BadInputError(f"a probe needs 1 node or more, got {self.nodes}")

    @property
    def limit(self) -> int:
        """The limit of nodes as a number, for the compiled prober."""
        return NO_LIMIT if self.nodes is None else self.nodes


class Hope(NamedTuple):
    """The promise of a move: what the side that makes it may gain."""

    value: int | None
    """The value, for the side that makes the move, if it had another turn. None after a check,
    which must be answered, and if the probe was cut off."""
    checks: bool
    replies: int
    checker_safe: bool
    king_must_move: bool
    runs_on: bool
    """In the extra turn, the piece that has just moved moves again."""


class MoveFacts(NamedTuple):
    """A legal move and the results of its probes, for the side that makes it."""

    move: str
    key: int
    """The key of the position after the move; equal keys mean equal positions."""
    over: bool
    real: int
    reply: str | None
    retaken: bool
    """The best reply captures the piece that has just moved."""
    hope: Hope


class Expander(Protocol):
    """Where a chess tree gets the values of its moves, one call for each expansion."""

    name: str
    """The prober and its size, as shown with a result."""
    real: ProbeSize
    hope: ProbeSize

    def expand(self, path: Path, *, hopes: bool) -> list[MoveFacts]:
        """Every legal move after the moves of ``path``, in a fixed order."""

    def hopes(self, paths: Sequence[Path]) -> list[Hope]:
        """The promise of the last move of each path."""

    def work(self) -> tuple[int, int]:
        """The number of probes so far, and the nodes they visited."""


class NativeExpander:
    """An ``Expander`` that uses the compiled prober, all moves of a position in one call."""

    def __init__(
        self,
        root: ChessPosition,
        *,
        real: ProbeSize,
        hope: ProbeSize,
        threads: int = 1,
        exact: bool = False,
        evaluation: str = DEFAULT_EVALUATION,
        cancel: Event | None = None,
        beside: NativeExpander | None = None,
    ) -> None:
        """``beside``: an expander with the same settings, whose tables are shared to save time."""
        self.root = root
        self.real, self.hope = real, hope
        self.name = f"native {native_kind(evaluation, exact=exact)}, depth {real.depth}"
        self.compiled: ChessProber = (
            ChessProber(threads=threads, selective=not exact, correction=correction_of(evaluation))
            if beside is None
            else beside.compiled
        )
        self._poll = None if cancel is None else cancel.is_set
        self._probes = self._nodes = 0

    def expand(self, path: Path, *, hopes: bool) -> list[MoveFacts]:
        """Every legal move after the moves of ``path``."""
        answers = self.compiled.expand(
            self.root,
            path,
            real_depth=self.real.depth,
            real_nodes=self.real.limit,
            hope_depth=self.hope.depth,
            hope_nodes=self.hope.limit,
            with_hopes=hopes,
            seconds=guard().seconds_left,
            poll=self._poll,
        )
        self._check_cancelled()
        self._count(answers)
        if path:  # at the root a value that was cut off is better than none
            guard().check()
        return [read_facts(answer) for answer in answers]

    def hopes(self, paths: Sequence[Path]) -> list[Hope]:
        """The promise of the last move of each path."""
        answers = self.compiled.hopes(
            self.root,
            paths,
            depth=self.hope.depth,
            nodes=self.hope.limit,
            seconds=guard().seconds_left,
            poll=self._poll,
        )
        self._check_cancelled()
        self._count(answers)
        guard().check()
        return [read_hope(answer) for answer in answers]

    def _count(self, answers: Sequence[tuple[Any, ...]]) -> None:
        for *_, probes, nodes in answers:
            self._probes += probes
            self._nodes += nodes

    def _check_cancelled(self) -> None:
        """Raises CancelledError after a cancel: values that were cut off must not be used."""
        if self._poll is not None and self._poll():
            raise CancelledError

    def work(self) -> tuple[int, int]:
        """The number of probes so far, and the nodes they visited."""
        return self._probes, self._nodes


def read_facts(answer: tuple[Any, ...]) -> MoveFacts:
    """A move and its facts, from an answer of the compiled ``expand``."""
    move, key, over, real, reply, *hope, retaken, _, _ = answer
    return MoveFacts(move, key, over, real, reply, retaken, Hope(*hope))


def read_hope(answer: tuple[Any, ...]) -> Hope:
    """The promise of a move, from an answer of the compiled ``hopes``."""
    *hope, _, _ = answer
    return Hope(*hope)
