"""Which prober: its name and its settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from os import PathLike

from provebest.chess.limits import check_whole
from provebest.chess.probes.auto import AUTO, find_prober
from provebest.chess.probes.cache_place import CachePlace, Database, cache_place
from provebest.chess.probes.engine_facts import NATIVE, EngineFacts, engine_of, facts_of
from provebest.chess.probes.native import MOST_THREADS, native_identity
from provebest.chess.probes.parallel import AHEAD
from provebest.games.chess_evaluation import (
    DEFAULT_EVALUATION,
    HANDCRAFTED,
    check_evaluation,
    evaluation_of,
    identity_of,
)
from provebest.search.pbstar import DEFAULT_CONTROL
from provebest.vocabulary import BadInputError, shorten

ON_THREADS = " on threads: "
MOST_WORKERS = 1024
"""Threads or processes that work at the same time, wherever their number is an option."""
TABLE_MEGABYTES = 16
NAMES = "auto, native, or uci: and an engine's path or name, such as uci:stockfish"


@dataclass(frozen=True, slots=True)
class ProberChoice:
    """A prober by name, with its settings."""

    name: str = NATIVE
    threads: int = 1
    """Threads that share the probes of a batch, or processes of a UCI engine. Their number changes
    no answer."""
    deep_threads: int = 1
    """Threads of each deep search: of the compiled set-probes, or of a UCI engine's process. With
    more than one, the same search may take another course next time."""
    exact: bool = False
    """Native probes search without pruning."""
    table_megabytes: int = TABLE_MEGABYTES
    options: Mapping[str, str | int | bool] | None = None
    cache: CachePlace | None = None
    """Where the answers to probes are kept, for this analysis and for others."""
    pure: bool = False
    """Another engine starts a new game for every probe, so that each can be repeated alone."""
    evaluation: str = DEFAULT_EVALUATION
    """Of the native prober; other engines have their own."""
    workers: int | None = None
    """Workers for the probes of the classic control; the tree is the same for any number. None: the
    probes of an expansion are made on ``threads``, and none in advance."""
    ahead: int = AHEAD
    """Expansions that workers may begin before they are asked for."""

    @property
    def native(self) -> bool:
        """Whether it is the compiled prober: for this room; others ask for its ``facts``."""
        return self.name == NATIVE

    @property
    def facts(self) -> EngineFacts:
        """What differs between this engine and others."""
        return facts_of(self.name)

    @property
    def own_evaluation(self) -> str | None:
        """The evaluation by name; None for another engine, which has its own."""
        return self.evaluation if self.native else None

    @property
    def label(self) -> str:
        """Its name, and the evaluation if it is corrected: other words, other values."""
        if not self.native or self.evaluation == HANDCRAFTED:
            return self.name
        return f"{self.name} {identity_of(self.evaluation)}"

    @property
    def identity(self) -> str:
        """Its name, or the identity of our own evaluation; ``prober_of`` reads it.

        More than one thread for deep searches is part of it.
        """
        own = identity_of(self.evaluation) if self.native else self.name
        return own if self.deep_threads == 1 else f"{own}{ON_THREADS}{self.deep_threads}"

    def source(self, name: str) -> str:
        """What single probes depend on besides the probe; ``name`` is how it calls itself."""
        return native_identity(self.evaluation, exact=self.exact) if self.native else name

    def on_threads(self, threads: int, control: str = DEFAULT_CONTROL) -> ProberChoice:
        """The same on so many threads.

        The classic control makes many small probes at a time, and shares them out; the modern one
        makes one deep search after another, each on all threads.
        """
        if control == "classic":
            return replace(self, threads=threads)
        return replace(self, threads=threads if self.native else 1, deep_threads=threads)

    def __post_init__(self) -> None:
        if not self.native and engine_of(self.name) is None:
            raise BadInputError(f"unknown prober {shorten(self.name)}; use {NAMES}")
        for threads in (self.threads, self.deep_threads):
            check_whole("threads", threads, most=MOST_THREADS)
        if self.workers is not None:
            check_whole("workers", self.workers, most=MOST_WORKERS)
        check_evaluation(self.evaluation)

    @property
    def shares_table(self) -> bool:
        """Whether an answer also depends on the probes before it."""
        at_once = self.threads > 1 or self.workers is not None
        return not self.native and not (self.pure or self.cache is not None or at_once)


def choose_prober(
    name: str = AUTO,
    evaluation: str = DEFAULT_EVALUATION,
    *,
    control: str = DEFAULT_CONTROL,
    threads: int = 1,
    workers: int | None = None,
    cache: CachePlace | str | PathLike[str] | None = None,
    table_megabytes: int = TABLE_MEGABYTES,
    pure: bool = False,
) -> ProberChoice:
    """The prober that a user names, with its options: every command and function asks here.

    Raises:
        BadInputError: if there is no such prober, or an option cannot have this value.
    """
    place = cache if cache is None or isinstance(cache, Database) else cache_place(cache)
    choice = ProberChoice(
        find_prober(name, evaluation),
        table_megabytes=table_megabytes,
        cache=place,
        pure=pure,
        evaluation=evaluation,
        workers=workers,
    )
    return choice.on_threads(threads, control)


def prober_of(identity: str) -> ProberChoice:
    """The prober with this ``identity`` and the usual settings.

    Raises:
        BadInputError: if there is none, or our weights are other ones now.
    """
    name, _, threads = identity.rpartition(ON_THREADS)
    if not name or not threads.isdecimal():
        name, threads = identity, "1"
    other = engine_of(name) is not None
    choice = ProberChoice(name) if other else ProberChoice(evaluation=evaluation_of(name))
    return replace(choice, deep_threads=int(threads))
