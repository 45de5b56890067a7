"""Takes the pictures of pages that the documentation shows, in a real browser.

``python -m studies.page_pictures docs/pictures`` makes the page of an analysis and that of an
annotated game, opens them, and photographs them. Needs playwright, chromium and Stockfish. With
``PROVEBEST_ENGINE=native PROVEBEST_EVALUATION=handcrafted`` the first shows what the page on that
analysis says.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from provebest.chess.explain.analysis import Settings, analyse
from provebest.chess.explain.annotation import Annotation
from provebest.chess.explain.game_page import games_page
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.drawing.page import report
from provebest.games.pgn import read_games
from studies.analysis_pictures import MODERN, POSITION

GAME = """[Event "Casual game"]
[Site "Rome"]
[Date "1620.??.??"]
[White "Gioachino Greco"]
[Black "NN"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+ 7. Nc3 Nxe4 8. O-O Nxc3
9. bxc3 Bxc3 10. Qb3 Bxa1 11. Bxf7+ Kf8 12. Bg5 Ne7 13. Ne5 Bxd4 14. Bg6 d5 15. Qf3+ Bf5
16. Bxf5 Bxe5 17. Be6+ Bf6 18. Bxf6 Ke8 19. Bxg7 1-0
"""
"""From Greco's manuscripts."""
BOOK_MOVES = 4
JUDGE = Settings(nodes=300_000, prober=ProberChoice("uci:stockfish"))
WIDTH, HEIGHT = 1200, 780


def page_of_position() -> str:
    """The page of the position that ``docs/an-analysis.md`` explains."""
    analysis = analyse(POSITION, settings=MODERN, record=True)
    return report(analysis.argument, race=analysis.race, made=analysis.made)


def page_of_game() -> str:
    """The page of an annotated game."""
    (game,) = read_games(GAME)
    (notes,) = Annotation([game], JUDGE, book_moves=BOOK_MOVES).run()
    made = f"{JUDGE.nodes:,} nodes per move; {JUDGE.prober.name}"
    return games_page([(game, notes)], made)


def photograph(browser: Browser, page: Path, click: str, picture: Path) -> None:
    """Opens a page, clicks on the first such part if there is one, and takes a picture."""
    tab = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    tab.goto(page.as_uri())
    if click:
        tab.locator(click).first.click()
        tab.mouse.move(0, 0)
    tab.screenshot(path=picture)


def main(folder: Path) -> None:
    """Takes both pictures."""
    pages = {
        "analysis-page.png": (page_of_position(), ""),
        "game-page.png": (page_of_game(), ".graph a >> nth=1"),
    }
    with sync_playwright() as machine, tempfile.TemporaryDirectory() as made:
        browser = machine.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, (html, click) in pages.items():
            page = (Path(made) / name).with_suffix(".html")
            page.write_text(html, encoding="utf-8")
            photograph(browser, page, click, folder / name)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
