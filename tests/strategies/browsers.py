"""A real browser for the tests of pages."""

import shutil
from contextlib import contextmanager

import pytest

BROWSER = shutil.which("chromium")
NEEDS_BROWSER = pytest.mark.skipif(BROWSER is None, reason="no browser: apt-get install chromium")
PATIENCE = 120_000  # milliseconds; only a page that never gets there waits so long
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@contextmanager
def launched():
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="pages are looked at with playwright: pip install playwright"
    )
    with playwright.sync_playwright() as machine:
        opened = machine.chromium.launch(executable_path=BROWSER, args=FLAGS, timeout=PATIENCE)
        yield opened
        opened.close()


class WatchedTabs:
    """Opens tabs, and keeps what the browser complains about in them, and what it fetches."""

    def __init__(self, browser):
        self._browser, self._contexts = browser, []
        self.said, self.asked = [], []

    def new_tab(self, **how):
        context = self._browser.new_context(**how)
        self._contexts.append(context)
        context.set_default_timeout(PATIENCE)
        tab = context.new_page()
        tab.on("console", lambda message: self.said.append(message.text))
        tab.on("pageerror", lambda error: self.said.append(str(error)))
        tab.on("request", lambda request: self.asked.append(request.url))
        return tab

    def close(self):
        for context in self._contexts:
            context.close()
