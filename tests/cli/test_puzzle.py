"""``provebest puzzle``: what it prints, as JSON and as text."""

import re
from itertools import pairwise

import pytest

from provebest.problems.tile_boards import read_board

GOAL = "123804765"
FIRST = "216408753"  # problem 1 of Rosenberg's Table I: 18 steps
THIRD = "824107563"
FIFTH = "765108324"
ORDERED = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"


def is_one_step(before, after):
    """Whether one board becomes the other by sliding one tile into the blank."""
    (old, shape), (new, other) = read_board(before), read_board(after)
    if shape != other:
        return False
    here, there = old.index(0), new.index(0)
    far = abs(here % shape.width - there % shape.width)
    far += abs(here // shape.width - there // shape.width)
    swapped = bytearray(old)
    swapped[here], swapped[there] = swapped[there], swapped[here]
    return far == 1 and bytes(swapped) == new


def check_path(told, board, goal):
    """A path of the stated length from board to goal, one legal step at a time."""
    path = told["path"]
    assert path[0] == board
    assert path[-1] == goal
    assert len(path) == told["length"] + 1
    assert all(is_one_step(before, after) for before, after in pairwise(path))


def test_the_json_has_the_documented_keys(answer):
    code, told = answer("puzzle", FIRST)
    assert code == 0
    assert {"solved", "length", "developed", "path", "evaluations", "generated"} <= told.keys()


def test_by_default_the_shortest_path_is_proved(answer):
    code, told = answer("puzzle", FIRST)
    assert code == 0
    assert (told["solved"], told["proved"], told["stopped"]) == (True, True, "proved")
    assert told["length"] == told["cost"] == 18
    assert len(told["moves"]) == 18
    check_path(told, FIRST, GOAL)
    assert 0 < told["developed"] <= told["evaluations"] <= told["generated"]


@pytest.mark.paper("rosenberg1972")
@pytest.mark.parametrize(
    ("board", "args", "developed", "length"),
    [
        pytest.param(THIRD, "--w 1.5 --wt 0.5 --look-ahead 4", 23, 22, id="Table II"),
        pytest.param(FIRST, "--w 0.5 --wt 1.0 --look-ahead 4", 15, 18, id="Table III"),
        pytest.param(FIFTH, "--w 3.0 --tie newest", 40, 32, id="Table IV, TIE-1"),
        pytest.param(FIFTH, "--w 3.0 --tie oldest", 71, 32, id="Table IV, TIE-2"),
        pytest.param(FIRST, "--w 0.5 --look-ahead 3", 18, 18, id="Table V"),
    ],
)
def test_cells_of_the_paper(answer, board, args, developed, length):
    rules = ("--duplicates", "ignore", "--max-developed", "200")
    code, told = answer("puzzle", board, *args.split(), *rules)
    assert (code, told["developed"], told["length"]) == (0, developed, length)
    check_path(told, board, GOAL)


@pytest.mark.paper("rosenberg1972")
def test_a_cell_that_ends_at_the_limit_is_not_solved_and_says_why(answer):
    code, told = answer(
        "puzzle", THIRD, "--w", "0.1", "--duplicates", "ignore", "--max-developed", "200"
    )
    assert code == 1
    assert (told["solved"], told["proved"]) == (False, False)
    assert told["length"] is None
    assert told["path"] == []
    assert told["developed"] == 200
    assert told["stopped"] == "node limit"
    assert "limit on developed nodes" in told["reason"]
    closest = told["closest"]["path"]
    assert closest[0] == THIRD
    assert closest[-1] == told["closest"]["board"]
    assert all(is_one_step(before, after) for before, after in pairwise(closest))


@pytest.mark.parametrize("limit", ["--max-developed", "--seconds"])
def test_a_limit_of_nothing_leaves_the_start(answer, limit):
    code, told = answer("puzzle", FIRST, limit, "0")
    assert (code, told["solved"], told["developed"]) == (1, False, 0)
    assert told["closest"]["path"] == [FIRST]
    assert told["cost"] is told["length"] is None


def test_a_fifteen_puzzle_with_its_own_goal(answer):
    board = "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15"
    code, told = answer("puzzle", board, "--goal", ORDERED)
    assert (code, told["length"], told["proved"]) == (0, 45, True)
    check_path(told, board, ORDERED)


@pytest.mark.parametrize(
    ("board", "goal", "length"),
    [
        ("123/450", "123/450", 0),
        ("123/405", "123/450", 1),
        ("012/345", "123/450", 15),
        ("1032", "1230", 1),
        ("102/", "120/", 1),
        ("1/0/2", "1/2/0", 1),
    ],
)
def test_boards_of_other_shapes(answer, board, goal, length):
    code, told = answer("puzzle", board)
    assert (code, told["length"], told["proved"]) == (0, length, True)
    check_path(told, board, goal)


@pytest.mark.parametrize(
    "args",
    [
        "--storage 60",
        "--storage 60 --advance 2",
        "--operators fixed",
        "--operators learned --wt 1",
        "--look-ahead 1..4",
        "--look-ahead 2 --keep-trees 10",
        "--estimate E1",
        "--estimate E2 --wt 2/3",
        "--duplicates relink --megabytes 500 --seconds 50",
    ],
)
def test_every_option_solves(answer, args):
    code, told = answer("puzzle", FIRST, "--w", "1.5", *args.split())
    assert (code, told["solved"]) == (0, True)
    check_path(told, FIRST, GOAL)


def test_keeping_trees_saves_boards_and_changes_nothing_else(answer):
    args = ("puzzle", FIRST, "--w", "1.5", "--look-ahead", "2")
    _, grown = answer(*args)
    _, kept = answer(*args, "--keep-trees", "1000")
    assert (kept["path"], kept["developed"]) == (grown["path"], grown["developed"])
    assert kept["generated"] < grown["generated"]


def test_storage_too_small_is_said_and_not_solved(answer):
    code, told = answer("puzzle", FIRST, "--w", "1.5", "--storage", "5")
    assert (code, told["solved"], told["stopped"]) == (1, False, "memory limit")
    assert told["restarts"] > 0


def test_a_known_optimum_gives_efficiencies(answer):
    _, told = answer("puzzle", FIRST, "--w", "1.5", "--optimum", "18")
    assert told["path_efficiency"] == 18 / told["length"]
    assert told["development_efficiency"] == 18 / told["developed"]
    assert told["penetrance"] == told["length"] / told["developed"]


def test_identical_runs_print_identical_json_apart_from_seconds(provebest):
    runs = [provebest("puzzle", FIRST, "--w", "1.5", "--json") for _ in range(2)]
    first, second = (re.sub(r'("seconds": )[^\n]*', r"\1", run.stdout) for run in runs)
    assert first == second
    assert first.count('"seconds"') == 1


def test_text_numbers_and_draws_every_board(provebest):
    done = provebest("puzzle", FIRST)
    assert (done.returncode, done.stderr) == (0, "")
    drawn = done.stdout.partition("18 steps")[0].splitlines()
    numbers = [line.split() for line in drawn if re.fullmatch(r"( +[0-9]+)+ *", line)]
    heads = [row for row in numbers if row[0] in {"0", str(len(numbers[0]))}]
    assert [int(number) for row in heads for number in row] == list(range(19))
    blanks = "".join(drawn).count("·")
    assert blanks == 19
    assert sum("".join(drawn).count(arrow) for arrow in "→←↑↓") == 18
    assert "\x1b" not in done.stdout


def test_text_names_the_moves_and_says_why_it_stopped(provebest, answer):
    _, told = answer("puzzle", FIRST)
    said = " ".join(provebest("puzzle", FIRST).stdout.split())
    assert f"18 steps: {told['moves']}" in said
    assert f"stopped: proved - {told['reason']}." in said
    assert f"developed {told['developed']}, generated {told['generated']}" in said


def test_text_of_an_unsolved_puzzle_says_so(provebest):
    done = provebest("puzzle", FIRST, "--max-developed", "5")
    assert done.returncode == 1
    assert "not solved" in done.stdout
    assert "stopped: node limit" in done.stdout
