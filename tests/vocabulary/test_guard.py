"""Unit: limits that hold inside a step."""

import math
import sys
from threading import Event
from types import SimpleNamespace

import pytest

import provebest as pb
from provebest import Limits, Stopped, run
from provebest.games import CanonicalTree
from provebest.problems import Tours
from provebest.vocabulary import LimitReachedError, Tally, guard, stepping
from provebest.vocabulary.guard import Guard, guarding

guard_module = sys.modules[guarding.__module__]  # the package has a function of that name


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


@pytest.mark.parametrize("count", [Guard.count_expansion, Guard.count_probe_node])
def test_what_is_counted_within_a_step_is_also_timed(count):
    """A game that is vouched for is not asked through ``checked``, which looks at the clock."""

    def ask():
        assert search.asked < 100
        count(guard())

    cancel = Event()
    search = Asking(ask, cancel)
    assert run(search, Limits(cancel=cancel)) is Stopped.CANCELLED
    assert search.asked == 5


@pytest.mark.parametrize(
    "search",
    [
        lambda game, limits: pb.deepening(game, 60, limits=limits),
        lambda game, limits: pb.deepening(game, 60, limits=limits, table=True),
        lambda game, limits: pb.pbstar(game, limits=limits),
    ],
    ids=["deepening", "deepening with a table", "pbstar"],
)
def test_a_search_of_our_own_trees_ends_within_an_expansion_of_its_time(monkeypatch, search):
    """The clock jumps past the limit at the hundredth expansion, in the midst of a step."""
    asked = []

    class Tree(CanonicalTree):
        vouched = True

        def expand(self, state):
            asked.append(state)
            return super().expand(state)

        def moves(self, state):
            asked.append(state)
            return super().moves(state)

    clock = SimpleNamespace(perf_counter=lambda: 1e6 * (len(asked) > 100))
    for module in (guard_module, stepping):
        monkeypatch.setattr(module, "time", clock)

    result = search(Tree(20, 6400, 1, native=False), Limits(seconds=1))

    assert result.stopped is Stopped.TIME_LIMIT
    assert len(asked) < 150


@pytest.mark.parametrize("search", [pb.find_path, pb.find_path_within])
def test_a_search_of_tours_ends_within_an_estimate_of_its_time(monkeypatch, search):
    """Of many cities, the estimates of one expansion take long."""
    asked = []

    class Counted(Tours):
        vouched = True

        def h1(self, state):
            asked.append(state)
            return super().h1(state)

    costs = [[0 if i == j else 1 + (7 * i + 3 * j) % 90 for j in range(60)] for i in range(60)]
    clock = SimpleNamespace(perf_counter=lambda: 1e6 * (len(asked) > 100))
    for module in (guard_module, stepping):
        monkeypatch.setattr(module, "time", clock)

    result = search(Counted(costs), limits=Limits(seconds=1))

    assert result.stopped is Stopped.TIME_LIMIT
    assert len(asked) < 110


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
