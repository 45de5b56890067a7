"""Commands that write a file, run in this process in a folder with what they read."""

import io
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from unittest import mock

from provebest.cli import main
from provebest.cli import match as match_command
from provebest.match.record import Effort, GameRecord
from provebest.match.store import Store

PGN = "1. e4 e5 *\n"
MATRIX = "0 3 4 2\n3 0 1 7\n4 5 0 1\n2 7 1 0\n"
EPD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n"

WRITERS = {
    "tree": ("tree", "--svg", "FILE"),
    "tree-dot": ("tree", "--dot", "FILE"),
    "tree-proof": ("tree", "--certificate", "FILE"),
    "tour-proof": ("tour", "cities.txt", "--prove-optimal", "--certificate", "FILE"),
    "annotate": ("annotate", "game.pgn", "--nodes", "1", "-o", "FILE"),
    "page": ("annotate", "game.pgn", "--nodes", "1", "-o", "out.pgn", "--html", "FILE"),
    "analyse": ("analyse", "startpos", "--nodes", "1000", "--html", "FILE"),
    "board": ("analyse", "startpos", "--nodes", "1000", "--board", "FILE"),
    "match": ("match", "bstar", "alphabeta", "--pgn", "FILE"),
    "plot": ("suite", "suite.epd", "--nodes", "1", "--plot", "FILE.png"),
}
READ = ("game.pgn", "cities.txt", "suite.epd")
"""The files that they read."""


def prepare(folder):
    for name, text in zip(READ, (PGN, MATRIX, EPD), strict=True):
        (folder / name).write_text(text, encoding="utf-8")


def _match():
    """A match of one game."""
    store, effort = Store(), Effort(3, 0.5, 0.5, 1.0, 21, 1, 0)
    about = (0, "opening", "closed", 0, "1-0", "checkmate", None, 6, 4)
    store.add(GameRecord(*about, (effort, effort), PGN))
    return store


def run_command(folder, *words):
    """The exit code, stdout and stderr of a command in this folder.

    The game of a match is not played: what is written after it is the matter here.
    """
    out, err = io.StringIO(), io.StringIO()
    no_games = mock.patch.object(match_command, "play_match", return_value=(_match(), "done"))
    argv = mock.patch.object(sys, "argv", ["provebest", *map(str, words)])
    with chdir(folder), no_games, argv, redirect_stdout(out), redirect_stderr(err):
        try:
            main.main()
        except SystemExit as end:
            return end.code, out.getvalue(), err.getvalue()
    raise AssertionError("a command exits")
