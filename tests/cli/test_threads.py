"""``--threads``, as users run it: the answer says that it may be another one next time."""

import json

import pytest

FEN = "r1bq1rk1/pp2bppp/2n2n2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 10"
MAY_DIFFER = "Searched on 2 threads: the same search may take another course next time."
NATIVE = ("--prober", "native")
COMMANDS = {
    "analyse": ("analyse", FEN, "--nodes", "5000", *NATIVE),
    "compare": ("compare", FEN, "Nf3", "a3", "--nodes", "8000", *NATIVE),
    "only-move": ("only-move", FEN, "--nodes", "8000", *NATIVE),
    "annotate": (
        "annotate",
        "g.pgn",
        "-o",
        "o.pgn",
        "--nodes",
        "500",
        "--book-moves",
        "4",
        *NATIVE,
    ),
    "suite": ("suite", "one.epd", "--nodes", "5000"),
    "alphabeta": ("suite", "one.epd", "--nodes", "5000", "--search", "alphabeta"),
}


@pytest.fixture(autouse=True)
def files(tmp_path):
    (tmp_path / "g.pgn").write_text("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n")
    (tmp_path / "one.epd").write_text(f'{FEN.removesuffix(" 0 10")} bm Nxc6; id "one";\n')


@pytest.mark.parametrize("command", COMMANDS)
def test_the_answer_says_that_it_may_differ(provebest, command):
    done = provebest(*COMMANDS[command], "--threads", 2)
    told = json.loads(provebest(*COMMANDS[command], "--threads", 2, "--json").stdout)

    assert MAY_DIFFER in done.stdout
    assert (told["threads"], told["deterministic"]) == (2, False)


def test_one_thread_needs_no_word(provebest, answer):
    _, told = answer(*COMMANDS["analyse"])

    assert "thread" not in provebest(*COMMANDS["analyse"]).stdout
    assert not {"threads", "deterministic"} & told.keys()


def test_the_classic_control_shares_out_its_probes_and_stays_the_same(answer):
    words = ("analyse", FEN, "--control", "classic", "--expansions", 5, *NATIVE)

    assert answer(*words, "--threads", 2) == answer(*words)


@pytest.mark.parametrize(
    ("command", "threads"),
    [*((command, "0") for command in COMMANDS), ("suite", "513"), ("suite", "x")],
)
def test_a_number_of_threads_that_cannot_be_is_refused(provebest, command, threads):
    done = provebest(*COMMANDS[command], "--threads", threads)

    assert done.returncode == 2
    assert done.stdout == ""
    assert "--threads" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_search_without_threads_says_so(provebest):
    done = provebest("suite", "one.epd", "--search", "bandwidth", "--threads", 2)

    assert done.returncode == 2
    assert "--threads needs --search bstar or alphabeta" in done.stderr
