"""``deepen``: depth by depth, as far as a budget goes, and never half a depth."""

import threading
import time

import pytest

from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.deepening import DEEPEST, FIRST_DEPTH, deepen
from provebest.search.setprobe.set_prober import SetProber, SetValue


class Costly(SetProber[str]):
    """Each probe costs ten nodes per ply and says its depth; it keeps the limits."""

    def __init__(self, spent=0):
        self.spent, self.asked = spent, []

    def probe(self, moves, depth, *, nodes, seconds):
        self.asked.append((tuple(moves), depth, nodes, seconds))
        cost = 10 * depth if nodes is None else min(10 * depth, nodes)
        self.spent += cost
        finished = cost == 10 * depth
        best = moves[0] if moves else "all"
        return SetValue(best, float(depth), (best,), depth if finished else 0, finished, {})

    def nodes(self):
        return self.spent


def both(probe):
    return [probe(["a"]).value, probe(["b"]).value]


def test_every_depth_is_looked_at_once_and_in_order():
    sets = Costly()
    found = list(deepen(sets, Budget(10**9), lambda probe: probe(()).value))

    assert found == [(depth, float(depth)) for depth in range(FIRST_DEPTH, DEEPEST + 1)]
    assert [depth for _, depth, _, _ in sets.asked] == list(range(FIRST_DEPTH, DEEPEST + 1))


@pytest.mark.parametrize(
    ("nodes", "deepest"), [(19, 0), (20, 1), (59, 1), (60, 2), (119, 2), (120, 3), (199, 3)]
)
def test_a_depth_that_was_cut_off_is_not_yielded(nodes, deepest):
    sets = Costly(spent=1000)
    found = list(deepen(sets, Budget(nodes), both, first=1))

    assert found == [(depth, [depth, depth]) for depth in range(1, deepest + 1)]
    assert sets.nodes() - 1000 <= nodes


def test_each_probe_is_given_what_is_left():
    sets = Costly(spent=7)
    list(deepen(sets, Budget(65), both, first=1))

    assert [nodes for _, _, nodes, _ in sets.asked] == [65, 55, 45, 25, 5]
    assert {seconds for *_, seconds in sets.asked} == {None}


def test_what_is_spent_is_not_probed_for():
    sets = Costly()

    assert list(deepen(sets, Budget(20), both, first=1)) == [(1, [1.0, 1.0])]
    assert len(sets.asked) == 2


def test_time_ends_it_between_depths():
    def slow(probe):
        time.sleep(0.02)
        return probe(())

    found = list(deepen(Costly(), Budget(seconds=0.05), slow, first=1))

    assert 1 <= len(found) <= 3


def test_whoever_cancels_ends_it_after_the_depth():
    cancel = threading.Event()
    found = []
    for depth, _ in deepen(Costly(), Budget(10**9), both, cancel=cancel):
        found.append(depth)
        if depth == 6:
            cancel.set()

    assert found == [4, 5, 6]


def test_errors_of_a_prober_pass_through():
    def fails(probe):
        raise ValueError("the engine is gone")

    with pytest.raises(ValueError, match="the engine is gone"):
        list(deepen(Costly(), Budget(100), fails))
