""" "Learn" in a real browser."""

import chess
from browsing import NEEDED, shows

pytestmark = NEEDED


def title(tab):
    return tab.locator("#lesson-title").inner_text()


def test_a_lesson_is_stepped_through_by_buttons_and_keys(visit):
    tab = visit()
    tab.get_by_role("link", name="Learn").click()
    tab.locator("#said li").first.wait_for()
    assert title(tab) == "The root"
    assert not tab.locator("#board").is_visible()
    tab.get_by_role("button", name="Next step").click()
    assert title(tab) == "Expansion 1: the root"
    assert tab.locator("#drawing .new").count() == 3
    tab.keyboard.press("ArrowRight")
    assert title(tab) == "Which leaf next?"
    assert "B79-5" in tab.locator("#said").inner_text()
    assert tab.locator("#drawing .end .name").text_content() == "B"
    tab.keyboard.press("ArrowLeft")
    assert title(tab) == "Expansion 1: the root"
    tab.keyboard.press("End")
    assert title(tab) == "Proved"
    assert tab.get_by_role("button", name="Next step").is_disabled()
    tab.get_by_role("link", name="Analyse").click()
    tab.wait_for_selector("#board", state="visible")
    shows(tab, chess.STARTING_FEN)
    assert not tab.locator("#said").is_visible()


def test_every_lesson_is_drawn_and_its_address_opens_it_again(visit):
    tab = visit()
    tab.get_by_role("link", name="Learn").click()
    tab.get_by_label("Lesson", exact=True).select_option("tiles")
    tab.locator("#drawing .tile").first.wait_for()
    tab.get_by_label("Board, row by row").fill("213804765")
    tab.get_by_role("button", name="Show").click()
    tab.locator("#lesson-problem:not(:empty)").wait_for()
    tab.get_by_label("Board, row by row").fill("283104765")
    tab.get_by_role("button", name="Show").click()
    tab.wait_for_function("() => location.hash.includes('283104765')")
    tab.reload()
    tab.locator("#drawing .tile").first.wait_for()
    tab.keyboard.press("End")
    assert title(tab) == "The goal"
    assert tab.locator("#drawing .node.on").count() == 5
    tab.get_by_label("Lesson", exact=True).select_option("example")
    tab.locator("#figure-table tr").first.wait_for()
    assert title(tab) == "Figure 4"
    assert tab.locator("#figure-table tr").count() == 4
