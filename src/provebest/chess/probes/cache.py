"""Answers to probes, stored in a file: a second run of the same analysis makes no probes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path
from threading import Event, Lock
from typing import Protocol, TypeVar

from provebest.chess.probes.cache_file import FAILURES, CacheFile
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


class CachedProber:
    """A prober that stores its answers in a file, which several processes may use at once.

    A stored answer that cannot be one counts as missing, and is replaced. If the file cannot be
    used any longer, ``failure`` says why, and every probe is made.

    Raises:
        BadInputError: if the file is not a probe cache, or has another version.
        CannotWriteError: if the file does not exist and cannot be made.
    """

    def __init__(self, prober: NamedProber, path: Path) -> None:
        self.prober, self._path = prober, path
        self.asked = self.found = 0  # probes that were made, and answers that were in the file
        self.failure: str | None = None
        self._one_at_a_time = Lock()
        self._file: CacheFile | None = None
        self._file = self._use(lambda: CacheFile(path), None)

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
            for raw, probe in zip(self._read(questions), probes, strict=True)
        ]
        missing = [i for i, answer in enumerate(known) if answer is None]
        fresh = self.prober.batch(position, [probes[i] for i in missing], cancel=cancel)
        self.asked += len(missing)
        self.found += len(probes) - len(missing)
        rows = []
        for i, answer in zip(missing, fresh, strict=True):
            known[i] = answer
            if answer.status is not Status.CANCELLED:
                rows.append((questions[i], write_answer(answer)))
        self._write(rows)
        return [answer for answer in known if answer is not None]

    def close(self) -> None:
        """Closes the file; all answers are in it, unless ``failure`` says otherwise."""
        with self._one_at_a_time:
            if self._file is not None:
                self._use(self._file.close, None)
            self._file = None

    def _read(self, questions: Sequence[str]) -> list[object]:
        nothing: list[object] = [None] * len(questions)
        with self._one_at_a_time:
            file = self._file
            return nothing if file is None else self._use(lambda: file.read(questions), nothing)

    def _write(self, rows: Sequence[tuple[str, str]]) -> None:
        with self._one_at_a_time:
            file = self._file
            if file is not None:
                self._use(lambda: file.write(rows), None)

    def _use(self, action: Callable[[], Value], otherwise: Value) -> Value:
        """What ``action`` returns; if the file fails, ``otherwise``, and it is not used again."""
        try:
            return action()
        except FAILURES as error:
            cause = "it is damaged" if isinstance(error, UnicodeError) else visible(error)
            self.failure = (
                f"the probe cache {visible(self._path)} cannot be used: {cause}; "
                "the analysis went on without it"
            )
        self._file = None  # closed when nothing refers to it
        return otherwise

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
        return text.encode("utf-8", "backslashreplace").decode()  # SQLite stores valid Unicode


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
