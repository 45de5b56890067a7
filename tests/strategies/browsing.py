"""Looks at the page of ``provebest serve`` as a visitor does; the fixtures are in tests/web."""

import chess
import pytest
from browsers import NEEDS_BROWSER, PATIENCE

from provebest.web.app import is_built

NEEDED = [
    NEEDS_BROWSER,
    pytest.mark.skipif(not is_built(), reason="the page is not built: make web"),
]
ROOK = "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1"
MATE = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"


def shows(tab, fen):
    """Waits until the board shows a position."""
    tab.wait_for_function(
        "fen => document.querySelector('#board')?.dataset.fen === fen", arg=fen, timeout=PATIENCE
    )


def after(*moves, fen=chess.STARTING_FEN):
    board = chess.Board(fen)
    for move in moves:
        board.push_san(move)
    return board.fen()


def square(tab, name):
    """Where the middle of a square is on the screen."""
    box = tab.locator("#board cg-board").bounding_box()
    file, rank = "abcdefgh".index(name[0]), int(name[1])
    side = box["width"] / 8
    return box["x"] + (file + 0.5) * side, box["y"] + (8 - rank + 0.5) * side


def click_square(tab, name):
    tab.mouse.click(*square(tab, name))


def analysed(tab):
    tab.get_by_role("button", name="Analyse", exact=True).click()
    tab.wait_for_selector("#argument.final")
    tab.wait_for_selector("#taking:not([hidden])")
    return tab


def open_pgn(tab, pgn):
    tab.get_by_text("Open a game (PGN)").click()
    tab.get_by_label("Paste a game here").fill(pgn)
    tab.get_by_role("button", name="Open", exact=True).click()
