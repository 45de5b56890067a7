"""Unit: limits that hold inside a step."""

import math
from threading import Event

import pytest

from provebest import Limits, Stopped, run
from provebest.vocabulary import LimitReachedError, Tally, guard
from provebest.vocabulary.guard import guarding


class Asking:
    """A search whose one step never ends by itself: it only asks whether it may go on."""

    def __init__(self, ask, cancel=None):
        self.tally, self.stopped, self.asked = Tally(), None, 0
        self._ask, self._cancel = ask, cancel

    def step(self, at_most=1):
        while True:
            self.asked += 1
            if self.asked == 5 and self._cancel is not None:
                self._cancel.set()
            self._ask()

    def stored(self):
        return 0

    def headline(self):
        return ""

    def result(self, stopped):
        return stopped


def test_time_ends_a_step_in_its_midst():
    assert run(Asking(lambda: guard().check()), Limits(seconds=0.01)) is Stopped.TIME_LIMIT


def test_cancelling_ends_a_step_at_the_next_question():
    cancel = Event()
    search = Asking(lambda: guard().check(), cancel)
    assert run(search, Limits(cancel=cancel)) is Stopped.CANCELLED
    assert search.asked == 5


@pytest.mark.parametrize(
    ("ask", "limits"),
    [
        (lambda: guard().count_expansion(), Limits(expanded=7)),
        (lambda: guard().count_probe_node(), Limits(probe_nodes=7)),
    ],
)
def test_counted_limits_are_not_passed(ask, limits):
    search = Asking(ask)
    assert run(search, limits) is Stopped.NODE_LIMIT
    assert search.asked == 8  # the eighth was refused


def test_a_guard_around_a_search_holds_inside_it_and_ends_the_outer_search():
    cancel = Event()
    inner = Asking(lambda: guard().check(), cancel)
    outer = Asking(lambda: run(inner, Limits(seconds=1000)))
    assert run(outer, Limits(cancel=cancel)) is Stopped.CANCELLED
    assert inner.asked == 5
    assert outer.asked == 1


def test_the_guard_of_a_search_that_is_over_holds_no_longer():
    with guarding(-math.inf, None), pytest.raises(LimitReachedError):
        guard().check()
    guard().check()


class OutOfMemory(Asking):
    def step(self, at_most=1):
        raise MemoryError("mine")


def test_a_users_memory_error_is_not_the_memory_limit():
    with pytest.raises(MemoryError, match="mine"):
        run(OutOfMemory(lambda: None))


@pytest.mark.parametrize("cancel", [lambda: True, True, 3])
def test_cancel_must_be_an_event(cancel):
    with pytest.raises(ValueError, match=r"limit cancel must be a threading\.Event"):
        Limits(cancel=cancel)
