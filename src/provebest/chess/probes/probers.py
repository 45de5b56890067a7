"""The probers of an analysis: our own or another engine, with or without a cache and workers."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING

from provebest.chess.probes.any_expansion import ProberExpander
from provebest.chess.probes.cache import CachedProber, CacheUse, ProbeCache
from provebest.chess.probes.engine_facts import engine_of
from provebest.chess.probes.expansion import Expander, NativeExpander, ProbeSize
from provebest.chess.probes.job_cutting import Cutter, NativeCutter, NativeSource, ProbeCutter
from provebest.chess.probes.kept_caches import kept_cache
from provebest.chess.probes.native import NativeProber, native_kind
from provebest.chess.probes.native_per_thread import NativePerThread
from provebest.chess.probes.parallel import ParallelExpander, ParallelWork
from provebest.chess.probes.prober import Prober
from provebest.chess.probes.prober_choice import ProberChoice, prober_of
from provebest.chess.probes.root_search import RootSearch
from provebest.chess.probes.set_probes import ChessSets
from provebest.chess.probes.uci import UciProber
from provebest.chess.probes.uci_sets import UciSets
from provebest.games.chess import ChessPosition
from provebest.games.game_so_far import GameSoFar
from provebest.search.setprobe.set_prober import SetProber

if TYPE_CHECKING:
    from provebest.chess.probes.sent_probes import SentCutter


def check_prober(identity: str) -> None:
    """Starts the prober with this ``identity``, and ends it.

    Raises:
        BadInputError: if there is none here.
        EngineFailedError: if it does not start.
    """
    Probers(prober_of(identity)).close()


class Probers:
    """All probers of one analysis; to be closed after use.

    ``seconds`` is the user's time limit: another engine that hangs is given up soon after it.
    ``game`` is needed for workers: they expand its last position. They are those of ``executor``,
    which runs functions of modules with plain arguments anywhere; if None, threads of this process.
    """

    def __init__(
        self,
        choice: ProberChoice,
        cancel: Event | None = None,
        *,
        seconds: float | None = None,
        game: GameSoFar | None = None,
        executor: Executor | None = None,
    ) -> None:
        self.choice = choice
        self.cancel = cancel
        self._game, self._executor = game, executor
        self._threads: ThreadPoolExecutor | None = None
        self._stop = _Stop(cancel)
        self._parallel: ParallelExpander | None = None
        self._sent: SentCutter | None = None
        self._native: NativeExpander | None = None
        self._uci: UciProber | None = None
        if (engine := engine_of(choice.name)) is not None:
            self._uci = UciProber(
                engine,
                processes=max(choice.threads, choice.workers or 1),
                threads=choice.deep_threads,
                options=choice.options,
                hash_megabytes=choice.table_megabytes,
                seconds=seconds,
            )
        self._cache: CachedProber | None = None
        self._opened: ProbeCache | None = None
        """The cache, if it is closed with the probers."""
        if choice.cache is not None:
            try:
                cache = kept_cache(choice.cache)
                if cache is None:
                    cache = self._opened = ProbeCache(choice.cache)
                self._cache = CachedProber(self._plain(), cache)
            except BaseException:
                self.close()
                raise

    def _plain(self) -> UciProber | NativeProber | NativePerThread:
        if self._uci is not None:
            return self._uci
        if self.choice.workers is not None:
            return NativePerThread(
                selective=not self.choice.exact, evaluation=self.choice.evaluation
            )
        return NativeProber(
            threads=self.choice.threads,
            selective=not self.choice.exact,
            evaluation=self.choice.evaluation,
        )

    def single(self) -> Prober:
        """A prober for single probes."""
        return self._cache or self._plain()

    def expander(self, position: ChessPosition, real: ProbeSize, hope: ProbeSize) -> Expander:
        """An expander from this root: the compiled one, unless there is an engine or a cache.

        For the position of ``game`` it is one with workers, if the choice names their number.
        """
        if self.choice.workers is not None and self._game and position is self._game.position:
            return self._with_workers(self._game, self.choice.workers, real, hope)
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
        return self._by_probes(position, real, hope)

    @property
    def _name(self) -> str:
        """Who probes: the same with a cache as without."""
        if self._uci is not None:
            return self._uci.name
        return f"native {native_kind(self.choice.evaluation, exact=self.choice.exact)}"

    def _by_probes(
        self, position: ChessPosition, real: ProbeSize, hope: ProbeSize
    ) -> ProberExpander:
        return ProberExpander(
            position,
            self._in_one_search(),
            name=self._name,
            real=real,
            hope=hope,
            cancel=self.cancel,
        )

    def _with_workers(
        self, game: GameSoFar, workers: int, real: ProbeSize, hope: ProbeSize
    ) -> ParallelExpander:
        """An expander for the position of the game that shares its probes among workers."""
        executor = self._executor
        if executor is None:
            executor = self._threads = self._threads or ThreadPoolExecutor(workers)
        stop = None if self._threads is None else self._stop
        cutter: Cutter
        if self._uci is None and self._cache is None:
            choice = self.choice
            source = NativeSource(
                game.start, game.played, game.chess960, real, hope, choice.exact, choice.evaluation
            )
            cutter = NativeCutter(source, workers, stop)
        elif self._threads is None:
            by_probes = self._by_probes(game.position, real, hope)
            cutter = self._sent = _sent_probes(by_probes, game, self.choice)
        else:
            cutter = ProbeCutter(self._by_probes(game.position, real, hope), stop)
        self._parallel = ParallelExpander(
            cutter,
            executor,
            workers,
            ahead=self.choice.ahead,
            # Workers elsewhere have their next job before they have told of the last one.
            in_flight=2 * workers if self._threads is None else None,
            # One thread stays free for this one, which decides what to ask.
            most_ahead=None if self._threads is None else workers - 1,
            cancel=self.cancel,
        )
        return self._parallel

    @property
    def parallel_work(self) -> ParallelWork | None:
        """What the workers have done; None without workers."""
        return None if self._parallel is None else self._parallel.parallel_work()

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
        root = RootSearch(
            position,
            table_bytes=table,
            evaluation=self.choice.evaluation,
            threads=self.choice.deep_threads,
        )
        return ChessSets(root, self.cancel)

    def allow(self, seconds: float) -> None:
        """Allows so much more time than ``seconds`` at first: the analysis had to pause."""
        if self._uci is not None:
            self._uci.allow(seconds)

    @property
    def cache_use(self) -> CacheUse | None:
        """What the cache was good for; None without a cache."""
        if self._cache is None:
            return None
        return self._cache.use if self._sent is None else self._cache.use.plus(self._sent.use)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know besides the answers: that the cache failed."""
        failures = (
            None if self._cache is None else self._cache.failure,
            None if self._sent is None else self._sent.failure,
        )
        return next(((failure,) for failure in failures if failure is not None), ())

    def close(self) -> None:
        """Ends jobs and engines, and closes the cache unless this process keeps it open."""
        self._stop.set()
        if self._parallel is not None:
            self._parallel.close()
        if self._threads is not None:
            self._threads.shutdown()
        if self._uci is not None:
            self._uci.close()
        if self._opened is not None:
            self._opened.close()


def _sent_probes(expander: ProberExpander, game: GameSoFar, choice: ProberChoice) -> SentCutter:
    from provebest.chess.probes.sent_probes import SentCutter  # noqa: PLC0415 - it makes Probers

    return SentCutter(expander, game, choice)


class _Stop(Event):
    """Set by itself, or by the user's event."""

    def __init__(self, users: Event | None) -> None:
        super().__init__()
        self._users = users

    def is_set(self) -> bool:
        """Whether one of them is set."""
        return super().is_set() or (self._users is not None and self._users.is_set())
