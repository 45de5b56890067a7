"""Answers to probes, stored in a file: a second run of the same analysis makes no probes."""

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
"""Version 1 stored the number of repetitions instead of the earlier positions."""


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

    Every batch is one transaction of a write-ahead log: a process that is killed loses at most the
    batch it was writing, and the file stays intact.

    Raises:
        BadInputError: if the file is not a probe cache, or has another version.
        CannotWriteError: if the file cannot be opened or written.
    """

    def __init__(self, prober: NamedProber, path: Path) -> None:
        self.prober, self._path = prober, path
        self.asked = self.found = 0  # probes that were made, and answers that were in the file
        self._one_at_a_time = Lock()
        try:
            self._database = sqlite3.connect(path, timeout=30, check_same_thread=False)
            weakref.finalize(
                self, self._database.close
            )  # closes the file when the prober is deleted
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=NORMAL")
            (version,) = self._database.execute("PRAGMA user_version").fetchone()
            if version not in {0, VERSION}:
                raise BadInputError(
                    f"{path} is a probe cache of version {version}, but this program reads "
                    f"version {VERSION}; delete it, or name another file"
                )
            self._database.execute(
                "CREATE TABLE IF NOT EXISTS answers "
                "(question TEXT PRIMARY KEY, answer TEXT NOT NULL)"
            )
            self._database.execute(f"PRAGMA user_version={VERSION}")
            self._database.commit()
        except sqlite3.OperationalError as error:
            raise CannotWriteError(f"{path} cannot be used as a probe cache: {error}") from None
        except sqlite3.Error as error:
            raise BadInputError(f"{path} cannot be used as a probe cache: {error}") from None

    def identity(self) -> str:
        """The identity of the prober behind it: a stored answer is the same as a new one."""
        return self.prober.identity()

    def batch(
        self, position: ChessPosition, probes: Sequence[Probe], *, cancel: Event | None = None
    ) -> list[ProbeAnswer]:
        """Stored answers, and new ones for probes that have none.

        Raises:
            CannotWriteError: if the disk is full, or another process locks the file.
        """
        questions = [self._question(position, probe) for probe in probes]
        with self._one_at_a_time, self._using_the_file():
            known = [self._look_up(question) for question in questions]
        missing = [i for i, answer in enumerate(known) if answer is None]
        fresh = self.prober.batch(position, [probes[i] for i in missing], cancel=cancel)
        self.asked += len(missing)
        self.found += len(probes) - len(missing)
        with self._one_at_a_time, self._using_the_file(), self._database:
            for i, answer in zip(missing, fresh, strict=True):
                known[i] = answer
                if answer.status is not Status.CANCELLED:
                    self._store_answer(questions[i], answer)
        return [answer for answer in known if answer is not None]

    def close(self) -> None:
        """Closes the file; all answers are in it."""
        self._database.close()

    @contextmanager
    def _using_the_file(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise CannotWriteError(f"the probe cache {self._path} failed: {error}") from None

    def _question(self, position: ChessPosition, probe: Probe) -> str:
        """All that an answer depends on, as one text. The FEN includes the fifty-move clock."""
        return "|".join(
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

    def _look_up(self, question: str) -> ProbeAnswer | None:
        row = self._database.execute(
            "SELECT answer FROM answers WHERE question = ?", (question,)
        ).fetchone()
        if row is None:
            return None
        status, value, line, depth, nodes, mate = json.loads(row[0])
        return ProbeAnswer(Status(status), value, tuple(line), depth, nodes, mate)

    def _store_answer(self, question: str, answer: ProbeAnswer) -> None:
        text = json.dumps(
            [
                answer.status.value,
                answer.value,
                list(answer.line),
                answer.depth,
                answer.nodes,
                answer.mate,
            ]
        )
        self._database.execute("INSERT OR IGNORE INTO answers VALUES (?, ?)", (question, text))


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
