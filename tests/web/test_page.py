"""The page of ``provebest serve`` in a real browser, on a real server."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import chess
import pytest

from provebest.web.app import is_built

playwright = pytest.importorskip(
    "playwright.sync_api", reason="pages are looked at with playwright: pip install playwright"
)
BROWSER = shutil.which("chromium")
AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
pytestmark = [
    pytest.mark.skipif(BROWSER is None, reason="no browser: apt-get install chromium"),
    pytest.mark.skipif(not is_built(), reason="the page is not built: make web"),
]

PATIENCE = 120_000  # milliseconds; only a page that never gets there waits so long
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
ROOK = "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1"
MATE = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
HOSTILE = """<script>document.title='hit'</script><img src=x onerror="document.title='hit'">"""


@pytest.fixture(scope="module")
def server():
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
    with playwright.sync_playwright() as machine:
        opened = machine.chromium.launch(executable_path=BROWSER, args=FLAGS, timeout=PATIENCE)
        yield opened
        opened.close()


@pytest.fixture
def visit(browser, server):
    """Opens the page. What the browser complains about, or fetches elsewhere, fails the test.

    It reports a refused question (400) by itself; the page shows the sentence.
    """
    said, asked, contexts = [], [], []

    def opened(fen="", seconds="3", before=None, **how):
        context = browser.new_context(**how)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        tab = context.new_page()
        tab.on("console", lambda message: said.append(message.text))
        tab.on("pageerror", lambda error: said.append(str(error)))
        tab.on("request", lambda request: asked.append(request.url))
        if before is not None:
            before(tab)
        words = f"#fen={fen.replace(' ', '+')}&seconds={seconds}" if fen else ""
        tab.goto(server + words)
        tab.wait_for_selector("html[data-ready]")
        return tab

    yield opened
    for context in contexts:
        context.close()
    assert [text for text in said if "status of 400" not in text] == []
    assert [url for url in asked if not url.startswith((server, "data:", "blob:"))] == []


def shows(tab, fen):
    """Waits until the board shows a position."""
    tab.wait_for_function(
        "fen => document.querySelector('#board').dataset.fen === fen", arg=fen, timeout=PATIENCE
    )


def after(*moves, fen=chess.STARTING_FEN):
    board = chess.Board(fen)
    for move in moves:
        board.push_san(move)
    return board.fen()


def click_square(tab, name):
    box = tab.locator("#board cg-board").bounding_box()
    file, rank = "abcdefgh".index(name[0]), int(name[1])
    side = box["width"] / 8
    tab.mouse.click(box["x"] + (file + 0.5) * side, box["y"] + (8 - rank + 0.5) * side)


def analysed(tab):
    tab.get_by_role("button", name="Analyse", exact=True).click()
    tab.wait_for_selector("#argument.final")
    tab.wait_for_selector("#taking:not([hidden])")
    return tab


# --- the board ----------------------------------------------------------------------------------


def test_moves_are_made_on_the_board_and_taken_back(visit):
    tab = visit()
    shows(tab, chess.STARTING_FEN)
    click_square(tab, "e2")
    click_square(tab, "e4")
    shows(tab, after("e4"))
    click_square(tab, "g8")
    click_square(tab, "f6")
    shows(tab, after("e4", "Nf6"))
    tab.keyboard.press("ArrowLeft")
    shows(tab, after("e4"))
    tab.keyboard.press("ArrowLeft")
    shows(tab, chess.STARTING_FEN)
    tab.get_by_role("button", name="Last position").click()
    shows(tab, after("e4", "Nf6"))


def test_the_board_turns(visit):
    tab = visit()
    tab.keyboard.press("f")
    tab.wait_for_selector("#board.orientation-black")


def test_a_pawn_promotes_to_the_piece_that_is_chosen(visit):
    fen = "7k/P7/8/8/8/8/8/K7 w - - 0 1"
    tab = visit(fen)
    shows(tab, fen)
    click_square(tab, "a7")
    click_square(tab, "a8")
    tab.get_by_role("button", name="Knight").click()
    shows(tab, after("a8=N", fen=fen))


def test_a_position_is_set_up_by_moving_pieces(visit):
    tab = visit("8/8/4k3/8/8/3K4/8/8 w - - 0 1")
    tab.get_by_role("button", name="Set up").click()
    click_square(tab, "d3")
    click_square(tab, "h1")
    tab.get_by_role("button", name="Use this position").click()
    shows(tab, "8/8/4k3/8/8/8/8/7K w - - 0 1")


def test_a_bad_fen_is_one_sentence_and_the_board_stays(visit):
    tab = visit(ROOK)
    tab.get_by_label("FEN").fill("8/8/8/8 w - - 0 1")
    tab.get_by_role("button", name="Set", exact=True).click()
    tab.locator("#problem:not(:empty)").wait_for()
    assert "8/8/8/8" in tab.locator("#problem").inner_text()
    tab.locator("#fen").blur()
    tab.keyboard.press("ArrowLeft")
    shows(tab, ROOK)


def test_castling_of_chess960_is_made_on_the_board(visit):
    fen = "4k3/8/8/8/8/8/8/1RK4R w HB - 0 1"
    tab = visit()
    tab.locator(".settings summary").click()
    tab.get_by_label("Chess960 castling").check()
    tab.get_by_label("FEN").fill(fen)
    tab.keyboard.press("Enter")
    tab.wait_for_selector("#board[data-fen*='1RK4R'][aria-busy=false]")
    click_square(tab, "c1")
    click_square(tab, "h1")
    board = chess.Board(fen, chess960=True)
    board.push_san("O-O")
    shows(tab, board.fen())


# --- an analysis --------------------------------------------------------------------------------


def test_an_analysis_runs_until_it_stops_and_a_sentence_plays_its_line(visit):
    tab = analysed(visit(ROOK))
    assert tab.locator("#choice").inner_text() == "Rg3"
    assert tab.locator("#sentences li").count() >= 3
    assert tab.locator("#story li").count() >= 2
    assert tab.locator("#race path.runner-0").count() == 1
    assert tab.locator("#table tr").count() == 6
    assert tab.locator("#table tr.best").inner_text().startswith("Rg3")

    tab.locator("#sentences button.claim").click()
    shows(tab, after("Rg3", fen=ROOK))
    tab.keyboard.press("ArrowRight")
    tab.wait_for_function("fen => document.querySelector('#fen').value !== fen",
                          arg=after("Rg3", fen=ROOK))  # fmt: skip
    tab.keyboard.press("ArrowLeft")
    tab.keyboard.press("ArrowLeft")
    shows(tab, ROOK)
    assert tab.locator("#board .cg-shapes line").count() >= 1, "an arrow for the move"


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
        assert tab.locator("#board .cg-shapes line").count() >= 1
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


# --- games --------------------------------------------------------------------------------------


def open_pgn(tab, pgn):
    tab.get_by_text("Open a game (PGN)").click()
    tab.get_by_label("Paste a game here").fill(pgn)
    tab.get_by_role("button", name="Open", exact=True).click()


def test_a_game_is_annotated_and_clicked_through(visit):
    tab = visit()
    tab.get_by_label("for").select_option("1")
    open_pgn(tab, '[White "A"]\n[Black "B"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n')
    tab.get_by_role("button", name="Annotate this game").click()
    tab.locator("#summary p").first.wait_for()
    bad = tab.get_by_role("button", name="g4??")
    bad.click()
    shows(tab, after("f3", "e5", "g4"))
    assert "blunder" in tab.locator("#comment").inner_text()
    assert tab.locator("#chances .mistake").count() >= 1
    tab.get_by_role("button", name="Show the better move").click()
    shows(tab, after("f3", "e5"))


def test_marks_stay_with_the_moves_that_they_judge(visit):
    tab = visit()
    tab.get_by_label("for").select_option("1")
    open_pgn(tab, "1. f3 e5 2. g4 Qh4# 0-1")
    tab.get_by_role("button", name="Annotate this game").click()
    tab.locator("#summary p").first.wait_for()
    tab.get_by_role("button", name="g4??").wait_for()

    play(tab, "f3", "e5", then="e4")
    assert tab.locator("#moves").inner_text().split() == ["1.", "f3", "e5", "2.", "e4"]
    tab.get_by_label("FEN").fill(after("e4"))
    tab.keyboard.press("Enter")
    shows(tab, after("e4"))
    assert not tab.locator("#annotation").is_visible()
    play(tab, then="e5")
    assert tab.locator("#moves").inner_text().split() == ["1...", "e5"]
    tab.locator("#game-list button").first.click()
    tab.get_by_role("button", name="Qh4#").wait_for()


def play(tab, *before, then):
    """Goes to the position after these moves of the game, and writes the next move."""
    for _ in range(8):
        tab.get_by_role("button", name="One move back").click()
    for _ in before:
        tab.get_by_role("button", name="One move on").click()
    tab.get_by_label("Move", exact=True).fill(then)
    tab.keyboard.press("Enter")
    tab.locator("#moves [aria-current]", has_text=then).wait_for()


def test_a_file_of_several_games_is_dropped_on_the_page(visit):
    tab = visit()
    games = '[White "A"]\n\n1. e4 e5 *\n\n[White "B"]\n\n1. d4 Ke4 *\n\n[White "C"]\n\n1. c4 *\n'
    tab.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "games.pgn"));
            const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true });
            document.body.dispatchEvent(drop);
        }""",
        games,
    )
    tab.locator("#game-list li").first.wait_for(state="attached")
    assert tab.locator("#game-list li").count() == 2
    assert "Ke4" in tab.locator("#problem").inner_text()
    tab.get_by_role("button", name="e5", exact=True).click()
    shows(tab, after("e4", "e5"))
    tab.get_by_role("button", name="C - ?").click()
    tab.get_by_role("button", name="c4", exact=True).click()
    shows(tab, after("c4"))


def test_nothing_that_a_game_brings_is_run(visit):
    tab = visit()
    text = HOSTILE.replace('"', "'")
    open_pgn(tab, f'[Event "{text}"]\n[White "{text}"]\n[Black "B"]\n\n1. e4 {{{text}}} e5 *\n')
    tab.locator("#game-list li").wait_for()
    assert "<script>" in tab.locator("#game-list").inner_text()
    assert tab.title() == "provebest"
    assert tab.locator("img").count() == 0


# --- learn --------------------------------------------------------------------------------------


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


# --- for everybody ------------------------------------------------------------------------------


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


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: make web")
def test_axe_finds_nothing_serious(visit, scheme):
    tab = analysed(visit(ROOK, color_scheme=scheme))
    tab.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    # Not as a script element, which the policy of the page forbids.
    tab.evaluate(AXE.read_text("utf-8") + "; null")
    found = tab.evaluate("axe.run().then(found => found.violations)")
    serious = [
        (one["id"], [node["html"][:120] for node in one["nodes"][:3]])
        for one in found
        if one["impact"] in {"serious", "critical"}
    ]
    assert serious == []


def test_the_colours_follow_the_system(visit):
    paper = [
        visit(color_scheme=scheme).evaluate(
            "getComputedStyle(document.documentElement).backgroundColor"
        )
        for scheme in ("light", "dark")
    ]
    assert paper[0] != paper[1]
