"""The time for a move: never more than the clock can bear."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provebest.chess.player.clock import (
    MOST_CHEAP,
    MOST_DEAR,
    Allotment,
    Go,
    Lag,
    Savings,
    Watch,
    allot,
    read_go,
    read_number,
    reserve,
)


@given(
    clock=st.integers(-1_000, 10_000_000),
    increment=st.integers(-10, 100_000),
    movestogo=st.none() | st.integers(1, 100),
    overhead=st.integers(0, 5_000),
    saved=st.floats(0, 1_000),
)
def test_most_of_the_clock_is_left_after_the_hard_limit(
    clock, increment, movestogo, overhead, saved
):
    go = Go(wtime=clock, winc=increment, movestogo=movestogo)
    time = allot(go, white=True, overhead=overhead, saved=saved)

    assert 0 < time.soft <= time.hard
    share = 0.8 if movestogo == 1 else 0.5
    kept = reserve(overhead, max(0, increment), movestogo)
    left = max(clock - kept, clock / 10, 1) / 1000
    assert time.hard <= share * left * (1 + 1e-9)


@given(clock=st.integers(1_000, 60_000), increment=st.integers(0, 50))
def test_a_hundred_moves_with_a_busy_machine_in_between_fit_into_any_clock(clock, increment):
    """Each takes its soft limit, and 5 ms that nobody thought of."""
    left = clock
    for _ in range(100):
        used = 1000 * allot(Go(wtime=int(left), winc=increment), white=True, overhead=30).soft + 5
        assert used < left
        left += increment - used


def test_what_an_early_stop_saves_goes_to_the_moves_after_it():
    go, savings = Go(wtime=60_000, winc=1_000), Savings()

    def time():
        return allot(go, white=True, overhead=30, saved=savings.seconds)

    plain = time()
    savings.note(plain, plain.soft / 5, early=True)
    assert savings.seconds == pytest.approx(0.8 * plain.soft)
    more = time()
    assert more.soft == pytest.approx(1.2 * plain.soft)
    savings.note(more, more.soft, early=False)
    assert savings.seconds == pytest.approx(0.6 * plain.soft)


def test_a_move_takes_of_the_savings_what_it_was_given_and_used():
    go = Go(wtime=60_000, winc=1_000)
    time = allot(go, white=True, overhead=30, saved=10.0)
    plain = time.soft - time.saved
    for used, taken in ((plain / 2, 0.0), (plain + 0.1, 0.1), (time.soft + 2.0, time.saved)):
        savings = Savings()
        savings.seconds = 10.0
        savings.note(time, used, early=False)
        assert savings.seconds == pytest.approx(10.0 - taken)


def test_a_move_gets_half_as_much_again_at_most():
    go = Go(wtime=60_000, winc=1_000)
    plain = allot(go, white=True, overhead=30)
    rich = allot(go, white=True, overhead=30, saved=30.0)
    assert rich.soft == pytest.approx(1.5 * plain.soft)


@pytest.mark.parametrize("allotment", [Allotment(), Allotment(3.0, 3.0, fixed=True)])
def test_nothing_is_saved_where_no_clock_keeps_it(allotment):
    savings = Savings()
    savings.note(allotment, 0.5, early=True)
    assert (savings.seconds, savings.price) == (0, 1)


@pytest.mark.parametrize(("used", "last"), [(0.5, MOST_CHEAP), (1.0, 1.0), (2.0, MOST_DEAR)])
def test_time_gets_cheaper_if_moves_leave_it_and_dearer_if_they_take_more(used, last):
    savings, plain = Savings(), Allotment(soft=1.0, hard=3.0)
    savings.note(plain, used, early=False)
    first = savings.price
    for _ in range(1000):
        savings.note(plain, used, early=True)

    assert savings.price == last
    assert min(1.0, last) <= first <= max(1.0, last)
    assert (first == 1.0) == (last == 1.0)


def test_the_price_follows_what_a_move_would_have_without_savings():
    savings = Savings()
    savings.note(Allotment(soft=1.5, hard=3.0, saved=0.5), 1.0, early=False)
    assert savings.price == 1.0


def test_what_came_late_is_remembered_and_fades():
    lag = Lag()
    lag.note(-inf)
    assert lag.milliseconds == 0
    lag.note(0.2)
    assert lag.milliseconds == 200
    for _ in range(100):
        lag.note(-1.0)
    assert lag.milliseconds == 0


@given(moves=st.integers(1, 40), clock=st.integers(20_000, 10_000_000))
def test_the_soft_limits_of_a_time_control_fit_into_it(moves, clock):
    left = clock
    for to_go in range(moves, 0, -1):
        left -= 1000 * allot(Go(wtime=left, movestogo=to_go), white=True, overhead=30).soft
        assert left > 30


def test_more_clock_and_more_increment_give_more_time():
    def soft(clock, increment):
        return allot(Go(btime=clock, binc=increment), white=False, overhead=30).soft

    assert soft(60_000, 0) < soft(60_000, 1_000) < soft(120_000, 1_000)
    assert soft(60_000, 0) == pytest.approx(2, rel=0.05)


def test_each_side_has_its_own_clock_and_the_other_ones_where_its_own_is_missing():
    go = Go(wtime=1_000, btime=100_000)
    assert allot(go, white=True, overhead=0).soft < allot(go, white=False, overhead=0).soft
    assert allot(Go(btime=100_000), white=True, overhead=0) == allot(go, white=False, overhead=0)


def test_a_fixed_time_is_used_but_for_the_overhead():
    assert allot(Go(movetime=1000), white=True, overhead=30) == Allotment(0.97, 0.97, fixed=True)
    assert allot(Go(movetime=10), white=True, overhead=30).hard == pytest.approx(0.005)


def test_without_a_clock_there_is_no_limit():
    assert allot(Go(depth=9), white=True, overhead=30) == Allotment(inf, inf)


def test_what_go_asks_for_is_read_in_any_order():
    said = "searchmoves e2e4 d2d4 winc 5 ponder wtime 1000 depth 0 rubbish mate x"
    go = read_go(said.split())

    assert go == Go(
        wtime=1000, winc=5, ponder=True, depth=1, searchmoves=("e2e4", "d2d4"), mate=None
    )
    assert not go.endless
    assert read_go([]).endless
    assert read_go(["infinite", "depth", "3"]).endless


@pytest.mark.parametrize(
    ("word", "number"),
    [("7", 7), ("-7", -7), ("", None), ("-", None), ("1_0", None), ("+1", None), ("x", None)],
)
def test_numbers_are_plain_digits(word, number):
    assert read_number(word) == number
    assert read_number("9" * 5000) == 10**15


def test_a_watch_that_waits_has_no_deadline_until_its_clock_starts():
    watch = Watch()
    watch.begin(Allotment(1e-9, 1e-9), waiting=True)
    assert not watch.is_set()
    assert (watch.spent, watch.left) == (0.0, None)

    watch.start_clock()

    assert watch.is_set()
    assert watch.spent > 1
    assert watch.left == 0.001
    watch.wait_for_leave()
