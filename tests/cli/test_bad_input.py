"""Bad input gets exit code 2 and one sentence that says what was read, never a traceback."""

import pytest

BOARD = "216408753"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FILES = {
    "ok.txt": b"0 1 2\n1 0 3\n2 3 0\n",
    "empty.txt": b"",
    "comments.txt": b"# nothing\n\n# here\n",
    "binary.txt": bytes(range(256)),
    "ragged.txt": b"0 1 2\n1 0\n2 3 0\n",
    "negative.txt": b"0 -1 2\n1 0 3\n2 3 0\n",
    "word.txt": b"0 one 2\n1 0 3\n2 3 0\n",
    "nan.txt": b"0 nan 2\n1 0 3\n2 3 0\n",
    "inf.txt": b"0 inf 2\n1 0 3\n2 3 0\n",
    "two.txt": b"0 1\n1 0\n",
    "half.tsp": b"NAME: half\nTYPE: TSP\nDIMENSION: 5\n",
}


@pytest.fixture
def files(tmp_path):
    """The matrix files that the rows below name, a folder, and a file of 100 MB without content."""
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "folder").mkdir()
    with (tmp_path / "huge.txt").open("wb") as huge:
        huge.truncate(100 * 2**20)


def on_board(*args):
    return ("puzzle", BOARD, *args)


def on_cities(*args):
    return ("tour", "ok.txt", *args)


ROWS = [
    # boards
    (("puzzle", "12345678"), "8 tiles"),
    (("puzzle", "123456788"), "missing 0"),
    (("puzzle", "112345678"), "repeated 1"),
    (("puzzle", "012345679"), "unknown 9"),
    (("puzzle", "12345678x"), "'x'"),
    (("puzzle", "1 2 3 four"), "'four'"),
    (("puzzle", ""), "empty"),
    (("puzzle", " "), "empty"),
    (("puzzle", "123/45"), "rows of different lengths"),
    (("puzzle", "0"), "1 squares"),
    (("puzzle", "213804765"), "parity"),
    (("puzzle", "210/"), "cannot pass each other"),
    (on_board("--goal", "1230"), "goal '1230'"),
    (on_board("--goal", "12345678/0"), "goal '12345678/0'"),
    (on_board("--goal", "123456788"), "repeated 8"),
    # numbers
    (on_board("--w", "abc"), "'abc'"),
    (on_board("--w", "-1"), "'-1'"),
    (on_board("--w", "nan"), "'nan'"),
    (on_board("--w", "inf"), "'inf'"),
    (on_board("--w", "1/0"), "'1/0'"),
    (on_board("--wt", "2"), "between 0 and 1"),
    (on_board("--wt", "-0.1"), "between 0 and 1"),
    (on_board("--wt", "x"), "'x'"),
    (on_board("--look-ahead", "abc"), "'abc'"),
    (on_board("--look-ahead", "-1"), "'-1'"),
    (on_board("--look-ahead", "4..1"), "4..1"),
    (on_board("--look-ahead", "1.."), "'1..'"),
    (on_board("--look-ahead", "1000"), "1000"),
    (on_board("--look-ahead", "1..1000"), "1000"),
    (on_board("--storage", "0"), "got 0"),
    (on_board("--storage", "x"), "--storage"),
    (on_board("--advance", "3"), "--storage"),
    (on_board("--storage", "50", "--advance", "0"), "got 50, 0"),
    (on_board("--max-developed", "-5"), "--max-developed"),
    (on_board("--max-developed", "many"), "--max-developed"),
    (on_board("--seconds", "-1"), "--seconds"),
    (on_board("--seconds", "nan"), "seconds"),
    (on_board("--megabytes", "0"), "--megabytes"),
    (on_board("--keep-trees", "-1"), "--keep-trees"),
    (on_board("--optimum", "-3"), "optimum"),
    (on_board("--optimum", "nan"), "optimum"),
    # names
    (on_board("--tie", "newst"), "newst"),
    (on_board("--duplicates", "x"), "ignore"),
    (on_board("--operators", "x"), "learned"),
    (on_board("--estimate", "E5"), "E4"),
    # what the command line itself lacks or has too much
    (on_board("--nosuch"), "--nosuch"),
    (on_board("extra"), "extra"),
    (on_board("--w"), "--w"),
    (("puzzle",), "board"),
    (("tour",), "matrix"),
    (("reproduce",), "paper"),
    (("nosuch",), "nosuch"),
    (("--nosuch",), "--nosuch"),
    (("reproduce", "nosuch"), "rosenberg1972"),
    (("bench", "extra"), "extra"),
    # matrix files
    (("tour", "nosuch.txt"), "No such file"),
    (("tour", "folder"), "folder"),
    (("tour", "binary.txt"), "binary"),
    (("tour", "empty.txt"), "empty"),
    (("tour", "comments.txt"), "empty"),
    (("tour", "ragged.txt"), "line 2"),
    (("tour", "negative.txt"), "'-1' is negative"),
    (("tour", "word.txt"), "'one' is not a number"),
    (("tour", "nan.txt"), "'nan'"),
    (("tour", "inf.txt"), "'inf'"),
    (("tour", "two.txt"), "at least 3 cities"),
    (("tour", "huge.txt"), "is too large: more than 64 MB"),
    (("tour", "half.tsp"), "half.tsp"),
    # the band
    (on_cities("--e", "x"), "'x'"),
    (on_cities("--e", "-1"), "'-1'"),
    (on_cities("--e", "nan"), "'nan'"),
    (on_cities("--d", "x"), "'x'"),
    (on_cities("--d", "-1"), "'-1'"),
    (on_cities("--weight", "x"), "'x'"),
    (on_cities("--weight", "x:1"), "'x'"),
    (on_cities("--weight", "0:"), "''"),
    (on_cities("--heuristic", "h9"), "h9"),
    (on_cities("--max-open", "0"), "--max-open"),
    (on_cities("--max-expansions", "-1"), "--max-expansions"),
]


@pytest.mark.parametrize(("args", "fragment"), ROWS, ids=lambda value: repr(value)[:60])
def test_bad_input_is_one_sentence_and_exit_code_2(provebest, files, args, fragment):
    done = provebest(*args)
    assert "Traceback" not in done.stderr
    assert (done.returncode, done.stdout) == (2, "")
    lines = done.stderr.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("provebest: ")
    assert fragment in lines[0]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("analyse", START, "--prober", "uci:true"), "does not answer as a UCI engine"),
        (("match", "uci:true", "bstar"), "does not start as a UCI engine"),
        (("perft", "startpos", 2, "--against", "true"), "true stopped answering"),
        (("match", "bstar", "bstar", "--store", "no/where"), "cannot use 'no/where'"),
        (("analyse", START, "--cache", "no/where"), "cannot be used as a probe cache"),
    ],
)
def test_so_do_failed_engines_and_files_that_cannot_be_written(provebest, args, sentence):
    done = provebest(*args)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("provebest: ")
    assert sentence in line


def test_bad_input_with_json_is_still_a_sentence_on_stderr(provebest):
    done = provebest("puzzle", "213804765", "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("provebest: ")


def test_a_number_with_a_vast_exponent_is_answered_at_once(provebest):
    done = provebest(*on_board("--w", "1e999999999"), timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("provebest: ")


def test_a_folder_for_plots_that_cannot_be_made(provebest, tmp_path):
    pytest.importorskip("matplotlib")
    (tmp_path / "taken").write_bytes(b"")
    done = provebest("reproduce", "rosenberg1972", "--plots", "taken/pictures")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "taken/pictures" in done.stderr
    assert done.stdout == "", "it is refused before anything is computed"
