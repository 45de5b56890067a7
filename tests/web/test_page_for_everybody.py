"""The page for everybody: phones, the keyboard alone, screen readers, both colours."""

from pathlib import Path

import pytest
from browsing import MATE, NEEDED, ROOK, after, analysed, open_pgn, shows

pytestmark = NEEDED

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_the_page_fits_the_screen(visit, width):
    tab = analysed(visit(ROOK, viewport={"width": width, "height": 844}))
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert tab.locator("#board").bounding_box()["width"] >= 240


def test_everything_works_from_the_keyboard(visit):
    tab = visit()
    tab.get_by_label("Move", exact=True).focus()
    tab.keyboard.type("e4")
    tab.keyboard.press("Enter")
    shows(tab, after("e4"))
    tab.get_by_label("FEN").fill(MATE)
    tab.keyboard.press("Enter")
    shows(tab, MATE)
    tab.locator("#analyse").focus()
    tab.keyboard.press("Enter")
    tab.wait_for_selector("#argument.final")
    tab.locator("#sentences button").first.focus()
    tab.keyboard.press("Enter")
    shows(tab, after("Qxf7#", fen=MATE))


def test_everything_is_reached_with_the_tab_key(visit):
    tab = analysed(visit(MATE))
    tab.evaluate("document.activeElement.blur()")
    reached = set()
    for _ in range(120):
        tab.keyboard.press("Tab")
        name = tab.evaluate(
            "() => document.activeElement.id || document.activeElement.className || 'body'"
        )
        reached.add(name)
    wanted = {
        "to-learn",
        "first",
        "flip",
        "edit",
        "move",
        "fen",
        "analyse",
        "seconds",
        "only",
        "tree",
        "link",
    }
    assert wanted <= reached
    assert any("claim" in name for name in reached), "the sentences"


def of_an_analysis(visit, **how):
    tab = analysed(visit(ROOK, **how))
    tab.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    tab.get_by_role("button", name="Set up").click()
    return tab


def of_a_game(visit, **how):
    tab = visit(**how)
    tab.get_by_label("for").select_option("1")
    open_pgn(tab, "1. f3 e5 2. g4 Qh4# 0-1")
    tab.get_by_role("button", name="Annotate this game").click()
    tab.locator("#summary p").first.wait_for()
    tab.get_by_role("button", name="g4??").click()
    return tab


def of_a_first_visit(visit, **how):
    return visit(**how)


def of_learning(lesson):
    def opened(visit, **how):
        tab = visit(**how)
        tab.evaluate("lesson => { location.hash = 'learn=' + lesson; }", lesson)
        tab.locator("#said li").first.wait_for()
        for _ in range(3):
            tab.keyboard.press("ArrowRight")
        return tab

    return opened


VIEWS = {
    "a first visit": of_a_first_visit,
    "an analysis": of_an_analysis,
    "a game": of_a_game,
    "B* on a tree": of_learning("bstar"),
    "the example": of_learning("example"),
    "tiles": of_learning("tiles"),
}


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: make web")
def test_axe_finds_nothing_serious(visit, scheme, view):
    tab = view(visit, color_scheme=scheme)
    # Not as a script element, which the policy of the page forbids.
    tab.evaluate(AXE.read_text("utf-8") + "; null")
    found = tab.evaluate("axe.run().then(found => found.violations)")
    serious = [
        (one["id"], [node["html"][:120] for node in one["nodes"][:3]])
        for one in found
        if one["impact"] in {"serious", "critical"}
    ]
    assert serious == []


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_nothing_is_wider_than_a_phone(visit, view):
    tab = view(visit, viewport={"width": 360, "height": 740})
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360
    hidden = tab.evaluate("""() => [...document.querySelectorAll("button, select, input, summary")]
        .filter(each => each.getClientRects().length)
        .filter(each => each.getBoundingClientRect().right > innerWidth + 1)
        .map(each => each.id || each.textContent)""")
    assert hidden == []


def test_the_colours_follow_the_system(visit):
    paper = [
        visit(color_scheme=scheme).evaluate(
            "getComputedStyle(document.documentElement).backgroundColor"
        )
        for scheme in ("light", "dark")
    ]
    assert paper[0] != paper[1]
