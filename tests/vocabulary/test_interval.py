"""An interval is a claim with two ends: it may be wide, it may not be nonsense."""

import math
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provebest.vocabulary import Interval

numbers = st.floats(allow_nan=False)
intervals = st.tuples(numbers, numbers).map(lambda pair: Interval(min(pair), max(pair)))


@pytest.mark.parametrize(("lo", "hi"), [(math.nan, 1), (1, math.nan), (math.nan, math.nan)])
def test_nan_is_no_bound(lo, hi):
    with pytest.raises(ValueError, match="bounds must be numbers, the lower one first"):
        Interval(lo, hi)


@given(numbers, numbers)
def test_bounds_may_meet_but_not_cross(a, b):
    if a <= b:
        assert Interval(a, b).lo == a
    else:
        with pytest.raises(ValueError, match="bounds must be numbers, the lower one first"):
            Interval(a, b)


def test_the_refusal_shows_both_bounds():
    with pytest.raises(ValueError, match=r"\[3, 2\]"):
        Interval(3, 2)


@given(intervals, numbers)
def test_the_negative_holds_the_negatives_and_nothing_else(interval, value):
    negative = -interval

    assert (value in interval) == (-value in negative)
    assert -negative == interval


@given(intervals)
def test_both_ends_belong_to_it(interval):
    assert interval.lo in interval
    assert interval.hi in interval


def test_what_is_outside_or_not_a_number_does_not_belong_to_it():
    interval = Interval(2, 5)

    assert 3.5 in interval
    assert not any(value in interval for value in (1.999, 5.001, math.inf, math.nan))


@given(intervals)
def test_the_width_is_0_exactly_where_the_bounds_have_met(interval):
    assert interval.width >= 0
    assert (interval.width == 0) == interval.is_exact == (interval.lo == interval.hi)


def test_the_width_is_the_distance_of_the_ends():
    assert Interval(-2, 5).width == 7
    assert Interval(-math.inf, 5).width == math.inf


def test_bounds_that_have_met_at_infinity_leave_nothing_unknown():
    """Infinity less infinity is no number; the width is 0 all the same."""
    assert Interval(math.inf, math.inf).width == 0
    assert Interval(-math.inf, -math.inf).width == 0


def test_it_is_shown_as_one_writes_it():
    assert str(Interval(1, 2.5)) == "[1, 2.5]"


def test_it_cannot_be_changed_afterwards():
    interval = Interval(1, 2)

    with pytest.raises(FrozenInstanceError):
        interval.lo = 3
