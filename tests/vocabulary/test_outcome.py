"""Counts add up field by field, and a result's counts stand still."""

from dataclasses import FrozenInstanceError, astuple, fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provebest.vocabulary import Counters, Stopped, Tally

counts = st.builds(Counters, *[st.integers(0, 1000)] * len(fields(Counters)))


@given(counts, counts)
def test_counters_add_field_by_field(a, b):
    pairs = zip(astuple(a), astuple(b), strict=True)

    assert astuple(a + b) == tuple(x + y for x, y in pairs)


@given(counts)
def test_adding_no_work_changes_nothing(some):
    assert some + Counters() == some == Counters() + some


def test_a_tally_counts_what_counters_hold():
    """A field that only one of the two had would be lost when a tally is frozen."""
    assert [field.name for field in fields(Tally)] == [field.name for field in fields(Counters)]


@given(counts)
def test_a_frozen_tally_has_each_count_in_its_own_place(some):
    assert Tally(*astuple(some)).frozen() == some


def test_a_frozen_tally_does_not_run_on():
    tally = Tally(expanded=1)
    frozen = tally.frozen()
    tally.expanded += 1

    assert frozen == Counters(expanded=1)
    assert tally.frozen() == Counters(expanded=2)


def test_counters_cannot_be_changed_afterwards():
    some = Counters()

    with pytest.raises(FrozenInstanceError):
        some.expanded = 1


def test_every_way_of_stopping_has_words_of_its_own():
    """``Enum`` makes two names of one value the same member; none of them may be lost that way."""
    assert len(Stopped) == len(Stopped.__members__)
    assert all(stopped.value.replace(" ", "").isalpha() for stopped in Stopped)
