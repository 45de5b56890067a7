"""The modern control on the clock of a game: time has a price, and only the move matters [MC-4]."""

import time
from dataclasses import replace

import pytest
from scripted_sets import (
    EARLY,
    FIRST,
    NO_STOP,
    STOP,
    Sets,
    doings,
    finish,
    law_by_depth,
    search_of,
    sight,
)

from provebest.search.probability.wording import ONLY_MOVE
from provebest.search.setprobe.budget import Budget
from provebest.vocabulary import Stopped

GAME = EARLY.in_a_game()
FALLING = replace(GAME, law=law_by_depth(0.0, -0.25))
"""Each ply takes about a fifth off the regret."""


def in_a_game(sets, **kw):
    return search_of(sets, numbers=kw.pop("numbers", GAME), **kw)


# --- the price of time --------------------------------------------------------------------------


def test_it_stops_without_an_attack_when_the_time_is_worth_more_later():
    search = in_a_game(Sets({"a": 60, "b": 0, "c": -50}), hope={"b": 2000})
    result = finish(search)

    assert doings(search) == ["SELECT"] * (STOP - FIRST + 1)
    assert (result.move, result.value, result.stopped) == ("a", 60, Stopped.FOUND)
    assert result.natural
    assert result.reason == (
        f"at depth {STOP} the time is worth more later "
        "(chance that another move is clearly better: 0%)"
    )


def last_depth(budget, numbers=FALLING):
    search = in_a_game(Sets({"a": 60, "b": 0}), numbers=numbers, budget=budget)
    assert finish(search).natural
    return search.depth


def test_who_has_more_time_thinks_longer():
    depths = [last_depth(nodes) for nodes in (200, 400, 1000, 100_000)]

    assert depths == sorted(depths)
    assert depths[0] < depths[-1]


def test_time_that_is_worth_more_is_saved():
    dear = replace(FALLING, time_price=10 * FALLING.time_price)

    assert last_depth(1000, dear) < last_depth(1000)


def test_it_stops_at_the_first_depth_whose_time_would_win_less_than_it_is_worth():
    search = in_a_game(Sets({"a": 60, "b": 0}), numbers=FALLING)
    while search.stopped is None:
        search.step()
        if search.sight is not None:
            enough = FALLING.is_enough(search.sight, search.spent())
            assert enough == (search.stopped is not None)


def test_the_dial_of_an_analysis_does_not_count():
    strict, lax = (last_depth(1000, replace(FALLING, min_act=dial)) for dial in (0.001, 0.4))

    assert strict == lax


def test_without_a_price_it_is_an_analysis():
    search = search_of(Sets({"a": 60, "b": 0}), numbers=replace(GAME, time_price=0.0))
    finish(search)

    assert doings(search)[-2:] == ["rivals", "VERIFY"]


def test_nothing_stops_it_where_nothing_is_known():
    search = in_a_game(Sets({"a": 60, "b": 0}), numbers=NO_STOP.in_a_game(), budget=200)
    result = finish(search)

    assert (result.natural, result.stopped) == (False, Stopped.NODE_LIMIT)
    assert set(doings(search)) == {"SELECT"}


# --- a budget that is renewed ---------------------------------------------------------------------


def pondered(depths, share):
    """A search of so many depths without a price, whose clock then shows a share of its time."""
    search = in_a_game(Sets({"a": 60, "b": 0}), numbers=FALLING, budget=Budget(seconds=1e6))
    for _ in range(1 + depths):
        search.step()
    assert search.stopped is None
    search.renew(Budget(seconds=1e3, begun=time.perf_counter() - share * 1e3))
    return search


def test_the_time_before_a_budget_is_renewed_has_its_price():
    fresh, long = pondered(9, 0.0), pondered(9, 0.8)

    assert fresh.stopped is None
    assert fresh.spent() < 0.1
    assert (long.stopped, long.result(long.stopped).natural) == (Stopped.FOUND, True)
    assert long.reason.startswith(f"at depth {FIRST + 8} the time is worth more later")


def test_a_renewed_budget_that_is_spent_ends_the_search():
    search = in_a_game(Sets({"a": 60, "b": 0}), numbers=NO_STOP.in_a_game(), budget=1000)
    for _ in range(3):
        search.step()
    search.renew(Budget(seconds=10, begun=time.perf_counter() - 11))

    assert (search.stopped, search.reason) == (Stopped.TIME_LIMIT, "")


# --- no first look ------------------------------------------------------------------------------


def unseen(sets, hope=None, **kw):
    """The search, and what its believer was asked."""
    search = in_a_game(sets, hope=hope, unseen=tuple(sets.worth), **kw)
    asked, expand = [], search.believer.expand

    def counted(state, depth, *, hopes):
        asked.append(hopes)
        return expand(state, depth, hopes=hopes)

    search.believer.expand = counted
    return search, asked


@pytest.mark.parametrize("numbers", [GAME, NO_STOP.in_a_game()], ids=["stops", "does not"])
def test_moves_are_never_looked_at_one_by_one(numbers):
    search, asked = unseen(Sets({"a": 60, "b": 0, "c": -50}), numbers=numbers, budget=160)
    result = finish(search)

    assert asked == []
    assert (result.move, result.value, result.moves[0].line) == ("a", 60, ("a",))
    assert result.natural is (numbers is GAME)
    assert [move.hope for move in result.moves[1:]] == [None, None]


def test_before_any_search_the_choice_is_that_of_the_first_probe():
    search, asked = unseen(Sets({"b": 0, "a": 60}))
    search.step()

    assert (search.best, search.value, search.depth, asked) == ("a", 60, FIRST, [])


def test_the_first_probe_is_not_a_depth_of_its_own():
    search, _ = unseen(Sets({"a": 60, "b": 0}), numbers=NO_STOP.in_a_game())
    search.step()
    search.step()

    assert search.sight == sight(depth=FIRST, unchanged=0, share=None, points=EARLY.law.points(60))


def test_the_only_move_needs_no_look():
    for only, kw in ((("a",), {}), (("b",), {"only": ("b",)})):
        worth = {"a": 60} if only == ("a",) else {"a": 60, "b": 0}
        search, asked = unseen(Sets(worth), **kw)
        result = finish(search)

        assert ((result.move,), asked) == (only, [])
        assert result.value == worth[result.move]
        assert result.reason == ONLY_MOVE


# --- a depth that was begun ---------------------------------------------------------------------


def budget_after(share, **limits):
    """A budget of which this share is spent, and hardly more while a test runs."""
    seconds = 10_000.0
    return Budget(seconds=seconds, begun=time.perf_counter() - share * seconds, **limits)


@pytest.mark.parametrize(
    ("spent", "grace", "begins"),
    [
        (0.4, 0.0, True),
        (0.99, 0.0, True),
        (1.01, 0.0, False),
        (0.49, 1.0, True),
        (0.51, 1.0, False),
        (0.70, 5000.0, True),
        (0.80, 5000.0, False),
    ],
)
def test_with_grace_a_depth_is_begun_only_if_it_can_be_finished(spent, grace, begins):
    assert budget_after(spent, grace=grace).begins(0) is begins


def test_counted_nodes_have_no_grace():
    budget = Budget(nodes=100, grace=1.0)

    assert [budget.begins(nodes) for nodes in (0, 99, 100)] == [True, True, False]


def test_a_depth_that_cannot_be_finished_is_not_begun():
    sets = Sets({"a": 60, "b": 0})
    search = in_a_game(sets, budget=budget_after(0.7, grace=1.0), numbers=NO_STOP.in_a_game())
    result = finish(search)

    assert (result.stopped, sets.asked) == (Stopped.TIME_LIMIT, [])
