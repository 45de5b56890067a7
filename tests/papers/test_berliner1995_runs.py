"""Stored runs beside Tables 2 and 3: the paper's numbers are typed in from the paper."""

import json

import pytest

from provebest.match.record import Effort, GameRecord
from provebest.match.summary import summary
from provebest.papers.berliner1995_runs import RUNS, TABLE_2, TABLE_3, stored_tables

pytestmark = pytest.mark.paper("berliner1995")


def test_the_papers_shares_are_those_of_its_points():
    """Points 2.5, 4.0, 3.5 of eight games each; 704 to 815 of 1100 points."""
    shares = [100 * points / games for points, games in ((2.5, 8), (4, 8), (3.5, 8), (10, 24))]
    assert [float(share) for share in TABLE_3["% for B*"]] == pytest.approx(shares, abs=0.051)
    points = {"alphabeta": 770, "alphabeta4": 815, "base": 704, "nodes2": 765, "probe1": 781}
    for name, of_1100 in points.items():
        assert float(TABLE_2[f"suite-{name}"][1]) == pytest.approx(of_1100 / 11, abs=0.051)


def game(number, kind, result):
    effort = Effort(30, 3.0, 1.0, 4.0, 900, 6, 3)
    white = number % 2
    return GameRecord(
        number, "o", kind, white, result, "checkmate", None, 60, 38, (effort, effort), ""
    )


@pytest.fixture
def folder(tmp_path):
    games = [game(0, "closed", "1-0"), game(1, "closed", "1/2-1/2"), game(2, "open", "0-1")]
    run = {
        "command": "provebest match bstar alphabeta --tc 5+0.1",
        "players": ["bstar", "alphabeta"],
        "limit": "5+0.1",
        **summary(games),
    }
    for name in ("match-5", "time-5", "deeper-5"):
        (tmp_path / f"{name}.json").write_text(json.dumps(run), encoding="utf-8")
    suite = {"file": "s.epd", "search": "bstar", "control": "classic", "expansions_allowed": 225}
    suite |= {"probe_depth": 2, "points": 60, "most_points": 100, "nodes": 5000, "total": 10}
    (tmp_path / "suite-base.json").write_text(json.dumps(suite), encoding="utf-8")
    return tmp_path


def test_a_match_is_shown_by_kind_beside_table_3(folder):
    match, suite, saved, deeper = stored_tables(folder)
    cells = {(cell.row, cell.column): (cell.ours, cell.paper) for cell in match.cells}

    assert cells["% for B*", "closed"] == ("75.0", "31.3")
    assert cells["% for B*", "all"] == ("50.0", "41.7")
    assert cells["games", "all"] == ("3", "24")
    assert ("% for B*", "semi-open") not in cells
    assert match.unexplained == 0
    assert "provebest match bstar alphabeta --tc 5+0.1" in match.caption

    assert suite.cells[0].ours == "60.0"
    assert suite.cells[0].paper == "64.0"
    told = {cell.column: cell.ours for cell in saved.cells}
    assert (told["time unused"], told["moves stopped early"]) == ("25%", "20%")
    told = {cell.column: cell.ours for cell in deeper.cells}
    assert (told["games"], told["points of the deeper one, %"]) == ("3", "50.0")


def test_nothing_stored_is_no_table(tmp_path):
    assert stored_tables(tmp_path) == []


def test_what_is_stored_can_be_shown_and_names_its_command():
    for table in stored_tables():
        assert table.unexplained == 0
    for path in (path for kind in ("match", "time", "deeper") for path in RUNS.glob(f"{kind}-*")):
        assert json.loads(path.read_text("utf-8"))["command"].startswith("provebest match ")
