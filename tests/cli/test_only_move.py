"""``provebest only-move`` and ``provebest compare``, as users run them."""

import json
import signal
import time

import pytest

from provebest import BadInputError
from provebest.suites.only_moves import read_puzzles
from provebest.work.pool import KIND
from provebest.work.store import open_store

PROMOTES = "8/8/6K1/7P/1p6/8/1k6/8 w - - 1 59"
PUZZLES = """PuzzleId,FEN,Moves,Rating
one,r1r3k1/pbp2pp1/1p2p2p/3qN3/1P1P4/P1R1P2P/3Q1PP1/5RK1 w - - 3 25,f1c1 d5g2,400
two,8/8/6K1/7P/1p6/1k6/8/8 b - - 0 58,b3b2 h5h6 b2c2 h6h7,400
wrong,8/8/6K1/7P/1p6/1k6/8/8 b - - 0 58,b3b2 g6g5,400
"""


def test_a_position_gets_its_move_with_bounds_and_lines(answer, provebest):
    code, told = answer("only-move", PROMOTES, "--nodes", 50_000)

    assert code == 0
    assert (told["kind"], told["san"]) == ("only winning move", "h6")
    assert told["others_at_most"] <= told["thresholds"]["no_win"]
    assert told["line"][0] == "h5h6"
    text = provebest("only-move", PROMOTES, "--nodes", 50_000).stdout
    assert "h6: only winning move" in text
    assert "A move wins at +2.00 or above" in text


def test_where_several_moves_win_the_exit_code_is_1(answer):
    code, told = answer("only-move", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "--nodes", 50_000)

    assert code == 1
    assert told["only_mate"]
    assert (told["kind"], told["verdict"]) == ("not the only one", "several moves win")


def test_values_are_whites_in_text_and_the_movers_in_json(answer, provebest):
    words = ("only-move", "3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "--nodes", 30_000)
    native = (*words, "--prober", "native")
    _, told = answer(*native)
    lines = provebest(*native).stdout.splitlines()[9:]

    assert told["view"] == "side to move"
    assert told["value"] > told["others_at_most"] > 0
    assert lines[0] == "Rd1#: mates in 1; another move wins, too"
    assert lines[1] == "Black mates in 1: 1...Rd1#"
    assert lines[2].startswith("The best of the others is ")
    assert f"({-told['others_at_most'] / 100:.2f}): 1..." in lines[2]
    assert lines[3] == "No other move was found to give mate."
    assert lines[4] == "Rd1#, searched alone and deeper: Black mates in 1"
    assert "Values are from White's side. A move wins at -2.00 or below" in lines[5]


def test_the_start_is_called_startpos_here_too(answer):
    code, told = answer("only-move", "startpos", "--nodes", 20_000)

    assert code == 1
    assert told["fen"].startswith("rnbqkbnr/")


def test_a_puzzle_file_is_compared_with_its_solutions_and_resumed(answer, provebest, tmp_path):
    (tmp_path / "puzzles.csv").write_text(PUZZLES)
    words = ("only-move", "puzzles.csv", "--nodes", 50_000, "--store", "answers.jsonl")

    code, told = answer(*words, "--limit", 2)
    assert code == 0
    assert (told["positions"], told["agree"]) == (2, 2)
    kept = (tmp_path / "answers.jsonl").read_text().splitlines()
    assert len(kept) == 3  # a head and two answers
    # What is stored is not asked again: a stored answer that was changed is told as it stands.
    row = json.loads(kept[1])
    row["result"]["value"] = 12345
    (tmp_path / "answers.jsonl").write_text("\n".join([kept[0], json.dumps(row), kept[2], ""]))
    code, told = answer(*words)
    assert [one["agrees"] for one in told["answers"]] == [True, True, False]
    assert told["answers"][0]["value"] == 12345
    text = provebest(*words).stdout
    assert "one: Qxg2# (-123.45): only winning move" in text
    assert "wrong: h6 (+" in text


def test_a_store_in_use_or_of_another_kind_is_refused(provebest, tmp_path):
    (tmp_path / "puzzles.csv").write_text(PUZZLES)
    words = ("only-move", "puzzles.csv", "--nodes", 50_000, "--store")
    (tmp_path / "letter.txt").write_text("Dear Hans")
    head = {"work": "only moves"}

    with open_store(tmp_path / "answers.jsonl", KIND, head, lambda _: None):
        second = provebest(*words, "answers.jsonl")
    assert second.returncode == 2
    assert "'answers.jsonl' is in use by another run" in second.stderr
    for name, why in (
        ("puzzles.csv", "'puzzles.csv' is the file that is read"),
        ("letter.txt", "'letter.txt' is not a store of results"),
        ("/dev/zero", "it is not a regular file"),
        ("no/folder.jsonl", "cannot use 'no/folder.jsonl': No such file or directory"),
    ):
        refused = provebest(*words, name)
        assert refused.returncode == 2
        assert why in refused.stderr
    assert (tmp_path / "puzzles.csv").read_text() == PUZZLES


def test_files_that_are_no_puzzles_are_bad_input(provebest, tmp_path):
    (tmp_path / "a.csv").write_text("Id,Position\n1,2\n")
    (tmp_path / "b.csv").write_text("PuzzleId,FEN,Moves\nx,8/8/8/8/8/8/8/8 w - - 0 1,e2e4 e7e5\n")
    for name, said in (("a.csv", "PuzzleId"), ("b.csv", "line 2"), ("c.csv", "cannot read")):
        with pytest.raises(BadInputError, match=said):
            read_puzzles(tmp_path / name)
    done = provebest("only-move", "b.csv")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_ctrl_c_tells_and_keeps_what_was_asked_by_then(start, tmp_path):
    rows = [
        f"p{n},r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 {n},f1b5 a7a6"
        for n in range(3, 400)
    ]
    (tmp_path / "many.csv").write_text("\n".join(["PuzzleId,FEN,Moves", *rows]))
    words = ("only-move", "many.csv", "--nodes", 50_000, "--store", "answers.jsonl", "--json")
    process, kept = start(*words), tmp_path / "answers.jsonl"
    while process.poll() is None and not (kept.exists() and kept.read_text().count("\n") > 1):
        time.sleep(0.05)

    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)

    assert (process.returncode, stderr) == (130, "")
    told = json.loads(stdout)
    assert told["interrupted"]
    # An answer is kept first and told next: Ctrl-C may come between the two.
    assert len(kept.read_text().splitlines()) - 1 - told["positions"] in (0, 1)


def test_moves_are_compared(answer, provebest):
    code, told = answer("compare", "startpos", "e4", "Nf3", "f3", "--nodes", 100_000)

    assert code == 0
    assert {one["san"] for one in told["moves"]} == {"e4", "Nf3", "f3"}
    values = [one["value"] for one in told["moves"]]
    assert values == sorted(values, reverse=True)
    assert told["moves"][0]["behind"] == 0
    refused = provebest("compare", "startpos", "e4", "Ke2")
    assert refused.returncode == 2
    assert "'Ke2' is not legal" in refused.stderr
    text = provebest("compare", "startpos", "e4", "f3", "--nodes", 50_000).stdout
    assert "e4 looks best of these" in text
