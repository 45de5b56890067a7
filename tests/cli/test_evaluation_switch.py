"""``--evaluation`` in every command that searches with the compiled core."""

import json

import pytest

from provebest.games.chess_evaluation import EVALUATIONS

MIDDLE = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1"
SUITE = f'{MIDDLE[:-4]} bm a3; id "one";\n'
GAME = "1. e4 e5 2. Nf3 Nc6 *\n"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "one.epd").write_text(SUITE)
    (tmp_path / "game.pgn").write_text(GAME)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("evaluate", MIDDLE), lambda found: found["value"]),
        (("probe", MIDDLE, "--depth", 3), lambda found: found["value"]),
        (("analyse", MIDDLE, "--nodes", 20000), lambda found: found["value"]),
        (("compare", MIDDLE, "a3", "h3", "--nodes", 20000), lambda found: found["moves"]),
        (("only-move", MIDDLE, "--nodes", 20000), lambda found: found["value"]),
        (("only-move", "one.epd", "--nodes", 20000), lambda found: found["answers"][0]["value"]),
        *(
            (
                ("suite", "one.epd", "--nodes", 20000, "--search", search),
                lambda found: [
                    (one["value"], one["nodes"], one["depth"]) for one in found["positions"]
                ],
            )
            for search in ("bstar", "alphabeta", "bandwidth")
        ),
        (
            ("annotate", "game.pgn", "-o", "out.pgn", "--book-moves", 0, "--nodes", 5000, "-q"),
            lambda found: [note["value"] for note in found["games"][0]["notes"]],
        ),
        (("bench",), lambda found: found["signature"]),
    ],
    ids=lambda value: " ".join(map(str, value[::4])) if isinstance(value, tuple) else "",
)
def test_the_two_evaluations_give_different_values(provebest, words, told):
    found = []
    for evaluation in EVALUATIONS:
        done = provebest(*words, "--evaluation", evaluation, "--json")
        assert done.returncode in {0, 1}, done.stderr
        found.append(told(json.loads(done.stdout)))

    assert found[0] != found[1]


@pytest.mark.usefixtures("files")
def test_answers_in_a_store_are_not_mixed(provebest):
    words = ("only-move", "one.epd", "--nodes", 20000, "--store", "store", "--json")
    values = [
        json.loads(provebest(*words, "--evaluation", name).stdout)["answers"][0]["value"]
        for name in (*EVALUATIONS, *EVALUATIONS)
    ]

    assert values[:2] == values[2:]
    assert values[0] != values[1]


@pytest.mark.parametrize(
    "words",
    [
        ("evaluate", MIDDLE),
        ("probe", MIDDLE, "--depth", 1),
        ("analyse", MIDDLE),
        ("compare", MIDDLE, "a3", "h3"),
        ("only-move", MIDDLE),
        ("suite", "one.epd"),
        ("annotate", "game.pgn", "-o", "out.pgn"),
        ("audit", "game.pgn"),
        ("match", "bstar", "alphabeta"),
        ("bench",),
    ],
    ids=lambda words: words[0],
)
@pytest.mark.usefixtures("files")
def test_another_name_is_bad_input(provebest, words):
    done = provebest(*words, "--evaluation", "best")

    assert done.returncode == 2
    assert "must be corrected or handcrafted" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_table_of_terms_shows_the_correction(provebest):
    shown = {name: provebest("evaluate", MIDDLE, "--evaluation", name) for name in EVALUATIONS}

    assert "correction" in shown["corrected"].stdout
    assert "correction" not in shown["handcrafted"].stdout


def test_a_match_may_pit_them_against_each_other(provebest):
    done = provebest(
        "match", "alphabeta:evaluation=corrected", "alphabeta:evaluation=handcrafted",
        "--games", 2, "--nodes", 200, "--json", "-q",
    )  # fmt: skip

    assert done.returncode == 0, done.stderr


def test_the_default_is_corrected_and_a_variable_changes_it(provebest, monkeypatch):
    def value(*options):
        return json.loads(provebest("evaluate", MIDDLE, *options, "--json").stdout)["value"]

    corrected, handcrafted = (value("--evaluation", name) for name in EVALUATIONS)
    assert value() == handcrafted, "the tests' own variable"
    monkeypatch.delenv("PROVEBEST_EVALUATION")
    assert value() == corrected
    monkeypatch.setenv("PROVEBEST_EVALUATION", "")
    assert value() == corrected


@pytest.mark.parametrize("words", [("evaluate", MIDDLE), ("uci",), ("analyse", MIDDLE)])
def test_a_wrong_name_in_the_variable_is_one_sentence(provebest, monkeypatch, words):
    monkeypatch.setenv("PROVEBEST_EVALUATION", "perfect")
    done = provebest(*words)
    assert done.returncode == 2
    assert "got 'perfect' from PROVEBEST_EVALUATION" in done.stderr
    assert "Traceback" not in done.stderr
