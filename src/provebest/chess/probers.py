"""Probers by name: ``native``, or ``uci:`` and an engine; with or without a cache."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Event

import chess
import chess.engine

from provebest._native import ChessProber
from provebest.chess.set_probes import ChessSets
from provebest.games.chess import ChessPosition
from provebest.probes.any_expansion import ProberExpander
from provebest.probes.cache import CachedProber
from provebest.probes.expansion import Expander, NativeExpander, ProbeSize
from provebest.probes.native import NativeProber
from provebest.probes.prober import Prober
from provebest.probes.root_search import RootSearch
from provebest.probes.uci import LONGEST_PROBE, UciProber, relative_value
from provebest.search.probability.set_prober import SetProber, SetValue
from provebest.vocabulary import BadInputError, shorten

NAMES = "native, or uci: and an engine by path or by name, such as uci:stockfish"


@dataclass(frozen=True, slots=True)
class ProberChoice:
    """Which prober, with which means."""

    name: str = "native"
    threads: int = 1
    """Of the native prober; processes of a UCI engine."""
    exact: bool = False
    """Native probes without pruning."""
    table_megabytes: int = 16
    options: Mapping[str, str | int | bool] | None = None
    cache: Path | None = None

    def __post_init__(self) -> None:
        if self.name != "native" and not self.name.startswith("uci:"):
            raise BadInputError(f"unknown prober {shorten(self.name)}: {NAMES}")
        if self.threads < 1:
            raise BadInputError(f"at least one thread is needed, got {self.threads}")


class Probers:
    """Everything that one analysis asks; to be closed after use."""

    def __init__(self, choice: ProberChoice, cancel: Event | None = None) -> None:
        self.choice = choice
        self.cancel = cancel
        self._uci: UciProber | None = None
        if choice.name.startswith("uci:"):
            self._uci = UciProber(
                choice.name.removeprefix("uci:"),
                processes=choice.threads,
                options=choice.options,
                hash_megabytes=choice.table_megabytes,
            )
        self._cache: CachedProber | None = None
        if choice.cache is not None:
            self._cache = CachedProber(self._plain(), choice.cache)

    def _plain(self) -> UciProber | NativeProber:
        if self._uci is not None:
            return self._uci
        return NativeProber(threads=self.choice.threads, selective=not self.choice.exact)

    @cached_property
    def _compiled(self) -> ChessProber:
        return ChessProber(threads=self.choice.threads, selective=not self.choice.exact)

    def single(self) -> Prober:
        """For one question at a time."""
        return self._cache or self._plain()

    def expander(self, position: ChessPosition, real: ProbeSize, hope: ProbeSize) -> Expander:
        """For expansions from this root; the compiled one where nothing stands in between."""
        if self._uci is None and self._cache is None:
            return NativeExpander(
                position,
                real=real,
                hope=hope,
                exact=self.choice.exact,
                cancel=self.cancel,
                prober=self._compiled,
            )
        name = "native" if self._uci is None else self._uci.name
        return ProberExpander(
            position, self.single(), name=name, real=real, hope=hope, cancel=self.cancel
        )

    def sets(self, position: ChessPosition) -> SetProber[str]:
        """For searches of this root restricted to some of its moves."""
        if self._uci is not None:
            return UciSets(self._uci, position, self.cancel)
        table = self.choice.table_megabytes << 20
        return ChessSets(RootSearch(position, table_bytes=table), self.cancel)

    def close(self) -> None:
        """Ends engines and writes the cache to its file."""
        if self._uci is not None:
            self._uci.close()
        if self._cache is not None:
            self._cache.close()


class UciSets:
    """A ``SetProber`` over an engine's ``searchmoves``; its table stays warm from set to set."""

    def __init__(
        self,
        prober: UciProber,
        position: ChessPosition,
        cancel: Event | None = None,
        board: chess.Board | None = None,
    ) -> None:
        self._prober, self._position, self.cancel = prober, position, cancel
        self._board = board
        """The same position with the game before it, which counts for repetition."""
        self._game = object()
        self._nodes = 0
        self.deepest = 0
        """Plies of the longest variation so far, as the engine tells it."""

    def probe(
        self, moves: Sequence[str], depth: int, *, nodes: int | None, seconds: float | None
    ) -> SetValue[str]:
        """The best of these moves at this depth, or as far as the limits allow."""
        limit = chess.engine.Limit(
            depth=depth, nodes=nodes, time=LONGEST_PROBE if seconds is None else seconds
        )
        info, _ = self._prober.best_of(
            self._position, moves, limit, self._game, cancel=self.cancel, board=self._board
        )
        self.deepest = max(self.deepest, int(info.get("seldepth", 0)))
        self._nodes += int(info.get("nodes", 0))
        line = tuple(move.uci() for move in info.get("pv", []))
        value = float(relative_value(info))
        if not line:
            raise BadInputError(f"the engine {self._prober.path} gave no line for its score")
        reached = min(depth, int(info.get("depth", 0)))
        return SetValue(line[0], value, line, reached, reached == depth, {})

    def nodes(self) -> int:
        """Nodes visited so far."""
        return self._nodes
