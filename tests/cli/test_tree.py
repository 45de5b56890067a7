"""``provebest tree``: B* on artificial trees and on trees from files."""

import json

import pytest


def test_the_keys_of_the_contract_and_a_count_of_the_sample_table(answer):
    """Range 400, width 5, iteration 2: 2DRM needs 44 expansions."""
    code, told = answer(
        "tree", "--width", "5", "--range", "400", "--iteration", "2", "--strategy", "2DRM"
    )

    assert code == 0
    keys = {"arc", "lo", "hi", "rivals_hi", "expanded", "generated", "depth", "stopped"}
    assert keys <= set(told)
    assert told["expanded"] == 44
    assert told["stopped"] == "proved"
    assert told["lo"] >= told["rivals_hi"]


def test_an_intractable_tree_is_exit_code_1_and_says_which_limit(answer):
    """Range 100, width 5, iteration 2: BF runs down a chain after 181 expansions."""
    code, told = answer(
        "tree", "--width", "5", "--range", "100", "--iteration", "2", "--strategy", "BF"
    )

    assert code == 1
    assert told["expanded"] == 181
    assert told["stopped"] == "depth limit"


def test_invalid_bounds_are_never_called_proved(answer):
    seen = set()
    for iteration in range(1, 12):
        _, told = answer("tree", "--width", "8", "--iteration", str(iteration), "--strategy", "BFX")
        seen.add(told["stopped"])
        assert told["stopped"] != "proved" or told["violations"] == 0

    assert "bounds false" in seen


def test_the_tree_is_drawn_as_text_and_as_a_picture(provebest, tmp_path):
    done = provebest("tree", "--draw", "--svg", "tree.svg")

    assert done.returncode == 0
    assert "root [51, 62] MAX" in done.stdout
    picture = (tmp_path / "tree.svg").read_text("utf-8")
    assert picture.startswith("<svg")
    assert picture.rstrip().endswith("</svg>")
    assert picture.count("<rect") == 25


def test_a_tree_from_a_file(answer, tmp_path):
    (tmp_path / "mine.json").write_text(json.dumps([[3, 5], [2, [1, 4]], [4, 9]]))

    code, told = answer("tree", "mine.json", "--strategy", "ADM")

    assert code == 0
    assert told["arc"] == 2
    assert told["lo"] == 4


@pytest.mark.parametrize(
    ("args", "fragment"),
    [
        (("--width", "0"), "width"),
        (("--range", "-4"), "range"),
        (("--strategy", "2DQ"), "GPN"),
        (("--max-nodes", "0"), "1 or more"),
        (("--max-nodes", "-3"), "1 or more"),
        (("nowhere.json",), "nowhere.json"),
        (("bad.json",), "bad.json"),
        (("crossing.json",), "bounds cross, 3 is above 1"),
        (("mine.json", "--collapse"), "generated trees"),
    ],
)
def test_bad_input_is_one_sentence(provebest, tmp_path, args, fragment):
    (tmp_path / "bad.json").write_text("[1, 2")
    (tmp_path / "mine.json").write_text("[1, 2]")
    crossing = {"bounds": [3, 1], "children": [1, 2]}
    (tmp_path / "crossing.json").write_text(json.dumps([crossing, 5]))

    done = provebest("tree", *args)

    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert fragment in done.stderr
