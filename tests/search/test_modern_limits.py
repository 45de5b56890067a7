"""The modern control at its limits: what is cut off, what ends it, and what counts then."""

import math
from dataclasses import replace
from threading import Event

import pytest
from scripted_beliefs import Listed
from scripted_sets import EARLY, NO_STOP, Sets, doings, finish, search_of, world

from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.search import ModernSearch
from provebest.vocabulary import (
    BadInputError,
    LimitReachedError,
    Limits,
    NothingSearchedError,
    Stopped,
    run,
)
from provebest.vocabulary.guard import guarding

# --- what is cut off ----------------------------------------------------------------------------


def test_where_the_first_search_finds_nothing_the_first_look_decides():
    search = search_of(Sets({"b": -300, "a": -200}, cut={0: 0}), {"b": -300, "a": -200})
    result = finish(search)

    assert (result.move, result.value, result.stopped) == ("a", -200, Stopped.NODE_LIMIT)


def test_a_search_of_all_moves_that_was_cut_off_counts_to_its_depth():
    sets = Sets({"a": 0, "b": lambda depth: 50 if depth == 5 else -50}, cut={2: 5})
    search = search_of(sets, numbers=NO_STOP)
    result = finish(search)

    assert (result.move, result.value, search.depth) == ("b", 50, 5)
    assert len(sets.asked) == 3, "it is the end: what was left is spent"


def test_an_attack_that_was_cut_off_by_the_budget_ends_the_search_without_a_reason():
    search = search_of(Sets({"a": 50, "b": 0}, cut={4: 0}), budget=50)
    result = finish(search)

    assert doings(search)[-1] == "rivals"
    assert (result.move, result.natural) == ("a", False)
    assert result.reason == "the node limit was reached at depth 7"


def test_a_question_that_a_limit_around_the_search_cut_off_is_asked_again():
    """The limit is not the search's own, so the answer is not taken."""
    sets = Sets({"a": 50, "b": 0}, cut={4: 0})
    search = search_of(sets)
    for _ in range(5):
        search.step()
    with guarding(-math.inf, None), pytest.raises(LimitReachedError):
        search.step()
    assert (doings(search)[-1], search.doing) == ("SELECT", "rivals")
    result = finish(search)

    assert sets.asked[4] == sets.asked[5], "the same question"
    assert doings(search)[-2:] == ["rivals", "VERIFY"]
    assert result.natural


# --- ends ---------------------------------------------------------------------------------------


def test_the_end_of_the_budget_is_said():
    result = finish(search_of(Sets({"a": 1, "b": 0}), budget=55, numbers=NO_STOP))

    assert result.stopped is Stopped.NODE_LIMIT
    assert result.reason == "the node limit was reached at depth 9"
    assert not result.natural


def test_the_depth_that_is_said_was_completed():
    result = finish(search_of(Sets({"a": 1, "b": 0}, cut={5: 8}), numbers=NO_STOP))

    assert result.reason == "the node limit was reached at depth 8"


def test_the_last_probe_before_a_limit_counts():
    sets = Sets({"a": 0, "b": lambda depth: 50 if depth == 5 else -50})
    result = run(search_of(sets), Limits(expanded=3))

    assert (len(sets.asked), result.move, result.value) == (2, "b", 50)


def test_where_both_were_given_the_limit_that_was_reached_is_said():
    sets = Sets({"a": 1, "b": 0})
    budget = Budget(nodes=10_000, seconds=1e-6)
    result = finish(ModernSearch(world({"a": 1, "b": 0}), sets, budget))

    assert result.stopped is Stopped.TIME_LIMIT


def test_a_search_that_can_go_no_deeper_says_so():
    numbers = replace(NO_STOP, deepest=12)
    result = finish(search_of(Sets({"a": 0, "b": 0}, cost=0), numbers=numbers))

    assert (result.stopped, result.reason) == (
        Stopped.DEPTH_LIMIT,
        "the depth limit was reached at depth 12",
    )


def test_a_search_that_is_cancelled_in_a_probe_says_so():
    cancel = Event()
    search = search_of(Sets({"a": 1, "b": 0}, cut={2: 5}), cancel=cancel, numbers=NO_STOP)
    for _ in range(3):
        search.step()
    cancel.set()
    search.step()

    assert search.stopped is Stopped.CANCELLED
    assert (search.best, search.depth) == ("a", 5)


def test_a_win_that_was_seen_before_the_cut_is_a_win():
    sets = Sets({"a": 10, "b": lambda depth: 1000 if depth >= 5 else 0}, cut={2: 5})
    result = finish(search_of(sets, numbers=replace(EARLY, win=1000)))

    assert (result.move, result.stopped) == ("b", Stopped.FOUND)


def test_the_only_move_needs_no_search():
    sets = Sets({"a": 3})
    search = search_of(sets)
    result = finish(search)

    assert (result.move, result.stopped, sets.asked) == ("a", Stopped.FOUND, [])
    assert (search.doubt(), result.moves[0].chance) == (0, 1)


def test_a_win_at_once_needs_no_search():
    sets = Sets({"a": 0, "b": 1000})
    result = finish(search_of(sets, over="b", numbers=replace(EARLY, win=1000)))

    assert (result.move, result.reason, sets.asked) == ("b", "it wins at once", [])


def test_a_forced_win_ends_the_search():
    sets = Sets({"a": 10, "b": lambda depth: 1000 if depth >= 6 else 0})
    result = finish(search_of(sets, numbers=replace(EARLY, win=1000)))

    assert (result.move, result.reason, len(sets.asked)) == ("b", "it wins by force", 3)


# --- every other move loses ---------------------------------------------------------------------

FACTS = replace(NO_STOP, win=1000, losses_are_facts=True)
LOST = {"a": 10, "b": lambda depth: -1000 if depth >= 5 else 0, "c": -1000}


def test_where_all_others_lose_by_force_the_choice_is_played():
    sets = Sets(LOST)
    result = finish(search_of(sets, numbers=FACTS))

    assert (result.move, result.reason) == ("a", "every other move loses by force")
    assert (result.stopped, len(sets.asked)) == (Stopped.FOUND, 2)


@pytest.mark.parametrize(
    ("worth", "numbers", "cut"),
    [
        (LOST, replace(FACTS, losses_are_facts=False), None),
        (LOST | {"b": 0}, FACTS, None),
        ({"a": -1000, "b": -1000}, FACTS, None),
        (LOST, FACTS, {1: 4}),
    ],
    ids=["not facts", "one holds", "all lose", "cut off"],
)
def test_if_that_is_not_known_it_goes_on(worth, numbers, cut):
    result = finish(search_of(Sets(worth, cut=cut), numbers=numbers, budget=100))

    assert not result.natural


@pytest.mark.parametrize(
    ("worth", "over"),
    [
        ({"a": 10, "b": 1000}, "b"),
        ({"a": 10, "b": lambda depth: 1000 if depth >= 6 else 0}, ""),
        (LOST, ""),
        ({"a": 10}, ""),
    ],
    ids=["wins at once", "wins", "all others lose", "only move"],
)
def test_a_choice_that_nothing_can_better_is_not_doubted(worth, over):
    result = finish(search_of(Sets(worth), over=over, numbers=FACTS))

    assert (result.natural, result.doubt) == (True, 0)
    assert [move.chance for move in result.moves] == [1, *[0] * (len(worth) - 1)]


def test_before_any_search_of_all_moves_the_doubt_is_not_measured():
    search = search_of(Sets({"a": 1, "b": 0}), numbers=NO_STOP)
    search.step()

    assert search.result(Stopped.CANCELLED).doubt is None
    search.step()
    assert search.result(Stopped.CANCELLED).doubt == search.doubt()
    unmeasured = replace(NO_STOP, measured=False)
    assert finish(search_of(Sets({"a": 1, "b": 0}), numbers=unmeasured, budget=50)).doubt is None


# --- nothing to search --------------------------------------------------------------------------


def test_a_game_that_is_over_has_no_move():
    with pytest.raises(BadInputError, match="over"):
        finish(ModernSearch(Listed({}, {}), Sets({}), Budget(nodes=10)))


def test_a_budget_that_ends_before_the_root_is_expanded():
    with pytest.raises(NothingSearchedError, match="nothing was searched"):
        search_of(Sets({"a": 0, "b": 1})).result(Stopped.CANCELLED)
