"""The site that ``make docs`` builds: every page is on it, and every exported name."""

import importlib
import inspect
import re
import sys
from pathlib import Path

import pytest

import provebest
import provebest.chess

CHECKOUT = Path(__file__).resolve().parents[2]
SETTINGS = CHECKOUT / "mkdocs.yml"
DOCS = CHECKOUT / "docs"

pytestmark = pytest.mark.skipif(not SETTINGS.exists(), reason="the documentation is not here")


def resolved(path):
    """The object that mkdocstrings shows for this dotted path, as Python finds it."""
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part)
        return found
    raise AssertionError(path)


def shown():
    """What the reference shows, by the path that its page gives."""
    pages = (DOCS / "reference").glob("*.md")
    paths = [
        path
        for page in pages
        for path in re.findall(r"^::: (\S+)$", page.read_text("utf-8"), re.MULTILINE)
    ]
    return {path: resolved(path) for path in paths}


@pytest.mark.parametrize(
    "module",
    [provebest, provebest.chess, provebest.games, provebest.problems],
    ids=lambda m: m.__name__,
)
def test_every_exported_name_is_in_the_reference(module):
    on_pages = list(shown().values())

    missing = [
        name
        for name in module.__all__
        if not inspect.ismodule(getattr(module, name))
        and not any(getattr(module, name) is thing for thing in on_pages)
    ]
    assert missing == []


def test_what_the_reference_shows_is_shown_once_and_is_not_a_module():
    things = shown()

    assert [path for path, thing in things.items() if inspect.ismodule(thing)] == []
    twice = [path for path, thing in things.items() if sum(thing is t for t in things.values()) > 1]
    assert twice == []


def test_every_page_is_in_the_navigation():
    listed = re.findall(r"^ *- (?:.*: )?(\S+\.md)$", SETTINGS.read_text("utf-8"), re.MULTILINE)

    assert sorted(listed) == sorted(
        page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")
    )


def test_the_settings_make_a_site_that_needs_no_network_and_has_its_links_checked():
    settings = SETTINGS.read_text("utf-8")

    assert "  font: false" in settings
    for what in ("not_found", "anchors", "absolute_links", "unrecognized_links"):
        assert f"    {what}: warn\n" in settings
    assert "mkdocs build --strict" in (CHECKOUT / "Makefile").read_text("utf-8")


def test_the_site_shows_rules_as_links_and_doctests_as_examples(monkeypatch):
    pytest.importorskip("griffe", reason="what builds the site is not installed")
    monkeypatch.syspath_prepend(str(CHECKOUT / "tools"))
    site_links = importlib.import_module("site_links")
    monkeypatch.delitem(sys.modules, "site_links")

    told = site_links.for_the_site("B* backs up [B79-1].\n\n>>> 1 + 1\n2")

    assert told == "B\\* backs up [\\[B79-1\\]][B79-1].\n\nExamples:\n    >>> 1 + 1\n    2"
