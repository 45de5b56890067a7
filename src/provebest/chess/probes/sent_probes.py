"""Single probes for workers in other processes: each has an engine, or a cache, of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from threading import local
from typing import NamedTuple

from provebest.chess.probes.any_expansion import ProberExpander
from provebest.chess.probes.cache import CacheUse
from provebest.chess.probes.expansion import Path
from provebest.chess.probes.job_cutting import ProbeCutter, Work, root_position
from provebest.chess.probes.job_desk import Job
from provebest.chess.probes.kept_caches import keep_open, kept_cache
from provebest.chess.probes.prober import Probe, ProbeAnswer
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.probers import Probers
from provebest.games.chess import ChessPosition
from provebest.games.game_so_far import GameSoFar


@dataclass(frozen=True, slots=True)
class ProbeSource:
    """All that an answer depends on besides the question, as plain data."""

    start: str
    played: tuple[str, ...]
    chess960: bool
    choice: ProberChoice


class SentAnswer(NamedTuple):
    """The answer to a probe, from anywhere."""

    answer: ProbeAnswer
    found: bool
    """Whether it was in the cache."""
    failure: str | None
    """Says that the cache failed there; None if it did not, or there is none."""


class SentCutter(ProbeCutter):
    """A ``Cutter`` whose jobs can be sent to other processes, with any prober."""

    def __init__(self, expander: ProberExpander, game: GameSoFar, choice: ProberChoice) -> None:
        super().__init__(expander)
        alone = replace(choice, workers=None, threads=1, deep_threads=1)
        self._source = ProbeSource(game.start, game.played, game.chess960, alone)
        self.use = CacheUse()
        """Of the probes that the search has asked for."""
        self.failure: str | None = None

    def work(self, answer: SentAnswer) -> Work:
        """One probe."""
        return Work(1, answer.answer.nodes)

    def _job(self, path: Path, position: ChessPosition, probe: Probe) -> Job:  # noqa: ARG002 - workers have positions of their own
        return Job(probe_here, self._source, path, probe)

    def _read(self, answer: SentAnswer) -> ProbeAnswer:
        self.use = self.use.plus(CacheUse(1, int(answer.found)))
        self.failure = self.failure or answer.failure
        return answer.answer


_of_this_thread = local()


def probe_here(source: ProbeSource, path: Path, probe: Probe) -> SentAnswer:
    """The answer of the prober of this thread, which stays for the next probe."""
    probers = _probers(source.choice)
    before = probers.cache_use
    position = root_position(source.start, source.played, source.chess960).copy()
    for move in path:
        position.play(move)
    (answer,) = probers.single().batch(position, [probe])
    after, place = probers.cache_use, source.choice.cache
    found = before is not None and after is not None and after.found > before.found
    cache = None if place is None else kept_cache(place)
    return SentAnswer(answer, found, None if cache is None else cache.failure)


def _probers(choice: ProberChoice) -> Probers:
    if getattr(_of_this_thread, "choice", None) != choice:
        if choice.cache is not None:
            keep_open(choice.cache)
        made, before = Probers(choice), getattr(_of_this_thread, "probers", None)
        _of_this_thread.probers, _of_this_thread.choice = made, choice
        if before is not None:
            before.close()
    probers: Probers = _of_this_thread.probers
    return probers
