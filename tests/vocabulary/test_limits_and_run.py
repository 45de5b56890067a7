"""Limits and the one loop around every search, on a search that only counts."""

import math
import time
from itertools import pairwise
from pathlib import Path
from threading import Event, Timer

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provebest.vocabulary import BadInputError, Limits, Stopped, Tally, run
from provebest.vocabulary.stepping import AT_ONCE, resident_megabytes


class Counting:
    """A search of a given length, slow if asked, that takes as much at once as it is allowed."""

    def __init__(self, length=10**9, *, stride=1, pause=0.0, on_step=lambda: None):
        self.length, self.stride, self.pause, self.on_step = length, stride, pause, on_step
        self.tally = Tally()
        self.asked = []
        self.stopped = Stopped.FOUND if length == 0 else None

    def step(self, at_most=1):
        assert self.stopped is None, "stepped after it had ended"
        assert at_most >= 1

        time.sleep(self.pause)
        self.on_step()
        self.asked.append(at_most)
        left = self.length - self.tally.expanded
        self.tally.expanded += min(at_most, self.stride, left)
        if self.tally.expanded == self.length:
            self.stopped = Stopped.FOUND

    def stored(self):
        return 2 * self.tally.expanded

    def headline(self):
        return f"{self.tally.expanded} so far"

    def result(self, stopped):
        return stopped, self.tally.expanded


@pytest.mark.parametrize("name", ["expanded", "seconds", "depth", "stored", "megabytes"])
@pytest.mark.parametrize("value", [-1, math.inf, -math.inf, math.nan])
def test_a_limit_that_is_none_is_refused_by_name(name, value):
    with pytest.raises(
        BadInputError, match=f"^limit {name} must be a .* number, 0 or more, got {value!r}$"
    ):
        Limits(**{name: value})


@pytest.mark.parametrize("name", ["expanded", "depth", "stored"])
@pytest.mark.parametrize("value", [1.5, 2.0, "3"])
def test_what_is_counted_is_limited_by_a_whole_number(name, value):
    with pytest.raises(
        BadInputError, match=f"^limit {name} must be a whole number, 0 or more, got"
    ):
        Limits(**{name: value})


def test_what_is_measured_may_be_limited_by_any_number_from_0_on():
    assert Limits(seconds=0.5, megabytes=1.5).seconds == 0.5
    assert Limits(0, 0, 0, 0, 0) == Limits(
        expanded=0, seconds=0, depth=0, stored=0, megabytes=0, cancel=None
    )


@given(st.integers(0, 60), st.integers(1, 20), st.integers(1, 60))
def test_a_node_limit_is_exact_however_many_a_search_steps_at_once(limit, stride, length):
    search = Counting(length, stride=stride)
    stopped, expanded = run(search, Limits(expanded=limit))

    assert expanded == min(limit, length)
    assert stopped is (Stopped.FOUND if length <= limit else Stopped.NODE_LIMIT)


def test_a_node_limit_beyond_what_is_done_at_once_is_exact_too():
    search = Counting(stride=AT_ONCE)
    stopped, expanded = run(search, Limits(expanded=2 * AT_ONCE + 3))

    assert (stopped, expanded) == (Stopped.NODE_LIMIT, 2 * AT_ONCE + 3)
    assert search.asked == [AT_ONCE, AT_ONCE, 3]


def test_a_search_that_ends_by_itself_says_why_and_is_not_stepped_again():
    assert run(Counting(7)) == (Stopped.FOUND, 7)
    assert run(Counting(7, stride=3)) == (Stopped.FOUND, 7)


def test_a_search_that_has_ended_before_it_began_is_not_stepped_and_meets_no_limit():
    """The goal test comes before the limits: the start may be the goal."""
    search = Counting(0)

    assert run(search, Limits(expanded=0, seconds=0, stored=0, megabytes=0)) == (Stopped.FOUND, 0)
    assert search.asked == []


@given(st.integers(0, 40))
def test_the_stored_limit_is_asked_after_every_single_expansion(limit):
    """Stored grows by 2 an expansion here: the search stops with the first that reaches it."""
    search = Counting(stride=1000)
    stopped, expanded = run(search, Limits(stored=limit))

    assert stopped is Stopped.MEMORY_LIMIT
    assert search.stored() == limit + limit % 2
    assert expanded == len(search.asked)


def test_no_time_is_no_expansion():
    assert run(Counting(), Limits(seconds=0)) == (Stopped.TIME_LIMIT, 0)


def test_the_time_limit_stops_a_search_that_would_go_on():
    begun = time.perf_counter()
    stopped, expanded = run(Counting(pause=0.001), Limits(seconds=0.05))

    assert stopped is Stopped.TIME_LIMIT
    assert expanded > 0
    assert time.perf_counter() - begun >= 0.05


def test_a_search_that_was_cancelled_before_it_began_does_not_begin():
    cancel = Event()
    cancel.set()

    assert run(Counting(), Limits(cancel=cancel)) == (Stopped.CANCELLED, 0)


def test_a_search_can_be_cancelled_while_it_runs():
    cancel = Event()
    timer = Timer(0.05, cancel.set)
    timer.start()
    stopped, expanded = run(Counting(pause=0.001), Limits(cancel=cancel, seconds=20))
    timer.join()

    assert stopped is Stopped.CANCELLED
    assert expanded > 0


def test_an_event_that_nobody_sets_changes_nothing():
    assert run(Counting(9), Limits(cancel=Event())) == (Stopped.FOUND, 9)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="this system does not tell")
def test_one_megabyte_is_less_than_any_process_holds_so_the_search_stops_at_once():
    assert resident_megabytes() > 1
    assert run(Counting(), Limits(megabytes=1)) == (Stopped.MEMORY_LIMIT, 0)


def test_more_megabytes_than_there_are_stop_nothing():
    assert run(Counting(9), Limits(megabytes=1e9)) == (Stopped.FOUND, 9)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="this system does not tell")
def test_the_memory_limit_sees_memory_that_is_taken_while_the_search_runs():
    held = []
    search = Counting(pause=0.001, on_step=lambda: held.append(bytearray(b"x") * 10**6))
    stopped, _ = run(search, Limits(megabytes=resident_megabytes() + 50, seconds=20))

    assert stopped is Stopped.MEMORY_LIMIT
    assert len(held) >= 40


def test_progress_is_told_at_once_then_now_and_then_and_never_goes_back():
    events = []
    run(Counting(pause=0.001), Limits(seconds=0.5), events.append)

    assert events[0].expanded == 0
    assert 2 <= len(events) <= 11
    for before, after in pairwise(events):
        assert before.expanded < after.expanded
        assert before.seconds < after.seconds
        assert before.stored < after.stored


def test_progress_says_what_the_search_says_of_itself():
    events = []
    run(Counting(pause=0.02), Limits(seconds=0.15), events.append)

    assert all(event.headline == f"{event.expanded} so far" for event in events)
    assert all(event.stored == 2 * event.expanded for event in events)


def test_without_limits_a_search_may_take_many_at_once():
    search = Counting(3, stride=1)
    run(search)

    assert search.asked == [AT_ONCE] * 3
