"""The limits in SECURITY.md are the limits of the code. These tests need the checkout."""

import re
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="the page has limits too: pip install 'provebest[web]'")

from provebest.certificate import certificate
from provebest.chess.probes import cache_file, uci_process
from provebest.chess.probes.remembered import GameTree
from provebest.cli import check, uci
from provebest.games import listed, tree_json
from provebest.games.pgn import read_pgn
from provebest.match.openings import read_openings
from provebest.problems import matrices
from provebest.search import saved_file
from provebest.suites import only_moves
from provebest.suites.epd import read_suite
from provebest.vocabulary import BadInputError, files
from provebest.web import connections, inputs
from provebest.work import store

PAGE = Path(__file__).resolve().parents[2] / "SECURITY.md"
UNITS = {"GB": 10**9, "MB": 10**6, "MiB": 1 << 20, "KiB": 1 << 10}

pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the documentation is not here")

# The figures of each row: numbers of bytes, or of what the row says.
FIGURES = {
    "FEN, moves, tile boards, time controls": [],
    "PGN, EPD, openings": [files.MOST_BYTES],
    "puzzles in CSV": [files.LONGEST_LINE, only_moves.MOST_PUZZLES],
    "TSPLIB and cost matrices": [matrices.MAX_BYTES, matrices.MAX_CITIES, matrices.MAX_COST],
    "trees in JSON": [listed.MAX_BYTES, tree_json.MOST_NODES, tree_json.DEEPEST],
    "saved searches and analyses": [saved_file.MOST_BYTES],
    "tree files of the UCI engine (`TreeFile`)": [files.MOST_BYTES],
    "probe caches (SQLite)": [cache_file.LONGEST_TEXT],
    "probe caches (PostgreSQL)": [cache_file.LONGEST_TEXT],
    "certificates": [certificate.MOST_BYTES],
    "match stores and job stores": [store.MOST_BYTES, store.LONGEST_LINE],
    "Polyglot books, Syzygy tables": [],
    "messages of the page (`provebest serve`)": [inputs.MOST_BODY, inputs.MOST_PGN],
    "connections to the page": [connections.MOST_CONNECTIONS, connections.PATIENCE],
    "lines from a chess program": [uci.LONGEST_LINE],
    "lines from an engine": [uci_process.LONGEST_LINE],
}
READERS = {
    "PGN": ("PGN, EPD, openings", read_pgn),
    "EPD": ("PGN, EPD, openings", read_suite),
    "openings": ("PGN, EPD, openings", read_openings),
    "matrix": ("TSPLIB and cost matrices", matrices.read_matrix),
    "tree": ("trees in JSON", listed.read_tree),
    "saved search": ("saved searches and analyses", saved_file.read_head),
    "game tree": (
        "tree files of the UCI engine (`TreeFile`)",
        lambda file: GameTree().load(file),
    ),
    "certificate": ("certificates", check.check),
}


def table():
    """The figures in the second column, by the first."""
    rows = re.findall(r"^\| ([^|]+?) \| ([^|]*?) ?\|.*\|$", PAGE.read_text("utf-8"), re.MULTILINE)
    return {name: figures(limit) for name, limit in rows if name != "input"}


def figures(text):
    found = re.findall(r"(\d[\d,]*)(?:\^(\d+))?(?: ([GMK]i?B)\b)?", text)
    return [
        int(number.replace(",", "")) ** int(power or 1) * UNITS.get(unit, 1)
        for number, power, unit in found
    ]


def test_the_table_has_the_limits_of_the_code():
    assert table() == FIGURES


@pytest.mark.parametrize("kind", READERS)
def test_a_file_beyond_its_limit_is_refused_unread(tmp_path, kind):
    """The files have holes: a reader that read them would find only zeros."""
    row, read = READERS[kind]
    most = table()[row][0]
    file = tmp_path / "large.pgn"
    with file.open("wb") as out:
        out.truncate(most + 1)

    with pytest.raises(BadInputError, match=f"too large: more than {most // 10**6} MB"):
        read(file)
