"""Studies as they are run: ``python -m studies.NAME``."""

import os
import signal
import subprocess
import sys
import time

import pytest

from provebest.vocabulary import BadInputError
from provebest.work.pool import stored_results

POSITIONS = """\
r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5; id "one";
rnbqkb1r/pp1p1ppp/4pn2/2p5/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - bm d5; id "two";
"""


def study(*words):
    return [sys.executable, "-m", *words]


def run(*words):
    return subprocess.run(study(*words), capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def suite(tmp_path):
    file = tmp_path / "suite.epd"
    file.write_text(POSITIONS, encoding="utf-8")
    return file


def test_a_study_tells_both_halves_and_keeps_what_it_did(suite, tmp_path):
    store = tmp_path / "store.jsonl"
    words = ["studies.settling", str(suite), "--nodes", "200000", "--store", str(store)]
    first, second = run(*words, "--workers", "1"), run(*words)

    assert (first.returncode, first.stderr) == (0, "")
    assert [line.split(":")[0] for line in first.stdout.splitlines() if line[0] != " "] == [
        "half 1",
        "half 2",
        "all",
        "in use",
    ]
    assert second.stdout == first.stdout
    assert len(stored_results(store)) == 2


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["studies.settling", "missing.epd"], "missing.epd"),
        (["studies.winning_chances", "missing.pgn"], "cannot read 'missing.pgn'"),
        (
            ["studies.tune_evaluation", "--games=10", "--nodes=1", "--out=no/folder/x.inc"],
            "No such file or directory: no/folder/x.inc",
        ),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(words, why):
    done = run(*words)

    assert (done.returncode, done.stdout.count("Traceback")) == (2, 0)
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith("provebest: ")
    assert why in sentence


def test_ctrl_c_keeps_what_the_store_has(suite, tmp_path):
    store = tmp_path / "store.jsonl"
    suite.write_text(POSITIONS * 50, encoding="utf-8")
    words = ["studies.settling", str(suite), "--nodes", "200000", "--workers", "1"]
    process = subprocess.Popen(
        study(*words, "--store", str(store)), stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 60
    while (
        not (store.exists() and store.read_bytes().count(b"\n") > 1) and time.monotonic() < deadline
    ):
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)

    assert (process.returncode, said) == (
        130,
        "provebest: interrupted; with --store the same command continues\n",
    )
    assert stored_results(store)


def test_no_process_is_too_few(suite):
    done = run("studies.settling", str(suite), "--workers", "0")

    assert done.returncode == 2
    assert "it must be 1 or more" in done.stderr


def test_no_store_is_bad_input(tmp_path):
    with pytest.raises(BadInputError, match="there is no file"):
        stored_results(tmp_path / "missing.jsonl")
