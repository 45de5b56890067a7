"""``provebest suite``: right and wrong answers, points, workers, other engines, Ctrl-C."""

import json
import signal
import stat
import sys
import time

import pytest

from provebest.suites.plot import solved_shares

EASY = """\
# mates and a capture; the last wants a move that nobody would play
6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id "back rank";

6rk/6pp/8/6N1/8/8/8/6K1 w - - bm Nf7; id "smothered";
4k3/8/8/3q4/8/8/8/3RK3 w - - bm Rxd5; am Rd3 Rd4; c0 "Rxd5=100, Kf1=5"; id "queen";
4k3/8/8/3q4/8/8/8/3RK3 w - - bm Ra1; id "impossible";
8/8/8/8/8/4k3/8/4K2R w - - am Rh8 Rg1;
"""
HARD = "r1bq1rk1/pp2bppp/2n2n2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - bm Nb3; id"


@pytest.fixture
def easy(tmp_path):
    file = tmp_path / "easy.epd"
    file.write_text(EASY, encoding="utf-8")
    return file


def without_time(told):
    """What does not depend on the clock."""
    kept = {key: told[key] for key in told if "seconds" not in key and key != "nodes_per_second"}
    return kept | {"positions": [p | {"seconds": None} for p in told["positions"]]}


@pytest.mark.parametrize("search", ["alphabeta", "bstar"])
def test_a_suite_is_solved_and_told_position_by_position(answer, easy, search):
    code, told = answer("suite", easy, "--nodes", 3000, "--search", search)

    assert (code, told["solved"], told["total"], told["interrupted"]) == (0, 4, 5, False)
    assert (told["points"], told["most_points"]) == (100, 100)
    assert told["mean_seconds"] > 0
    assert (told["mean_expansions"] is None) == (search == "alphabeta")
    ids = [position["id"] for position in told["positions"]]
    assert ids == ["back rank", "smothered", "queen", "impossible", "line 7"]
    first, _, queen, impossible, last = told["positions"]
    assert (first["move"], first["san"], first["solved"]) == ("a1a8", "Ra8#", True)
    assert (queen["points"], queen["best"], queen["avoid"]) == (100, ["Rxd5"], ["Rd3", "Rd4"])
    assert (impossible["solved"], impossible["best"]) == (False, ["Ra1"])
    assert (last["solved"], last["best"]) == (True, [])
    early = [p for p in told["positions"] if p["stopped_early"]]
    assert told["stopped_early"] == len(early)
    assert told["stopped_early_right"] == sum(p["solved"] for p in early)


def test_two_workers_tell_the_same_in_the_same_order(answer, easy):
    _, one = answer("suite", easy, "--nodes", 3000)
    _, two = answer("suite", easy, "--nodes", 3000, "--workers", 2)

    assert without_time(two) == without_time(one)


def test_skip_and_limit_choose(answer, easy):
    _, told = answer(
        "suite", easy, "--nodes", 500, "--skip", "smothered", "--skip", "queen", "--limit", 2
    )

    assert [position["id"] for position in told["positions"]] == ["back rank", "impossible"]


def test_text_names_what_was_missed(provebest, easy):
    done = provebest("suite", easy, "--nodes", 3000)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("impossible: ")
    assert "solution Ra1" in done.stdout
    assert done.stdout.count("solution") == 1
    assert "provebest bstar" in done.stdout


def test_points_of_moves_and_their_numbers_apart(answer, tmp_path):
    file = tmp_path / "sts.epd"
    file.write_text(
        '4k3/8/8/3q4/8/8/8/3RK3 w - - bm Ra1; c8 "7 100"; c9 "d1a1 d1d5"; id "x";\n', "utf-8"
    )
    _, told = answer("suite", file, "--nodes", 3000)

    assert (told["solved"], told["points"], told["most_points"]) == (0, 100, 100)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("4k3/8/8/8 w - - bm e4;", "line 2"),
        ("nonsense", "'nonsense' is not EPD"),
        ("4k3/8/8/8/8/8/8/4K2R w - - bm Qh8; id 1;", "Qh8"),
        ('4k3/8/8/8/8/8/8/4K2R w - - id "no move";', "no move to find"),
        ("4k3/8/8/8/8/8/8/4K2R w - - bm;", "no move to find"),
        ('4k3/8/8/8/8/8/8/4K2R w - - bm Rh8; c8 "1 2"; c9 "h1h8";', "line 2"),
        ("4k3/8/8/8/8/8/8/7R w - - bm Rh8;", "king"),
    ],
)
def test_a_bad_line_is_named_with_its_file_and_number(provebest, tmp_path, line, said):
    file = tmp_path / "bad.epd"
    file.write_text(f"{EASY.splitlines()[1]}\n{line}\n", encoding="utf-8")
    done = provebest("suite", file, "--nodes", 100)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("provebest: bad.epd, line 2: ")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seconds", "0"), "value for '--seconds'"),
        (("--nodes", "0"), "value for '--nodes'"),
        (("--limit", "0"), "value for '--limit'"),
        (("--workers", "0"), "value for '--workers'"),
        (("--search", "magic"), "alphabeta, bandwidth, bstar; got 'magic'"),
        (("--skip", "nobody"), "'nobody'"),
        (("--seconds", "1", "--against", "no-such-engine"), "no engine 'no-such-engine'"),
        (("--seconds", "1", "--against", "true", "--workers", "2"), "--workers 1"),
        (("--nodes", "9", "--against", "true"), "needs --seconds"),
        (("--nodes", "9", "--plain"), "--prober uci:ENGINE"),
        (("--seconds", "1", "--plain", "--against", "true"), "cannot be used together"),
    ],
)
def test_bad_input_is_one_sentence(provebest, easy, words, said):
    done = provebest("suite", easy, *words)

    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_that_is_not_there(provebest):
    done = provebest("suite", "nowhere.epd")

    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "nowhere.epd" in done.stderr


ENGINE = """\
#!{python}
import sys
asked = 0
for line in sys.stdin:
    if line.startswith("uci\\n"):
        print("id name Little 1\\nuciok", flush=True)
    elif line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("go"):
        asked += 1
        if asked == {dies_at}:
            sys.exit(3)
        print("info depth 1 nodes 7\\nbestmove {move}", flush=True)
"""


@pytest.fixture
def engine(tmp_path):
    """An engine that always plays the same move, until it dies."""

    def make(name, move, dies_at=0):
        file = tmp_path / name
        file.write_text(
            ENGINE.format(python=sys.executable, move=move, dies_at=dies_at), encoding="utf-8"
        )
        file.chmod(stat.S_IRWXU)
        return str(file)

    return make


def test_others_are_asked_the_same(answer, easy, engine):
    code, told = answer(
        "suite", easy, "--seconds", "0.05", "--limit", 1, "--against", engine("a", "a1a8")
    )

    assert code == 0
    (rival,) = told["against"]
    assert (rival["engine"], rival["solved"], rival["total"]) == ("Little 1", 1, 1)
    assert rival["failure"] is None
    assert rival["nodes_per_second"] > 0
    assert told["positions"][0]["against"] == {"Little 1": {"move": "a1a8", "solved": True}}


CAREFUL = """\
#!{python}
import sys
import chess
board = chess.Board()
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name Careful 1\\nuciok")
    elif words[0] == "isready":
        print("readyok")
    elif words[0] == "position":
        moves = line.partition(" moves ")[2].split()
        board = chess.Board(line.partition(" fen ")[2].partition(" moves ")[0])
        for move in moves:
            board.push_uci(move)
    elif words[0] == "go":
        with open({log!r}, "a") as log:
            log.write(line)
        allowed = words[words.index("searchmoves") + 1 :] if "searchmoves" in words else []
        move = allowed[0] if allowed else next(iter(board.legal_moves)).uci()
        depth = words[words.index("depth") + 1] if "depth" in words else 1
        print(f"info depth {{depth}} score cp 0 nodes 11 pv {{move}}\\nbestmove {{move}}")
    sys.stdout.flush()
"""


def test_the_prober_alone_gets_the_nodes_that_were_taken(answer, easy, tmp_path):
    log, engine = tmp_path / "log", tmp_path / "careful"
    engine.write_text(CAREFUL.format(python=sys.executable, log=str(log)), encoding="utf-8")
    engine.chmod(stat.S_IRWXU)

    _, told = answer(
        "suite", easy, "--nodes", 600, "--limit", 1, "--prober", f"uci:{engine}", "--plain"
    )

    (position,), (rival,) = told["positions"], told["against"]
    assert (rival["engine"], rival["total"], rival["nodes"]) == ("Careful 1", 1, 11)
    assert (
        log.read_text(encoding="utf-8")
        .splitlines()[-1]
        .startswith(f"go nodes {position['nodes']} ")
    )


def test_an_engine_that_dies_is_said_and_the_rest_goes_on(provebest, easy, engine):
    names = f"{engine('a', 'a1a8', dies_at=1)},{engine('b', 'a1a8')}"
    done = provebest("suite", easy, "--seconds", "0.05", "--limit", 1, "--against", names, "--json")

    assert done.returncode == 0
    assert "failed on back rank" in done.stderr
    assert done.stderr.count("\n") == 1
    dead, alive = json.loads(done.stdout)["against"]
    assert (dead["total"], alive["total"], alive["solved"]) == (0, 1, 1)
    assert "failed on back rank" in dead["failure"]


def test_what_is_no_engine_is_said_and_the_rest_goes_on(provebest, easy):
    done = provebest(
        "suite", easy, "--seconds", "0.05", "--limit", 1, "--against", "true", "--json"
    )

    assert done.returncode == 0
    assert "true does not start" in done.stderr
    assert json.loads(done.stdout)["total"] == 1


# --- the plot -----------------------------------------------------------------------------------


def test_shares_count_what_was_solved_for_no_more():
    prices = [(30, True), (10, True), (99, False), (20, False)]

    assert solved_shares(prices) == [(10, 0.25), (30, 0.5)]
    assert solved_shares([(5, False)]) == []


def test_the_share_that_is_solved_is_drawn(provebest, easy, tmp_path):
    pytest.importorskip("matplotlib")
    done = provebest("suite", easy, "--nodes", 3000, "--plot", "solved.svg", "--json")

    assert (done.returncode, done.stderr) == (0, "provebest: wrote solved.svg\n")
    drawn = (tmp_path / "solved.svg").read_text("utf-8")
    for said in ("easy.epd", "nodes per position", "4 of 5"):
        assert f"<!-- {said}" in drawn or f": {said} -->" in drawn, said


@pytest.mark.parametrize(
    ("plot", "said"),
    [("solved.chess", "solved.png"), ("solved", "solved.png"), ("missing/solved.png", "missing")],
)
def test_a_plot_that_could_not_be_written_is_refused_first(provebest, easy, plot, said):
    pytest.importorskip("matplotlib")
    done = provebest("suite", easy, "--seconds", "30", "--plot", plot, timeout=60)

    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_what_was_computed(start, tmp_path, workers):
    file = tmp_path / "long.epd"
    quick = EASY.splitlines()[1]
    file.write_text("\n".join([quick, *(f'{HARD} "{i}";' for i in range(400))]), encoding="utf-8")
    process = start("suite", file, "--seconds", "1", "--workers", workers, "--json")
    time.sleep(8)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)

    assert (process.returncode, stderr) == (130, "")
    told = json.loads(stdout)
    assert told["interrupted"] is True
    assert 1 <= told["total"] < 401
    assert told["positions"][0]["id"] == "back rank"
