"""``--prober auto``, as users run it: which engine searches, and that the answer says so."""

import json
import re

import pytest
from counting_engine import counting_engine

from provebest.chess.probes import uci
from provebest.cli.annotate import annotate

PGN = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n"
PUZZLES = """PuzzleId,FEN,Moves
one,r1r3k1/pbp2pp1/1p2p2p/3qN3/1P1P4/P1R1P2P/3Q1PP1/5RK1 w - - 3 25,f1c1 d5g2
two,8/8/6K1/7P/1p6/1k6/8/8 b - - 0 58,b3b2 h5h6 b2c2 h6h7
wrong,8/8/6K1/7P/1p6/1k6/8/8 b - - 0 58,b3b2 g6g5
"""
COMMANDS = {
    "analyse": ("analyse", "startpos", "--nodes", "2000", "--quiet"),
    "compare": ("compare", "startpos", "e4", "a3", "--nodes", "3000"),
    "only-move": ("only-move", "startpos", "--nodes", "3000"),
    "annotate": ("annotate", "game.pgn", "-o", "out.pgn", "--nodes", "500", "--book-moves", "4"),
}


@pytest.fixture
def on_a_machine(provebest, tmp_path, monkeypatch):
    """Runs a command where these engines are on the PATH and nowhere else."""
    (tmp_path / "game.pgn").write_text(PGN)
    programs = tmp_path / "programs"
    programs.mkdir()

    def run(command, *more, engine="", names=()):
        for name in names:
            counting_engine(programs, name)
        monkeypatch.setenv("PATH", str(programs))
        monkeypatch.setenv("PROVEBEST_ENGINE", engine)
        return provebest(*COMMANDS[command], *more)

    return run


@pytest.mark.parametrize("command", COMMANDS)
def test_stockfish_searches_if_it_is_there_and_the_answer_says_so(on_a_machine, command):
    told = on_a_machine(command, names=["stockfish"])
    data = json.loads(on_a_machine(command, "--json").stdout)

    assert "Counter" in data["prober"] or data["prober"] == "uci:stockfish"
    assert "Counter" in told.stdout or "Stockfish" in told.stdout
    assert "surer" not in told.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_our_own_engine_searches_if_it_is_named(on_a_machine, command):
    told = on_a_machine(command, "--prober", "native", names=["stockfish"])
    data = json.loads(on_a_machine(command, "--prober", "native", "--json").stdout)

    assert data["prober"].startswith("native")
    assert "surer" not in told.stderr
    assert "provebest's own engine" in told.stdout


def test_the_environment_names_the_engine_or_forbids_it(on_a_machine):
    other = on_a_machine("analyse", "--json", engine="other", names=["stockfish", "other"])
    none = on_a_machine("analyse", "--json", engine="native")
    missing = on_a_machine("analyse", engine="nothing")

    assert json.loads(other.stdout)["prober"].startswith("Counter")
    assert json.loads(none.stdout)["prober"].startswith("native")
    assert missing.returncode == 2
    assert "PROVEBEST_ENGINE" in missing.stderr
    assert "'nothing'" in missing.stderr


def test_without_another_engine_annotate_says_that_stockfish_would_be_surer(
    tmp_path, monkeypatch, capsys
):
    (tmp_path / "game.pgn").write_text(PGN)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(uci, "FOLDERS", (str(tmp_path),))
    said = {}
    for engine in ("", "native"):
        monkeypatch.setenv("PROVEBEST_ENGINE", engine)
        annotate(tmp_path / "game.pgn", tmp_path / "out.pgn", nodes=300, book_moves=4, quiet=True)
        said[engine] = capsys.readouterr().err

    assert said[""].count("Stockfish would make them surer") == 1
    assert "Stockfish" not in said["native"]


def test_a_file_of_puzzles_is_searched_by_ours_unless_another_is_named(answer, provebest, tmp_path):
    (tmp_path / "puzzles.csv").write_text(PUZZLES)
    words = ("only-move", "puzzles.csv", "--nodes", 30_000)

    _, told = answer(*words)
    other = counting_engine(tmp_path)
    _, others = answer(*words, "--prober", f"uci:{other}")

    assert told["prober"] == "native"
    assert others["prober"] == f"uci:{other}"
    assert told["answers"] != others["answers"]


def test_every_puzzle_has_a_line_with_its_verdict_and_move(provebest, tmp_path):
    (tmp_path / "puzzles.csv").write_text(PUZZLES)
    lines = provebest("only-move", "puzzles.csv", "--nodes", 30_000).stdout.splitlines()

    assert lines[0] == "one: Qxg2# (Black mates in 1): only winning move"
    assert re.fullmatch(r"two: h6 \(\+\d\.\d\d\): only winning move", lines[1])
    assert re.fullmatch(r"wrong: h6 \(\+\d\.\d\d\): only winning move; solution: Kg5", lines[2])
    assert lines[3] == "2 of 3 moves are the solution in the file"
    assert "only winning move: 3" in lines
    assert lines[-1].endswith("Values are from White's side.")
