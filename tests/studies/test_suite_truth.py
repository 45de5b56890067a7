"""How good the moves of a suite are: what is asked of the judge, and what is counted."""

import json
import shutil
import subprocess
import sys

import pytest

from provebest.suites.epd import Exercise, read_exercise
from provebest.vocabulary import BadInputError
from studies.suite_truth import Judged, questions, read_answers, report

ENGINE = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")
BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
MATE, QUIET = "a1a8", "h2h3"
EPD = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8; id "back rank";'
WRONG = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm h3; id "not best";'


def answers(tmp_path, name, *moves):
    file = tmp_path / name
    positions = [{"fen": BACK_RANK, "move": move} for move in moves]
    file.write_text(json.dumps({"positions": positions}))
    return file


def judged(best, first, second, values):
    exercise = Exercise("one", BACK_RANK, best)
    return Judged(exercise, values, (first, second))


def test_only_moves_that_the_judge_does_not_play_are_asked_about_and_each_once():
    exercise = Exercise("", BACK_RANK, (MATE, QUIET))

    assert questions(exercise, MATE, [QUIET, "g2g3", "g2g3"]) == [QUIET, "g2g3"]
    assert questions(exercise, "g2g3", [MATE]) == [MATE, QUIET]


def test_a_move_of_the_suite_that_is_worse_than_the_best_is_not_counted_as_near():
    near = judged(("a1b1",), "a1b1", "a1c1", {"a1b1": 0, "a1c1": 10})
    worse = judged(("a1b1",), "a1b1", "a1c1", {"a1b1": 0, "a1c1": 100})

    lines = report([near, worse], ["first", "second"])

    assert lines[0].startswith("of the suite's moves 0 are best and 1 are within")
    assert lines[1].startswith("first: 2 solved, 1 within")
    assert lines[2].startswith("second: 0 solved, 2 within")
    assert lines[3].startswith("solved by the first answers only: 2;")
    assert lines[3].endswith("in 0 of them, the second in 1")
    assert [line.split(":")[0].strip() for line in lines[4:]] == ["one", "one"]


def test_a_search_that_finds_more_than_the_judges_own_choice_says_what_is_best():
    one = Judged(Exercise("one", BACK_RANK, (MATE,)), {QUIET: 20, MATE: 900}, ())

    assert (one.best, one.loss([MATE])) == (MATE, 0.0)
    assert one.loss([QUIET]) > 0.4


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"positions": []}', '{"positions": [3]}'])
def test_a_file_that_has_no_answers_is_refused(tmp_path, text):
    file = tmp_path / "other.json"
    file.write_text(text)

    with pytest.raises(BadInputError, match="is not what provebest suite --json wrote"):
        read_answers(file, [read_exercise(EPD, "")])


@pytest.mark.skipif(ENGINE is None, reason="needs Stockfish")
def test_a_suite_whose_move_is_not_the_best_is_found_out(tmp_path):
    suite = tmp_path / "suite.epd"
    suite.write_text(f"{WRONG}\n")
    given = answers(tmp_path, "first.json", QUIET), answers(tmp_path, "second.json", MATE)
    command = [sys.executable, "-m", "studies.suite_truth", suite, "--nodes", "2000"]

    done = subprocess.run(
        [*command, "--answers", *given, "--engine", ENGINE, "--workers", "1"],
        capture_output=True,
        text=True,
        check=True,
    )

    lines = done.stdout.splitlines()
    assert lines[:2] == [
        "the judge solves 0 of 1",
        "of the suite's moves 0 are best and 0 are within 0.04 points of the best",
    ]
    assert lines[3].startswith("second.json: 0 solved, 1 within")
    assert "not best: h3" in lines[-1]
    assert "best Ra8#" in lines[-1]


@pytest.mark.skipif(ENGINE is None, reason="needs Stockfish")
def test_the_choices_of_the_judge_alone_can_be_counted(tmp_path):
    suite = tmp_path / "suite.epd"
    suite.write_text(f"{EPD}\n{WRONG}\n")
    command = [sys.executable, "-m", "studies.suite_truth", suite, "--nodes", "2000", "--choices"]

    done = subprocess.run(
        [*command, "--engine", ENGINE, "--workers", "1"], capture_output=True, text=True, check=True
    )

    assert done.stdout == "the judge solves 1 of 2\n"
