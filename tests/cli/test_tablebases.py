"""``--syzygy``: the verdict is said plainly, and the move keeps it.

The tables are made by hand; reading their files is python-chess's work and is not tested here.
"""

import json
import sys

import chess.syzygy
import pytest
from fake_tables import PawnTables

from provebest.cli.main import main as command


def main(words):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["provebest", *words])
        try:
            return command() or 0
        except SystemExit as end:
            return end.code or 0


OPPOSITION = "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1"
DRAWN = "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1"


@pytest.fixture
def tables(monkeypatch, tmp_path):
    monkeypatch.setattr(chess.syzygy, "Tablebase", PawnTables)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("fen", "verdict"), [(OPPOSITION, "win by tablebase"), (DRAWN, "draw by tablebase")]
)
def test_analyse_says_the_verdict(tables, capsys, fen, verdict):
    told = ["analyse", fen, "--nodes", "5000", "--syzygy", str(tables)]

    assert main(told) == 0
    assert f": {verdict}." in capsys.readouterr().out
    assert main([*told, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["tablebase"] == verdict
    assert (answer["verdict"] == "draw") == verdict.startswith("draw")
    after = chess.Board(fen)
    after.push_uci(answer["move"])
    assert PawnTables().probe_wdl(after) == (-2 if verdict.startswith("win") else 0)


def test_a_position_that_the_tables_do_not_have_is_searched(tables, capsys):
    assert main(["analyse", "startpos", "--nodes", "2000", "--syzygy", str(tables), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tablebase"] is None


def test_annotate_marks_the_move_that_gives_the_win_away(tables, capsys):
    (tables / "game.pgn").write_text(
        f'[SetUp "1"]\n[FEN "{OPPOSITION}"]\n[Result "*"]\n\n1. Kd4 Kd6 2. e4 *\n',
        encoding="utf-8",
    )
    words = ["annotate", "game.pgn", "-o", "out.pgn", "--nodes", "3000", "--syzygy", str(tables)]

    assert main([*words, "--json"]) == 0
    notes = json.loads(capsys.readouterr().out)["games"][0]["notes"]
    assert all(note["tablebase"] is not None for note in notes)
    for note in notes:
        if note["tablebase"] == "draw by tablebase":
            assert note["value"] == 0
        else:
            assert abs(note["value"]) >= 1000
    assert any(note["verdict"] == "blunder" for note in notes)


@pytest.mark.parametrize("words", [("analyse", DRAWN), ("annotate", "game.pgn", "-o", "out.pgn")])
def test_a_folder_that_is_not_there_is_one_sentence(words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.pgn").write_text("1. e4 *\n", encoding="utf-8")

    assert main([*words, "--syzygy", "nowhere"]) == 2
    told = capsys.readouterr().err
    assert "cannot read the tablebases in 'nowhere'" in told
    assert "Traceback" not in told
