"""``provebest probe``: one small search, as text and as JSON, refused, hopeless or interrupted."""

import json

import chess
import pytest

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
BACK_RANK = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"


def test_the_answer_as_json(answer):
    code, told = answer("probe", "startpos", "--depth", 4)

    assert (code, told["status"], told["fen"]) == (0, "answered", START)
    assert (told["depth"], told["asked_depth"], told["side"]) == (4, 4, "white")
    assert (told["mate"], told["hope"], told["after"]) == (None, None, None)
    assert abs(told["value"]) < 100
    assert told["nodes"] > 20
    assert told["seconds"] > 0
    board = chess.Board()
    for move, san in zip(told["line"], told["san"], strict=True):
        assert board.san(board.push_uci(move) and board.pop()) == san
        board.push_uci(move)
    assert len(told["line"]) >= 4


def test_the_same_question_has_the_same_answer(answer):
    asked = ("probe", START, "--depth", 5, "--after", "e2e4", "--selective")
    (_, first), (_, second) = answer(*asked), answer(*asked)

    assert first.pop("seconds") > 0
    second.pop("seconds")
    assert first == second
    assert (first["after"], first["side"], first["selective"]) == ("e2e4", "black", True)


def test_hope_is_the_movers_next_turn(answer):
    code, told = answer(
        "probe", "6k1/5ppp/8/8/8/8/R7/4K3 w - - 0 1", "--depth", 1, "--hope", "a2a7"
    )

    assert (code, told["side"], told["mate"], told["san"]) == (0, "white", 1, ["Ra8#"])
    assert told["hope"] == "a2a7"


def test_there_is_no_hope_after_a_check(answer, provebest):
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    code, told = answer("probe", fen, "--depth", 2, "--hope", "h1h8")
    done = provebest("probe", fen, "--depth", 2, "--hope", "h1h8")

    assert (code, told["status"]) == (1, "no hope")
    assert (told["value"], told["line"], told["san"], told["side"]) == (None, [], [], None)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("this probe is impossible: h1h8 gives check")


def test_the_answer_as_text(provebest):
    done = provebest("probe", BACK_RANK, "--depth", 1)

    assert (done.returncode, done.stderr) == (0, "")
    first, line, work = done.stdout.splitlines()
    assert (first, line) == ("White mates in 1", "1.Ra8#")
    assert work.startswith("exact search, depth 1: ")


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "Black is checkmated"),
        ("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "+0.00 for White"),
    ],
)
def test_a_game_that_is_over(provebest, fen, said):
    done = provebest("probe", fen, "--depth", 3)

    assert (done.returncode, done.stdout.splitlines()[0]) == (0, said)


def test_a_limit_of_nodes(answer):
    code, told = answer("probe", START, "--depth", 20, "--nodes", 5_000)

    assert (code, told["nodes"]) == (0, 5_000)
    assert 0 < told["depth"] < 20


def test_chess960_castling_is_spelled_its_own_way(answer):
    fen = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"
    code, told = answer("probe", fen, "--depth", 2, "--chess960", "--after", "e1g1")

    assert (code, told["side"]) == (0, "black")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("",), "empty"),
        ((START + "\n",), "one line"),
        ((START.replace("KQkq", "KQkx"),), "'KQkx'"),
        ((START, "--after", "e2e5"), "'e2e5' is not legal"),
        ((START, "--hope", "e2e4\n"), "'e2e4\\n' is not legal"),
        ((START, "--hope", "e2e4", "--after", "e2e4"), "cannot be used together"),
        ((START, "--nodes", "0"), "value for '--nodes'"),
        ((START, "--depth", "65"), "0 to 64; got 65"),
        ((START, "--depth", "-1"), "got -1"),
    ],
)
def test_bad_input_is_one_sentence(provebest, words, said):
    done = provebest("probe", "--depth", 1, *words)

    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_ctrl_c_tells_the_last_depth(interrupted):
    done = interrupted("probe", "startpos", "--depth", 60, "--json")

    assert (done.returncode, done.stderr) == (130, "")
    told = json.loads(done.stdout)
    assert told["status"] == "cancelled"
    assert 0 < told["depth"] < 60
    assert told["value"] is not None
    assert len(told["line"]) >= told["depth"]
