"""A probe cache in a PostgreSQL database: one table, which all machines may use at once."""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from provebest.chess.probes.cache_file import LONGEST_TEXT, VERSION, CacheFailedError
from provebest.chess.probes.cache_place import EXAMPLE, Database
from provebest.vocabulary import BadInputError
from provebest.vocabulary.outside import visible
from provebest.vocabulary.passwords import learn_passwords

PATIENCE = 10
"""Seconds for the server to let us in, and to answer a question."""
TABLE = f"provebest_answers_{VERSION}"
LOCK = 0x70726F7665
"""Held while the table is made, so that only one machine makes it."""
LONGEST_CAUSE = 200
USUAL = {
    "connect_timeout": PATIENCE,
    "keepalives_idle": PATIENCE,
    "keepalives_interval": PATIENCE,
    "tcp_user_timeout": 1000 * PATIENCE,
    "application_name": "provebest",
    "client_encoding": "UTF8",
}
"""What holds unless the address says otherwise: a server that is gone is noticed."""


class CacheDatabase:
    """An open connection to the cache. A question is stored as its digest.

    Raises:
        BadInputError: if the server cannot be reached, does not let us in, or has no table for us
            and we may not make one.
    """

    def __init__(self, place: Database) -> None:
        learn_passwords(place.address)  # in a worker, to which it was sent
        try:
            asked = conninfo_to_dict(place.address)
        except psycopg.Error:  # its message may quote a password
            raise BadInputError(
                f"{place} cannot be used as a probe cache: its address is not valid; use {EXAMPLE}"
            ) from None
        settings: dict[str, Any] = USUAL | asked
        try:
            self._connection = psycopg.connect(autocommit=True, prepare_threshold=None, **settings)
            weakref.finalize(self, self._connection.close)  # at the latest then
            self._begin()
        except (psycopg.Error, OSError) as error:
            raise BadInputError(
                f"{place} cannot be used as a probe cache: {self._cause(error)}"
            ) from None

    def read(self, questions: Sequence[str]) -> list[object]:
        """What is stored for each question, as bytes; None if nothing is."""
        keys = [_key(question) for question in questions]
        with self._failing():
            rows = self._connection.execute(
                f"SELECT question, convert_to(answer, 'UTF8') FROM {TABLE}"  # noqa: S608 - a constant
                " WHERE question = ANY(%s) AND octet_length(answer) <= %s",
                (keys, LONGEST_TEXT),
            ).fetchall()
        known = dict(rows)
        return [known.get(key) for key in keys]

    def write(self, rows: Sequence[tuple[str, str]]) -> None:
        """Stores these questions and answers, all or none."""
        if not rows:
            return
        # In one order for everyone: nobody waits for a row of someone who waits for him.
        sorted_rows = sorted({_key(question): answer for question, answer in rows}.items())
        keys, answers = zip(*sorted_rows, strict=True)
        with self._failing():
            self._connection.execute(
                f"INSERT INTO {TABLE} SELECT * FROM unnest(%s::bytea[], %s::text[])"  # noqa: S608 - same
                " ON CONFLICT (question) DO UPDATE SET answer = excluded.answer",
                (list(keys), list(answers)),
            )

    def close(self) -> None:
        """Ends the connection."""
        self._connection.close()

    def _begin(self) -> None:
        use = self._connection.execute
        use(f"SET statement_timeout = {1000 * PATIENCE}")
        if use("SELECT to_regclass(%s)", (TABLE,)).fetchone() == (None,):
            with self._connection.transaction():
                use("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
                use(
                    f"CREATE TABLE IF NOT EXISTS {TABLE}"
                    " (question bytea PRIMARY KEY, answer text NOT NULL)"
                )
        use(f"SELECT question, answer FROM {TABLE} LIMIT 0")  # noqa: S608 - same

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except (psycopg.Error, OSError) as error:
            raise CacheFailedError(self._cause(error)) from None

    @staticmethod
    def _cause(error: Exception) -> str:
        """What happened, in one line."""
        return visible(" ".join(str(error).split()) or type(error).__name__, most=LONGEST_CAUSE)


def _key(question: str) -> bytes:
    return blake2b(question.encode(), digest_size=32).digest()
