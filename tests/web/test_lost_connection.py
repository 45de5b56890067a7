"""A real server and real sockets: a connection that is cut, and the command that starts it all."""

import json
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import urllib.error
import urllib.request

import pytest
import uvicorn
from websockets.sync.client import connect

from provebest.chess.probes.prober_choice import ProberChoice
from provebest.web.app import make_app
from provebest.web.guarding import Gate
from provebest.web.tasks import TaskRoom

PATIENCE = 60


@pytest.fixture
def served(tmp_path):
    """A server in a thread: its room and its port."""
    room = TaskRoom({"native": ProberChoice()}, most=2)
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    app = make_app(Gate("127.0.0.1", port), room, tmp_path)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield room, port
    server.should_exit = True
    thread.join(PATIENCE)
    assert not thread.is_alive()


def opened(port, tab):
    origin = f"http://127.0.0.1:{port}"
    stream = connect(f"ws://127.0.0.1:{port}/stream", origin=origin).__enter__()
    stream.send(json.dumps({"type": "hello", "tab": tab}))
    assert json.loads(stream.recv(PATIENCE)) == {"type": "welcome"}
    return stream


def until(stream, kind):
    while True:
        message = json.loads(stream.recv(PATIENCE))
        assert message["type"] != "error", message
        if message["type"] == kind:
            return message


def begin(stream):
    wish = {"type": "start", "kind": "analyse", "ask": "question-1", "seconds": None}
    stream.send(json.dumps(wish))
    return until(stream, "search")["task"]


def cut(stream):
    """Ends the connection as a pulled cable does for the server's side: without a good-bye."""
    stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    stream.socket.shutdown(socket.SHUT_RDWR)
    stream.socket.close()


def wait_for(condition):
    pause = threading.Event()
    for _ in range(PATIENCE * 20):
        if condition():
            return
        pause.wait(0.05)
    pytest.fail("it never happened")


def test_a_search_survives_a_lost_connection_and_is_found_again(served):
    room, port = served
    room.closed = 0.0
    first = opened(port, "tab-00001")
    task = begin(first)
    cut(first)
    wait_for(lambda: room.find(task).watchers == 0)
    assert room.find(task).running, "it goes on"

    again = opened(port, "tab-00001")
    again.send(json.dumps({"type": "watch", "task": task}))
    race = until(again, "race")
    assert race["task"] == task
    assert race["points"]
    assert until(again, "search")["task"] == task
    again.send(json.dumps({"type": "stop", "task": task}))
    assert until(again, "end")["stopped"] == "cancelled"
    again.close()


def test_a_search_that_nobody_finds_again_ends(served):
    room, port = served
    room.lost = 0.0
    stream = opened(port, "tab-00001")
    begin(stream)
    cut(stream)
    wait_for(lambda: len(room) == 0)
    wait_for(lambda: not any(t.name.startswith("analyse ") for t in threading.enumerate()))


def test_a_closed_tab_ends_its_search_before_a_lost_connection_would(served):
    room, port = served
    room.closed, room.lost = 0.0, 1e6
    stream = opened(port, "tab-00001")
    begin(stream)
    stream.close(1001)
    wait_for(lambda: len(room) == 0)


def run(*words):
    return subprocess.Popen(
        [sys.executable, "-m", "provebest", "serve", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | {"BROWSER": "false"},
    )  # fmt: skip


def answer_of(url):
    try:
        with urllib.request.urlopen(url) as answer:  # noqa: S310 - our own server
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@pytest.mark.parametrize(("words", "read"), [
    ((), lambda line: line.strip()), (("--json",), lambda line: json.loads(line)["url"]),
])  # fmt: skip
def test_the_first_line_is_the_address_and_ctrl_c_ends_the_server(words, read):
    command = run("--port", "0", "--no-open", *words)
    url = read(command.stdout.readline())
    code, text = answer_of(url)
    assert code == 200 or (code == 503 and "make web" in text)
    command.send_signal(signal.SIGINT)
    out, err = command.communicate(timeout=PATIENCE)
    assert out == ""
    assert "Traceback" not in err
    assert command.returncode == 130


def test_a_port_that_is_taken_is_one_sentence():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        command = run("--port", str(taken.getsockname()[1]), "--no-open")
        out, err = command.communicate(timeout=PATIENCE)
    assert out == ""
    assert command.returncode == 2
    assert "cannot listen on '127.0.0.1'" in err
    assert "Traceback" not in err
