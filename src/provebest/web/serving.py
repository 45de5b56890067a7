"""Starts the server: a socket first, so that the address that is told can be opened at once."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable, Mapping

import uvicorn

from provebest.chess.probes.prober_choice import ProberChoice
from provebest.vocabulary import BadInputError, shorten
from provebest.web.app import make_app
from provebest.web.connections import Door, ImpatientProtocol, most_connections, tell_seldom
from provebest.web.guarding import Gate, is_everywhere, is_loopback, read_host
from provebest.web.inputs import MOST_BODY
from provebest.web.tasks import TaskRoom


def most_at_a_time() -> int:
    """Searches that run at a time, if nothing else is said: all processors but one, at least 2."""
    return max(2, (os.cpu_count() or 2) - 1)


def serve(
    host: str,
    port: int,
    probers: Mapping[str, ProberChoice],
    *,
    most: int,
    on_start: Callable[[str], None],
) -> None:
    """Serves the page until it is interrupted; ``on_start`` gets the address.

    Raises:
        BadInputError: if the address cannot be used.
    """
    host = read_host(host)
    listening = Door(_listen(host, port), most_connections())
    number = listening.getsockname()[1]
    token = None if is_loopback(host) else secrets.token_urlsafe(24)
    gate = Gate(host, number, token)
    config = uvicorn.Config(
        make_app(gate, TaskRoom(probers, most)),
        loop="asyncio",  # others accept connections without asking the door
        http=ImpatientProtocol,
        log_level="error",  # a warning tells of a request that is not HTTP
        access_log=False,
        proxy_headers=False,
        server_header=False,
        ws_max_size=4 * MOST_BODY,
        timeout_graceful_shutdown=1,
    )
    tell_seldom()
    on_start(address(gate))
    uvicorn.Server(config).run(sockets=[listening])


def address(gate: Gate) -> str:
    """The address to open; the token stands where it is never sent over the network."""
    host = socket.gethostname() if is_everywhere(gate.host) else gate.host
    named = f"[{host}]" if ":" in host else host
    token = "" if gate.token is None else f"#token={gate.token}"
    return f"http://{named}:{gate.port}/{token}"


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        both = host == "::" and socket.has_dualstack_ipv6()
        return socket.create_server((host, port), family=family, dualstack_ipv6=both)
    except (OSError, OverflowError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadInputError(
            f"cannot listen on {shorten(host)}, port {port}: {why}; choose another with --port"
        ) from None
