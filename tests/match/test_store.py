"""The store: a game is in it or it is not, whatever happened to the program that wrote it."""

import json

import pytest

from provebest.match.match import read_heading
from provebest.match.record import Effort, GameRecord
from provebest.match.store import open_store, read_store
from provebest.vocabulary import BadInputError

HEAD = {"players": ["a", "b"], "limit": {"base": 1.0}}
EFFORT = Effort(3, 0.5, 0.5, 1.0, 21, 1, 0)


def game(number, result="1-0"):
    return GameRecord(
        number,
        "opening",
        "closed",
        number % 2,
        result,
        "checkmate",
        None,
        6,
        4,
        (EFFORT, EFFORT),
        "",
    )


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "match.jsonl"
    with open_store(path, HEAD) as store:
        store.add(game(0))
        store.add(game(1, "1/2-1/2"))
    return path


def test_what_was_added_is_there_again(path):
    with open_store(path, HEAD) as store:
        assert store.in_order() == [game(0), game(1, "1/2-1/2")]
        assert [each.points for each in store.in_order()] == [1.0, 0.5]
        store.add(game(2))
    assert [each.game for each in read_store(path)[1]] == [0, 1, 2]


@pytest.mark.parametrize("cut", [1, 5, 100])
def test_a_line_that_was_cut_off_is_played_again(path, cut):
    path.write_bytes(path.read_bytes()[:-cut])

    assert [each.game for each in read_store(path)[1]] == [0]
    with open_store(path, HEAD) as store:
        assert list(store.games) == [0]
        store.add(game(1))
    assert [each.game for each in read_store(path)[1]] == [0, 1]


def test_every_place_where_a_crash_can_cut_leaves_a_store_that_goes_on(path):
    whole = path.read_bytes()
    for length in [*range(0, len(whole), 13), len(whole) - 1]:
        path.write_bytes(whole[:length])
        with open_store(path, HEAD) as store:
            known = set(store.games)
            for number in (0, 1):
                store.add(game(number, "1-0" if number == 0 else "1/2-1/2"))
        assert known == set(range(whole[:length].count(b"\n") - 1))
        assert path.read_bytes() == whole


def test_a_game_that_is_there_twice_counts_once(path):
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join([*lines, lines[1]]), "utf-8")

    assert [each.game for each in read_store(path)[1]] == [0, 1]


def test_another_match_is_refused_with_what_differs(path):
    with (
        pytest.raises(BadInputError, match="its limit is"),
        open_store(path, {**HEAD, "limit": {"base": 2.0}}),
    ):
        pass


def test_a_store_in_use_is_refused(path):
    with (
        open_store(path, HEAD),
        pytest.raises(BadInputError, match="in use"),
        open_store(path, HEAD),
    ):
        pass


@pytest.mark.parametrize("text", ["rubbish", "rubbish\n", "[]\n", '{"format":"other"}\n'])
def test_a_file_that_is_none_is_left_alone(path, text):
    path.write_text(text, "utf-8")
    with pytest.raises(BadInputError, match="is not a match file"), open_store(path, HEAD):
        pass
    assert path.read_text("utf-8") == text


def test_a_damaged_line_in_the_middle_is_named(path):
    head, first, second = path.read_text("utf-8").splitlines()
    broken = json.dumps({**json.loads(first), "result": "2-0"})
    path.write_text(f"{head}\n{broken}\n{second}\n", "utf-8")

    with pytest.raises(BadInputError, match="damaged at line 2"):
        read_store(path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("game", -1),
        ("game", True),
        ("white", 2),
        ("result", ["1-0"]),
        ("reason", None),
        ("reason", "\ud800"),
        ("fault", "other"),
        ("plies", 1.5),
        ("last_move", 10**25),
        ("efforts", []),
        ("efforts", [{}, {}]),
        ("pgn", 5),
    ],
)
def test_a_value_that_no_game_has_is_damage(path, name, value):
    head, first, second = path.read_text("utf-8").splitlines()
    broken = json.dumps({**json.loads(first), name: value})
    path.write_text(f"{head}\n{broken}\n{second}\n", "utf-8")

    with pytest.raises(BadInputError, match="damaged at line 2"):
        read_store(path)


@pytest.mark.parametrize(
    "change",
    [
        {"players": ["a"]},
        {"players": "ab"},
        {"limit": None},
        {"limit": {"base": "1"}},
        {"limit": {"base": 1.0, "increment": None}},
        {"limit": {"base": 1.0, "unknown": 1}},
        {"limit": {}},
        {"rules": {"draw_value": -1}},
        {"rules": {"draw_value": 0.5}},
        {"rules": []},
    ],
)
def test_a_head_that_no_match_has_is_damage(change):
    head = {"players": ["a", "b"], "limit": {"base": 1.0, "increment": 0.1}, "rules": {}}
    assert read_heading(head)[0] == ["a", "b"]

    with pytest.raises(BadInputError, match="damaged at line 1"):
        read_heading({**head, **change})


def test_what_is_not_a_regular_file_is_not_read(tmp_path):
    for name in ("/dev/zero", "/dev/full"):
        with pytest.raises(BadInputError, match="not a regular file"):
            read_store(name)
        with pytest.raises(BadInputError, match="not a regular file"), open_store(name, HEAD):
            pass
