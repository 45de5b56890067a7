"""``provebest analyse``: its answer as text and as JSON, bad input, Ctrl-C, and answers kept."""

import json
import sys

import chess
import pytest

from provebest.cli.main import main
from provebest.search.setprobe.settings import ModernSettings

QUIET = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/1PN1PN2/PB2BPPP/R2Q1RK1 w - - 0 9"
SACRIFICE = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -"
SHORT = ("--control", "classic", "--expansions", "6", "--probe-depth", "2")


# --- the answer ---------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [("--nodes", "20000"), SHORT], ids=["modern", "classic"])
def test_the_answer_as_json(answer, how):
    code, told = answer("analyse", QUIET, *how)

    assert code == 0
    board = chess.Board(QUIET)
    assert told["san"] == board.san(board.parse_uci(told["move"]))
    assert told["line"][0] == told["move"]
    assert -32_000 < told["value"] < 32_000
    assert told["proved"] is (told["stopped"] == "proved")
    assert told["reasons"]["sentences"][-1]["text"] == f"Why the search stopped: {told['reason']}."
    assert told["view"] == "side to move"
    assert told["verdict"] == told["reasons"]["verdict"]
    assert told["expansions"] > 1
    assert told["probes"] > 1
    assert told["probe_nodes"] > 1000
    assert len(told["rivals"]) == board.legal_moves.count() - 1
    for rival in told["rivals"]:
        assert rival["san"] == board.san(board.parse_uci(rival["move"]))
        assert rival["line"][0] == rival["move"]
        assert 0 <= rival["probability"] <= 1
        assert rival["hope"] is None or rival["hope"] >= rival["real"]


@pytest.mark.parametrize("more", [(), ("--verbose",)], ids=["short", "verbose"])
def test_the_table_lists_the_rivals_by_their_values(provebest, more):
    demo = "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1"
    text = provebest("analyse", demo, "--control", "classic", "--expansions", "30", *more).stdout

    table = text.split("\n\n")[1].splitlines()[1:]
    values = [float(row.split()[1]) for row in table]
    assert len(values) > 5
    assert values[1:] == sorted(values[1:], reverse=True)


def test_workers_change_nothing_and_are_told(answer, provebest):
    _, alone = answer("analyse", QUIET, *SHORT)
    code, told = answer("analyse", QUIET, *SHORT, "--workers", "3")

    assert code == 0
    work = told["workers"]
    assert alone["workers"] is None
    assert told | {"workers": None} == alone
    assert (work["workers"], work["probes"]) == (3, told["probes"])
    assert 0 < work["useful_share"] <= 1
    text = provebest("analyse", QUIET, *SHORT, "--workers", "3", "--verbose").stdout
    assert "3 workers made " in text


def test_workers_need_the_classic_control(provebest):
    done = provebest("analyse", QUIET, "--workers", "2")

    assert done.returncode == 2
    assert "use control classic" in done.stderr


def test_all_rivals_together_are_no_likelier_to_be_better_than_the_choice_is_doubted(answer):
    _, told = answer("analyse", QUIET, "--nodes", "20000")

    doubt = 1 - told["reasons"]["claim"]["confidence"]
    assert sum(rival["probability"] for rival in told["rivals"]) == pytest.approx(doubt, abs=0.005)


@pytest.mark.parametrize("how", [("--nodes", "20000"), SHORT], ids=["modern", "classic"])
def test_counted_limits_give_the_same_answer_twice(provebest, how):
    first, second = (provebest("analyse", QUIET, *how, "--json").stdout for _ in range(2))

    assert first == second
    assert json.loads(first)["move"]


def test_the_answer_as_text(provebest):
    done = provebest("analyse", SACRIFICE, "--nodes", "50000")

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(str(chess.Board(SACRIFICE)).splitlines()[0])
    assert "Qg6 mates in 2: 1.Qg6 fxg6 2.Nxg6#." in done.stdout
    assert done.stdout.endswith("Engine: provebest's own engine.\n")
    assert "nodes" not in done.stdout


def test_verbose_prints_every_move_and_the_whole_argument(provebest):
    short = provebest("analyse", QUIET, "--nodes", "20000").stdout
    whole = provebest("analyse", QUIET, "--nodes", "20000", "--verbose").stdout

    legal = [chess.Board(QUIET).san(move) for move in chess.Board(QUIET).legal_moves]
    rows = {line.split()[0] for line in whole.splitlines() if line}
    assert rows.issuperset(legal)
    assert not {line.split()[0] for line in short.splitlines() if line}.issuperset(legal)
    assert "Why the search stopped: " in whole
    assert "modern control, provebest's own engine\n" in whole
    assert "Why the search stopped: " not in short


def test_a_choice_among_some_moves(answer):
    _, told = answer("analyse", QUIET, "--nodes", "5000", "--moves", "a2a3, h2h3")

    assert {told["move"], *(rival["move"] for rival in told["rivals"])} == {"a2a3", "h2h3"}


@pytest.mark.parametrize("how", [("--nodes", "5000"), SHORT], ids=["modern", "classic"])
def test_one_move_to_choose_from_is_not_called_the_only_legal_one(answer, how):
    _, told = answer("analyse", QUIET, "--moves", "a2a3", *how)

    assert told["move"] == "a2a3"
    assert "legal" not in told["argument"]
    assert told["reason"] == "there is no other move to choose from"


def test_the_log_of_the_classic_control_is_the_papers_notation(provebest):
    done = provebest("analyse", QUIET, *SHORT, "--log")

    assert "   1: *" in done.stdout
    assert "depth  nodes" in done.stdout


def test_the_log_of_the_modern_control_has_every_probe_of_a_set(answer):
    _, told = answer("analyse", QUIET, "--nodes", "20000")

    first = ModernSettings().first_depth
    assert told["log"][0].startswith(f"SELECT     depth {first:>2}, all moves: ")
    assert len(told["log"]) == told["expansions"] - 1, "the first expands the root"


@pytest.mark.parametrize("control", ["modern", "classic"])
def test_a_limit_of_nodes_is_kept_by_either_control(answer, control):
    words = ("--nodes", "20000", "--control", control, "--probe-depth", "2")
    _, told = answer("analyse", QUIET, *words)

    assert told["stopped"] == "node limit"
    assert 10_000 < told["probe_nodes"] < 25_000


def test_reasons_are_data_and_the_argument_is_their_words(answer):
    _, told = answer("analyse", QUIET, "--nodes", "20000", "--why-not", "h2h4")

    reasons = told["reasons"]
    assert told["argument"] == reasons["brief"]
    assert told["argument"].splitlines()[0] == reasons["sentences"][0]["text"]
    assert reasons["claim"]["move"] == told["move"]
    assert "h2h4" in {rival["move"] for rival in reasons["rivals"] if rival["argued"]}
    assert told["probe_nodes"] + told["evidence_nodes"] < 25_000, "both within the limit"


def test_pages_and_pictures_are_written_where_they_are_asked_for(provebest, tmp_path):
    files = {"--html": "a.html", "--svg": "a.svg", "--dot": "a.dot", "--board": "b.svg"}
    words = [word for pair in files.items() for word in pair]
    done = provebest("analyse", QUIET, "--nodes", "10000", *words)

    assert done.returncode == 0
    assert done.stderr.splitlines() == [f"provebest: wrote {name}" for name in files.values()]
    beginnings = [(tmp_path / name).read_text("utf-8")[:9] for name in files.values()]
    assert beginnings == ["<!doctype", "<svg xmln", 'digraph "', "<svg xmln"]


def test_a_page_that_cannot_be_written_is_said_before_the_work(provebest):
    done = provebest("analyse", QUIET, "--nodes", "2000", "--html", "no/where.html")

    assert done.returncode == 2
    assert done.stderr.startswith("provebest: cannot write 'no/where.html'")
    assert done.stdout == "", "it is said before the work"


def test_castling_in_chess960_has_its_name(answer):
    fen = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1"
    code, told = answer("analyse", fen, "--chess960", "--nodes", "5000", "--moves", "f1g1,f1e2")

    assert code == 0
    assert "O-O" in {told["san"], *(rival["san"] for rival in told["rivals"])}
    text = told["argument"].splitlines()[0]
    assert "1." in text


# --- bad input ----------------------------------------------------------------------------------

ROWS = [
    (("nonsense",), "nonsense"),
    ((f"{QUIET}\n",), "'\\n'"),
    (("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",), "stalemate"),
    (("startpos", "--control", "wild"), "'wild'"),
    (("startpos", "--prober", "magic"), "'magic'"),
    (("startpos", "--prober", "uci:no-such-engine"), "no-such-engine"),
    (("startpos", "--prober", "uci:"), "engine"),
    (("startpos", "--moves", "e2e5"), "'e2e5'"),
    (("startpos", "--moves", "e2\ne4"), "e2\\ne4"),
    (("startpos", "--moves", ","), "--moves"),
    (("startpos", "--why-not", ","), "--why-not"),
    (("startpos", "--why-not", "e2e5"), "'e2e5'"),
    (("startpos", "--seconds", "0"), "--seconds"),
    (("startpos", "--seconds", "nan"), "seconds"),
    (("startpos", "--nodes", "0"), "--nodes"),
    (("startpos", "--confidence", "1"), "confidence"),
    (("startpos", "--confidence", "nan"), "confidence"),
    (("startpos", "--cache", "missing/answers"), "missing/answers"),
    (("startpos", "--cache", "."), "cache"),
]


@pytest.mark.parametrize(("args", "fragment"), ROWS, ids=lambda value: repr(value)[:60])
def test_bad_input_is_one_sentence_and_exit_code_2(monkeypatch, tmp_path, capsys, args, fragment):
    """In this process: nothing is searched, so the command need not have one of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["provebest", "analyse", *args])

    with pytest.raises(SystemExit) as end:
        main()

    told = capsys.readouterr()
    assert (end.value.code, told.out) == (2, "")
    (sentence,) = told.err.splitlines()
    assert sentence.startswith("provebest: ")
    assert fragment.lower() in sentence.lower()


# --- interrupted --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how", [("--confidence", "0.99999"), ("--control", "classic", "--probe-depth", "7")]
)
def test_ctrl_c_gives_the_best_answer_so_far(interrupted, how):
    done = interrupted(
        "analyse", QUIET, "--seconds", "60", "--expansions", "100000", *how, "--json"
    )

    assert (done.returncode, done.stderr) == (130, "")
    told = json.loads(done.stdout)
    assert told["stopped"] == "cancelled"
    assert told["move"] in {move.uci() for move in chess.Board(QUIET).legal_moves}
    assert told["reason"].startswith("interrupted")
    assert told["expansions"] >= 1


# --- answers kept -------------------------------------------------------------------------------

ENGINE = """#!{python}
import pathlib, sys
import chess
board = chess.Board()
for line in sys.stdin:
    words = line.split()
    if line.startswith("uci\\n"):
        print("id name Counted 1\\nuciok", flush=True)
    elif line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("position"):
        board = chess.Board(" ".join(words[2:8])) if words[1] == "fen" else chess.Board()
        for move in line.split(" moves ")[1].split() if " moves " in line else []:
            board.push_uci(move)
    elif line.startswith("go"):
        with open(pathlib.Path({folder!r}) / "asked", "a") as asked:
            asked.write(board.fen() + "\\n")
        move = next(iter(board.legal_moves)).uci()
        score = sum(map(ord, board.fen())) % 97
        print(f"info depth 3 score cp {{score}} nodes 7 pv {{move}}")
        print(f"bestmove {{move}}", flush=True)
    elif line.startswith("quit"):
        break
"""


@pytest.fixture
def engine(tmp_path):
    """An engine that writes down what it is asked."""
    file = tmp_path / "counted"
    file.write_text(ENGINE.format(python=sys.executable, folder=str(tmp_path)), encoding="utf-8")
    file.chmod(0o755)
    return file


def test_a_second_run_with_the_same_cache_asks_nothing(answer, engine, tmp_path):
    words = ("analyse", QUIET, *SHORT, "--prober", f"uci:{engine}", "--cache", "answers")
    _, first = answer(*words)
    asked = (tmp_path / "asked").read_text("utf-8").splitlines()
    (tmp_path / "asked").unlink()
    _, second = answer(*words)

    assert len(asked) > 50
    assert not (tmp_path / "asked").exists()
    assert first.pop("cache")["found"] < second.pop("cache")["found"]
    assert second == first


def test_a_cache_changes_no_native_answer(answer):
    words = ("analyse", QUIET, *SHORT)
    plain, fresh, kept = (answer(*words, *more)[1] for more in ((), *[("--cache", "kept")] * 2))

    assert plain.pop("cache") is None
    first, second = fresh.pop("cache"), kept.pop("cache")
    assert second == {"probes": first["probes"], "found": first["probes"], "share": 1.0}
    assert kept == fresh == plain


def test_a_cache_that_fails_is_one_sentence_beside_the_answer(provebest, answer, tmp_path):
    words = ("analyse", QUIET, *SHORT, "--cache", "kept")
    code, plain = answer(*words)
    whole = (tmp_path / "kept").read_bytes()
    (tmp_path / "kept").write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    done = provebest(*words, "--json")

    found = json.loads(done.stdout)
    assert found.pop("cache")["found"] == plain.pop("cache")["found"] == 0
    assert (done.returncode, found) == (code, plain)
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith("provebest: the probe cache kept cannot be used: ")
    assert sentence.endswith("; the analysis went on without it")


def test_an_engine_that_fails_for_good_is_one_sentence(provebest, engine):
    dead = engine.read_text("utf-8").replace(
        'line.startswith("go"):', 'line.startswith("go"):\n        sys.exit(1)'
    )
    engine.write_text(dead, encoding="utf-8")
    done = provebest("analyse", QUIET, *SHORT, "--prober", f"uci:{engine}", timeout=120)

    assert (done.returncode, done.stdout) == (2, "")
    (sentence,) = done.stderr.splitlines()
    assert "failed" in sentence
