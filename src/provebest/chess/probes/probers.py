"""Probers by name: ``native``, or ``uci:`` and an engine, with or without a cache."""

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
from provebest.games.chess_evaluation import (
    DEFAULT_EVALUATION,
    HANDCRAFTED,
    check_evaluation,
    evaluation_of,
    identity_of,
)
from provebest.search.setprobe.set_prober import SetProber
from provebest.vocabulary import BadInputError, shorten

NAMES = "auto, native, or uci: and an engine's path or name, such as uci:stockfish"


@dataclass(frozen=True, slots=True)
class ProberChoice:
    """A prober by name, with its settings."""

    name: str = "native"
    threads: int = 1
    """Threads of the native prober, or processes of a UCI engine."""
    exact: bool = False
    """Native probes search without pruning."""
    table_megabytes: int = 16
    options: Mapping[str, str | int | bool] | None = None
    cache: Path | None = None
    pure: bool = False
    """Another engine starts a new game for every probe, so that each can be repeated alone."""
    evaluation: str = DEFAULT_EVALUATION
    """Of the native prober; other engines have their own."""

    @property
    def native(self) -> bool:
        """Whether it is the compiled prober."""
        return self.name == "native"

    @property
    def label(self) -> str:
        """Its name, and the evaluation if it is corrected: other words, other values."""
        if not self.native or self.evaluation == HANDCRAFTED:
            return self.name
        return f"{self.name} {identity_of(self.evaluation)}"

    @property
    def identity(self) -> str:
        """Its name, or the identity of our own evaluation; ``prober_of`` reads it."""
        return identity_of(self.evaluation) if self.native else self.name

    def __post_init__(self) -> None:
        if not self.native and not self.name.startswith("uci:"):
            raise BadInputError(f"unknown prober {shorten(self.name)}; use {NAMES}")
        if self.threads < 1:
            raise BadInputError(f"threads must be 1 or more, got {self.threads}")
        check_evaluation(self.evaluation)

    @property
    def shares_table(self) -> bool:
        """Whether an answer also depends on the probes before it."""
        independent = self.pure or self.cache is not None or self.threads > 1
        return not self.native and not independent


def prober_of(identity: str) -> ProberChoice:
    """The prober with this ``identity`` and the usual settings.

    Raises:
        BadInputError: if there is none, or our weights are other ones now.
    """
    other = identity.startswith("uci:")
    return ProberChoice(identity) if other else ProberChoice(evaluation=evaluation_of(identity))


class Probers:
    """All probers of one analysis; to be closed after use.

    ``seconds`` is the user's time limit: another engine that hangs is given up soon after it.
    """

    def __init__(
        self, choice: ProberChoice, cancel: Event | None = None, *, seconds: float | None = None
    ) -> None:
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
                seconds=seconds,
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
        return NativeProber(
            threads=self.choice.threads,
            selective=not self.choice.exact,
            evaluation=self.choice.evaluation,
        )

    def single(self) -> Prober:
        """A prober for single probes."""
        return self._cache or self._plain()

    def expander(self, position: ChessPosition, real: ProbeSize, hope: ProbeSize) -> Expander:
        """An expander from this root: the compiled one, unless there is an engine or a cache."""
        if self._uci is None and self._cache is None:
            self._native = NativeExpander(
                position,
                real=real,
                hope=hope,
                threads=self.choice.threads,
                exact=self.choice.exact,
                evaluation=self.choice.evaluation,
                cancel=self.cancel,
                beside=self._native,
            )
            return self._native
        return ProberExpander(
            position,
            self._in_one_search(),
            name=self.choice.label if self._uci is None else self._uci.name,
            real=real,
            hope=hope,
            cancel=self.cancel,
        )

    def _in_one_search(self) -> Prober:
        """A prober that keeps its table during a search, if the order of probes is fixed."""
        if self._uci is not None and self.choice.shares_table:
            return self._uci.in_one_game()
        return self.single()

    def sets(self, position: ChessPosition) -> SetProber[str]:
        """A prober for sets of this root's moves."""
        if self._uci is not None:
            return UciSets(self._uci, position, self.cancel)
        table = self.choice.table_megabytes << 20
        root = RootSearch(position, table_bytes=table, evaluation=self.choice.evaluation)
        return ChessSets(root, self.cancel)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know besides the answers: that the cache failed."""
        failure = None if self._cache is None else self._cache.failure
        return () if failure is None else (failure,)

    def close(self) -> None:
        """Ends the engine's processes and closes the cache file."""
        if self._uci is not None:
            self._uci.close()
        if self._cache is not None:
            self._cache.close()
