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


def test_a_largest_regret_ends_the_search_sooner_and_is_told(answer, provebest, tmp_path):
    words = ("tree", "--width", "5", "--range", "1600")
    code, told = answer(*words, "--regret", "80")

    assert code == 0
    assert (told["stopped"], told["proved"]) == ("within regret", False)
    assert told["regret"] == told["rivals_hi"] - told["lo"] <= 80
    assert told["expanded"] < answer(*words)[1]["expanded"]
    assert answer(*words)[1]["regret"] == 0
    done = provebest(*words, "--regret", "80", "--certificate", "near.json")
    assert "at most 76 worse than any other move (80 was allowed)" in done.stdout
    checked = provebest("check", "near.json")
    assert checked.returncode == 0
    assert "at most 76 worse than any other" in checked.stdout
    assert "not proved, but correctly stated" in checked.stdout


def test_a_limit_tells_how_much_worse_the_arc_can_be(answer):
    code, told = answer("tree", "--width", "5", "--range", "1600", "--max-nodes", "100")

    assert (code, told["stopped"]) == (1, "node limit")
    assert f"at most {told['regret']:g} worse than any other move" in told["reason"]


def test_if_min_is_to_move_the_other_arcs_are_worth_at_least_so_much(provebest, tmp_path):
    tree = {"turn": "MIN", "children": [[3, 5], [2, 4]]}
    (tmp_path / "mine.json").write_text(json.dumps(tree))

    done = provebest("tree", "mine.json")

    assert "arc 1 is worth [2, 4]" in done.stdout or "arc 1 is worth [2, 5]" in done.stdout
    assert "every other arc is worth at least" in done.stdout


@pytest.mark.parametrize(
    ("args", "fragment"),
    [
        (("--width", "0"), "width"),
        (("--range", "-4"), "range"),
        (("--strategy", "2DQ"), "GPN"),
        (("--max-nodes", "0"), "1 or more"),
        (("--max-nodes", "-3"), "1 or more"),
        (("--regret", "-1"), "0 or more, got -1"),
        (("--regret", "nan"), "finite number"),
        (("--regret", "inf"), "finite number"),
        (("--regret", "few"), "--regret"),
        (("nowhere.json",), "nowhere.json"),
        (("bad.json",), "bad.json"),
        (("crossing.json",), "the lower bound 3 is above the upper bound 1"),
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


def test_a_bound_that_is_not_known_yet_is_null_in_json(answer, tmp_path):
    """The limit comes before the first expansion, so that nothing has bounds."""
    (tmp_path / "mine.json").write_text("[[3, 5], [2, 4]]")

    code, told = answer("tree", "mine.json", "--max-nodes", "1")

    assert (code, told["stopped"], told["expanded"]) == (1, "node limit", 0)
    unknown = [None] * 5
    assert [told[key] for key in ("lo", "hi", "rivals_hi")] + told["value_between"] == unknown
