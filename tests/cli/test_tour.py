"""``provebest tour``: the tour, its cost, and how far from the cheapest it can be."""

from itertools import permutations

import pytest
from small_tours import LITTLE

# Symmetric; the cheapest tour costs 19. Declared exact, h1 leads to 21 and nothing contradicts it.
TREACHEROUS = [
    [0, 1, 5, 2, 9, 3],
    [1, 0, 6, 8, 3, 2],
    [5, 6, 0, 5, 8, 6],
    [2, 8, 5, 0, 3, 6],
    [9, 3, 8, 3, 0, 3],
    [3, 2, 6, 6, 3, 0],
]


def length(matrix, tour):
    """Cost of the round trip through cities numbered from 1."""
    return sum(matrix[a - 1][b - 1] for a, b in zip(tour, [*tour[1:], tour[0]], strict=True))


def cheapest(matrix):
    """The least cost of a round trip, by trying all."""
    others = range(2, len(matrix) + 1)
    return min(length(matrix, [1, *order]) for order in permutations(others))


def as_text(matrix):
    return "".join(" ".join(map(str, row)) + "\n" for row in matrix)


@pytest.fixture
def little(tmp_path):
    path = tmp_path / "little.txt"
    path.write_text(as_text(LITTLE), encoding="utf-8")
    return path


@pytest.fixture
def treacherous(tmp_path):
    path = tmp_path / "treacherous.txt"
    path.write_text(as_text(TREACHEROUS), encoding="utf-8")
    return path


def check_tour(told, matrix):
    """A round trip through every city that costs what is said."""
    assert told["tour"][0] == 1
    assert sorted(told["tour"]) == list(range(1, len(matrix) + 1))
    assert told["cost"] == length(matrix, told["tour"])


def check_bound(told, matrix):
    """What is said of the cheapest tour is true."""
    low, high = told["optimum_between"]
    assert low <= cheapest(matrix) <= high
    assert told["cost"] - cheapest(matrix) <= told["at_most_above_optimum"]


def test_the_json_has_the_documented_keys(answer, little):
    code, told = answer("tour", little)
    assert code == 0
    assert {"tour", "cost", "at_most_above_optimum", "expansions", "stopped"} <= told.keys()


def test_littles_six_cities_are_proved_optimal(answer, little):
    code, told = answer("tour", little, "--prove-optimal")
    assert (code, told["stopped"], told["proved"]) == (0, "proved", True)
    assert (told["cost"], told["at_most_above_optimum"]) == (63, 0)
    assert told["tour"] == [1, 4, 3, 5, 6, 2]
    assert told["optimum_between"] == [63, 63]


@pytest.mark.parametrize(
    "args",
    [
        "",
        "--heuristic h0",
        "--weight -1:1",
        "--weight 0.5:1",
        "--weight 1/2:1",
        "--no-drop",
        "--d 5",
        "--e 100 --d 3",
        "--max-expansions 2",
        "--max-open 2",
        "--max-expansions 0",
    ],
)
@pytest.mark.parametrize("name", ["little", "treacherous"])
def test_the_bound_is_true(request, answer, name, args):
    path = request.getfixturevalue(name)
    matrix = LITTLE if name == "little" else TREACHEROUS
    code, told = answer("tour", path, *args.split())
    check_tour(told, matrix)
    check_bound(told, matrix)
    assert code == (1 if "--max" in args else 0)
    assert told["stopped"] in {"found", "proved", "node limit", "memory limit"}


@pytest.mark.parametrize("args", ["--heuristic h0", "--weight -1:1", "--weight 0.5:1", "--no-drop"])
def test_every_order_proves_the_same_cost(answer, little, args):
    code, told = answer("tour", little, "--prove-optimal", *args.split())
    assert (code, told["cost"], told["at_most_above_optimum"]) == (0, 63, 0)


def test_a_proof_cut_short_is_not_as_asked(answer, little):
    code, told = answer("tour", little, "--prove-optimal", "--max-expansions", "6")
    assert (code, told["stopped"], told["proved"]) == (1, "node limit", False)
    assert told["expansions"] == 6
    check_tour(told, LITTLE)
    check_bound(told, LITTLE)


def test_tsplib_is_read_as_the_same_matrix(answer, tmp_path, treacherous):
    rows = [" ".join(map(str, row[: i + 1])) for i, row in enumerate(TREACHEROUS)]
    head = ["NAME: six", "TYPE: TSP", "DIMENSION: 6", "EDGE_WEIGHT_TYPE: EXPLICIT"]
    head += ["EDGE_WEIGHT_FORMAT: LOWER_DIAG_ROW", "EDGE_WEIGHT_SECTION"]
    path = tmp_path / "six.tsp"
    path.write_text("\n".join([*head, *rows, "EOF", ""]), encoding="utf-8")
    runs = [answer("tour", file, "--prove-optimal") for file in (path, treacherous)]
    for _, told in runs:
        del told["seconds"]
    assert runs[0] == runs[1]
    assert (runs[0][0], runs[0][1]["cost"]) == (0, 19)


def test_a_declared_error_and_few_open_nodes(answer, treacherous):
    code, told = answer("tour", treacherous, "--e", "4", "--max-open", "20")
    assert code == 0
    assert told["peak_open"] <= 20
    check_tour(told, TREACHEROUS)
    check_bound(told, TREACHEROUS)


def test_an_error_declared_too_small_is_found_out(answer, little):
    code, told = answer("tour", little, "--e", "0")
    assert (code, told["stopped"]) == (1, "declared error false")
    assert "e or d was stated too small" in told["reason"]
    assert told["at_most_above_optimum"] is None
    assert told["optimum_between"] is None
    assert told["proved"] is False
    check_tour(told, LITTLE)


def test_an_error_declared_too_small_may_pass_unseen_and_the_claim_says_whose_word_it_is(
    answer, treacherous
):
    code, told = answer("tour", treacherous, "--e", "0")
    assert (code, told["stopped"]) == (0, "proved")
    assert (told["cost"], cheapest(TREACHEROUS)) == (21, 19)
    assert "given the declared band" in told["reason"]
    code, told = answer("tour", treacherous, "--prove-optimal")
    assert (code, told["cost"], told["at_most_above_optimum"]) == (0, 19, 0)


def test_text_says_the_tour_its_cost_and_the_bound(provebest, little):
    done = provebest("tour", little, "--prove-optimal")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "tour 1-4-3-5-6-2-1"
    assert lines[1] == "cost 63"
    assert "at most 0 above the cheapest tour" in lines
    assert "basis of these bounds: the estimates guarantee how far h1 can be wrong." in lines
    assert any(line.startswith("stopped: proved - ") for line in lines)
    assert "\x1b" not in done.stdout


def test_text_keeps_a_long_tour_on_one_line(provebest, tmp_path):
    path = tmp_path / "ring.txt"
    n = 60
    ring = [[min((i - j) % n, (j - i) % n) for j in range(n)] for i in range(n)]
    path.write_text(as_text(ring), encoding="utf-8")
    done = provebest("tour", path, "--max-expansions", "0")
    first = done.stdout.splitlines()[0]
    assert first.startswith("tour 1-")
    assert len(first.removeprefix("tour ").split("-")) == n + 1


def test_identical_runs_print_identical_json_apart_from_seconds(answer, little):
    runs = [answer("tour", little)[1] for _ in range(2)]
    for told in runs:
        del told["seconds"]
    assert runs[0] == runs[1]
