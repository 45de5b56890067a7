"""Ctrl-C and the clock end a search with its best answer so far."""

import json
import os
import random
import subprocess
import sys

import processor_time
import pytest

from provebest.cli import main

ORDERED = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"
HARD_BOARD = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"
HARD_PUZZLE = ("puzzle", HARD_BOARD, "--goal", ORDERED, "--megabytes", "3000")
HARD_TOUR = ("tour", "cities.txt", "--prove-optimal")
CITIES = 60


@pytest.fixture(autouse=True)
def matrix(tmp_path):
    """Sixty cities with random symmetric costs, in the file that the hard tour reads."""
    rng = random.Random(1974)
    costs = [[0] * CITIES for _ in range(CITIES)]
    for i in range(CITIES):
        for j in range(i):
            costs[i][j] = costs[j][i] = rng.randint(1, 1000)
    lines = (" ".join(map(str, row)) for row in costs)
    (tmp_path / "cities.txt").write_text("\n".join(lines), encoding="utf-8")
    return costs


def check_closest_path(told):
    """Not solved, but the path that led nearest is there."""
    assert (told["solved"], told["path"], told["length"]) == (False, [], None)
    closest = told["closest"]
    assert closest["path"][0] == HARD_BOARD
    assert closest["path"][-1] == closest["board"]
    assert len(closest["path"]) > 1
    assert told["developed"] > 0


def check_tour_with_bound(told, matrix):
    """A whole tour, its true cost, and an error bound that fits it."""
    tour = told["tour"]
    assert sorted(tour) == list(range(1, CITIES + 1))
    legs = zip(tour, [*tour[1:], tour[0]], strict=True)
    assert told["cost"] == sum(matrix[a - 1][b - 1] for a, b in legs)
    low, high = told["optimum_between"]
    assert 0 < low <= high <= told["cost"]
    assert told["at_most_above_optimum"] == told["cost"] - low
    assert told["proved"] is False


def test_ctrl_c_prints_the_closest_path_as_json(interrupted):
    done = interrupted(*HARD_PUZZLE, "--json")
    assert (done.returncode, done.stderr) == (130, "")
    told = json.loads(done.stdout)
    assert told["stopped"] == "cancelled"
    assert "interrupted" in told["reason"]
    check_closest_path(told)


def test_ctrl_c_prints_the_tour_and_its_bound_as_json(interrupted, matrix):
    done = interrupted(*HARD_TOUR, "--json")
    assert (done.returncode, done.stderr) == (130, "")
    told = json.loads(done.stdout)
    assert told["stopped"] == "cancelled"
    assert "interrupted" in told["reason"]
    check_tour_with_bound(told, matrix)


def test_ctrl_c_draws_the_closest_path_as_text(interrupted):
    done = interrupted(*HARD_PUZZLE)
    assert (done.returncode, done.stderr) == (130, "")
    assert "14 13 15  7" in done.stdout
    assert "not solved" in done.stdout
    assert "stopped: cancelled" in done.stdout


def test_ctrl_c_prints_the_tour_as_text(interrupted):
    done = interrupted(*HARD_TOUR)
    assert (done.returncode, done.stderr) == (130, "")
    assert done.stdout.startswith("tour")
    assert "above the cheapest tour" in done.stdout
    assert "stopped: cancelled" in done.stdout


def test_the_time_limit_ends_a_puzzle(answer):
    before = processor_time.seconds_of_ended_children()
    code, told = answer(*HARD_PUZZLE, "--seconds", "1")
    assert processor_time.seconds_of_ended_children() - before < 10
    assert (code, told["stopped"]) == (1, "time limit")
    assert "time" in told["reason"]
    check_closest_path(told)


def test_the_time_limit_ends_a_tour(answer, matrix):
    before = processor_time.seconds_of_ended_children()
    code, told = answer(*HARD_TOUR, "--seconds", "1")
    assert processor_time.seconds_of_ended_children() - before < 10
    assert (code, told["stopped"]) == (1, "time limit")
    assert "time" in told["reason"]
    check_tour_with_bound(told, matrix)


def test_ctrl_c_while_a_class_is_made_is_an_interrupt_and_other_errors_are_not(monkeypatch):
    """Python 3.11 wraps an exception that comes while a class is being made."""

    def fail(cause):
        def app_for(_):
            raise RuntimeError("Error calling __set_name__") from cause

        return app_for

    monkeypatch.setattr(main, "app_for", fail(KeyboardInterrupt()))
    with pytest.raises(SystemExit) as ended:
        main.main()
    assert ended.value.code == 130
    monkeypatch.setattr(main, "app_for", fail(ValueError()))
    with pytest.raises(RuntimeError):
        main.main()


AT_AN_IMPORT = """
import os, signal, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
"""
AT_THE_END = """
import atexit, os, signal
atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))
"""
MOMENTS = {
    "our first import": AT_AN_IMPORT.format(module="provebest.games"),
    "the package": AT_AN_IMPORT.format(module="provebest.search.path"),
    "the entry": AT_AN_IMPORT.format(module="provebest.cli.main"),
    "the command": AT_AN_IMPORT.format(module="provebest.cli.evaluate"),
    "the end": AT_THE_END,
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_ctrl_c_at_any_moment_of_ours_is_an_interrupt(provebest, tmp_path, moment):
    """From the first line of the package to the end of the interpreter."""
    (tmp_path / "sitecustomize.py").write_text(MOMENTS[moment])
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])

    done = provebest("evaluate", "startpos", env={**os.environ, "PYTHONPATH": paths})

    assert (done.returncode, done.stderr) == (130, "provebest: interrupted\n")
    assert bool(done.stdout) == (moment == "the end")


def test_a_program_that_imports_the_package_keeps_its_own_ctrl_c():
    code = (
        "import signal; before = signal.getsignal(signal.SIGINT); import provebest; "
        "assert signal.getsignal(signal.SIGINT) is before"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
