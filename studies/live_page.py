"""Photographs and measures the page of ``provebest serve``.

``python -m studies.live_page pictures docs/pictures`` takes the pictures of docs/page.md in a real
browser. ``python -m studies.live_page load`` lets 20 pages watch 4 analyses, and prints how long an
event takes to each of them and how much memory the server needs. ``python -m studies.live_page
paint`` prints the time to the first paint and from events to the screen, ``python -m
studies.live_page tree`` the time that a tree of 10,000 positions needs to be drawn again. All need
``make web``.
"""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from studies.analysis_pictures import POSITION

SIZES = {"wide": (1440, 1000), "middle": (900, 1100), "phone": (390, 844)}
PICTURES = (
    ("live-page.png", "wide", "light"),
    ("live-page-dark.png", "wide", "dark"),
    ("live-page-middle.png", "middle", "light"),
    ("live-page-phone.png", "phone", "dark"),
)
PAGES, ANALYSES, SECONDS = 20, 4, 10
PATIENCE = 60
FLAGS = ["--no-sandbox", "--disable-gpu"]


@contextmanager
def server(*words: str) -> Iterator[tuple[str, int]]:
    """A server: its address and its process."""
    command = [sys.executable, "-m", "provebest", "serve", "--port", "0", "--json", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - ours
        if process.stdout is None:
            raise RuntimeError("the server says nothing")
        try:
            yield json.loads(process.stdout.readline())["url"], process.pid
        finally:
            process.terminate()


def opened(browser: Browser, url: str, size: str, scheme: str) -> Page:
    """The page with the position of docs/an-analysis.md."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    tab = context.new_page()
    tab.goto(f"{url}#fen={POSITION.replace(' ', '+')}&seconds=3")
    tab.wait_for_selector("html[data-ready]")
    return tab


def analysed(tab: Page) -> None:
    """Analyses the position until the argument is there."""
    tab.click("#analyse")
    tab.wait_for_selector("#argument.final", timeout=PATIENCE * 1000)
    tab.wait_for_selector("#taking:not([hidden])")


def pictures(folder: Path) -> None:
    """Takes the pictures of docs/page.md."""
    with server("--prober", "native") as (url, _), sync_playwright() as machine:
        browser = machine.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for name, size, scheme in PICTURES:
            tab = opened(browser, url, size, scheme)
            analysed(tab)
            tab.screenshot(path=folder / name, animations="disabled")
            if name == PICTURES[0][0]:
                tab.locator("#tree").scroll_into_view_if_needed()
                tab.locator("#watch").screenshot(path=folder / "live-page-watch.png")
        _picture_of_a_lesson(browser, url, folder / "live-page-learn.png")
        browser.close()


def _picture_of_a_lesson(browser: Browser, url: str, file: Path) -> None:
    tab = browser.new_context(viewport={"width": 1440, "height": 800}).new_page()
    tab.goto(f"{url}#learn=bstar")
    tab.wait_for_selector("#said li")
    for _ in range(8):
        tab.keyboard.press("ArrowRight")
    tab.screenshot(path=file, animations="disabled")


def paint() -> None:
    """Prints how soon the page is there, and how soon events are on the screen."""
    entries = "performance.getEntriesByName"
    with server("--prober", "native") as (url, _), sync_playwright() as machine:
        browser = machine.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        tab = opened(browser, url, "wide", "light")
        first = tab.evaluate(f"{entries}('first-contentful-paint')[0].startTime")
        tab.select_option("#control", "classic", force=True)
        tab.select_option("#seconds", "10")
        analysed(tab)
        events = tab.evaluate(f"{entries}('provebest-event').map(each => each.detail)")
        print(f"first paint after {first:.0f} ms; {_spread(events)} from an event to the screen")
        browser.close()


ZOOMING = """async () => {
    const tree = document.querySelector("#tree"), box = tree.getBoundingClientRect(), times = [];
    for (let step = 0; step < 60; step += 1) {
        const begun = performance.now();
        tree.dispatchEvent(new WheelEvent("wheel", {
            deltaY: step < 30 ? 60 : -60, clientX: box.x + 300, clientY: box.y + 150,
            bubbles: true, cancelable: true }));
        await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
        times.push(performance.now() - begun);
    }
    return times;
}"""
"""Zooms out and in again; the time of each step, until its picture is followed by another."""


def tree() -> None:
    """Prints how long a tree of 10,000 positions needs to be drawn while it is zoomed."""
    known = {"fen": POSITION, "value": "+1.00", "share": 0.6, "low": 0.4, "high": 0.8}
    nodes: list[dict[str, object]] = [
        {"parent": (place - 1) // 20, "move": "e3g3", "san": f"N{place}", "role": "other"} | known
        for place in range(10_000)
    ]
    nodes[0] |= {"parent": -1, "move": None}
    with server("--prober", "native") as (url, _), sync_playwright() as machine:
        browser = machine.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        tab = opened(browser, url, "wide", "light")
        tab.select_option("#control", "classic", force=True)
        analysed(tab)
        tab.route("**/api/export", lambda route: route.fulfill(json={"nodes": nodes}))
        tab.check("#whole")
        tab.wait_for_selector("#tree[aria-label*='10000']")
        tab.locator("#tree").scroll_into_view_if_needed()
        print(f"10,000 positions: {_spread(tab.evaluate(ZOOMING))} for two pictures")
        browser.close()


def load() -> None:
    """Prints the delay of events and the memory of the server with many pages."""
    late: list[float] = []
    with server("--prober", "native", "--most", str(ANALYSES)) as (url, pid), ExitStack() as open_:
        tabs = [_tab(open_, url, number) for number in range(PAGES)]
        tasks = [_begin(tab) for tab in tabs[:ANALYSES]]
        for number, tab in enumerate(tabs[ANALYSES:]):
            tab.send(json.dumps({"type": "watch", "task": tasks[number % ANALYSES]}))
        begun = time.monotonic()
        threads = [threading.Thread(target=_listen, args=(tab, late)) for tab in tabs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        took = time.monotonic() - begun
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
        memory = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    print(f"{PAGES} pages, {ANALYSES} analyses, {took:.0f} s in all: {_spread(late)} to a page")
    print(f"most memory of the server: {int(memory.split()[1]) / 1000:.0f} MB")


def _tab(open_: ExitStack, url: str, number: int) -> ClientConnection:
    origin = url.rstrip("/")
    address = f"{origin.replace('http', 'ws', 1)}/stream"
    tab: ClientConnection = open_.enter_context(connect(address, origin=Origin(origin)))
    tab.send(json.dumps({"type": "hello", "tab": f"page-{number:04}"}))
    tab.recv(PATIENCE)
    return tab


def _begin(tab: ClientConnection) -> str:
    # The starting position, where no search is sure so soon: all of them run for their time.
    wish = {"kind": "analyse", "ask": "question-1", "control": "classic", "confidence": 0.9999}
    tab.send(json.dumps({"type": "start", "seconds": SECONDS, **wish}))
    return str(json.loads(tab.recv(PATIENCE))["task"])


def _listen(tab: ClientConnection, late: list[float]) -> None:
    """Notes how late each event comes, until the search has ended."""
    while True:
        message = json.loads(tab.recv(PATIENCE))
        if message["type"] == "search":
            late.append(1000 * (time.time() - message["at"]))
        elif message["type"] == "end":
            return


def _spread(times: list[float]) -> str:
    middle, most = statistics.median(times), max(times)
    slow = sorted(times)[int(0.95 * (len(times) - 1))]
    rest = f"95 % within {slow:.0f} ms, at most {most:.0f} ms"
    return f"{len(times)} times, median {middle:.0f} ms, {rest}"


if __name__ == "__main__":
    if sys.argv[1] == "pictures":
        pictures(Path(sys.argv[2]))
    else:
        {"load": load, "paint": paint, "tree": tree}[sys.argv[1]]()
