"""The modern control for a move of a game: it stops sooner, and asks for bounds alone [MC-15]."""

import math

import pytest
from scripted_sets import Sets, doings, finish, search_of

from provebest.search.probability.wording import ONLY_MOVE
from provebest.search.setprobe.set_prober import SetProber
from provebest.search.setprobe.settings import ModernSettings
from provebest.vocabulary import Stopped

GAME = ModernSettings().in_a_game()


def in_a_game(sets, **kw):
    return search_of(sets, numbers=GAME, **kw)


def test_a_clear_choice_is_played_after_three_questions():
    sets = Sets({"a": 60, "b": 0, "c": -50})
    search = in_a_game(sets, hope={"b": 2000})
    result = finish(search)

    gap = GAME.gap(9)
    assert doings(search) == ["SELECT"] * 6 + ["separation", "hope", "VERIFY"]
    assert sets.asked[6:] == [
        (7, "bc", 60 - gap),
        (11, "b", pytest.approx(60 - 0.6 * gap)),
        (11, "a", pytest.approx(60 - 0.4 * gap)),
    ]
    assert (result.move, result.value, result.stopped) == ("a", 60, Stopped.FOUND)
    assert result.reason == (
        f"clearly best at depth 9: the others are {gap:.0f} or more behind, "
        "none of their threats held up, and a deeper search of this move confirmed it"
    )
    assert search.journal[6:] == [
        "separation depth  7, 2 moves, 18 wanted: not reached (10 nodes)",
        "hope       depth 11, 1 moves, 35 wanted: not reached (10 nodes)",
        "VERIFY     depth 11, 1 moves, 43 wanted: reached by a (10 nodes)",
    ]


def test_a_stop_comes_sooner_than_in_an_analysis():
    for depth in (9, 12, 16):
        assert 0.3 < GAME.gap(depth) / ModernSettings().gap(depth) < 0.4
    worth = {"a": 60, "b": 0}

    game, analysis = Sets(worth), Sets(worth)

    assert finish(in_a_game(game)).natural
    assert finish(search_of(analysis)).natural
    assert len(game.asked) < 0.7 * len(analysis.asked)


@pytest.mark.parametrize(
    ("worth", "ends_with"),
    [
        ({"a": 30, "b": 0}, "separation"),
        ({"a": 60, "b": lambda depth: 0 if depth < 11 else 50}, "hope"),
        ({"a": lambda depth: 60 if depth < 11 else 20, "b": 0}, "VERIFY"),
    ],
)
def test_a_question_that_is_answered_otherwise_ends_the_attempt(worth, ends_with):
    search = in_a_game(Sets(worth), hope={"b": 2000}, budget=160)
    result = finish(search)

    tried = doings(search)
    assert not result.natural
    first = tried.index("separation")
    assert tried[tried.index("SELECT", first) - 1] == ends_with
    assert result.refutations == (ends_with == "VERIFY") * tried.count("VERIFY")


def unseen(sets, hope=None, **kw):
    """The search, and what its believer was asked."""
    search = in_a_game(sets, hope=hope, unseen=tuple(sets.worth), **kw)
    asked, expand = [], search.believer.expand

    def counted(state, depth, *, hopes):
        asked.append(hopes)
        return expand(state, depth, hopes=hopes)

    search.believer.expand = counted
    return search, asked


def test_moves_are_looked_at_only_when_a_stop_needs_it():
    search, asked = unseen(Sets({"a": 30, "b": 0}), budget=160)
    assert not finish(search).natural
    assert asked == []

    search, asked = unseen(Sets({"a": 60, "b": 0, "c": -50}), hope={"b": 2000})
    result = finish(search)
    assert asked == [True]
    assert doings(search) == ["SELECT"] * 6 + ["separation", "hope", "VERIFY"]
    assert (result.move, result.value, result.moves[0].line) == ("a", 60, ("a",))


def test_before_any_look_the_choice_is_that_of_the_first_probe():
    search, asked = unseen(Sets({"b": 0, "a": 60}))
    search.step()

    assert (search.best, search.value, search.depth, asked) == ("a", 60, 4, [])


def test_the_only_move_needs_no_look():
    for only, kw in ((("a",), {}), (("b",), {"only": ("b",)})):
        worth = {"a": 60} if only == ("a",) else {"a": 60, "b": 0}
        search, asked = unseen(Sets(worth), **kw)
        result = finish(search)

        assert ((result.move,), asked) == (only, [])
        assert result.value == worth[result.move]
        assert result.reason == ONLY_MOVE


@pytest.mark.parametrize("probe", [6, 7, 8])
def test_a_question_that_is_cut_off_is_no_answer(probe):
    search = in_a_game(Sets({"a": 60, "b": 0}, cut={probe: 0}), hope={"b": 2000}, budget=110)
    result = finish(search)

    asked = ["separation", "hope", "VERIFY"][: probe - 5]
    assert doings(search)[6 : probe + 1] == asked
    assert not result.natural


def test_hope_is_looked_at_for_a_stop_alone_and_nothing_settles():
    level = {"a": 20, "b": 15, "c": 14}
    search = in_a_game(Sets(level, share=0.9), hope={"b": 30_000}, real=level | {"b": 900})
    result = finish(search)

    assert not result.natural
    assert set(doings(search)) == {"SELECT", "separation"}


def test_where_a_value_is_all_one_has_it_answers():
    class Plain(Sets):
        reaches = SetProber.reaches

    result = finish(in_a_game(Plain({"a": 60, "b": 0}), hope={"b": 2000}))

    assert result.natural


def test_it_keeps_what_does_not_depend_on_the_game():
    numbers = ModernSettings(min_act=0.1, win=500.0).in_a_game()

    assert (numbers.min_act, numbers.win, numbers.spread) == (0.1, 500.0, ModernSettings().spread)
    assert numbers.settle_after == math.inf
