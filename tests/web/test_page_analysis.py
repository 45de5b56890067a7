"""An analysis on the page in a real browser: run, stopped, asked, found again, saved."""

import chess
from browsing import MATE, NEEDED, ROOK, after, analysed, click_square, shows

pytestmark = NEEDED


def test_an_analysis_runs_until_it_stops_and_a_sentence_plays_its_line(visit):
    tab = analysed(visit(ROOK))
    assert tab.locator("#choice").inner_text() == "Rg3"
    assert tab.locator("#sentences li").count() >= 3
    assert tab.locator("#story li").count() >= 2
    tab.locator("#race path.runner-0").wait_for(state="attached")
    assert tab.locator("#table tr").count() == 6
    assert tab.locator("#table tr.best").inner_text().startswith("Rg3")

    tab.locator("#sentences button.claim").click()
    shows(tab, after("Rg3", fen=ROOK))
    tab.keyboard.press("ArrowRight")
    tab.wait_for_function("fen => document.querySelector('#fen').value !== fen",
                          arg=after("Rg3", fen=ROOK))  # fmt: skip
    tab.keyboard.press("ArrowLeft")
    shows(tab, after("Rg3", fen=ROOK))
    tab.keyboard.press("End")
    tab.wait_for_function(
        "() => document.querySelector('#shown').textContent.split(' ').length > 4"
    )
    tab.keyboard.press("Home")
    shows(tab, ROOK)
    tab.locator("#board .cg-shapes line").first.wait_for(state="attached")  # an arrow for the move


def test_a_written_fen_is_opened_by_analyse(visit):
    tab = visit()
    tab.get_by_label("FEN").fill(MATE)
    analysed(tab)
    shows(tab, MATE)
    assert tab.locator("#choice").inner_text() == "Qxf7#"
    tab.get_by_label("FEN").fill("8/8 w")
    tab.get_by_role("button", name="Analyse", exact=True).click()
    tab.locator("#problem:not(:empty)").wait_for()
    assert tab.locator("#choice").inner_text() == "Qxf7#", "the analysis that is there stays"
    assert tab.get_by_label("FEN").input_value() == "8/8 w", "what was written stays"


def test_a_first_visit_begins_with_an_example(visit):
    tab = visit()
    assert tab.locator("#examples button").count() >= 3
    tab.get_by_role("button", name="A rook gives itself up").click()
    tab.wait_for_selector("#argument.final")
    shows(tab, ROOK)
    assert not tab.locator("#intro").is_visible()


def test_every_sentence_with_a_line_shows_an_arrow_and_a_position(visit):
    tab = analysed(visit(ROOK))
    kinds = set()
    for button in tab.locator("#sentences button").all():
        button.click()
        kinds.add(button.get_attribute("class"))
        assert button.get_attribute("aria-current") == "true"
        tab.get_by_role("button", name="First position").click()
        shows(tab, ROOK)
        tab.locator("#board .cg-shapes line").first.wait_for(state="attached")
    assert len(kinds) >= 2, "the move, and what others do worse"


def test_the_only_move_is_asked_for(visit):
    tab = analysed(visit(MATE))
    tab.get_by_role("button", name="Is it the only move?").click()
    tab.locator("#answers .answer").wait_for()
    told = tab.locator("#answers").inner_text()
    assert told.startswith("Is it the only move?")
    assert "Qxf7#" in told
    tab.locator("#answers button").first.click()
    shows(tab, after("Qxf7#", fen=MATE))


def test_why_not_is_asked_by_a_move_on_the_board(visit):
    tab = analysed(visit(MATE))
    shows(tab, MATE)
    click_square(tab, "h5")
    click_square(tab, "e5")
    shows(tab, after("Qxe5+", fen=MATE))
    tab.locator("#answers .answer").wait_for()
    told = tab.locator("#answers").inner_text()
    assert told.startswith("Why not Qxe5+?")
    tab.locator("#answers button").first.click()
    shows(tab, after("Qxe5+", fen=MATE))


def test_a_search_is_stopped_and_goes_on(visit):
    tab = visit(chess.STARTING_FEN, seconds="")
    tab.get_by_role("button", name="Analyse", exact=True).click()
    tab.wait_for_selector("#table tr")
    tab.get_by_role("button", name="Stop").click()
    tab.wait_for_selector("#go-on:not([hidden])")
    tab.get_by_label("for").select_option("1")
    tab.get_by_role("button", name="Go on").click()
    tab.wait_for_selector("#stop:not([hidden])")
    tab.wait_for_selector("#stop", state="hidden")
    assert tab.locator("#sentences li").count() >= 2


def test_two_moves_are_compared(visit):
    tab = analysed(visit(MATE))
    for box in tab.locator("#table input").all()[:2]:
        box.check()
    tab.get_by_role("button", name="Compare").click()
    tab.locator("#answers .answer").wait_for()
    assert " or " in tab.locator("#answers strong").inner_text()


def test_the_tree_is_played_by_keyboard_and_shows_positions(visit):
    tab = analysed(visit(ROOK))
    tree = tab.locator("#tree")
    assert "positions" in tree.get_attribute("aria-label")
    tree.focus()
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("Enter")
    shows(tab, after("Rg3", fen=ROOK))


def test_the_tree_is_hovered_clicked_and_folded_with_the_mouse(visit):
    tab = analysed(visit(ROOK))
    tree = tab.locator("#tree")
    tree.scroll_into_view_if_needed()
    place = {"x": 130, "y": 27}  # the choice: the first move, on the first row
    tree.hover(position=place)
    tab.locator("#hover:not([hidden])").wait_for()
    assert "Rg3" in tab.locator("#hover-text").inner_text()
    assert tab.locator("#mini piece").count() >= 20
    tree.click(position=place)
    shows(tab, after("Rg3", fen=ROOK))
    tree.click(position=place, modifiers=["Shift"])
    tab.wait_for_function(
        "() => document.querySelector('#tree').getAttribute('aria-label').includes(' shown.')"
    )
    words = tree.get_attribute("aria-label").split()
    assert int(words[words.index("shown.") - 1]) < int(words[5]), "what was below is folded away"
    tree.click(position=place, modifiers=["Shift"])
    assert " shown." not in tree.get_attribute("aria-label")


def test_ten_thousand_positions_are_drawn_and_can_be_played(visit):
    known = {"fen": ROOK, "value": "+1.00", "share": 0.6, "low": 0.4, "high": 0.8}
    nodes = [
        {"parent": (place - 1) // 20, "move": "e3g3", "san": f"N{place}", "role": "other"} | known
        for place in range(10_000)
    ]
    nodes[0] |= {"parent": -1, "move": None, "san": "", "role": "root"}
    nodes[1]["fen"] = after("Rg3", fen=ROOK)
    tab = visit(ROOK, seconds="1")
    tab.locator(".settings summary").click()
    tab.get_by_label("Control").select_option("classic")
    analysed(tab)
    answer = {"type": "tree", "nodes": nodes, "cut": True}
    tab.route("**/api/export", lambda route: route.fulfill(json=answer))
    tab.get_by_label("the whole tree of the search").check()
    tab.wait_for_function(
        "() => document.querySelector('#tree').getAttribute('aria-label').includes('10000')"
    )
    tab.locator("#tree").focus()
    for _ in range(12):
        tab.keyboard.press("-")
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press(" ")
    tab.keyboard.press("Enter")
    shows(tab, after("Rg3", fen=ROOK))


def test_a_switch_shows_the_whole_tree_of_a_classic_search(visit):
    tab = visit(ROOK, seconds="1")
    tab.locator(".settings summary").click()
    tab.get_by_label("Control").select_option("classic")
    analysed(tab)
    named = "aria-label"
    argued = tab.locator("#tree").get_attribute(named)
    tab.get_by_label("the whole tree of the search").check()
    tab.wait_for_function(
        "argued => document.querySelector('#tree').getAttribute('aria-label') !== argued",
        arg=argued,
    )
    whole = tab.locator("#tree").get_attribute(named)
    assert int(whole.split()[5]) > int(argued.split()[5]) + 100


def test_two_tabs_have_their_own_analyses(visit):
    one, two = visit(ROOK), visit(MATE)
    for tab in (one, two):
        tab.get_by_role("button", name="Analyse", exact=True).click()
    for tab in (one, two):
        tab.wait_for_selector("#argument.final")
    assert one.locator("#choice").inner_text() == "Rg3"
    assert two.locator("#choice").inner_text() == "Qxf7#"


def test_a_lost_connection_comes_back_to_the_same_search(visit):
    routes = []

    def before(tab):
        def relay(route):
            routes.append(route)
            route.connect_to_server()

        tab.route_web_socket("**/stream", relay)

    tab = visit(chess.STARTING_FEN, seconds="", before=before)
    tab.get_by_role("button", name="Analyse", exact=True).click()
    tab.wait_for_selector("#table tr")
    task = tab.evaluate("sessionStorage.getItem('provebest.task')")
    routes[0].close(code=1011)
    tab.wait_for_function("() => document.querySelector('#connection').textContent !== ''")
    tab.wait_for_function("() => document.querySelector('#connection').textContent === ''")
    seen = tab.locator("#looking").inner_text()
    tab.wait_for_function(
        "seen => document.querySelector('#looking').textContent !== seen", arg=seen
    )
    assert tab.evaluate("sessionStorage.getItem('provebest.task')") == task
    tab.get_by_role("button", name="Stop").click()
    tab.wait_for_selector("#argument.final")


def test_a_search_that_the_server_has_forgotten_leaves_a_page_that_can_be_used(visit):
    tab = visit(MATE)
    tab.evaluate(
        """fen => sessionStorage.setItem("provebest.task", JSON.stringify(
            { task: "nobody-knows", start: fen, moves: [], chess960: false }))""",
        MATE,
    )
    tab.reload()
    tab.locator("#looking", has_text="not known any more").wait_for()
    shows(tab, MATE)
    analysed(tab)
    assert tab.locator("#choice").inner_text() == "Qxf7#"


def test_a_page_that_is_loaded_again_finds_its_search(visit):
    tab = visit(ROOK, seconds="")
    tab.get_by_role("button", name="Analyse", exact=True).click()
    tab.wait_for_selector("#table tr")
    tab.reload()
    tab.wait_for_selector("#table tr")
    shows(tab, ROOK)
    assert tab.locator("#choice").inner_text()


def test_an_analysis_is_saved_as_a_file(visit):
    tab = analysed(visit(MATE))
    for name, file in (("Page", "why.html"), ("PGN", "argument.pgn"), ("JSON", "analysis.json")):
        with tab.expect_download() as download:
            tab.locator("#taking").get_by_role("button", name=name).click()
        assert download.value.suggested_filename == file
    tab.get_by_role("button", name="Copy link").click()
    url = tab.locator("#link").get_attribute("data-url")
    again = visit()
    again.goto(url)  # only what follows the # differs: the page opens the position all the same
    shows(again, MATE)
