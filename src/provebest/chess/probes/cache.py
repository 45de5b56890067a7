"""Answers that are kept: a second run of the same analysis asks nothing."""

from __future__ import annotations

import json
import sqlite3
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from threading import Event, Lock
from typing import Protocol

from provebest.chess.probes.prober import Probe, ProbeAnswer, Status
from provebest.games.chess import ChessPosition
from provebest.vocabulary import BadInputError, CannotWriteError

VERSION = 2
"""1 had the number of repetitions where the positions before stand now: they tell more."""


class NamedProber(Protocol):
    """A prober that can say what its answers depend on besides the question."""

    def identity(self) -> str:
        """The engine, its version and its options."""

    def batch(
        self, position: ChessPosition, probes: Sequence[Probe], *, cancel: Event | None = None
    ) -> list[ProbeAnswer]:
        """The answers in the order of the probes."""


class CachedProber:
    """A prober that remembers in a file; several processes may use one file at a time.

    Every batch is one transaction of a write-ahead log: a process that is killed loses at most the
    batch it was writing, and the file stays sound.

    Raises:
        BadInputError: for a file that is not a cache, or of another version.
        CannotWriteError: if it cannot be opened or written.
    """

    def __init__(self, prober: NamedProber, path: Path) -> None:
        self.prober, self._path = prober, path
        self.asked = self.found = 0
        self._one_at_a_time = Lock()
        try:
            self._store = sqlite3.connect(path, timeout=30, check_same_thread=False)
            weakref.finalize(self, self._store.close)  # the file is closed with its prober
            self._store.execute("PRAGMA journal_mode=WAL")
            self._store.execute("PRAGMA synchronous=NORMAL")
            (version,) = self._store.execute("PRAGMA user_version").fetchone()
            if version not in {0, VERSION}:
                raise BadInputError(
                    f"{path} is a probe cache of version {version}; this program reads {VERSION}: "
                    "delete it, or name another file"
                )
            self._store.execute(
                "CREATE TABLE IF NOT EXISTS answers "
                "(question TEXT PRIMARY KEY, answer TEXT NOT NULL)"
            )
            self._store.execute(f"PRAGMA user_version={VERSION}")
            self._store.commit()
        except sqlite3.OperationalError as error:
            raise CannotWriteError(f"{path} cannot be used as a probe cache: {error}") from None
        except sqlite3.Error as error:
            raise BadInputError(f"{path} cannot be used as a probe cache: {error}") from None

    def identity(self) -> str:
        """That of the prober behind it: a kept answer is as good as a fresh one."""
        return self.prober.identity()

    def batch(
        self, position: ChessPosition, probes: Sequence[Probe], *, cancel: Event | None = None
    ) -> list[ProbeAnswer]:
        """Kept answers where there are any, fresh ones for the rest.

        Raises:
            CannotWriteError: if the file fails: a full disk, or another process that keeps it.
        """
        questions = [self._question(position, probe) for probe in probes]
        with self._one_at_a_time, self._using_the_file():
            known = [self._look_up(question) for question in questions]
        missing = [i for i, answer in enumerate(known) if answer is None]
        fresh = self.prober.batch(position, [probes[i] for i in missing], cancel=cancel)
        self.asked += len(missing)
        self.found += len(probes) - len(missing)
        with self._one_at_a_time, self._using_the_file(), self._store:
            for i, answer in zip(missing, fresh, strict=True):
                known[i] = answer
                if answer.status is not Status.CANCELLED:
                    self._keep(questions[i], answer)
        return [answer for answer in known if answer is not None]

    def close(self) -> None:
        """Writes what is left to the file."""
        self._store.close()

    @contextmanager
    def _using_the_file(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise CannotWriteError(f"the probe cache {self._path} failed: {error}") from None

    def _question(self, position: ChessPosition, probe: Probe) -> str:
        """Everything that an answer depends on. The clock of the fifty-move rule is in the FEN."""
        return "|".join(
            (
                self.prober.identity(),
                position.fen(),
                "960" if position.chess960 else "",
                _way_to(position),
                probe.move or "",
                "hope" if probe.hope else "real",
                str(probe.depth),
                str(probe.nodes or ""),
            )
        )

    def _look_up(self, question: str) -> ProbeAnswer | None:
        row = self._store.execute(
            "SELECT answer FROM answers WHERE question = ?", (question,)
        ).fetchone()
        if row is None:
            return None
        status, value, line, depth, nodes, mate = json.loads(row[0])
        return ProbeAnswer(Status(status), value, tuple(line), depth, nodes, mate)

    def _keep(self, question: str, answer: ProbeAnswer) -> None:
        kept = json.dumps(
            [
                answer.status.value,
                answer.value,
                list(answer.line),
                answer.depth,
                answer.nodes,
                answer.mate,
            ]
        )
        self._store.execute("INSERT OR IGNORE INTO answers VALUES (?, ?)", (question, kept))


def _way_to(position: ChessPosition) -> str:
    """The positions that stood on the board since the last move that cannot be taken back.

    A probe that comes to one of them again calls it a draw. In which order they stood does not
    matter, how often does.
    """
    earlier = sorted(position.earlier())
    if not earlier:
        return ""
    told = b"".join(key.to_bytes(8) for key in earlier)
    return f"{len(earlier)}:{blake2b(told, digest_size=16).hexdigest()}"
