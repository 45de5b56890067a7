"""``provebest match`` as users run it: answers, bad input, Ctrl-C, and a crash."""

import json
import signal
import time

import chess.pgn
import pytest
from fake_player import MATE_IN_1, SOON_DRAWN, TAKES_A_WHILE, fake_player

from provebest.match.store import read_store


@pytest.fixture
def players(tmp_path):
    """Two that think for a twentieth of a second, as the command names them."""
    (tmp_path / "openings.fen").write_text(f"{SOON_DRAWN}\n{MATE_IN_1}\n", encoding="utf-8")
    return [f"uci:{fake_player(tmp_path, name, TAKES_A_WHILE)}" for name in ("one", "two")]


MATCH = ("--openings", "openings.fen", "--store", "m.jsonl", "--tc", "30+0.1")


def test_a_match_is_told_kept_and_written(answer, provebest, players, tmp_path):
    code, told = answer("match", *players, *MATCH, "--games", 4, "--sprt", "0,20")

    assert code == 0
    assert (told["wins"], told["draws"], told["losses"], told["points"]) == (1, 2, 1, 2.0)
    assert (told["ended"], told["pairs"]) == ("done", [0, 0, 2, 0, 0])
    assert told["test"]["accepted"] is None
    assert told["by_kind"]["semi-open"]["games"] == 0
    assert told["efforts"][0]["seconds_a_move"] >= 0.05
    assert 0.9 < told["efforts"][0]["unused"] < 1

    done = provebest("match", *players, *MATCH, "--games", 4, "--pgn", "m.pgn")
    assert (done.returncode, done.stderr) == (0, "provebest: wrote m.pgn\n")
    assert "games lost: 0 on time, 0 by an illegal move, 0 by a failure" in done.stdout
    assert "threefold repetition (2), checkmate (2)" in done.stdout
    with (tmp_path / "m.pgn").open(encoding="utf-8") as file:
        games = list(iter(lambda: chess.pgn.read_game(file), None))
    assert [game.headers["Round"] for game in games] == ["1.1", "1.2", "2.1", "2.2"]

    code, again = answer("match", *players, "--store", "m.jsonl", "--report")
    assert (code, again["points"], again["ended"]) == (0, 2.0, "report")
    assert (again["limit"], again["rules"]) == (told["limit"], told["rules"])


def test_our_own_players_play_by_nodes(answer):
    kinds = ("--kind", "open", "--kind", "closed")
    code, told = answer("match", "bstar", "alphabeta:hash=1", "--nodes", 200, "--games", 2, *kinds)

    assert code == 0
    assert told["games"] == 2
    assert all(count == 0 for faults in told["faults"] for count in faults.values())
    assert 0 <= told["efforts"][0]["unused"] < 1
    assert told["command"] == (
        "provebest match bstar alphabeta:hash=1 --nodes 200 --games 2 --kind open --kind closed"
    )


def test_two_probe_depths_play_with_as_many_probes(answer, tmp_path):
    (tmp_path / "openings.fen").write_text(f"{MATE_IN_1}\n", encoding="utf-8")
    players = [f"bstar:control=classic,probe-depth={depth}" for depth in (1, 2)]

    code, told = answer(
        "match", *players, "--probes", 50, "--games", 2, "--openings", "openings.fen",
        "--store", "m.jsonl",
    )  # fmt: skip

    assert (code, told["limit"], told["games"]) == (0, "50 probes a move", 2)
    assert all(count == 0 for faults in told["faults"] for count in faults.values())
    assert told["efforts"][0]["unused"] is None
    assert "--probes 50" in told["command"]
    code, again = answer("match", *players, "--store", "m.jsonl", "--report")
    assert (code, again["limit"]) == (0, "50 probes a move")


def _when_there_are(games, path, process):
    """Waits for the store to have so many games."""
    until = time.monotonic() + 30
    while time.monotonic() < until and process.poll() is None:
        if path.exists() and path.read_bytes().count(b"\n") > games:
            return
        time.sleep(0.01)
    raise AssertionError(process.communicate())


def test_ctrl_c_gives_the_result_so_far_and_the_match_goes_on(start, answer, players, tmp_path):
    command = ("match", *players, *MATCH, "--games", 40)
    process = start(*command, "--json")
    _when_there_are(2, tmp_path / "m.jsonl", process)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)

    told = json.loads(stdout)
    assert process.returncode == 130
    assert stderr == f"provebest: interrupted: {told['games']} of 40 games were played\n"
    assert told["ended"] == "interrupted"
    assert 2 <= told["games"] < 40

    before = read_store(tmp_path / "m.jsonl")[1]
    code, told = answer(*command[:-1], 6)
    assert (code, told["games"] >= 6) == (0, True)
    assert read_store(tmp_path / "m.jsonl")[1][: len(before)] == before


def test_after_a_crash_no_game_is_lost_or_counted_twice(start, answer, players, tmp_path):
    command = ("match", *players, *MATCH, "--concurrency", 2, "--games")
    process = start(*command, 40)
    _when_there_are(2, tmp_path / "m.jsonl", process)
    process.kill()
    process.wait()
    before = {game.game: game for game in read_store(tmp_path / "m.jsonl")[1]}

    code, told = answer(*command, 8)

    after = {game.game: game for game in read_store(tmp_path / "m.jsonl")[1]}
    assert code == 0
    assert told["games"] == len(after)
    assert set(range(8)) <= set(after)
    assert {number: after[number] for number in before} == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("bstar", "nobody"), "there is no player 'nobody'"),
        (("bstar", "uci:true"), "uci:true does not start as a UCI engine"),
        (("bstar", "alphabeta", "--games", "3"), "--games must be even"),
        (("bstar", "alphabeta", "--tc", "1", "--nodes", "5"), "give one limit only"),
        (("bstar:control=classic", "alphabeta", "--probes", "9"), "alphabeta makes no probes; --"),
        (("bstar", "bstar", "--probes", "9"), "the probes of the modern control get deeper"),
        (("uci:true", "bstar", "--probes", "9"), "another engine's probes cannot be counted"),
        (("bstar", "alphabeta", "--openings", "no.epd"), "cannot read 'no.epd'"),
        (("bstar", "alphabeta", "--sprt", "5"), "a test must be elo0,elo1"),
        (("bstar", "alphabeta", "--report"), "--report needs --store FILE"),
        (("bstar", "alphabeta", "--store", "no/m.jsonl"), "cannot use 'no/m.jsonl'"),
        (
            ("bstar", "alphabeta", "--pgn", "no/m.pgn"),
            "cannot write 'no/m.pgn': its folder does not exist",
        ),
    ],
)
def test_bad_input_is_one_sentence(provebest, words, said):
    done = provebest("match", *words)

    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
