"""What the control costs: nothing is computed in vain, and probes take nearly all of the time."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from scripted_beliefs import Scripted

from provebest.bench import control_speed
from provebest.search.probability.control import ProbabilitySearch


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.sampled_from([None, 4]))
def test_chances_are_made_anew_once_for_each_new_aim(seed, labels):
    search = ProbabilitySearch(Scripted(seed, width=4, plies=6, labels=labels))
    aims, take_aim = [search.aim()], search.values.take_aim

    def counted(aim):
        aims.append(aim)
        take_aim(aim)

    search.values.take_aim = counted
    while search.stopped is None:
        search.step()

    assert all(one != other for one, other in pairwise(aims))


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6))
def test_an_expansion_in_a_tree_backs_up_no_more_than_its_own_path(seed):
    search = ProbabilitySearch(Scripted(seed, width=4, plies=8))
    while search.stopped is None:
        before, depth = search.values.backups, len(search.path)
        search.step()
        assert search.values.backups - before <= depth


def test_the_control_takes_less_than_a_tenth_where_a_probe_takes_a_millisecond():
    cost = control_speed.measure(8000)

    assert cost.nodes >= 8000
    assert cost.share < 0.1
    assert cost.last_share < 0.1
    assert cost.worst_share < 0.2  # the machine may be busy; alone it is about 0.05


def test_the_profile_names_the_functions_of_the_control():
    rows = control_speed.profile(1000)

    assert len(rows) == control_speed.SHOWN
    assert "_add" in {name for name, _, _ in rows}
    assert [seconds for *_, seconds in rows] == sorted((s for *_, s in rows), reverse=True)
