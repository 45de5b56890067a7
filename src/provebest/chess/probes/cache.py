"""Answers to probes, stored for later: a second run of the same analysis makes no probes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from threading import Event, Lock
from typing import NamedTuple, Protocol, TypeVar

from provebest.chess.probes.cache_file import CacheFailedError
from provebest.chess.probes.cache_home import CacheHome, open_home
from provebest.chess.probes.cache_place import CachePlace
from provebest.chess.probes.prober import Probe, ProbeAnswer, Status
from provebest.chess.probes.stored_answer import read_answer, write_answer
from provebest.games.chess import ChessPosition
from provebest.vocabulary.outside import visible

Value = TypeVar("Value")


class NamedProber(Protocol):
    """A ``Prober`` that can name everything its answers depend on besides the probe."""

    def identity(self) -> str:
        """The engine, its version and its options, as one text."""

    def batch(
        self, position: ChessPosition, probes: Sequence[Probe], *, cancel: Event | None = None
    ) -> list[ProbeAnswer]:
        """The answers, in the order of the probes."""


class CacheUse(NamedTuple):
    """What a probe cache was good for."""

    probes: int = 0
    """Probes that were asked for."""
    found: int = 0
    """Those among them whose answers were in the cache."""

    def plus(self, other: CacheUse) -> CacheUse:
        """Both together."""
        return CacheUse(self.probes + other.probes, self.found + other.found)

    def minus(self, other: CacheUse) -> CacheUse:
        """What came after ``other``, which came first."""
        return CacheUse(self.probes - other.probes, self.found - other.found)

    @property
    def share(self) -> float:
        """The share of all probes that were found; 0 if there were none."""
        return self.found / self.probes if self.probes else 0.0

    def as_json(self) -> dict[str, int | float]:
        """All of it, for ``--json``."""
        return {"probes": self.probes, "found": self.found, "share": round(self.share, 4)}

    def __str__(self) -> str:
        return f"{self.found:,} of {self.probes:,} probes were in the cache ({self.share:.0%})"


class ProbeCache:
    """An open probe cache, for callers in any thread.

    If it cannot be used any longer, ``failure`` says why, and nothing is found in it.

    Raises:
        BadInputError: if it is not a probe cache, has another version, or cannot be reached.
        CannotWriteError: if it is a file that does not exist and cannot be made.
    """

    def __init__(
        self, place: CachePlace, open_it: Callable[[CachePlace], CacheHome] = open_home
    ) -> None:
        self._name = visible(place)
        self.failure: str | None = None
        self.use = CacheUse()
        self._one_at_a_time = Lock()
        self._home: CacheHome | None = None
        self._home = self._try(lambda: open_it(place), None)

    def read(self, questions: Sequence[str]) -> list[object]:
        """What is stored for each question, as bytes; None if nothing is."""
        nothing: list[object] = [None] * len(questions)
        with self._one_at_a_time:
            home = self._home
            return nothing if home is None else self._try(lambda: home.read(questions), nothing)

    def write(self, rows: Sequence[tuple[str, str]]) -> None:
        """Stores these questions and answers."""
        with self._one_at_a_time:
            home = self._home
            if home is not None:
                self._try(lambda: home.write(rows), None)

    def count(self, use: CacheUse) -> None:
        """Counts what a prober has asked and found."""
        with self._one_at_a_time:
            self.use = self.use.plus(use)

    def close(self) -> None:
        """Closes it; all answers are in it, unless ``failure`` says otherwise."""
        with self._one_at_a_time:
            if self._home is not None:
                self._try(self._home.close, None)
            self._home = None

    def _try(self, action: Callable[[], Value], otherwise: Value) -> Value:
        """What ``action`` returns; if the cache fails, ``otherwise``, and it is not used again."""
        try:
            return action()
        except CacheFailedError as error:
            self._give_up(str(error))
        return otherwise

    def _give_up(self, cause: str) -> None:
        self.failure = (
            f"the probe cache {self._name} cannot be used: {cause}; the analysis went on without it"
        )
        home, self._home = self._home, None
        if home is not None:
            with suppress(CacheFailedError):
                home.close()


class CachedProber:
    """A prober that stores its answers in a cache, which several processes may use at once.

    ``cache`` is an open one, which stays open, or the file of one. A stored answer that cannot be
    one counts as missing, and is replaced. ``failure`` says if the cache cannot be used any longer;
    then every probe is made.

    Raises:
        BadInputError: if the file is not a probe cache, or has another version.
        CannotWriteError: if the file does not exist and cannot be made.
    """

    def __init__(self, prober: NamedProber, cache: ProbeCache | Path) -> None:
        self.prober = prober
        self._own = not isinstance(cache, ProbeCache)
        self._cache = cache if isinstance(cache, ProbeCache) else ProbeCache(cache)
        self.use = CacheUse()
        self._counting = Lock()

    @property
    def asked(self) -> int:
        """Probes that were made, because they were not in the cache."""
        return self.use.probes - self.use.found

    @property
    def found(self) -> int:
        """Probes whose answers were in the cache."""
        return self.use.found

    @property
    def failure(self) -> str | None:
        """Why the cache cannot be used any longer; None if it can."""
        return self._cache.failure

    def identity(self) -> str:
        """The identity of the prober behind it: a stored answer is the same as a new one."""
        return self.prober.identity()

    def batch(
        self, position: ChessPosition, probes: Sequence[Probe], *, cancel: Event | None = None
    ) -> list[ProbeAnswer]:
        """Stored answers, and new ones for probes that have none."""
        questions = [self._question(position, probe) for probe in probes]
        known = [
            None if raw is None else read_answer(raw, position, probe)
            for raw, probe in zip(self._cache.read(questions), probes, strict=True)
        ]
        missing = [i for i, answer in enumerate(known) if answer is None]
        fresh = self.prober.batch(position, [probes[i] for i in missing], cancel=cancel)
        self._count(CacheUse(len(probes), len(probes) - len(missing)))
        rows = []
        for i, answer in zip(missing, fresh, strict=True):
            known[i] = answer
            if answer.status is not Status.CANCELLED:
                rows.append((questions[i], write_answer(answer)))
        self._cache.write(rows)
        return [answer for answer in known if answer is not None]

    def close(self) -> None:
        """Closes the cache if it was opened here."""
        if self._own:
            self._cache.close()

    def _count(self, use: CacheUse) -> None:
        with self._counting:
            self.use = self.use.plus(use)
        self._cache.count(use)

    def _question(self, position: ChessPosition, probe: Probe) -> str:
        """All that an answer depends on, as one text. The FEN includes the fifty-move clock."""
        text = "|".join(
            (
                self.prober.identity(),
                position.fen(),
                "960" if position.chess960 else "",
                _history(position),
                probe.move or "",
                "hope" if probe.hope else "real",
                str(probe.depth),
                str(probe.nodes or ""),
            )
        )
        return text.encode("utf-8", "backslashreplace").decode()  # databases store valid Unicode


def _history(position: ChessPosition) -> str:
    """A digest of the positions since the last irreversible move; empty if there are none.

    A probe that reaches one of them again counts it as a draw. How often each one occurred
    matters; their order does not.
    """
    earlier = sorted(position.earlier())
    if not earlier:
        return ""
    keys = b"".join(key.to_bytes(8) for key in earlier)
    return f"{len(earlier)}:{blake2b(keys, digest_size=16).hexdigest()}"
