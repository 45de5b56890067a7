"""The pages in a real browser: the board shows what is clicked, and nothing else runs."""

import json
import re

import chess
import chess.pgn
import pytest
from browsers import NEEDS_BROWSER, PATIENCE, WatchedTabs, launched

from provebest.argument.words import brief
from provebest.chess.explain.analysis import Settings, analyse
from provebest.chess.explain.annotation import Annotation
from provebest.chess.explain.game_page import games_page
from provebest.drawing.page import report
from provebest.games.pgn import read_games

pytestmark = NEEDS_BROWSER

ROOK = "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1"
HOSTILE = """<script>document.title='hit'</script><img src=x onerror="document.title='hit'">"""
PGN = f"""[Event "</script><script>document.title='hit'</script>"]
[White "{HOSTILE.replace('"', "&quot;")}"]
[Black "]]>--><svg onload=document.title='hit'>"]
[Result "1-0"]

1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0
"""
PLACED = """board => Object.fromEntries([...board.querySelectorAll(".pieces use")].map(use => {
  const [x, y] = ["x", "y"].map(name => Number(use.getAttribute(name)) / 45);
  return ["abcdefgh"[x] + (8 - y), use.getAttribute("href").at(-1)];
}))"""


@pytest.fixture(scope="module")
def browser():
    with launched() as opened:
        yield opened


@pytest.fixture(scope="module")
def analysis():
    return analyse(ROOK, settings=Settings(nodes=60_000), record=True)


@pytest.fixture(scope="module")
def argued(analysis):
    return report(analysis.argument, race=analysis.race, made=analysis.made)


@pytest.fixture(scope="module")
def annotated():
    (game,) = read_games(PGN)
    (notes,) = Annotation([game], Settings(nodes=3_000)).run()
    return games_page([(game, notes)], "in a test")


@pytest.fixture
def visit(browser, tmp_path):
    """Opens a page. Whatever the browser complains about, or would fetch, fails the test."""
    tabs = WatchedTabs(browser)

    def opened(html, **how):
        (tmp_path / "page.html").write_text(html, encoding="utf-8")
        tab = tabs.new_tab(**how)
        tab.goto((tmp_path / "page.html").as_uri())
        return tab

    yield opened
    tabs.close()
    assert tabs.said == []
    assert [url[:5] for url in tabs.asked if url[:5] not in {"file:", "data:"}] == []


def shown(tab):
    """The position that is drawn, as python-chess has it."""
    placed = tab.locator("svg.board").first.evaluate(PLACED)
    board = chess.Board(None)
    for square, letter in placed.items():
        board.set_piece_at(chess.parse_square(square), chess.Piece.from_symbol(letter))
    return board.board_fen()


def after(*moves, fen=ROOK):
    board = chess.Board(fen)
    for move in moves:
        board.push_uci(move)
    return board


# --- an argument --------------------------------------------------------------------------------


def test_a_click_on_a_move_shows_its_position(visit, argued, analysis):
    line = analysis.argument.claim.line
    tab = visit(argued)
    assert shown(tab) == chess.Board(ROOK).board_fen()

    for ply in (2, 1):
        tab.locator(f'.claim .move[data-line="0"][data-ply="{ply}"]').last.click()
        board = after(*line[:ply])
        assert shown(tab) == board.board_fen()
        assert tab.locator(".fen").input_value() == board.fen()
        assert tab.locator(".lichess").get_attribute("href") == (
            f"https://lichess.org/analysis/standard/{board.fen().replace(' ', '_')}"
        )
        assert tab.locator(".last rect").count() == 2, "the squares of the last move"


def test_the_arrow_keys_step_through_a_line_and_back(visit, argued, analysis):
    line = analysis.argument.claim.line
    tab = visit(argued)

    for ply in (1, 2, 3):
        tab.keyboard.press("ArrowRight")
        assert shown(tab) == after(*line[:ply]).board_fen()
    for ply in (2, 1, 0, 0):
        tab.keyboard.press("ArrowLeft")
        assert shown(tab) == after(*line[:ply]).board_fen()
    for _ in range(len(line) + 3):
        tab.keyboard.press("ArrowRight")
    assert shown(tab) == after(*line).board_fen(), "the last position stays"


def test_every_line_of_the_page_is_the_one_that_its_text_names(visit, argued):
    """Each move in the text, clicked, shows a position that python-chess reaches by that move."""
    tab = visit(argued)
    tab.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    lines = json.loads(tab.locator("script.lines").text_content())
    moves = tab.locator("span.move").all()
    assert len(moves) > 30

    for move in moves:
        place, ply = (int(move.get_attribute(f"data-{name}")) for name in ("line", "ply"))
        board = chess.Board(lines[place]["fens"][ply - 1])
        san = re.sub(r"^\d+\.+|[?!]+$", "", move.text_content())
        board.push_san(san)
        assert board.fen() == lines[place]["fens"][ply]
        if ply <= 2:
            move.click()
            assert shown(tab) == board.board_fen()


def test_a_sentence_puts_its_line_on_the_board_by_mouse_and_by_keyboard(visit, argued, analysis):
    rival = analysis.argument.argued[0]
    tab = visit(argued)
    tab.get_by_text("Why not another move?").click()
    sentence = tab.locator(".card .say").first

    button = sentence.get_by_role("button", name="Show on the board")
    button.focus()
    tab.keyboard.press("Enter")
    assert shown(tab) == after(rival.move).board_fen()
    assert sentence.get_attribute("aria-current") == "true"
    tab.keyboard.press("ArrowLeft")
    assert tab.locator(".stage .arrows line").count() == len(rival.line[:2])
    tab.locator('[data-do="last"]').click()
    sentence.click(position={"x": 1, "y": 1})
    assert shown(tab) == after(rival.move).board_fen()


def test_the_page_stays_where_the_reader_clicked(visit, argued):
    tab = visit(argued, viewport={"width": 390, "height": 800})
    tab.get_by_text("Why not another move?").click()
    sentence = tab.locator(".card .say").first
    sentence.get_by_role("button", name="Show on the board").click()
    tab.keyboard.press("ArrowRight")

    move = sentence.locator('.move[aria-current="step"]').bounding_box()
    stage = tab.locator(".stage").bounding_box()
    assert stage["y"] + stage["height"] <= move["y"] < 800, "not where the short argument has it"


def test_the_buttons_have_names_and_work_from_the_keyboard(visit, argued, analysis):
    line = analysis.argument.claim.line
    tab = visit(argued)
    for name, ply in (("Last", len(line)), ("One move back", len(line) - 1), ("First", 0),
                      ("One move on", 1)):  # fmt: skip
        tab.get_by_role("button", name=name).focus()
        tab.keyboard.press("Space")
        assert shown(tab) == after(*line[:ply]).board_fen()
    words = tab.locator("svg.board").first.get_attribute("aria-label")
    assert "White: king g1, queen e2" in words
    assert "Black to move" in words


def test_the_board_turns(visit, argued):
    tab = visit(argued)
    tab.keyboard.press("f")
    turned = "board => [...board.querySelectorAll('.names text')].map(each => each.textContent)"

    names = tab.locator("svg.board").first.evaluate(turned)
    assert "".join(names) == "hgfedcba12345678"
    squares = [square.strip() for square in shown(tab).split("/")]
    turned_root = chess.Board(ROOK).transform(chess.flip_vertical).transform(chess.flip_horizontal)
    assert squares == turned_root.board_fen().split("/")


def test_the_fen_is_copied(visit, argued, analysis):
    tab = visit(argued, permissions=["clipboard-read", "clipboard-write"])
    tab.keyboard.press("ArrowRight")
    tab.get_by_role("button", name="Copy FEN").click()
    tab.get_by_role("button", name="Copied").wait_for()

    fen = after(analysis.argument.claim.move).fen()
    assert tab.evaluate("navigator.clipboard.readText()") == fen


def test_keys_in_the_field_of_the_fen_are_its_own(visit, argued):
    tab = visit(argued)
    tab.locator(".fen").focus()
    tab.keyboard.press("ArrowRight")

    assert shown(tab) == chess.Board(ROOK).board_fen()


def test_every_picture_of_the_page_can_be_drawn(visit, argued):
    tab = visit(argued)
    tab.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    drawn = "images => images.map(each => each.complete && each.naturalWidth > 100)"

    widths = tab.locator("img").evaluate_all(drawn)
    assert len(widths) == 3
    assert all(widths)


def test_without_its_script_the_page_can_be_read(visit, argued, analysis):
    tab = visit(argued, java_script_enabled=False)

    assert tab.locator(".controls").is_hidden()
    assert tab.locator("button:visible").count() == 0
    words = re.sub(r"\s+", " ", tab.locator("main").inner_text())
    assert all(sentence.text in words for sentence in brief(analysis.argument))
    tab.get_by_text("Why not another move?").click()
    assert tab.locator("svg.board:visible").count() == 1 + len(analysis.argument.argued)


@pytest.mark.parametrize("width", [390, 820, 1300])
def test_the_page_fits_the_screen(visit, argued, annotated, width):
    for html in (argued, annotated):
        tab = visit(html, viewport={"width": width, "height": 800})
        wide = tab.evaluate("document.documentElement.scrollWidth")
        assert wide <= width
        box = tab.locator("svg.board").first.bounding_box()
        assert box["width"] >= 250
        tab.locator(".text .move").last.scroll_into_view_if_needed()
        box = tab.locator("svg.board").first.bounding_box()
        assert 0 <= box["y"] <= 400, "the board stays in sight"


# --- an annotated game --------------------------------------------------------------------------


def game_after(plies):
    moves = ["e2e4", "e7e5", "d1h5", "e8e7", "h5e5"]
    return after(*moves[:plies], fen=chess.STARTING_FEN).board_fen()


def test_the_moves_of_a_game_are_played_on_its_board(visit, annotated):
    tab = visit(annotated)
    assert shown(tab) == game_after(0)

    tab.locator('.moves .move[data-line="0"][data-ply="3"]').click()
    assert shown(tab) == game_after(3)
    tab.keyboard.press("ArrowRight")
    assert shown(tab) == game_after(4)
    tab.keyboard.press("ArrowLeft")
    tab.keyboard.press("ArrowLeft")
    assert shown(tab) == game_after(2)


def test_the_graph_leads_to_the_move(visit, annotated):
    tab = visit(annotated, viewport={"width": 900, "height": 420})
    tab.locator('.graph .at[data-ply="3"]').click()
    assert shown(tab) == game_after(3)
    here = tab.locator('.moves .move[aria-current="step"]')
    assert here.text_content().startswith("2.Qh5")

    tab.get_by_role("link", name="2...Ke7??").focus()
    tab.keyboard.press("Enter")
    assert shown(tab) == game_after(4)
    assert here.text_content().endswith("Ke7??")
    box = here.bounding_box()
    assert 0 <= box["y"] < tab.viewport_size["height"], "it is in sight"
    assert tab.locator(".graph .at[aria-current]").count() == 1


def test_a_comment_shows_the_better_move(visit, annotated):
    tab = visit(annotated)
    comment = tab.locator("#game1ply3")
    comment.locator(".say").click(position={"x": 1, "y": 1})

    assert shown(tab) == game_after(3), "before the mistake"
    assert tab.locator(".stage .arrow-move").count() == 1
    assert tab.locator(".stage .arrow-refuted").count() == 1


def test_nothing_that_a_file_brings_is_run(visit, annotated):
    tab = visit(annotated)
    tab.keyboard.press("ArrowRight")

    assert shown(tab) == game_after(1), "our script runs"
    assert tab.title() != "hit"
    assert HOSTILE[:40] in tab.locator("h1").inner_text()
    assert tab.locator("script").count() == 2
    assert tab.locator("img").count() == 0


def test_a_script_that_is_not_ours_would_not_run(browser, tmp_path, annotated):
    """Even if text were not escaped, the policy of the page would stop it."""
    hurt = annotated.replace("</h1>", f"</h1>{HOSTILE}")
    (tmp_path / "page.html").write_text(hurt, encoding="utf-8")
    with browser.new_context() as context:
        context.set_default_timeout(PATIENCE)
        tab = context.new_page()
        said = []
        tab.on("console", lambda message: said.append(message.text))
        tab.goto((tmp_path / "page.html").as_uri())
        tab.keyboard.press("ArrowRight")

        assert shown(tab) == game_after(1)
        assert tab.title() != "hit"
        assert any("Content Security Policy" in each for each in said)


def test_a_result_is_never_broken_over_two_lines(visit):
    (game,) = read_games('[Result "1-0"]\n\n1. e4 e5 1-0')
    tab = visit(games_page([(game, [])], "in a test"))
    tab.evaluate("document.querySelector('.moves').style.width = '1px'")

    assert tab.locator(".result").inner_text() == "1-0"
    lines = "result => result.getClientRects().length"
    assert tab.locator(".result").evaluate(lines) == 1


def test_each_game_of_a_page_has_a_board_of_its_own(visit):
    games = [next(iter(read_games(moves))) for moves in ("1. e4 e5 *", "1. d4 d5 2. c4 *")]
    tab = visit(games_page([(game, []) for game in games], "in a test"))

    tab.locator(".viewer").nth(1).locator('.move[data-ply="1"]').click()
    tab.keyboard.press("ArrowRight")
    fens = [field.input_value() for field in tab.locator(".fen").all()]
    assert fens[0] == chess.STARTING_FEN
    assert fens[1] == after("d2d4", "d7d5", fen=chess.STARTING_FEN).fen()
