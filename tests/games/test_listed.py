"""Trees from nested lists and JSON files; each kind of bad tree gets one sentence."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provebest.games import listed, tree_json
from provebest.games.listed import NestedTree, read_tree
from provebest.games.tree_json import parse_json, read_deep
from provebest.search.alphabeta import minimax
from provebest.vocabulary import BadInputError, Interval

BOUNDED = [[3, 5], {"bounds": [1, 6.5], "children": [2, [1, 4]]}]

trees = st.recursive(
    st.integers(-9, 9) | st.floats(-9, 9),
    lambda sub: (
        st.lists(sub, min_size=1, max_size=4)
        | st.lists(sub, min_size=1, max_size=3).map(
            lambda kids: {"bounds": [-9, 9], "children": kids}
        )
    ),
    max_leaves=30,
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda sub: st.lists(sub) | st.dictionaries(st.text(), sub),
    max_leaves=20,
)


def written(folder, text):
    file = folder / "tree.json"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def test_a_tree_of_lists_is_a_game():
    game = NestedTree([[3, 5], [2, [1, 4]]])

    assert game.start() == ()
    assert list(game.moves(())) == [0, 1]
    assert game.play((1,), 1) == (1, 1)
    assert list(game.moves((0, 0))) == []
    assert game.value((1, 1, 0)) == 1
    assert [game.max_to_move(path) for path in [(), (0,), (1, 1)]] == [True, False, True]
    assert NestedTree([1], max_first=False).max_to_move(()) is False
    assert game.nodes == 9
    assert game.value_range == (1, 5)
    assert (game.show(()), game.show((1, 0))) == ("the root", "[1][0]")


def test_a_node_may_say_whose_turn_it_is():
    """After the first move MAX moves again; below it the players take turns, until told again."""
    again = {"turn": "MAX", "children": [5, [0, {"turn": "MIN", "children": [7]}]]}
    game = NestedTree([again, 3])

    turns = {(): True, (0,): True, (0, 1): False, (0, 1, 1): False, (0, 1, 0): True, (1,): False}
    assert {path: game.max_to_move(path) for path in turns} == turns
    assert (minimax(game, 9).move, minimax(game, 9).value) == (0, 5)
    assert NestedTree({"turn": "MIN", "children": [1, 2]}).max_to_move(()) is False


@given(trees)
def test_without_turns_the_players_alternate(tree):
    for first in (True, False):
        game, waiting = NestedTree(tree, max_first=first), [()]
        while waiting:
            state = waiting.pop()
            assert game.max_to_move(state) == ((len(state) % 2 == 0) == first)
            waiting += [game.play(state, move) for move in game.moves(state)]


def test_a_tree_of_one_leaf_one_move_or_ties_is_searched():
    assert minimax(NestedTree(5), 3).move is None
    assert minimax(NestedTree([[5]]), 3).line == (0, 0)
    assert minimax(NestedTree([5, 5, 5], max_first=False), 3).value == 5


def test_bounds_are_those_given_else_those_of_the_whole_tree():
    game = NestedTree(BOUNDED)

    assert game.bounds((1,)) == Interval(1, 6.5)
    assert game.bounds((1, 1)) == Interval(1, 5)
    assert game.bounds((1, 0)) == Interval(2, 2)
    assert game.value((1,)) == 3.75
    assert game.expand(()) == [(0, (0,), 1, 5), (1, (1,), 1, 6.5)]
    assert game.expand((0, 0)) == []


@given(trees)
def test_expand_says_what_the_single_methods_say(tree):
    game = NestedTree(tree)

    for move, state, lo, hi in game.expand(()):
        assert state == game.play((), move)
        assert Interval(lo, hi) == game.bounds(state)
    assert minimax(game, 50).value in Interval(*game.value_range)


def test_infinite_bounds_are_bounds_but_no_estimate():
    game = NestedTree({"bounds": [-math.inf, math.inf], "children": [1]})

    assert game.bounds(()) == Interval(-math.inf, math.inf)
    with pytest.raises(BadInputError, match="no finite bounds, so no value"):
        game.value(())


def test_the_tree_is_a_copy():
    tree = [[3, 5], [2]]
    game = NestedTree(tree)
    tree[0].clear()

    assert list(game.moves((0,))) == [0, 1]


def test_a_list_may_stand_in_two_places():
    shared = [1, 2]

    assert NestedTree([shared, shared]).nodes == 7


def test_a_tree_of_10_000_levels_is_read_and_one_more_is_not(tmp_path):
    text = "[" * 10_000 + "7" + "]" * 10_000
    game = read_tree(written(tmp_path, text))

    assert game.value((0,) * 10_000) == 7
    with pytest.raises(BadInputError, match="deeper than 10,000 levels"):
        read_tree(written(tmp_path, f"[{text}]"))
    with pytest.raises(BadInputError, match="deeper than 10,000 levels"):
        read_tree(written(tmp_path, "[" * 10**6))


@given(trees)
def test_a_file_gives_the_same_tree(tmp_path_factory, tree):
    file = written(tmp_path_factory.mktemp("trees"), json.dumps(tree))

    assert read_tree(file).root == NestedTree(tree).root


@given(anything, st.sampled_from([None, 1, "\t"]))
def test_json_is_read_as_python_reads_it(value, indent):
    text = json.dumps(value, indent=indent)

    assert read_deep(text, "it") == parse_json(text, "it") == json.loads(text)


@given(st.text('[]{},:"0123.eE-+ \\tfan', max_size=12))
def test_what_python_refuses_is_refused(text):
    try:
        expected = json.loads(text)
    except ValueError:
        for read in (parse_json, read_deep):
            with pytest.raises(BadInputError, match=r"it is not JSON: .* line 1 column"):
                read(text, "it")
    else:
        assert read_deep(text, "it") == expected


@pytest.mark.parametrize(
    ("tree", "sentence"),
    [
        ([1, []], r"the tree, \[1\] is an empty list"),
        ([], "the tree, the root is an empty list"),
        ([[1, "3"]], r"the tree, \[0\]\[1\]: a leaf must be a finite number, got '3'"),
        ([1, None], r"\[1\]: a leaf must be a finite number, got None"),
        ([1, True], r"\[1\]: a leaf must be a finite number, got True"),
        ([math.nan], r"\[0\]: a leaf must be a finite number, got nan"),
        ([-math.inf], r"\[0\]: a leaf must be a finite number, got -inf"),
        ([10**5000], r"\[0\]: a leaf must be a finite number, got a huge number"),
        ([{1, 2}], r"\[0\]: a leaf must be a finite number, got set"),
        (
            [{"bounds": [2, 1], "children": [1]}],
            r"\[0\]: the lower bound 2 is above the upper bound 1",
        ),
        ({"bounds": [math.nan, 1], "children": [1]}, "bounds must be two numbers"),
        ({"bounds": [1, "2"], "children": [1]}, "bounds must be two numbers"),
        ({"bounds": [1], "children": [1]}, r"bounds must be \[lo, hi\]"),
        ({"bounds": 3, "children": [1]}, r"bounds must be \[lo, hi\], got 3"),
        (
            {"bounds": [1, 2]},
            'an object needs "children" and may have "bounds" and "turn", got \'bounds\'',
        ),
        ({"turn": "max", "children": [1]}, 'turn must be "MAX" or "MIN", got \'max\''),
        ({"turn": None, "children": [1]}, 'turn must be "MAX" or "MIN", got None'),
        ([[{"turn": [], "children": [1]}]], r"\[0\]\[0\]: turn must be"),
        ({"bound": [1, 2], "children": [1]}, "got 'bound', 'children'"),
        ({}, "got nothing"),
        ({"children": 3}, "children must be a list, got 3"),
        ({"children": []}, "is an empty list"),
    ],
)
def test_what_is_no_tree_is_refused_with_its_place(tree, sentence):
    with pytest.raises(BadInputError, match=sentence):
        NestedTree(tree)


def test_a_list_that_contains_itself_is_refused():
    tree = [1, [2]]
    tree[1].append(tree)
    node = {"children": []}
    node["children"].append(node)

    with pytest.raises(BadInputError, match=r"the tree, \[1\]\[1\] contains itself"):
        NestedTree(tree)
    with pytest.raises(BadInputError, match="contains itself"):
        NestedTree(node)


def test_a_tree_with_too_many_nodes_is_refused(monkeypatch, tmp_path):
    monkeypatch.setattr(listed, "MOST_NODES", 10)
    monkeypatch.setattr(tree_json, "MOST_NODES", 10)
    fits, too_many = [1] * 9, [1] * 10

    assert NestedTree(fits).nodes == 10
    assert read_tree(written(tmp_path, json.dumps(fits))).nodes == 10
    bounded = json.dumps({"bounds": [0, 2], "children": fits})
    assert read_tree(written(tmp_path, bounded)).nodes == 10
    with pytest.raises(BadInputError, match="the tree has more than 10 nodes"):
        NestedTree(too_many)
    with pytest.raises(BadInputError, match=r"tree file .* has more than 10 nodes"):
        read_tree(written(tmp_path, json.dumps(too_many)))
    with pytest.raises(BadInputError, match="it has more than 10 nodes"):
        parse_json("[1,1,1,1,1,1,1,1,1,1,1]", "it")
    with pytest.raises(BadInputError, match="it has more than 10 nodes"):
        read_deep("[1,1,1,1,1,1,1,1,1,1]", "it")


def test_a_small_list_that_unfolds_into_too_many_nodes_is_refused(monkeypatch):
    monkeypatch.setattr(listed, "MOST_NODES", 10_000)
    tree = 1
    for _ in range(60):
        tree = [tree, tree]

    with pytest.raises(BadInputError, match="more than 10,000 nodes"):
        NestedTree(tree)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is not JSON: .* line 1 column 1"),
        ("[1, 2", "is not JSON: .* line 1 column 6"),
        ("[1] 2", "is not JSON: .* line 1 column 5"),
        ("[hello]", "is not JSON: .* line 1 column 2"),
        ("[" + "1" * 5000 + "]", "is not JSON"),
        ("[1e999]", "a leaf must be a finite number, got inf"),
        ("[NaN]", "a leaf must be a finite number, got nan"),
        ('{"bounds": [NaN, 1], "children": [1]}', "bounds must be two numbers"),
        ('["3"]', "a leaf must be a finite number, got '3'"),
        ("[]", "is an empty list"),
    ],
)
def test_a_bad_file_is_refused_with_its_name(tmp_path, text, sentence):
    with pytest.raises(BadInputError, match=rf"tree file '.*tree\.json'.*{sentence}"):
        read_tree(written(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the text ends too early, line 1 column 1"),
        ("[1, 2", "a comma or a closing bracket is missing, line 1 column 6"),
        ("[1,\n 2,]", "']' where a value is expected, line 2 column 4"),
        ("[1] 2", "there is text after the tree"),
        ("[1 2]", "a comma or a closing bracket is missing"),
        ("[hello]", "no value can be read here"),
        ('{"children" [1]}', "an object must look like"),
        ("[" + "1" * 500 + "]", "a number is too long"),
    ],
)
def test_the_deep_reader_points_at_the_fault(text, sentence):
    with pytest.raises(BadInputError, match=f"it is not JSON: {sentence}"):
        read_deep(text, "it")


def test_no_file_a_folder_and_a_huge_file_are_refused(tmp_path, monkeypatch):
    with pytest.raises(BadInputError, match=r"cannot read .*none.json': No such file"):
        read_tree(tmp_path / "none.json")
    with pytest.raises(BadInputError, match=r"cannot read .*: it is a folder"):
        read_tree(tmp_path)
    with pytest.raises(BadInputError, match=r"'.*tree\.json' is not UTF-8 text: byte 1"):
        read_tree(written(tmp_path, b"\xff\xfe"))
    with pytest.raises(BadInputError, match="it is not the name of a file"):
        read_tree("a\0b")
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(listed.MAX_BYTES + 1)
    with pytest.raises(BadInputError, match=r"huge.json' is too large: more than 64 MB"):
        read_tree(huge)
