"""A server for each test: in this process for questions, as a process of its own for browsers."""

import json
import subprocess
import sys

import pytest

pytest.importorskip("starlette", reason="the page needs starlette: pip install 'provebest[web]'")
pytest.importorskip("uvicorn", reason="the page needs uvicorn: pip install 'provebest[web]'")
pytest.importorskip("httpx2", reason="Starlette's test client: pip install httpx2")

from browsers import WatchedTabs, launched
from starlette.testclient import TestClient

from provebest.chess.probes.prober_choice import ProberChoice
from provebest.web.app import make_app
from provebest.web.guarding import Gate
from provebest.web.tasks import TaskRoom

HOST = "127.0.0.1"
OWN = {"origin": f"http://{HOST}", "host": HOST}


@pytest.fixture
def room():
    made = TaskRoom({"native": ProberChoice()}, most=2)
    yield made
    made.end_all()


@pytest.fixture
def client(room, tmp_path):
    with TestClient(make_app(Gate(HOST, 80), room, tmp_path), base_url=f"http://{HOST}") as made:
        made.headers.update(OWN)
        yield made


@pytest.fixture
def connect(client):
    """Opens the stream as a page does."""

    def opened(tab="tab-00001", **hello):
        socket = client.websocket_connect("/stream", headers=OWN)
        stream = socket.__enter__()
        stream.send_json({"type": "hello", "tab": tab, **hello})
        opened.all.append(socket)
        return stream

    opened.all = []
    yield opened
    for socket in opened.all:
        socket.__exit__(None, None, None)


@pytest.fixture(scope="module")
def server():
    """A server for browsers, as a process of its own: its address."""
    command = subprocess.Popen(
        [sys.executable, "-m", "provebest", "serve", "--port", "0", "--json", "--prober", "native"],
        stdout=subprocess.PIPE,
        text=True,
    )
    yield json.loads(command.stdout.readline())["url"]
    command.terminate()
    command.communicate(timeout=60)


@pytest.fixture(scope="module")
def browser():
    with launched() as opened:
        yield opened


@pytest.fixture
def visit(browser, server):
    """Opens the page. What the browser complains about, or fetches elsewhere, fails the test.

    It reports a refused question (400) by itself; the page shows the sentence.
    """
    tabs = WatchedTabs(browser)

    def opened(fen="", seconds="3", before=None, **how):
        tab = tabs.new_tab(**how)
        if before is not None:
            before(tab)
        words = f"#fen={fen.replace(' ', '+')}&seconds={seconds}" if fen else ""
        tab.goto(server + words)
        tab.wait_for_selector("html[data-ready]")
        return tab

    yield opened
    tabs.close()
    assert [text for text in tabs.said if "status of 400" not in text] == []
    assert [url for url in tabs.asked if not url.startswith((server, "data:", "blob:"))] == []
