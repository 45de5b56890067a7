"""``provebest perft``: counts, refusals, Ctrl-C, and the race against an engine."""

import json
import shutil
import stat

import pytest

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")


@pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (4, 4_085_603)])
def test_the_published_counts_as_json(answer, depth, nodes):
    code, told = answer("perft", KIWIPETE, depth)
    assert code == 0
    assert (told["nodes"], told["depth"], told["complete"]) == (nodes, depth, True)
    assert told["fen"] == KIWIPETE
    assert told["seconds"] > 0


def test_divide_sums_to_the_count(answer, provebest):
    _, told = answer("perft", "startpos", 4, "--divide")
    assert told["fen"] == START
    assert told["nodes"] == sum(told["divide"].values()) == 197_281
    assert len(told["divide"]) == 20
    done = provebest("perft", "startpos", 4, "--divide")
    assert (done.returncode, done.stderr) == (0, "")
    for move, nodes in told["divide"].items():
        assert f"{move} {nodes:>16,}" in done.stdout
    assert "197,281 ways to play 4 plies" in done.stdout


def test_chess960_castles_with_any_rook(answer):
    fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
    _, told = answer("perft", fen, 4, "--chess960")
    assert told["nodes"] == 326_672


def test_a_check_that_nobody_can_have_given_is_no_hindrance(answer):
    code, told = answer("perft", "4r2k/8/8/8/4K3/8/8/4r3 w - - 0 1", 1)
    assert (code, told["nodes"]) == (0, 6)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("", 1), "empty"),
        ((START + "\n", 1), "one line"),
        ((START.replace("KQkq", "KQkx"), 1), "'KQkx'"),
        (("4k3/8/8/8/8/8/8/4K2r b - - 0 1", 1), "could take the king on e1"),
        ((START, "--", -1), "got -1"),
        ((START, 256), "0 to 255"),
        ((START, 0, "--against", "stockfish"), "depth of 1 or more"),
        ((START, 1, "--against", "no-such-engine"), "no engine 'no-such-engine'"),
        ((START, 1, "--against", "true"), "true stopped answering"),
    ],
)
def test_bad_input_is_one_sentence(provebest, words, said):
    done = provebest("perft", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_ctrl_c_answers_at_any_depth(interrupted):
    done = interrupted("perft", "startpos", 255, "--json")
    assert (done.returncode, done.stderr) == (130, "")
    told = json.loads(done.stdout)
    assert (told["nodes"], told["complete"]) == (None, False)
    assert told["counted"] > 0


@pytest.mark.skipif(STOCKFISH is None, reason="stockfish is not installed")
def test_stockfish_counts_the_same(answer):
    code, told = answer("perft", KIWIPETE, 4, "--against", "stockfish")
    assert code == 0
    assert told["against"]["agrees"] is True
    assert told["against"]["nodes"] == told["nodes"]
    assert told["against"]["differences"] == []
    assert told["against"]["times_as_fast"] > 0


def test_an_engine_that_counts_otherwise_is_reported(answer, provebest, tmp_path):
    wrong = tmp_path / "wrong-engine"
    wrong.write_text(
        "#!/bin/sh\n"
        'while read -r word rest; do case "$word" in\n'
        "uci) echo 'id name Wrong 1'; echo uciok;;\n"
        "go) printf 'a2a3: 1\\nz\\n\\nNodes searched: 1\\n';;\n"
        "esac; done\n",
        encoding="ascii",
    )
    wrong.chmod(stat.S_IRWXU)
    code, told = answer("perft", START, 1, "--against", wrong)
    assert (code, told["against"]["engine"], told["against"]["agrees"]) == (1, "Wrong 1", False)
    assert "e2e4: 1 here, no such move there" in told["against"]["differences"]
    assert len(told["against"]["differences"]) == 19
    done = provebest("perft", START, 1, "--against", wrong)
    assert done.returncode == 1
    assert "the counts differ" in done.stdout
    assert "e2e4: 1 here" in done.stdout
