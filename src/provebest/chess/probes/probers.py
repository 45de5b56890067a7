"""Probers by name: ``native``, or ``uci:`` and an engine; with or without a cache."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from provebest.chess.probes.any_expansion import ProberExpander
from provebest.chess.probes.cache import CachedProber
from provebest.chess.probes.expansion import Expander, NativeExpander, ProbeSize
from provebest.chess.probes.native import NativeProber
from provebest.chess.probes.prober import Prober
from provebest.chess.probes.root_search import RootSearch
from provebest.chess.probes.set_probes import ChessSets
from provebest.chess.probes.uci import UciProber
from provebest.chess.probes.uci_sets import UciSets
from provebest.games.chess import ChessPosition
from provebest.search.setprobe.set_prober import SetProber
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
    pure: bool = False
    """Every probe of another engine is a game of its own, so that it can be asked again alone."""

    @property
    def native(self) -> bool:
        """Whether it is the compiled one."""
        return self.name == "native"

    def __post_init__(self) -> None:
        if not self.native and not self.name.startswith("uci:"):
            raise BadInputError(f"unknown prober {shorten(self.name)}: {NAMES}")
        if self.threads < 1:
            raise BadInputError(f"at least one thread is needed, got {self.threads}")

    @property
    def shares_table(self) -> bool:
        """Whether an answer depends on the probes before it as well."""
        alone = self.pure or self.cache is not None or self.threads > 1
        return not self.native and not alone


class Probers:
    """Everything that one analysis asks; to be closed after use."""

    def __init__(self, choice: ProberChoice, cancel: Event | None = None) -> None:
        self.choice = choice
        self.cancel = cancel
        self._native: NativeExpander | None = None
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
            try:
                self._cache = CachedProber(self._plain(), choice.cache)
            except BaseException:
                self.close()
                raise

    def _plain(self) -> UciProber | NativeProber:
        if self._uci is not None:
            return self._uci
        return NativeProber(threads=self.choice.threads, selective=not self.choice.exact)

    def single(self) -> Prober:
        """For one question at a time."""
        return self._cache or self._plain()

    def expander(self, position: ChessPosition, real: ProbeSize, hope: ProbeSize) -> Expander:
        """For expansions from this root; the compiled one where nothing stands in between."""
        if self._uci is None and self._cache is None:
            self._native = NativeExpander(
                position,
                real=real,
                hope=hope,
                threads=self.choice.threads,
                exact=self.choice.exact,
                cancel=self.cancel,
                beside=self._native,
            )
            return self._native
        name = "native" if self._uci is None else self._uci.name
        return ProberExpander(
            position, self._of_one_search(), name=name, real=real, hope=hope, cancel=self.cancel
        )

    def _of_one_search(self) -> Prober:
        """One process keeps its table; answers of several, or of a cache, know no order."""
        if self._uci is not None and self.choice.shares_table:
            return self._uci.in_one_game()
        return self.single()

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
