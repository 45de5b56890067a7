"""Bounds what connections can cost before anybody has said who he is.

Only so many are open at a time; the others are closed at once. A client has so many seconds for a
whole request, and for taking each part of the answer. What is told of it is bounded too.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import resource
import socket
import time
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

MOST_CONNECTIONS = 256
PATIENCE = 30.0
"""Seconds in which a client must have sent a whole request, or have taken a part of an answer."""
TELLING = 60.0
"""Seconds between two messages of the same kind on the terminal."""
NO_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
WITHOUT_FILES = 0.05
"""Seconds until the next try if the process has no file left for a connection."""
LOG = logging.getLogger("uvicorn.error")


def most_connections() -> int:
    """Connections that may be open at a time: half of the process's files are left for searches."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_CONNECTIONS if files < 0 else max(1, min(MOST_CONNECTIONS, files // 2))


class Door(socket.socket):
    """A listening socket that lets in so many connections, and closes all others at once.

    To asyncio, which accepts many connections in a row, a connection that was closed is the end of
    the row. So it accepts the next one after the work of all who are inside.
    """

    def __init__(self, listening: socket.socket, most: int) -> None:
        super().__init__(fileno=listening.detach())
        self._most = most
        self._inside: list[socket.socket] = []

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection.

        Raises:
            ConnectionAbortedError: if it was closed, or if there is no file left for it.
        """
        try:
            connection, address = super().accept()
        except OSError as error:
            if error.errno not in NO_FILES:
                raise
            LOG.error("no connection can be accepted: %s", error.strerror)  # noqa: TRY400 - no fault of ours
            time.sleep(WITHOUT_FILES)  # else the event loop would ask for it without a pause
            raise ConnectionAbortedError from None
        self._inside = [one for one in self._inside if one.fileno() >= 0]
        if len(self._inside) >= self._most:
            connection.close()
            LOG.error("a connection was refused: %d are open, and no more are allowed", self._most)
            raise ConnectionAbortedError
        self._inside.append(connection)
        return connection, address


class ImpatientProtocol(H11Protocol):
    """uvicorn's protocol, which gives up a client that is slower than ``PATIENCE``."""

    _giving_up: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The clock starts."""
        super().connection_made(transport)
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """The clock stops."""
        super().connection_lost(exc)
        self._stop()

    def data_received(self, data: bytes) -> None:
        """The clock stops if the request is whole; a part of one does not start it anew."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """The clock starts: for what is not taken yet, and for the next request."""
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        """The clock starts: the client has to take what was written."""
        super().pause_writing()
        self._look()

    def resume_writing(self) -> None:
        """The clock stops."""
        super().resume_writing()
        self._look()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """The clock stops: the stream has one of its own."""
        super().handle_websocket_upgrade(event)
        self._stop()

    def _look(self) -> None:
        """Starts the clock if the client has to do something, and stops it if it does not."""
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        asks = cycle is not None and not cycle.more_body and not cycle.response_complete
        if asks and not self.flow.write_paused:
            self._stop()
        elif self._giving_up is None:
            self._giving_up = self.loop.call_later(PATIENCE, self.transport.abort)

    def _stop(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None


class OncePerMinute(logging.Filter):
    """Lets pass one record of each line of code in ``TELLING`` seconds, however often it comes."""

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[tuple[str, int], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is told."""
        place, now = (record.pathname, record.lineno), time.monotonic()
        if now - self._told.get(place, -TELLING) < TELLING:
            return False
        self._told[place] = now
        return True


def tell_seldom() -> None:
    """Bounds what strangers can make uvicorn and asyncio write to the terminal."""
    for name in ("uvicorn.error", "asyncio"):
        logging.getLogger(name).addFilter(OncePerMinute())
