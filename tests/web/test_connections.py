"""Strangers at the door: many connections, slow ones, and nonsense."""

import contextlib
import json
import signal
import socket
import subprocess
import sys
import time
from urllib.parse import urlsplit

import pytest

PATIENCE = 60
FILES = 96
"""Open files that the server may have: a few hundred connections are then too many."""
START = f"""
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, ({FILES}, {FILES}))
import provebest.web.connections as connections
connections.PATIENCE = 3
from provebest.__main__ import main
main()
"""
"""The command, with few files and little patience."""


@pytest.fixture
def served(tmp_path):
    """A server with few files: its port, and what it has written to stderr once it has ended."""
    log = tmp_path / "stderr.txt"
    options = ["serve", "--port", "0", "--json", "--prober", "native"]
    with log.open("w") as stderr:
        server = subprocess.Popen(
            [sys.executable, "-c", START, *options],
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
        )
        port = urlsplit(json.loads(server.stdout.readline())["url"]).port

        def ended():
            server.send_signal(signal.SIGTERM)
            server.communicate(timeout=PATIENCE)
            return log.read_text()

        yield port, ended
        if server.poll() is None:
            server.kill()
            server.communicate(timeout=PATIENCE)


def connection(port):
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def all_from(stranger):
    """What comes until the server closes the connection, which it must do."""
    got = bytearray()
    with contextlib.suppress(ConnectionError):
        while part := stranger.recv(65536):
            got += part
    return bytes(got)


def asked(port):
    """The status that a page gets."""
    with connection(port) as page:
        own = f"Host: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
        page.sendall(f"GET / HTTP/1.1\r\n{own}".encode())
        return all_from(page).split(b" ", 2)[1]


def test_more_connections_than_there_can_be_are_closed_without_a_word_for_each(served):
    port, ended = served
    with contextlib.ExitStack() as stack:
        strangers = [stack.enter_context(connection(port)) for _ in range(4 * FILES)]
        for stranger in strangers:  # the first ones are given up, the others were closed at once
            assert all_from(stranger) == b""
    assert asked(port) == b"200"
    told = ended()
    assert "Traceback" not in told
    assert told.count("\n") <= 1, told


REQUEST = b"POST /api/about HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n"
BODY = b"Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n"
WEBSOCKET = b"GET /stream HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"


def test_who_is_slow_is_not_waited_for_ever(served):
    port, ended = served
    request = REQUEST % (port, port)
    parts = (b"", b"GET / HT", request, request + BODY + b"123", WEBSOCKET, b"POST" + BODY)
    with contextlib.ExitStack() as stack:
        slow = [stack.enter_context(connection(port)) for _ in parts]
        for one, part in zip(slow, parts, strict=True):
            one.sendall(part)
        refused = stack.enter_context(connection(port))
        refused.sendall(b"POST /api/about HTTP/1.1\r\nHost: evil.example\r\n" + BODY)
        deaf = stack.enter_context(socket.socket())
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.settimeout(PATIENCE)
        deaf.connect(("127.0.0.1", port))
        for one in slow:
            all_from(one)
        with pytest.raises(ConnectionError):  # the rest of the body comes byte by byte
            trickle(refused, b"1")
        with pytest.raises(ConnectionError):  # it asks again and again, and takes no answer
            trickle(deaf, b"GET /page.js HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % port)
    assert asked(port) == b"200"
    assert ended() == ""


def trickle(slow, part):
    for _ in range(10 * PATIENCE):
        slow.sendall(part)
        time.sleep(0.1)


NONSENSE = (
    b"\x00\xff\r\n\r\n",
    b"GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /%ff%00 HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: [::\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n",
    WEBSOCKET + b"Host: a\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \xed\xa0\x80\r\n\r\n",
    b"A" * 100_000,
)


def test_nonsense_is_answered_without_a_word_on_the_terminal(served):
    port, ended = served
    with contextlib.ExitStack() as stack:
        strangers = [stack.enter_context(connection(port)) for _ in NONSENSE]
        for stranger, sent in zip(strangers, NONSENSE, strict=True):
            with contextlib.suppress(ConnectionError):
                stranger.sendall(sent)
        for stranger in strangers:
            all_from(stranger)
    assert asked(port) == b"200"
    assert ended() == ""
