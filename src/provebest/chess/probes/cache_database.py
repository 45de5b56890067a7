"""A probe cache in a PostgreSQL database: one table, which all machines may use at once."""

from __future__ import annotations

import os
import socket
import weakref
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from contextlib import suppress
from hashlib import blake2b
from threading import Thread
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict

from provebest.chess.probes.cache_file import LONGEST_TEXT, VERSION, CacheFailedError
from provebest.chess.probes.cache_place import EXAMPLE, Database
from provebest.vocabulary import BadInputError
from provebest.vocabulary.outside import visible
from provebest.vocabulary.passwords import learn_passwords

Value = TypeVar("Value")
PATIENCE = 5
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

    Whoever asks waits no longer than ``patience`` seconds, even for a server that is frozen: its
    system still takes what is sent, so no limit of the connection notices. So a thread of its own
    waits for the server.

    Raises:
        BadInputError: if the server cannot be reached, does not let us in, or has no table for us
            and we may not make one.
    """

    def __init__(self, place: Database, *, patience: float = PATIENCE) -> None:
        learn_passwords(place.address)  # in a worker, to which it was sent
        try:
            asked = conninfo_to_dict(place.address)
        except psycopg.Error:  # its message may quote a password
            raise BadInputError(
                f"{place} cannot be used as a probe cache: its address is not valid; use {EXAMPLE}"
            ) from None
        self._connection: Any = None
        self._patience = 2 * patience  # to be let in, and to find the table
        try:
            self._wait_for(lambda: self._open(USUAL | asked))
        except CacheFailedError as error:
            raise BadInputError(f"{place} cannot be used as a probe cache: {error}") from None
        self._patience = patience

    def read(self, questions: Sequence[str]) -> list[object]:
        """What is stored for each question, as bytes; None if nothing is."""
        keys = [_key(question) for question in questions]
        asked = (
            f"SELECT question, convert_to(answer, 'UTF8') FROM {TABLE}"  # noqa: S608 - a constant
            " WHERE question = ANY(%s) AND octet_length(answer) <= %s"
        )
        use = self._connection.execute
        known = dict(self._wait_for(lambda: use(asked, (keys, LONGEST_TEXT)).fetchall()))
        return [known.get(key) for key in keys]

    def write(self, rows: Sequence[tuple[str, str]]) -> None:
        """Stores these questions and answers, all or none."""
        if not rows:
            return
        # In one order for everyone: nobody waits for a row of someone who waits for him.
        sorted_rows = sorted({_key(question): answer for question, answer in rows}.items())
        keys, answers = zip(*sorted_rows, strict=True)
        told = (
            f"INSERT INTO {TABLE} SELECT * FROM unnest(%s::bytea[], %s::text[])"  # noqa: S608 - same
            " ON CONFLICT (question) DO UPDATE SET answer = excluded.answer"
        )
        self._wait_for(lambda: self._connection.execute(told, (list(keys), list(answers))))

    def close(self) -> None:
        """Ends the connection."""
        self._connection.close()

    def _open(self, settings: dict[str, Any]) -> None:
        self._connection = psycopg.connect(autocommit=True, prepare_threshold=None, **settings)
        weakref.finalize(self, self._connection.close)  # at the latest then
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

    def _wait_for(self, action: Callable[[], Value]) -> Value:
        """What ``action`` returns, in another thread.

        Raises:
            CacheFailedError: if it fails, or takes too long; then the connection is of no more use.
        """
        answer: Future[Value] = Future()
        Thread(target=_answer, args=(answer, action), daemon=True).start()
        done = set[Future[Value]]()
        try:
            done, _ = wait([answer], self._patience)
        finally:  # also after Ctrl-C
            if not done:
                self._hang_up()
        if not done:
            raise CacheFailedError(f"the server did not answer within {self._patience:g} seconds")
        try:
            return answer.result()
        except (psycopg.Error, OSError) as error:
            cause = " ".join(str(error).split()) or type(error).__name__
            raise CacheFailedError(visible(cause, most=LONGEST_CAUSE)) from None

    def _hang_up(self) -> None:
        """Ends the waiting of the other thread, which has the connection."""
        with suppress(psycopg.Error, OSError):
            if self._connection is not None:
                with socket.socket(fileno=os.dup(self._connection.fileno())) as line:
                    line.shutdown(socket.SHUT_RDWR)


def _answer(answer: Future[Value], action: Callable[[], Value]) -> None:
    try:
        answer.set_result(action())
    except BaseException as error:  # noqa: BLE001 - it is raised where the answer is waited for
        answer.set_exception(error)


def _key(question: str) -> bytes:
    return blake2b(question.encode(), digest_size=32).digest()
