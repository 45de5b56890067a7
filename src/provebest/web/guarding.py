"""Who may talk to the server: its own page, from the address that the user opened.

Host is checked against other names for this machine (DNS rebinding), Origin against other sites,
and on any address but the loopback a token is asked for.
"""

from __future__ import annotations

import hmac
import ipaddress
import re
import socket
from dataclasses import dataclass, field

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from provebest.vocabulary import BadInputError, shorten

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-cache"),
)
WRONG_TOKEN = "the token is missing or wrong; open the address that the server printed"  # noqa: S105 - a sentence
LOCAL = ("127.0.0.1", "localhost", "[::1]")


NUMBER = re.compile(r"(\S*\.)?([0-9]+|0x[0-9a-f]*)")
"""To browsers, a name that ends in a number is an IPv4 address, even a short one such as 127.1."""
NAME = re.compile(r"[0-9a-z_-]+(\.[0-9a-z_-]+)*\.?")


def read_host(text: str) -> str:
    """The name or address to listen on, as browsers write it in the Host header.

    Raises:
        BadInputError: if it is neither.
    """
    host = text.strip().lower()
    try:
        return _as_browsers_write(host)
    except (ValueError, OSError):
        raise BadInputError(
            f"cannot listen on {shorten(text)}: it is not a name or an address; "
            "use 127.0.0.1 for this machine alone, or 0.0.0.0 for all its addresses"
        ) from None


def _as_browsers_write(host: str) -> str:
    if ":" in host:
        address = ipaddress.IPv6Address(host.removeprefix("[").removesuffix("]"))
        if address.scope_id is not None:
            raise ValueError("browsers do not open addresses with a zone")
        return str(address.ipv4_mapped or address)
    if NUMBER.fullmatch(host):
        return socket.inet_ntoa(socket.inet_aton(host))
    name = host.encode("idna").decode()
    if not NAME.fullmatch(name):
        raise ValueError("not a name")
    return name


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches the address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_everywhere(host: str) -> bool:
    """Whether the address stands for all addresses of the machine."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class Gate:
    """The addresses under which the server may be asked, and the token that it asks for."""

    host: str
    port: int
    token: str | None = None
    """None on the loopback."""
    names: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        own = f"[{self.host}]" if ":" in self.host else self.host
        names = {own, *LOCAL}
        if is_everywhere(self.host):
            names.add(socket.gethostname().lower())
        object.__setattr__(self, "names", frozenset(names))

    def knows_host(self, value: str | None) -> bool:
        """Whether the Host header names this server."""
        if value is None:
            return False
        name, colon, port = value.lower().rpartition(":")
        if not colon or "]" in port:
            name, port = value.lower(), "80"
        if port != str(self.port):
            return False
        return name in self.names or (is_everywhere(self.host) and _is_address(name))

    def knows_origin(self, headers: Headers) -> bool:
        """Whether the request comes from a page of this server, at the address of its Host."""
        return headers.get("origin") == f"http://{headers.get('host')}"

    def knows_token(self, token: str) -> bool:
        """Whether the token is right, or none is needed."""
        return self.token is None or hmac.compare_digest(
            self.token.encode(), token.encode(errors="surrogatepass")
        )

    def check_token(self, token: str) -> None:
        """Raises BadInputError if the token is wrong."""
        if not self.knows_token(token):
            raise BadInputError(WRONG_TOKEN)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


class Guarded:
    """The app behind the gate, with the headers of every answer."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self._app, self._gate = app, gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or refuses it in one sentence."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        if not refusal:
            await self._app(scope, receive, with_headers)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": refusal})
        else:
            response = PlainTextResponse(f"{refusal}\n", status_code=403)
            await response(scope, receive, with_headers)

    def _refusal(self, scope: Scope) -> str:
        """Why the request is refused; empty if it is not."""
        headers, gate = Headers(scope=scope), self._gate
        if not gate.knows_host(headers.get("host")):
            return "this server does not answer under that name"
        asks = scope["type"] == "websocket" or scope["method"] not in {"GET", "HEAD"}
        if asks and not gate.knows_origin(headers):
            return "only the server's own page may ask"
        if asks and scope["type"] == "http":
            token = headers.get("authorization", "").removeprefix("Bearer ")
            if not gate.knows_token(token):
                return WRONG_TOKEN
        return ""
