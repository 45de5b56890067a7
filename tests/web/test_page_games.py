"""Games on the page in a real browser: dropped, annotated, clicked through, and hostile ones."""

from browsing import NEEDED, after, open_pgn, shows

pytestmark = NEEDED

HOSTILE = """<script>document.title='hit'</script><img src=x onerror="document.title='hit'">"""


def test_a_game_is_annotated_and_clicked_through(visit):
    tab = visit()
    tab.get_by_label("for").select_option("1")
    open_pgn(tab, '[White "A"]\n[Black "B"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n')
    tab.get_by_role("button", name="Annotate this game").click()
    tab.locator("#summary p").first.wait_for()
    bar = tab.locator("#judged")
    bar.wait_for(state="hidden")
    assert bar.evaluate("bar => bar.value / bar.max") == 1
    assert tab.locator("#game-title").inner_text() == "A - B, 0-1, 2 moves"
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
    assert tab.locator("#game-title").inner_text() == "Game, 0-1, 2 moves"
    tab.get_by_role("button", name="g4??").wait_for()

    play(tab, "f3", "e5", then="e4")
    words = tab.locator("#moves").inner_text().split()
    assert [word.removesuffix("?!") for word in words] == ["1.", "f3", "e5", "2.", "e4"]
    assert words[-1] == "e4", "f3 may keep a mark, and g4's is gone with it"
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


def drop(tab, raw):
    tab.evaluate(
        """bytes => {
            const data = new DataTransfer();
            data.items.add(new File([new Uint8Array(bytes)], "games.pgn"));
            const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true });
            document.body.dispatchEvent(drop);
        }""",
        list(raw),
    )


def test_a_file_of_several_games_is_dropped_on_the_page(visit):
    tab = visit()
    games = '[White "A"]\n\n1. e4 e5 *\n\n[White "B"]\n\n1. d4 Ke4 *\n\n[White "C"]\n\n1. c4 *\n'
    drop(tab, games.encode())
    tab.locator("#game-list li").first.wait_for(state="attached")
    assert tab.locator("#game-list li").count() == 2
    tab.locator("#problem", has_text="Ke4").wait_for()
    tab.get_by_role("button", name="e5", exact=True).click()
    shows(tab, after("e4", "e5"))
    tab.get_by_role("button", name="C - ?").click()
    tab.get_by_role("button", name="c4", exact=True).click()
    shows(tab, after("c4"))


def test_a_file_that_is_not_utf_8_is_read_as_latin_1_and_the_page_says_so(visit):
    tab, game = visit(), '[White "{}"]\n[Black "B"]\n\n1. {} *\n\n'
    new = game.format("\u0160ari\u0107", "e4").encode("utf-8-sig")
    drop(tab, new)
    tab.locator("#game-title", has_text="\u0160ari\u0107 - B").wait_for()
    assert tab.locator("#problem").inner_text() == ""

    drop(tab, new + game.format("M\xfcller", "d4").encode("latin-1"))
    tab.locator("#problem", has_text="Latin-1").wait_for()
    assert tab.locator("#game-list li").all_inner_texts() == [
        "\u0160ari\u0107 - B, 1 move", "M\xfcller - B, 1 move"
    ]  # fmt: skip


def test_nothing_that_a_game_brings_is_run(visit):
    tab = visit()
    text = HOSTILE.replace('"', "'")
    open_pgn(tab, f'[Event "{text}"]\n[White "{text}"]\n[Black "B"]\n\n1. e4 {{{text}}} e5 *\n')
    tab.locator("#game-list li").wait_for()
    assert "<script>" in tab.locator("#game-list").inner_text()
    assert tab.title() == "provebest"
    assert tab.locator("img").count() == 0
